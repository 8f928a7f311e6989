"""The native sources keep their order: described, listed, and safe to link for every CPU."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parent.parent / "native"
SOURCES = sorted(path.name for path in NATIVE.iterdir() if path.suffix in {".h", ".cpp"})
OBJECTS = sorted(NATIVE.parent.glob("build/cp*/CMakeFiles/isa_*.dir/native/isa.cpp.o"))


@pytest.mark.parametrize("name", SOURCES)
def test_every_file_opens_with_a_sentence(name: str) -> None:
    opening = re.match(r"(// .*\n)+", (NATIVE / name).read_text(encoding="utf-8"))
    assert opening and re.search(r"[.)]\n", opening[0]), f"{name} does not say in one sentence what it is"


def test_the_list_of_files_is_complete() -> None:
    listed = re.findall(r"`(\w+\.(?:h|cpp))`", (NATIVE / "README.md").read_text(encoding="utf-8"))
    assert sorted(set(listed)) == SOURCES


def test_files_include_only_lower_layers() -> None:
    listed = re.findall(r"`(\w+\.(?:h|cpp))`", (NATIVE / "README.md").read_text(encoding="utf-8"))
    for name in SOURCES:
        for other in re.findall(r'#include "(\w+\.h)"', (NATIVE / name).read_text(encoding="utf-8")):
            assert listed.index(other) <= listed.index(name), f"{name} includes {other} from a higher layer"


@pytest.mark.skipif(not OBJECTS, reason="the package was not built in this tree")
@pytest.mark.skipif(not shutil.which("nm"), reason="there is no nm to read object files with")
@pytest.mark.parametrize("path", OBJECTS, ids=lambda path: path.parts[-3])
def test_instruction_sets_share_no_code(path: Path) -> None:
    """Code with a shared name, compiled for one CPU, could be linked into the path of another."""
    lines = subprocess.run(["nm", "--defined-only", "-C", path], capture_output=True, text=True, check=True).stdout
    shared = [line.split(" ", 2) for line in lines.splitlines()]
    isa = path.parts[-3].removeprefix("isa_").removesuffix(".dir")
    assert [name for _, kind, name in shared if kind.isupper() or kind in "uvw"] == [f"cornerwise::{isa}::table"]

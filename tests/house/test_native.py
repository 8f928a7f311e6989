"""The native sources keep their order: described, listed, and safe to link for every CPU."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[2] / "native"
SOURCES = sorted(
    path.relative_to(NATIVE).as_posix() for path in NATIVE.rglob("*") if path.suffix in {".h", ".inl", ".cpp"}
)
OBJECTS = sorted(NATIVE.parent.glob("build/cp*/CMakeFiles/isa_*.dir/native/kernel/isa/isa.cpp.o"))


def isa_of(path: Path) -> str:
    """The instruction set an object file was compiled for."""
    return next(part for part in path.parts if part.startswith("isa_")).removeprefix("isa_").removesuffix(".dir")


def is_header_alone(name: str) -> bool:
    """Whether no source of its name includes a header first. (The door needs the headers of Python.)"""
    return name.endswith(".h") and name.removesuffix(".h") + ".cpp" not in SOURCES and not name.startswith("doors/")


def listed() -> list[str]:
    """The files as README.md lists them, each under the heading of its room."""
    room, files = "", []
    for line in (NATIVE / "README.md").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"## ([\w/]+/)$", line):
            room = heading[1]
        elif line.startswith("- "):
            files += [room + name for name in re.findall(r"`([\w/]+\.(?:h|inl|cpp))`", line)]
    return files


@pytest.mark.parametrize("name", SOURCES)
def test_every_file_opens_with_a_sentence(name: str) -> None:
    opening = re.match(r"(// .*\n)+", (NATIVE / name).read_text(encoding="utf-8"))
    assert opening and re.search(r"[.)]\n", opening[0]), f"{name} does not say in one sentence what it is"


def test_the_list_of_files_is_complete() -> None:
    assert len(SOURCES) > 50
    assert sorted(listed()) == SOURCES


def test_files_include_only_lower_layers() -> None:
    order = listed()
    seen = 0
    for name in SOURCES:
        for other in re.findall(r'#include "(.+)"', (NATIVE / name).read_text(encoding="utf-8")):
            assert other in order, f"{name} includes {other}, which is not the path of a listed file"
            assert order.index(other) <= order.index(name), f"{name} includes {other} from a higher layer"
            seen += 1
    assert seen > 75


def test_only_one_file_throws() -> None:
    """Whatever cannot be done goes through `fail`, which a build without exceptions can replace."""
    for name in SOURCES:
        code = re.sub(r"//.*", "", (NATIVE / name).read_text(encoding="utf-8"))
        assert not re.search(r"\bthrow\b", code) or name == "ground/fail.cpp" or name.startswith("doors/"), name


def test_only_the_instruction_sets_include_inl() -> None:
    for name in SOURCES:
        included = re.findall(r'#include "(.+\.inl)"', (NATIVE / name).read_text(encoding="utf-8"))
        assert not included or name.startswith("kernel/isa/"), f"{name} includes {included}"


@pytest.mark.skipif(not shutil.which("c++"), reason="there is no compiler")
@pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith(".inl") or is_header_alone(name)])
def test_a_file_opens_in_an_editor_without_errors(name: str) -> None:
    """What no source of its own name includes first still says what it needs."""
    flags = (NATIVE / "compile_flags.txt").read_text(encoding="utf-8").split()
    run = subprocess.run(["c++", *flags, "-fsyntax-only", name], cwd=NATIVE, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


@pytest.mark.skipif(not OBJECTS, reason="the package was not built in this tree")
@pytest.mark.skipif(not shutil.which("nm"), reason="there is no nm to read object files with")
@pytest.mark.parametrize("path", OBJECTS, ids=isa_of)
def test_instruction_sets_share_no_code(path: Path) -> None:
    """Code with a shared name, compiled for one CPU, could be linked into the path of another."""
    lines = subprocess.run(["nm", "--defined-only", "-C", path], capture_output=True, text=True, check=True).stdout
    shared = [line.split(" ", 2) for line in lines.splitlines()]
    isa = isa_of(path)
    assert [name for _, kind, name in shared if kind.isupper() or kind in "uvw"] == [f"cornerwise::{isa}::table"]

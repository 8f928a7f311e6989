"""The package as indexes see it: whole addresses, one version, and a source distribution that has everything."""

from __future__ import annotations

import doctest
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType

from packaging.requirements import Requirement
from packaging.version import Version

import cornerwise as cw

ROOT = Path(__file__).parents[2]


def description() -> ModuleType:
    """tools/long_description.py as a module."""
    spec = importlib.util.spec_from_file_location("long_description", ROOT / "tools" / "long_description.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where doctest looks for whose examples these are
    spec.loader.exec_module(module)
    return module


def test_the_description_has_whole_addresses_only() -> None:
    assert doctest.testmod(description()) == (0, 2)
    text = description().dynamic_metadata("readme", {})["text"]
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(links) > 20 and any(link.endswith(".svg") for link in links)
    assert not [link for link in links if not link.startswith("https://")]


def test_the_metadata_is_complete() -> None:
    found = importlib.metadata.metadata("cornerwise")
    assert found["Name"] == "cornerwise" and found["License-Expression"] == "MIT" and found["Requires-Python"]
    assert found["Summary"] and found["Keywords"] and found["Author"]
    assert len(found.get_all("Classifier") or ()) > 15
    assert {link.split(",")[0] for link in found.get_all("Project-URL") or ()} >= {
        "Homepage",
        "Documentation",
        "Changelog",
    }
    assert "https://" in str(found.get_payload()) and "](docs/" not in str(found.get_payload())


def test_there_is_one_version() -> None:
    """Everything that tells the version reads `__version__`."""
    assert importlib.metadata.version("cornerwise") == cw.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" in project["dynamic"] and "version" not in project
    heads = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[0] == "Unreleased" and heads[1] == cw.__version__


def test_no_floor_admits_a_release_with_a_known_hole() -> None:
    """What pip may choose is never older than the first release without the holes that floors.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [project["dependencies"], *project["optional-dependencies"].values()]
    requirements = [Requirement(each) for group in wanted for each in group]
    safe = tomllib.loads((Path(__file__).parent / "floors.toml").read_text(encoding="utf-8"))
    assert set(safe) <= {each.name for each in requirements}, "a line about a package we do not ask for"
    for each in requirements:
        floors = [Version(part.version) for part in each.specifier if part.operator in (">=", "==", "~=")]
        assert floors, f"{each.name} has no floor"
        if each.name in safe:
            first = safe[each.name]
            assert max(floors) >= Version(first["version"]), f"{each} admits {first['reason']}"


def test_the_source_distribution_has_what_a_build_needs(tmp_path: Path) -> None:
    make = (
        "from scikit_build_core.build import build_sdist as sdist; import sys; sdist(sys.argv[1], {'sdist.cmake': '0'})"
    )
    done = subprocess.run(
        [sys.executable, "-c", make, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, env={**os.environ}
    )
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    wanted = (
        "CMakeLists.txt",
        "LICENSE",
        "README.md",
        "native/kernel/isa/isa.cpp",
        "tools/build_web.py",
        "web/package-lock.json",
    )
    assert not [name for name in (*wanted, "tools/long_description.py") if name not in names]
    if (ROOT / "src/cornerwise/server/static/index.html").exists():
        assert "src/cornerwise/server/static/index.html" in names
    assert not [name for name in names if "node_modules" in name or name.startswith((".venv", "build/", "dist/"))]

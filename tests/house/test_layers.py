"""Imports go down only, and heavy packages stay where they belong."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "cornerwise"

#: docs/architecture.md; a part not named here gets the level of the highest part it imports.
LEVELS = {
    "_core": 0,
    "errors": 0,
    "ground": 0,
    "__init__": 1,
    "ruleset": 1,
    "reason": 1,
    "game": 1,
    "throw": 1,
    "player": 1,
    "formats": 1,
    "render": 1,
    "puzzle": 1,
    "advice": 2,
    "engine": 2,
    "arena": 3,
    "training": 3,
    "adapters": 4,
    "server": 4,
    "cli": 5,
    "__main__": 6,
}

#: Packages that only some parts may import.
AT_HOME = {
    "torch": {"training"},
    "ray": {"training", "arena"},
    "fastapi": {"server"},
    "starlette": {"server"},
    "uvicorn": {"server", "cli"},
    "sqlalchemy": {"server"},
    "alembic": {"server"},
    "openskill": {"server"},
    "prometheus_client": {"server"},
    "typer": {"cli"},
    "textual": {"cli"},
}

NATIVE = ROOT / "native"


@cache
def parts() -> frozenset[str]:
    """The modules and packages right under `cornerwise`."""
    return frozenset(
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    )


def imported(path: Path) -> list[tuple[int, str]]:
    """Every absolute import of a file with its line, also those inside functions."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively; name the whole path."
            module = node.module or ""
            deeper = module == "cornerwise"
            found += [(node.lineno, f"{module}.{alias.name}" if deeper else module) for alias in node.names]
    return found


def part_of(name: str) -> str:
    """The part of cornerwise that an imported name belongs to."""
    _, *rest = name.split(".")
    return rest[0] if rest and (rest[0] in parts() or rest[0] == "_core") else "__init__"


def files() -> list[tuple[str, Path]]:
    """Every module with the part it belongs to."""
    found = sorted(PACKAGE.rglob("*.py"))
    assert len(found) > 100, "The modules are not where this test looks."
    return [(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), path) for path in found]


@cache
def needs() -> dict[str, set[str]]:
    """What every part imports of the others."""
    graph: dict[str, set[str]] = {part: set() for part in parts()} | {"_core": set()}
    for part, path in files():
        for _, name in imported(path):
            if name.split(".")[0] == "cornerwise":
                graph[part].add(part_of(name))
        graph[part].discard(part)
    return graph


def level(part: str, seen: tuple[str, ...] = ()) -> int:
    """The level of a part; a circle of imports has none."""
    assert part not in seen, f"These import each other: {' → '.join((*seen, part))}"
    if part in LEVELS:
        return LEVELS[part]
    return max((level(other, (*seen, part)) for other in needs()[part]), default=0)


def test_imports_go_down() -> None:
    """No part imports one of a higher level."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: level {level(part)} imports {name}, level {level(part_of(name))}"
        for part, path in files()
        for line, name in imported(path)
        if name.split(".")[0] == "cornerwise" and level(part_of(name)) > level(part)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_circles() -> None:
    """Parts of one level do not import each other in a circle."""
    done: set[str] = set()

    def visit(part: str, trail: tuple[str, ...]) -> None:
        assert part not in trail, f"These import each other: {' → '.join((*trail, part))}"
        if part not in done:
            for other in needs()[part]:
                visit(other, (*trail, part))
            done.add(part)

    for part in needs():
        visit(part, ())


@pytest.mark.parametrize("package", AT_HOME)
def test_heavy_packages_stay_at_home(package: str) -> None:
    """A heavy package is imported only where it is at home."""
    users = {part for part, path in files() for _, name in imported(path) if name.split(".")[0] == package}
    assert users <= AT_HOME[package]


def test_adapters_do_not_know_each_other() -> None:
    """An adapter speaks to the package, never to another adapter or to the server."""
    adapters = sorted((PACKAGE / "adapters").rglob("*.py"))
    assert len(adapters) > 1
    for path in adapters:
        for _, name in imported(path):
            assert not name.startswith("cornerwise.server"), path
            assert not re.match(r"cornerwise\.adapters\.\w+", name) or path.stem == "__init__", path


def native_files() -> list[Path]:
    """Every source of the native kernel, in all its rooms."""
    found = sorted(path for path in NATIVE.rglob("*") if path.suffix in {".h", ".inl", ".cpp"})
    assert len(found) > 50, "The native sources are not where this test looks."
    return found


def test_only_the_door_knows_python() -> None:
    """The native kernel is free of Python except in the door to it."""
    for path in native_files():
        if not path.is_relative_to(NATIVE / "doors" / "python"):
            assert not re.search(r"nanobind|Python\.h|\bPy[A-Z]\w+\(", path.read_text("utf-8")), path


def test_the_kernel_names_no_game() -> None:
    """A game is a row of data: the kernel knows axes, never the name of a ruleset."""
    for path in native_files():
        code = re.sub(r"//.*", "", path.read_text("utf-8"))
        found = re.findall(r'"(?:classic\b|duo\b|dice-|3d-)[^"]*"', code)
        assert not found, f"{path} names {found}"

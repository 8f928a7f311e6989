"""Imports go down only, and heavy packages stay where they belong."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

import cornerwise

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
    "guess": 1,
    "game": 1,
    "retire": 1,
    "throw": 1,
    "player": 1,
    "picture": 1,
    "formats": 1,
    "render": 1,
    "craft": 1,
    "puzzle": 1,
    "advice": 2,
    "engine": 2,
    "arena": 3,
    "env": 3,
    "training": 3,
    "adapters": 4,
    "server": 4,
    "notebook": 5,
    "cli": 5,
    "__main__": 6,
}

#: Packages that only some parts may import.
AT_HOME = {
    "torch": {"training"},
    "gymnasium": {"adapters"},
    "mcp": {"adapters"},
    "anywidget": {"notebook"},
    "traitlets": {"notebook"},
    "pettingzoo": {"adapters"},
    "pyspiel": {"adapters"},
    "pyarrow": {"training"},
    "ray": {"ground"},
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
PAGE = ROOT / "web" / "src"


@cache
def parts() -> frozenset[str]:
    """The modules and packages right under `cornerwise`."""
    return frozenset(
        path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    )


@cache
def statements(path: Path) -> list[ast.AST]:
    """Everything in a file; of the front door without what only type checkers see of the floors above it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if path == PACKAGE / "__init__.py":
        tree.body = [
            part for part in tree.body if not (isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING")
        ]
    return list(ast.walk(tree))


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Every absolute import of a file with its line, also those inside functions."""
    found = []
    for node in statements(path):
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


@cache
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


def server_rooms() -> list[str]:
    """The rooms of the server, the lowest first, as the page on the architecture lists them."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    table = text.split("### Rooms of the server")[1].split("\n\n## ")[0]
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    return [room for row in rows for room in re.findall(r"`(\w+)/`", row)]


def test_the_rooms_of_the_server_stand_in_the_order_of_the_page() -> None:
    """A room imports only rooms that the page lists before it."""
    rooms, home = server_rooms(), ROOT / "src" / "cornerwise" / "server"
    assert sorted(rooms) == sorted(path.parent.name for path in home.glob("*/__init__.py"))
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {room} imports {name}"
        for room in rooms
        for path in sorted((home / room).rglob("*.py"))
        for line, name in imported(path)
        if (parts := name.split("."))[:2] == ["cornerwise", "server"]
        and len(parts) > 2
        and parts[2] in rooms
        and rooms.index(parts[2]) > rooms.index(room)
    ]
    assert not wrong, "\n".join(wrong)


def page_rooms() -> dict[str, int]:
    """The rooms and files right under the page's sources with their height, as the page's README lists them."""
    text = (ROOT / "web" / "README.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `src/")]
    heights: dict[str, int] = {}
    for height, row in enumerate(rows):
        for name in re.findall(r"`src/(\w+)", row):
            heights.setdefault(name, height)
    return heights


def page_imports(path: Path) -> list[tuple[int, Path]]:
    """Every file of the repository that a file of the page imports, with the line, also later or for its types."""
    text = path.read_text("utf-8")
    found = re.finditer(r"""(?:\bfrom|\bimport|@import|\bnew URL)\s*\(?\s*["'](\.[^"']*)["']""", text)
    return [(text.count("\n", 0, each.end()) + 1, (path.parent / each[1]).resolve()) for each in found]


def test_the_rooms_of_the_page_stand_in_the_order_of_its_readme() -> None:
    """A room of the page imports only rooms that its README lists before it."""
    heights = page_rooms()
    assert set(heights) == {path.stem for path in PAGE.iterdir()}
    sources = sorted(path for path in PAGE.rglob("*") if path.suffix in {".ts", ".svelte", ".css"})
    assert len(sources) > 200, "The page's sources are not where this test looks."
    uses = [
        (path.relative_to(PAGE), line, other.relative_to(PAGE))
        for path in sources
        for line, other in page_imports(path)
        if other.is_relative_to(PAGE)
    ]
    assert len(uses) > 600
    wrong = [
        f"web/src/{path}:{line} imports {other}"
        for path, line, other in uses
        if heights[other.parts[0].split(".")[0]] > heights[path.parts[0].split(".")[0]]
    ]
    assert not wrong, "\n".join(wrong)


def test_imports_go_down() -> None:
    """No part imports one of a higher level."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: level {level(part)} imports {name}, level {level(part_of(name))}"
        for part, path in files()
        for line, name in imported(path)
        if name.split(".")[0] == "cornerwise" and level(part_of(name)) > level(part)
    ]
    assert not wrong, "\n".join(wrong)


def refuse_circles(graph: Mapping[str, set[str]]) -> None:
    """Fails with the circle when a graph has one."""
    done: set[str] = set()

    def visit(node: str, trail: tuple[str, ...]) -> None:
        assert node not in trail, f"These import each other: {' → '.join((*trail[trail.index(node) :], node))}"
        if node not in done:
            for other in sorted(graph.get(node, ())):
                visit(other, (*trail, node))
            done.add(node)

    for node in sorted(graph):
        visit(node, ())


def test_no_circles() -> None:
    """Parts of one level do not import each other in a circle."""
    refuse_circles(needs())


@cache
def modules() -> dict[str, Path]:
    """Every module by its whole name."""
    found = {}
    for _, path in files():
        names = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


@cache
def edges() -> dict[str, set[str]]:
    """What every module imports of the others: on top, inside functions, or only for its types."""
    graph = {}
    for module, path in modules().items():
        names: set[str] = set()
        for node in statements(path):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                # `from room import name` may mean a module of the room, or something that the room gives out.
                whole = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= {name if name in modules() else str(node.module) for name in whole}
        graph[module] = {name for name in names if name in modules()} - {module}
    return graph


def test_no_circles_of_modules() -> None:
    """No module needs itself by way of others, not even inside a function or for its types."""
    assert sum(map(len, edges().values())) > 300
    refuse_circles(edges())


def rooms() -> list[str]:
    """Every package, as the name before its own modules and rooms."""
    return sorted(module for module, path in modules().items() if path.stem == "__init__")


@pytest.mark.parametrize("package", rooms())
def test_no_circles_of_rooms(package: str) -> None:
    """What lies side by side in a package, files and rooms, has an order."""

    def child(module: str) -> str | None:
        rest = module.removeprefix(f"{package}.")
        return None if rest == module else rest.split(".")[0]

    graph: dict[str, set[str]] = {}
    for module, others in edges().items():
        if (own := child(module)) is not None:
            graph.setdefault(own, set()).update(other for name in others if (other := child(name)) not in (None, own))
    refuse_circles(graph)


def test_only_doors_and_views_know_the_messages() -> None:
    """A session reports in its own words; the rooms that send convert."""
    private = {f"cornerwise.server.wire.{name}" for name in ("messages", "snapshot")}
    users = {module.split(".")[2] for module, others in edges().items() if others & private}
    assert users == {"http", "views", "wire"}


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


def test_nobody_asks_for_a_game_by_its_name() -> None:
    """Names of games serve as defaults and as keys of data; whoever must differ asks for the axis."""
    games = "|".join(map(re.escape, cornerwise.rulesets()))
    asks = r"[=!]==? ?|case |\.startsWith\(|\.startswith\("
    asked = re.compile(rf'(?:{asks})"(?:{games}|classic|3d)\b|family ?[=!]==? ?"')
    assert asked.search('family === "dice"') and asked.search('name == "duo"')
    sources = [*PACKAGE.rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts"), *(ROOT / "web" / "src").rglob("*.svelte")]
    assert len(sources) > 400
    wrong = [str(path) for path in sources if asked.search(path.read_text("utf-8"))]
    assert not wrong, wrong


def test_the_bindings_reach_up_only_where_they_must() -> None:
    """The door to Python asks for modules by name: errors to raise, reasons, names of rulesets, pictures."""
    upward = {
        name
        for path in native_files()
        for name in re.findall(r'import_\("cornerwise\.(\w+)"\)', path.read_text("utf-8"))
    }
    assert upward - {"_core"} == {"errors", "reason", "ruleset", "render"}

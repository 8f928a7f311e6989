"""The reference of the documentation site: every public name and member is told, every page has its place."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import docs  # noqa: E402
from public_names import PublicNames, module, names_of, reference  # noqa: E402

PACKAGE = ROOT / "src" / "cornerwise"
PUBLIC = PublicNames()
NAMED = [entry for page in reference().values() for entry in page["names"]]
#: Rooms without a list of public names: everything in them is public, except what only serves the rest of the room.
ROOMS = {
    "arena": {"gtp_player", "log", "roster"},  # cornerwise.gtp_player is the documented name
    "formats": {"sgf"},
    "advice": {"notebook", "sentence", "side"},
    "adapters": set(),
}


def modules(folder):
    """The modules below a folder, by their dotted names."""
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def lists_names(name):
    return any("__all__" in ast.unparse(node) for node in module(name).body if isinstance(node, ast.Assign))


def test_every_listed_name_is_told():
    lists = [name for name in modules(PACKAGE) if ".server" not in name and ".cli" not in name and lists_names(name)]
    assert {"cornerwise", "cornerwise.puzzle", "cornerwise.env", "cornerwise.engine", "cornerwise.render"} <= set(lists)
    homes = {f"{name}.{each}": PUBLIC.home(f"{name}.{each}") for name in lists for each in names_of(name)}
    assert not [name for name, home in homes.items() if home not in PUBLIC.told]


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_an_open_room_is_told(room):
    found = {path.stem for path in (PACKAGE / room).glob("*.py")} - {"__init__"}
    told = {entry.rpartition(".")[2] for entry in NAMED if entry.startswith(f"cornerwise.{room}.")}
    assert found == told | ROOMS[room]


def test_every_name_the_docs_import_is_told():
    sources = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.*")]
    text = "\n".join(source.read_text("utf-8") for source in sources)
    imported = [
        f"{place}.{name.strip()}"
        for place, names in re.findall(r"from (cornerwise[\w.]*) import ([\w, ]+)", text)
        for name in names.split(",")
    ]
    assert len(imported) > 10
    assert not [name for name in imported if PUBLIC.home(name) not in PUBLIC.told]


def test_no_name_is_told_twice():
    told = [entry for page in reference().values() for entry in PUBLIC.entries(page["names"])]
    assert len(told) == len(set(told)) == len(PUBLIC.told) > 150


@pytest.mark.parametrize("page", reference())
def test_everything_told_has_a_docstring(page):
    silent = []
    for entry in PUBLIC.entries(reference()[page]["names"]):
        node = PUBLIC.definition(entry)
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not ast.get_docstring(node):
            silent.append(entry)
        for member, each in PUBLIC.members(entry).items():
            if isinstance(each, ast.FunctionDef) and not is_overload(each) and not ast.get_docstring(each):
                silent.append(f"{entry}.{member}")
    assert not silent


def is_overload(node):
    return any(ast.unparse(each).endswith("overload") for each in node.decorator_list)


def test_members_are_found_in_the_stub_and_in_python():
    assert {"play", "legal_moves", "perft", "setup"} <= set(PUBLIC.members("cornerwise.Position"))
    assert {"play", "undo", "svg"} <= set(PUBLIC.members("cornerwise.Game"))


def test_every_page_has_a_place_in_the_navigation():
    def leaves(node):
        if isinstance(node, str):
            return [node]
        return [leaf for each in (node.values() if isinstance(node, dict) else node) for leaf in leaves(each)]

    settings = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    pages |= {f"reference/{name}.md" for name in reference()} | {docs.guest_place(each) for each in docs.GUESTS}
    placed = leaves(settings["nav"])
    assert sorted(placed) == sorted(pages)
    assert settings["theme"]["font"] is False


def test_links_lead_to_pages_of_the_site_or_become_words():
    text = (
        "[a](../README.md) [b](../native/README.md#x) [c](../native/kernel/turn.h) [d](guide.md) [e](https://e.example)"
    )
    told = docs.relinked(text, Path("docs/architecture.md"), "architecture.md")
    assert told == "[a](index.md) [b](project/native.md#x) c [d](guide.md) [e](https://e.example)"
    assert docs.relinked("[g](docs/guide.md)", Path("CONTRIBUTING.md"), "project/contributing.md") == "[g](../guide.md)"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ('<script src="https://a.example/x.js"></script>', 1),
        ('<link rel="stylesheet" href="//a.example/x.css">', 1),
        ("@font-face{src:url(https://a.example/f.woff)}", 1),
        ('<a href="https://a.example/">a</a> <img src="pictures/duo.svg"> <svg xmlns="http://www.w3.org/2000/svg">', 0),
    ],
)
def test_what_a_page_fetches_from_another_host_is_seen(html, found):
    assert len(docs.FETCHED.findall(html)) == found

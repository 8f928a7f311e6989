"""Words: examples run, generated pages are fresh, everything is documented, every link leads somewhere."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import cornerwise as cw

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def tool(name):
    """A script of tools/ as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in page.read_text("utf-8")], ids=lambda p: p.name)
def test_examples_run(page):
    failed, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 0 and failed == 0


@pytest.mark.parametrize("module", ["cornerwise", "cornerwise.engine.engine", "cornerwise.game"])
def test_examples_in_docstrings_run(module):
    found = importlib.import_module(module)
    failed, tried = doctest.testmod(found)
    assert tried > 0 and failed == 0


def test_the_readme_names_the_two_commands_and_whose_trademark_it_is():
    words = text("README.md")
    assert "make play" in words and "make test" in words and "Mattel" in words


def test_the_command_reference_is_fresh():
    assert tool("commands").reference() == text("docs/commands.md"), "run: python tools/commands.py"


def test_every_command_has_an_example_that_begins_with_its_name():
    for name, call in tool("commands").commands().items():
        assert f"    {name}" in call.__doc__, name


@pytest.mark.parametrize("name", tool("pictures").ALL)
def test_the_pictures_are_fresh(name):
    assert tool("pictures").draw(name) == text(f"docs/pictures/{name}.svg"), "run: python tools/pictures.py"


@pytest.mark.parametrize("name", cw.rulesets())
def test_every_ruleset_and_option_is_documented(name):
    rules = "\n".join(page.read_text("utf-8") for page in (ROOT / "docs" / "rules").glob("*.md"))
    assert f"`{name}`" in rules
    for option, values in cw.ruleset_options(name).items():
        assert f"`{option}={values[0]}`" in rules
        assert all(value in rules for value in values)


def test_every_clause_the_code_cites_exists():
    clauses = set(re.findall(r"\*\*([KCDISPR]\d+)\*\*", "\n".join(p.read_text("utf-8") for p in PAGES)))
    assert len(clauses) == 6 + 8 + 2 + 8 + 7 + 4 + 6
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "native").rglob("*.*"), *(ROOT / "src").rglob("*.toml")]
    for source in sources:
        cited = set(re.findall(r"(?:\(|// |# )([KCDISR]\d)(?=[:,;) ])", source.read_text("utf-8")))
        assert cited <= clauses, f"{source.name} cites {cited - clauses}"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_leads_somewhere(page):
    words = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", words):
        if "://" in target:
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        if anchor:
            heads = re.findall(r"^#+ (.*)$", found.read_text("utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
            assert anchor in slugs, target


def test_the_ruleset_file_in_the_formats_page_can_be_read():
    toml = re.search(r"```toml\n(.*?)```", text("docs/programs/formats.md"), re.DOTALL).group(1)
    rules = cw.parse_ruleset(toml)
    assert rules.name == "dice-10" and rules.board.cell_count == 98 and rules.strikes == 2
    assert rules.fewest_wins and not cw.ruleset("classic-4").fewest_wins


def test_every_axis_of_a_ruleset_file_is_documented():
    words = text("docs/programs/formats.md")
    from cornerwise.ruleset import _AXES

    for axis in _AXES | {"extends", "options"}:
        assert f"`{axis}`" in words, axis


def test_the_record_in_the_formats_page_can_be_read():
    from cornerwise.formats.record import parse_game

    record = re.search(r"```json\n(.*?)```", text("docs/programs/formats.md"), re.DOTALL).group(1)
    game = parse_game(record)
    assert game.tags["seat 1"] == "Ann"
    assert len(game.main_line()) == 5


def test_every_page_can_be_reached_from_the_readme():
    seen, rest = set(), [ROOT / "README.md"]
    while rest:
        page = rest.pop()
        if page in seen or not page.is_file():
            continue
        seen.add(page)
        if page.suffix == ".md":
            targets = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text("utf-8"))
            rest += [(page.parent / target).resolve() for target in targets if "://" not in target]
    assert not [str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md") if page not in seen]


def test_the_architecture_names_every_room():
    page = text("docs/architecture.md")
    folders = [
        folder
        for place in ("src/cornerwise", "src/cornerwise/server", "src/cornerwise/puzzle", "native")
        for folder in (ROOT / place).iterdir()
        if any(folder.glob("*.py")) or (place == "native" and folder.is_dir())
    ]
    modules = [module for module in (ROOT / "src" / "cornerwise").glob("*.py") if not module.stem.startswith("__")]
    assert len(folders) > 25 and len(modules) > 7
    assert not [str(each) for each in folders + modules if not re.search(rf"[`/]{each.stem}[`/]", page)]

"""Whatever the server says to players can be said in every language of the page."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise import puzzle
from cornerwise.engine.level import Level, levels
from cornerwise.server.people.names import CAST
from cornerwise.server.views import puzzles

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "cornerwise"


def catalogue(language: str) -> dict[str, str]:
    """The page's sentences in a language."""
    words: dict[str, str] = json.loads((ROOT / "web" / "src" / "words" / f"{language}.json").read_text())
    return words


def raised(name: str, position: int, *folders: str) -> set[str]:
    """The kinds with which an error is raised: the argument at a position, where it is written out."""
    found = set()
    for folder in folders:
        for file in (SOURCE / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    kinds = [*node.args[position:], *(each.value for each in node.keywords if each.arg == "kind")]
                    found |= {kind.value for kind in kinds if isinstance(kind, ast.Constant) and kind.value}
    return found


def faulty() -> set[str]:
    """The kinds of faults that the kernel finds in a laid puzzle."""
    files = (ROOT / "native" / "puzzles" / "problem").glob("*.cpp")
    return {kind for file in files for kind in re.findall(r'Fault\{"([a-z_]+)"', file.read_text())}


def refused_at_home() -> set[str]:
    """The kinds with which a table in the browser refuses something."""
    files = (ROOT / "web" / "src" / "home").rglob("*.ts")
    thrown = r'new (?:Refusal|KernelError)\([^;]*?,\s*"([a-z_]+)"[,)]'
    said = r'(?:code: "refused",\s*kind: "([a-z_]+)"|kind: "([a-z_]+)",\s*sentence: )'
    found = [each for file in files for each in re.finditer(f"{thrown}|{said}", file.read_text())]
    return {kind for each in found for kind in each.groups() if kind}


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_everything_the_server_says_is_translated(language: str) -> None:
    words = catalogue(language)
    wanted = {f"refusal.{kind}" for kind in raised("Refusal", 2, "server") | raised("ErrorMessage", 9, "server")}
    wanted |= {f"refusal.{kind}" for kind in refused_at_home()}
    wanted |= {f"fault.{kind}" for kind in faulty()}
    wanted |= {f"rule.{kind}" for kind in puzzles.RULES}
    wanted |= {f"puzzle.{name}.{part}" for name in (*puzzle.puzzles(), "daily") for part in ("title", "text")}
    for name in cw.rulesets():
        base = name.rstrip("x01234").rstrip("-")
        wanted |= {f"note.{base}.{index}" for index in range(len(cw.ruleset(name).notes))}
    assert len(wanted) > 80
    assert wanted - set(words) == set()
    told = {key for key in words if key.startswith(("refusal.", "fault.", "rule.", "note."))}
    by_code = {f"refusal.{code}" for code in raised("problem", 1, "server")}  # where no kind says more than the code
    assert told - wanted - by_code == set(), "nothing is translated that nobody says"


def test_players_read_no_clause_tags() -> None:
    shown = [puzzle.puzzle(name) for name in puzzle.puzzles()]
    assert not [each.name for each in shown if "(P" in each.title + each.text]
    assert all(rule.sentence for each in shown for rule in puzzles.rules(each))


# What the page says of each level (web/src/words, level.KEY), as a claim about its data.
PORTRAITS: dict[str, Callable[[Level], bool]] = {
    "newcomer": lambda level: level.care == 0 and level.taste < 0.7 and level.blindness >= 0.15,
    "dabbler": lambda level: level.care == 0 and level.taste < 0.9 and 0.05 <= level.blindness <= 0.25,
    "learner": lambda level: level.care <= 0.6 and level.blindness <= 0.1,
    "casual": lambda level: level.care > 0 and 16 <= level.simulations < 50,
    "regular": lambda level: level.care > 0.5 and level.simulations < 150,
    "keen": lambda level: level.care == 1 and 25 <= level.simulations < 500,
    "seasoned": lambda level: level.care == 1 and 150 <= level.simulations < 2_000,
    "expert": lambda level: level.care == 1 and 500 <= level.simulations < 10_000,
    "master": lambda level: level.care == 1 and 5_000 <= level.simulations < 100_000,
    "champion": lambda level: level.care == 1 and level.simulations >= 100_000,
}


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_every_level_has_a_portrait_that_is_true(language: str) -> None:
    words = catalogue(language)
    found = {level for name in cw.rulesets() for level in levels(cw.ruleset(name))}
    assert {level.key for level in found} == set(PORTRAITS)
    assert {key for key in PORTRAITS if f"level.{key}" not in words} == set()
    assert [level for level in found if not PORTRAITS[level.key](level)] == []


def test_every_level_has_somebody_who_plays_it() -> None:
    assert set(CAST) == set(PORTRAITS)

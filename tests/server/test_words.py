"""Whatever the server says to players can be said in every language of the page."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise import puzzle
from cornerwise.server.views import puzzles

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_everything_the_server_says_is_translated(language: str) -> None:
    words = catalogue(language)
    wanted = {f"refusal.{kind}" for kind in raised("Refusal", 2, "server") | raised("ErrorMessage", 9, "server")}
    wanted |= {f"fault.{kind}" for kind in raised("PuzzleError", 1, "puzzle")}
    wanted |= {f"rule.{kind}" for kind in puzzles.RULES}
    wanted |= {f"puzzle.{name}.{part}" for name in (*puzzle.puzzles(), "daily") for part in ("title", "text")}
    for name in cw.rulesets():
        base = name.rstrip("x01234").rstrip("-")
        wanted |= {f"note.{base}.{index}" for index in range(len(cw.ruleset(name).notes))}
    assert len(wanted) > 80
    assert wanted - set(words) == set()
    told = {key for key in words if key.startswith(("refusal.", "fault.", "rule.", "note."))}
    assert told - wanted - {"refusal.too_fast"} == set(), "nothing is translated that nobody says"


def test_players_read_no_clause_tags() -> None:
    shown = [puzzle.puzzle(name) for name in puzzle.puzzles()]
    assert not [each.name for each in shown if "(P" in each.title + each.text]
    assert all(rule.sentence for each in shown for rule in puzzles.rules(each))

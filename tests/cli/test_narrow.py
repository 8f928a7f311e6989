"""Sixty columns are enough for every command: no line is longer, and no name or word of the help is cut."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from typer.main import get_command
from typer.testing import CliRunner

import cornerwise as cw
from command import command
from cornerwise.cli import app
from test_interruption import CODES, at_a_terminal

COLUMNS = 60
CUT = re.compile(r"\w…(?! *$)")


def commands(group: object = None, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and group by the words that call it."""
    group = group or get_command(app)
    yield path
    for name, each in getattr(group, "commands", {}).items():
        yield from commands(each, (*path, name))


def too_wide(said: str) -> list[str]:
    """The lines that do not fit, or in which something was cut off."""
    lines = [part.rstrip() for line in CODES.sub("", said).split("\n") for part in line.split("\r")]
    return [line for line in lines if len(line) > COLUMNS or CUT.search(line)]


@pytest.mark.parametrize("path", list(commands()), ids=" ".join)
def test_the_help_is_whole(path: tuple[str, ...]) -> None:
    said = CliRunner().invoke(app, [*path, "--help"], env={"COLUMNS": str(COLUMNS)})
    assert said.exit_code == 0 and too_wide(said.output) == []


#: What a command prints at a terminal, and whether it has a --json.
CALLS = [
    ("rulesets", True),
    ("rulesets dice-4", True),
    ("show game.json", True),
    ("show 3d-pyramid-4", True),
    ("perft duo 1", True),
    ("puzzles", True),
    ("puzzles soma --rate", True),
    ("solve soma", True),
    ("solve game.json --limit 1", True),
    ("count soma", True),
    ("hint soma", True),
    ("hint pentominoes-6x10 --level piece", True),
    ("generate --seed 3", True),
    ("advise game.json --seconds 0.1", True),
    ("review game.json --simulations 20", True),
    ("match greedy random --games 4", True),
    ("calibrate --games 2 --levels 0-1", True),
    ("speed --time 0.05", True),
    ("tournament players.toml --out result", False),
    ("selfplay --out games.parquet --games 1 --simulations 20", False),
    ("play dice-2 --players random,random --seed 4 --lines", False),
    ("play classic-4 --players greedy,random,random,random --seed 4 --lines", False),
    ("piece all --color blue --stl blue.stl", False),
    ("board dice-4 --square 11 --pdf sheets.pdf", False),
    ("matchh", False),
    ("solve somma", False),
    ("show no-such-game", False),
    ("play duo --players person,deep", False),
    ("serve --port 99999999", False),
    ("worker", False),
]


@pytest.mark.parametrize(("words", "has_json"), CALLS, ids=[words for words, _ in CALLS])
def test_what_is_said_is_narrow_and_json_is_json(words: str, has_json: bool, tmp_path) -> None:
    game = cw.Game("duo")
    for _ in range(6):
        game.play(game.legal_moves[0])
    cw.write_game(game, tmp_path / "game.json")
    (tmp_path / "players.toml").write_text(
        'ruleset = "duo"\ngames = 2\n[players]\na-player-with-quite-a-long-name = "greedy"\nother = "random"\n'
    )
    _, said = at_a_terminal(words.split(), tmp_path)
    assert said.strip() and "Traceback" not in said and too_wide(said) == []
    if has_json:
        json.loads(command(*words.split(), "--json", cwd=tmp_path).stdout)

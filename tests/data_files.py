"""The text data the tests read: facts, perft counts, conformance games and certificates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).parent / "data"

#: Our name for the game in each conformance file.
CONFORMANCE_FILES = {
    "games-classic.json": "classic-4",
    "games-classic-3.json": "classic-3",
    "games-classic-2.json": "classic-2",
    "games-duo.json": "duo",
}


class Fact(NamedTuple):
    """A number of something in a game."""

    ruleset: str
    options: dict[str, str]
    what: str
    value: int


class PerftCount(NamedTuple):
    """The number of leaf positions at a depth; a roll counts as a ply."""

    ruleset: str
    options: dict[str, str]
    depth: int
    value: int


class ConformanceMove(NamedTuple):
    """A move with the size and the hash of the legal set before it."""

    color: int
    move: str
    legal_count: int
    legal_hash: str


@dataclass(frozen=True)
class ConformanceGame:
    """A whole game of the independent program; passes are left out."""

    ruleset: str
    number: int
    moves: tuple[ConformanceMove, ...]
    points: tuple[int, ...]


def lines_of(path: Path) -> list[str]:
    """The lines that are neither empty nor comments."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("#")]


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """A ruleset with its options, as in "duo starts=free"."""
    name, *options = text.split()
    return name, dict(option.split("=") for option in options)  # type: ignore[misc]


def join_name(ruleset: str, options: dict[str, str]) -> str:
    """The inverse of `split_name`."""
    return " ".join([ruleset, *(f"{key}={value}" for key, value in options.items())])


def read_facts() -> list[Fact]:
    """Every line of facts.txt."""
    facts = []
    for line in lines_of(DATA / "facts.txt"):
        name, what, value = (part.strip() for part in line.split("|"))
        facts.append(Fact(*split_name(name), what, int(value)))
    return facts


def read_perft() -> list[PerftCount]:
    """Every count in the files under perft/, one file per ruleset."""
    counts = []
    for path in sorted((DATA / "perft").glob("*.txt")):
        for line in lines_of(path):
            name, depth, value = (part.strip() for part in line.split("|"))
            counts.append(PerftCount(*split_name(name), int(depth), int(value)))
    return counts


def read_conformance(file: str) -> list[ConformanceGame]:
    """The games of one conformance file."""
    content = json.loads((DATA / "conformance" / file).read_text(encoding="utf-8"))
    games = []
    for game in content["games"]:
        moves = [
            ConformanceMove(content["colors"].index(color), move, count, digest)
            for color, move, count, digest in game["moves"]
            if move != "pass"
        ]
        games.append(
            ConformanceGame(CONFORMANCE_FILES[file], game["id"], tuple(moves), tuple(game["points_per_color"]))
        )
    return games


def legal_hash(moves: Iterable[str]) -> str:
    """The conformance data's hash of a legal set."""
    return hashlib.sha256("\n".join(sorted(moves)).encode()).hexdigest()[:16]


def points_of_score(score: int) -> int:
    """C5 counted upwards as the conformance data does: squares placed, plus the bonuses."""
    return 89 + score


def read_certificate(file: str) -> list[str]:
    """P1h: the 84 moves of a checked solution, in the order of play.

    In the drawing a cell is a color (B Y R G) and a letter, a for the color's first piece, u for its last.
    """
    lines = [line.split() for line in lines_of(DATA / "puzzles" / file)]
    rows = [line for line in lines if len(line) == 20]
    pieces: dict[str, list[tuple[int, int]]] = {}
    for from_top, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark != "..":
                pieces.setdefault(mark, []).append((len(rows) - from_top, column))
    order = [color + chr(ord("a") + turn) for turn in range(21) for color in "BYRG"]
    return [",".join(f"{chr(ord('a') + column)}{row}" for row, column in sorted(pieces[mark])) for mark in order]

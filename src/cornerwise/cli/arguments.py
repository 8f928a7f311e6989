"""Arguments several commands share: rulesets, their options, and positions."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.formats.record import SUFFIXES, is_foreign, is_record

RULESET = "A ruleset (see `cornerwise rulesets`) or a ruleset file (.toml, .json)."
GAME = f"A game's file ({', '.join(SUFFIXES)})."
POSITION = f"A ruleset's name or file, a position's text, or a game's file ({', '.join(SUFFIXES)})."
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the ruleset; may be repeated."),
]

Workers = Annotated[
    int | None,
    typer.Option(
        min=1, help="How much of the work to do at once; by default one unit here, one per processor on a cluster."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on a Ray cluster: its address, `auto` for the one this machine belongs to, `local` for a new one.",
    ),
]


def parse_options(pairs: list[str] | None) -> dict[str, str]:
    """The options of a command line: ["corners=free"] as {"corners": "free"}."""
    options: dict[str, str] = {}
    for pair in pairs or []:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise cw.RulesetError(f"An option looks like corners=free, not {pair!r}.")
        options[name] = value
    return options


def find_ruleset(name: str, pairs: list[str] | None) -> cw.Ruleset:
    """The ruleset somebody means by a name or a file."""
    options = parse_options(pairs)
    if Path(name).suffix in (".toml", ".json"):
        if options:
            raise cw.RulesetError("A ruleset file holds its own options; leave --option out.")
        return cw.read_ruleset(name)
    return cw.ruleset(name, **options)


def holds_game(path: Path) -> bool:
    """Whether a file is there and meant to hold a game, by its name or what it looks like."""
    return path.is_file() and (is_foreign(path) or is_record(path.read_text("utf-8-sig", errors="replace")))


def find_position(text: str, pairs: list[str] | None = None) -> tuple[cw.Position, cw.Game | None]:
    """The position somebody means: a ruleset's first, one written as text, or the end of a record."""
    if holds_game(Path(text)):
        game = cw.read_game(text)
        return game.position, game
    if Path(text).is_file():
        return cw.start(find_ruleset(text, pairs)), None
    if Path(text).suffix.lower() in SUFFIXES:
        raise cw.NotationError(f"There is no file {text!r}.")
    if "." not in text or pairs or Path(text).suffix == ".toml":
        return cw.start(find_ruleset(text, pairs)), None
    return cw.Position.parse(text), None

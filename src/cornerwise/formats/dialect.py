"""The dialect of GTP that programs for these games share: names of games and colors (docs/programs/gtp.md)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from cornerwise._core import Ruleset
from cornerwise.errors import NotationError
from cornerwise.ruleset import ruleset, ruleset_of_key


@lru_cache(maxsize=1)
def _games() -> dict[str, str]:
    text = files("cornerwise.formats").joinpath("dialect.toml").read_text("utf-8")
    games: dict[str, str] = tomllib.loads(text)["games"]
    return games


def parse_game_name(text: str) -> Ruleset:
    """The ruleset that `set_game` means: a name of the dialect or a key such as "duo~starts-free"."""
    return named_game(text) or ruleset_of_key(text)


def named_game(text: str) -> Ruleset | None:
    """The ruleset that other programs call by this name, in upper or lower case, or None."""
    name = text.strip().casefold()
    return next((ruleset(key) for game, key in _games().items() if game.casefold() == name), None)


def format_game_name(rules: Ruleset) -> str:
    """What `set_game` calls a ruleset."""
    return next((game for game, key in _games().items() if key == rules.key), rules.key)


def format_color(rules: Ruleset, color: str) -> str:
    """A color as an argument: `b` or `w` where there are two, else its number."""
    index = rules.colors.index(color)
    return "bw"[index] if len(rules.colors) == 2 else str(index + 1)


def parse_color(rules: Ruleset, text: str) -> str:
    """The color an argument means: as `format_color` writes it, or the beginning of its name."""
    word = text.lower()
    for color in rules.colors:
        if word == format_color(rules, color):
            return color
    named = [color for color in rules.colors if word and color.startswith(word)]
    if len(named) != 1:
        known = ", ".join(f"{format_color(rules, color)} ({color})" for color in rules.colors)
        raise NotationError(f"There is no color {text[:20]!r}; there are {known}.")
    return named[0]

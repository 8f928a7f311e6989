"""Levels and limits: how strong the engine plays and how long it may think."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cornerwise._core import Ruleset
from cornerwise.errors import CornerwiseError, NotationError, WrongType

TOP = 10
"""The strongest level; it uses the time it is given."""
MAX_SIMULATIONS = 10**15


@dataclass(frozen=True)
class Limit:
    """How long a search may think: whichever of its parts is reached first; zero means no such limit."""

    simulations: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        parts = (self.simulations, self.seconds, self.cpu_seconds)
        if not isinstance(self.simulations, int) or not all(isinstance(part, int | float) for part in parts):
            raise WrongType("A limit is a whole number of simulations or a number of seconds.")
        if self.simulations > MAX_SIMULATIONS or any(not 0 <= part < math.inf for part in parts):
            raise CornerwiseError("A limit is a positive number of simulations or seconds, and not endless.")
        if not any(parts):
            raise CornerwiseError("A limit of zero leaves no time to think; give simulations, seconds or cpu_seconds.")


@dataclass(frozen=True)
class Level:
    """One strength of one family of rulesets; `simulations` is 0 where it thinks as long as it is given."""

    number: int
    simulations: int
    care: float
    """How often it plays what it has thought out, rather than what first comes to mind."""
    taste: float
    """How well it tells first thoughts apart: 1 as well as it can, 0 not at all."""


def level(rules: Ruleset, number: int) -> Level:
    """The level of this number, 1 to 10, for a ruleset."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= TOP:
        raise CornerwiseError(f"A level is a whole number from 1 to {TOP}, not {str(number)[:20]!r}.")
    family = _family(rules.spec["scoring"]["kind"], len(rules.colors))
    return Level(number, *(family[part][number - 1] for part in ("simulations", "care", "taste")))


@lru_cache(maxsize=16)
def _family(scoring: str, colors: int) -> dict[str, Any]:
    text = files("cornerwise.engine").joinpath("levels.toml").read_text("utf-8")
    families: list[dict[str, Any]] = tomllib.loads(text)["family"]
    return next(family for family in families if family["scoring"] == scoring and colors in family["colors"])


def parse_strength(kind: str, value: str) -> tuple[int | None, Limit | None]:
    """A level or a limit in words: `level 7`, `time 0.5` (CPU seconds) or `simulations 1000`."""
    if kind == "level":
        return parse_whole(value, 1, TOP), None
    if kind == "simulations":
        return None, Limit(simulations=parse_whole(value, 1, MAX_SIMULATIONS))
    if kind != "time":
        raise NotationError(f"A strength is a level, a time or simulations, not {kind[:20]!r}.")
    # Python itself would take 1_0 and the digits of other scripts.
    if not re.fullmatch(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", value, re.ASCII | re.IGNORECASE):
        raise NotationError(f"A time is a number of seconds, not {value[:20]!r}.")
    return None, Limit(cpu_seconds=float(value))


def parse_whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise NotationError(f"A whole number from {low} to {high} is needed, not {text[:20]!r}.")
    return int(text)

"""Levels and limits: how strong the engine plays and how long it may think."""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from cornerwise._core import Ruleset
from cornerwise.errors import CornerwiseError, NotationError, WrongType

TOP = 10
"""The strongest level there is; a game in which luck decides has fewer."""
CAP = 60.0
"""Seconds after which a level moves with what it has found; its search then says that it was cut."""
MEMORY = 64
"""Megabytes of a level's tree, the same everywhere: a smaller tree would play other moves."""
MAX_SIMULATIONS = 10**15


@dataclass(frozen=True)
class Limit:
    """How long a search may think: it stops at the first limit it reaches; zero means no such limit."""

    simulations: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0

    def __post_init__(self) -> None:
        parts = (self.simulations, self.seconds, self.cpu_seconds)
        if not isinstance(self.simulations, int) or not all(isinstance(part, int | float) for part in parts):
            raise WrongType("A limit is Limit(simulations=N), N a whole number, or Limit(seconds=S).")
        if self.simulations > MAX_SIMULATIONS or any(not 0 <= part < math.inf for part in parts):
            raise CornerwiseError("A limit is a positive number of simulations or seconds, and not endless.")
        if not any(parts):
            raise CornerwiseError("A limit of zero leaves no time to think; give simulations, seconds or cpu_seconds.")


@dataclass(frozen=True)
class Level:
    """One strength for one family of rulesets: how much it thinks and in what ways it errs."""

    simulations: int
    care: float = 1.0
    """How often it plays what it has thought out, rather than what first comes to mind."""
    taste: float = 1.0
    """How well it tells first thoughts apart: 1 as well as it can, 0 not at all."""
    blindness: float = 0.0
    """How many of the places it could build from it overlooks."""
    number: int = 0
    """1 is the weakest; 0 where the level is not one of the ruleset's own."""
    key: str = ""
    """What it is called in data and by programs, whatever its number."""


def levels(rules: Ruleset) -> tuple[Level, ...]:
    """All levels of a ruleset, the weakest first."""
    return _family(rules.spec["scoring"]["kind"], len(rules.colors), rules.seats)


def level(rules: Ruleset, number: int) -> Level:
    """The level of this number, from 1, for a ruleset."""
    known = levels(rules)
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= len(known):
        wanted = f"a whole number from 1 to {len(known)}"
        raise CornerwiseError(f"A level of {rules.key} is {wanted}, not {str(number)[:20]!r}.")
    return known[number - 1]


@lru_cache(maxsize=16)
def _family(scoring: str, colors: int, seats: int) -> tuple[Level, ...]:
    text = files("cornerwise.engine").joinpath("levels.toml").read_text("utf-8")
    for family in tomllib.loads(text)["family"]:
        if family["scoring"] == scoring and colors in family["colors"] and seats in family["seats"]:
            return tuple(Level(**row, number=number) for number, row in enumerate(family["levels"], 1))
    raise CornerwiseError(f"There are no levels for {seats} seats with {colors} colors and scoring by {scoring!r}.")


def parse_strength(kind: str, value: str) -> tuple[int | Level | None, Limit | None]:
    """A level or a limit in words: `level 7`, `time 0.5` (CPU seconds) or `simulations 1000`.

    A level of one's own is `level simulations=50/care=0.5/taste=0.8/blindness=0.2`; only the simulations must be given.
    """
    if kind == "level":
        return _own_level(value) if "=" in value else parse_whole(value, 1, TOP), None
    if kind == "simulations":
        return None, Limit(simulations=parse_whole(value, 1, MAX_SIMULATIONS))
    if kind != "time":
        raise NotationError(f"A strength is a level, a time or simulations, not {kind[:20]!r}.")
    # Python itself would take 1_0 and the digits of other scripts.
    if not re.fullmatch(r"-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", value, re.ASCII | re.IGNORECASE):
        raise NotationError(f"A time is a number of seconds, not {value[:20]!r}.")
    return None, Limit(cpu_seconds=float(value))


def _own_level(text: str) -> Level:
    """A level written as its parts."""
    parts: dict[str, float] = {}
    for part in text.split("/"):
        name, _, value = part.partition("=")
        if name not in ("simulations", "care", "taste", "blindness") or name in parts:
            raise NotationError(f"A level is made of simulations, care, taste and blindness, not of {part[:20]!r}.")
        if not re.fullmatch(r"\d{1,15}(\.\d{1,9})?", value, re.ASCII):
            raise NotationError(f"The {name} of a level is a number, not {value[:20]!r}.")
        parts[name] = float(value)
    simulations = parts.pop("simulations", 0.0)
    if simulations < 1 or simulations % 1 or any(parts.get(name, 0.0) > 1 for name in ("care", "blindness")):
        raise NotationError("A level needs a whole number of simulations, and care and blindness from 0 to 1.")
    return Level(int(simulations), parts.get("care", 1.0), parts.get("taste", 1.0), parts.get("blindness", 0.0))


def parse_whole(text: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not (text.isascii() and text.isdigit() and len(text) < 20 and low <= int(text) <= high):
        raise NotationError(f"A whole number from {low} to {high} is needed, not {text[:20]!r}.")
    return int(text)

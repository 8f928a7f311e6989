"""A ladder: a family of rulesets, live or turn-based, on which people are rated; ladders.toml lists the families."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from itertools import accumulate

from cornerwise.errors import CornerwiseError


@dataclass(frozen=True)
class Ladder:
    """One family of rulesets, live or turn-based.

    `anchors` are the fixed numbers of the computer's levels, from level 1 on, as far as they were measured.
    """

    family: str
    is_live: bool
    title: str
    rulesets: tuple[str, ...]
    anchors: tuple[float, ...]

    @property
    def key(self) -> str:
        """The name in addresses and in the database, such as `duo-live`."""
        return f"{self.family}-{'live' if self.is_live else 'turns'}"

    def anchor(self, level: int) -> float | None:
        """The number at which a level of the computer stands, or None where it was not measured."""
        return self.anchors[level - 1] if 1 <= level <= len(self.anchors) else None


@cache
def ladders() -> tuple[Ladder, ...]:
    """All ladders: the live ones first, families in the order of the file."""
    text = files(__package__).joinpath("ladders.toml").read_text("utf-8")
    data = tomllib.loads(text)
    return tuple(
        Ladder(
            family["key"],
            is_live,
            family["title"],
            tuple(family["rulesets"]),
            tuple(accumulate(map(float, family["steps"]), initial=float(data["level_1"]))),
        )
        for is_live in (True, False)
        for family in data["family"]
    )


def ladder(key: str) -> Ladder:
    """The ladder of this key."""
    for each in ladders():
        if each.key == key:
            return each
    known = ", ".join(each.key for each in ladders())
    raise CornerwiseError(f"There is no ladder {key[:40]!r}; there are {known}.")


def ladder_of(ruleset: str, is_live: bool) -> Ladder | None:
    """The ladder a ruleset is rated on, or None for a ruleset of somebody's own."""
    for each in ladders():
        if each.is_live == is_live and any(fnmatchcase(ruleset, pattern) for pattern in each.rulesets):
            return each
    return None

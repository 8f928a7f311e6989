"""Sentences: the words of advice, from the catalogue that the page speaks from too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import cast

from cornerwise._core import Ruleset

WORDS = Path(__file__).parent / "words"
SPELLED_OUT = 6  # cells that are named one by one; more would be tiresome to read
MANY = ("typical", "listed", "unlisted", "nearly_all", "largely")


def setting(rules: Ruleset) -> str | None:
    """What sentences must heed: pieces that meet at faces ("face"), sheets of one's own ("sheet"), or nothing."""
    return "face" if rules.contact == "face" else "sheet" if rules.sheets > 1 else None


def sentence(
    kind: str,
    *,
    is_good: bool,
    value: float,
    usual: float,
    against: str = "typical",
    setting: str | None = None,
    cells: Sequence[str] = (),
    color: str | None = None,
    shape: str | None = None,
    die: int | None = None,
    among: tuple[int, int] | None = None,
    near: str | None = None,
    has_partners: bool = True,
    has_one_rival: bool = False,
    language: str = "en",
) -> str:
    """What a finding says; the setting makes it speak of cubes, or of a sheet, instead of squares.

    Without partners, another color of the own side is the mover's own. One rival may play several colors.
    """
    words = catalogue(language)
    count = abs(value)
    number = "one" if count == 1 else "other"
    sides = ("",) if against in MANY or against == "any" else (".beside", "")
    some, of = among or (0, 0)
    stems = _stems(kind, value, is_good, setting, is_all=some == of > 1)
    keys = (f"{stem}{side}{end}" for stem in stems for side in sides for end in (f".{number}", ""))
    none = words["number.none"]
    signed = f"{usual:g}".replace("-", "−")
    # Typical moves, and those listed, differ among themselves: most do so much, or less (more).
    is_bound, is_above = against in MANY and among is None, value < usual
    fewer, less = (
        words[f"number.{'more' if is_above else end}"] if is_bound else "{count}" for end in ("fewer", "less")
    )
    at = f" ({', '.join(cells)})" if 0 < len(cells) <= SPELLED_OUT else ""
    if near:
        at = " " + words["at.near"].format(cell=near)
    return words[next(key for key in keys if key in words)].format(
        count=f"{count:g}",
        usual=fewer.format(count=f"{abs(usual):g}") if usual else none,
        change=less.format(count=signed),
        other=words[f"other.{against}"],
        at=at,
        color=color or "",
        ally=words["ally.partner" if has_partners else "ally.color"],
        rivals=words["rivals.sole" if has_one_rival else "rivals.several"],
        shape=shape or "",
        die=die or 0,
        some=some or none,
        of=of,
    )


def _stems(kind: str, value: float, is_good: bool, setting: str | None, *, is_all: bool) -> Iterator[str]:
    """The entries that may hold the words, most telling first."""
    for stem in (f"finding.{kind}.{setting}", f"finding.{kind}") if setting else (f"finding.{kind}",):
        if is_all:
            yield f"{stem}.all"
        if value == 0:
            yield f"{stem}.none"
        if value < 0:
            yield f"{stem}.negative"
        if not is_good:
            yield f"{stem}.few"
        yield stem


@cache
def catalogue(language: str = "en") -> dict[str, str]:
    """Every sentence of a language by its key."""
    return cast("dict[str, str]", json.loads((WORDS / f"{language}.json").read_text("utf-8")))

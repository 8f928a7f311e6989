"""Sentences: the words of a finding, from the catalogue that the page speaks from too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import cast

WORDS = Path(__file__).parent / "words"
SPELLED_OUT = 6  # cells that are named one by one; more would be tiresome to read


def sentence(
    kind: str,
    *,
    is_good: bool,
    value: float,
    usual: float,
    on_faces: bool = False,
    cells: Sequence[str] = (),
    color: str | None = None,
    shape: str | None = None,
    die: int | None = None,
    among: tuple[int, int] | None = None,
) -> str:
    """What a finding says in English; pieces that meet at faces make it speak of cubes instead of squares."""
    words = catalogue()
    count = abs(value)
    number = "one" if count == 1 else "other"
    keys = (f"{stem}{end}" for stem in _stems(kind, value, is_good, on_faces) for end in (f".{number}", ""))
    some, of = among or (0, 0)
    return words[next(key for key in keys if key in words)].format(
        count=f"{count:g}",
        usual=f"{abs(usual):g}",
        change=f"{usual:+g}".replace("-", "−") if usual else "0",
        at=f" ({', '.join(cells)})" if 0 < len(cells) <= SPELLED_OUT else "",
        color=color or "",
        shape=shape or "",
        die=die or 0,
        some=some,
        of=of,
    )


def _stems(kind: str, value: float, is_good: bool, on_faces: bool) -> Iterator[str]:
    """The entries that may hold the words, most telling first."""
    for stem in (f"finding.{kind}.face", f"finding.{kind}") if on_faces else (f"finding.{kind}",):
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

"""The palette: what every color of the games looks like, on paper, on a screen and in a terminal.

The fills were chosen for color-blind viewers (smallest pairwise difference over normal, protan, deutan
and tritan sight); patterns and letters are the second channel. This file is the only one that names a fill.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Paint:
    """How one color is drawn."""

    fill: str  # "#5c6bcb", the face of a piece
    outline: str  # around a piece on a light board
    outline_dark: str  # around a piece on a dark board
    ink: str  # text and pattern on the fill
    letter: str  # "B", the color without color
    pattern: str  # a key of PATTERNS
    basic: int  # the nearest of a terminal's eight background colors, 40..47


@dataclass(frozen=True)
class Theme:
    """The neutral tones around the pieces."""

    page: str
    board: str
    line: str
    edge: str
    text: str
    muted: str
    halo: str  # around the last move
    cross: str  # through a used strike


PAINTS: dict[str, Paint] = {
    "blue": Paint("#5c6bcb", "#2e3987", "#aab4f2", "#ffffff", "B", "stripes", 44),
    "yellow": Paint("#f5f034", "#8d8607", "#fbf9a4", "#3b3800", "Y", "dots", 43),
    "red": Paint("#962533", "#561019", "#e08b96", "#ffffff", "R", "checks", 41),
    "green": Paint("#59c9bc", "#1d7268", "#aef0e7", "#05302b", "G", "bars", 42),
    # Duo keeps the rulebook's names; black and white themselves would vanish on a dark or a light board.
    "black": Paint("#7b3fb5", "#43177a", "#c9a3ee", "#ffffff", "B", "stripes", 45),
    "white": Paint("#f5a623", "#8f5a00", "#fcd894", "#3a2500", "W", "dots", 43),
}

# A ruleset of one's own may name other colors; they borrow these looks in order.
SPARE = ("blue", "yellow", "red", "green")

LIGHT = Theme("#f6f3ec", "#fffdf9", "#e4dfd3", "#b5ad9d", "#2b2824", "#746d61", "#16130f", "#c92a2a")
DARK = Theme("#1c1a18", "#2a2724", "#3b3732", "#625b52", "#ece7df", "#a0988c", "#ffffff", "#ff8787")

# One tile of eight by eight units per pattern, drawn in the ink of its paint.
PATTERNS: dict[str, str] = {
    "stripes": '<path d="M-2 2L2 -2M0 8L8 0M6 10L10 6" fill="none" stroke-width="1.6"/>',
    "dots": '<circle cx="2" cy="2" r="1.2" stroke="none"/><circle cx="6" cy="6" r="1.2" stroke="none"/>',
    "checks": '<path d="M0 0L8 8M8 0L0 8" fill="none" stroke-width="1.1"/>',
    "bars": '<path d="M0 2H8M0 6H8" fill="none" stroke-width="1.3"/>',
}


def paints(colors: Iterable[str]) -> dict[str, Paint]:
    """How the colors of a ruleset are drawn; an unknown color borrows a look not yet taken."""
    names = list(colors)
    spare = iter([name for name in SPARE if name not in names])
    return {
        name: PAINTS[name] if name in PAINTS else replace(PAINTS[next(spare)], letter=name[0].upper()) for name in names
    }


def shade(fill: str, amount: float) -> str:
    """A fill made darker by an amount between 0 (unchanged) and 1 (black)."""
    red, green, blue = channels(fill)
    return "#{:02x}{:02x}{:02x}".format(*(round(part * (1 - amount)) for part in (red, green, blue)))


def channels(fill: str) -> tuple[int, int, int]:
    """Red, green and blue of a fill, each 0 to 255."""
    return int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:7], 16)

"""What is lost: pieces of one color of a game, and how large its squares are."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise._core import Ruleset, Shape
from cornerwise.errors import CornerwiseError

SMALLEST, LARGEST = 5.0, 50.0  # millimeters of a square's side
ALL = "all"


@dataclass(frozen=True)
class Lost:
    """Pieces to be made: shapes of a game in one color, for squares of a given width in millimeters."""

    ruleset: Ruleset
    color: str
    shapes: tuple[Shape, ...]
    square: float

    @property
    def is_solid(self) -> bool:
        """Whether the pieces are made of cubes."""
        return self.ruleset.board.levels > 1


def lost(ruleset: Ruleset, shape: str, color: str | None, square: float) -> Lost:
    """The pieces somebody asks for: one shape by its name, or all of them; raises what is wrong in one sentence."""
    if color is None:
        color = ruleset.colors[0]
    if color not in ruleset.colors:
        raise CornerwiseError(f"{ruleset.title} has no {color} pieces; its colors are {', '.join(ruleset.colors)}.")
    check_square(square)
    found = ruleset.shapes if shape.lower() == ALL else [s for s in ruleset.shapes if s.name.lower() == shape.lower()]
    if not found:
        names = ", ".join(each.name for each in ruleset.shapes)
        raise CornerwiseError(f"{ruleset.title} has no piece {shape!r}; its pieces are {names}, or {ALL}.")
    return Lost(ruleset, color, tuple(found), square)


def check_square(square: float) -> None:
    """Refuse squares nobody plays on, or that fit on no sheet of paper."""
    if not SMALLEST <= square <= LARGEST:
        raise CornerwiseError(f"A square must be {SMALLEST:g} to {LARGEST:g} mm wide, not {square:g}.")

"""What a caller may ask of a picture; everything else gets a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from cornerwise._core import Move, Placed, Position
from cornerwise.errors import CornerwiseError, WrongType


def subject(position: object, last: object = None) -> Placed | None:
    """The piece that gets the halo; a move does not say on which sheet it lies, so the first one will do."""
    if not isinstance(position, Position):
        raise WrongType(f"A picture shows a Position, not {type(position).__name__}.")
    if last is None:
        return None
    if not isinstance(last, Move | Placed):
        raise WrongType(f"The halo lies around a Move or a Placed piece, not {type(last).__name__}.")
    sheet = last.sheet if isinstance(last, Placed) else None
    found = (placed for placed in position.placed if placed.placement == last.placement)
    return next((placed for placed in found if sheet is None or placed.sheet == sheet), None)


def check_choice(name: str, value: object, known: Iterable[object]) -> None:
    """One of the values that are known."""
    if value not in (known := tuple(known)):
        raise CornerwiseError(f"{name!r} is one of {', '.join(map(str, known))}, not {str(value)[:40]!r}.")

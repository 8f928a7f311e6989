"""What a caller may ask of a picture; everything else gets a sentence."""

from __future__ import annotations

from collections.abc import Iterable

from cornerwise._core import Move, Placed, Position
from cornerwise.errors import CornerwiseError


def check_subject(position: object, last: object = None) -> None:
    """A picture shows a position, and the halo lies around a piece."""
    if not isinstance(position, Position):
        raise TypeError(f"A picture shows a Position, not {type(position).__name__}.")
    if last is not None and not isinstance(last, Move | Placed):
        raise TypeError(f"The halo lies around a Move or a Placed piece, not {type(last).__name__}.")


def check_choice(name: str, value: object, known: Iterable[object]) -> None:
    """One of the values that are known."""
    if value not in (known := tuple(known)):
        raise CornerwiseError(f"{name!r} is one of {', '.join(map(str, known))}, not {str(value)[:40]!r}.")

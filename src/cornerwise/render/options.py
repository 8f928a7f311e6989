"""The options of a picture, by name and type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from cornerwise._core import Move, Placed

Marks = Literal["pattern", "letter", "none"]  # the second channel beside color
Tones = Literal["auto", "light", "dark"]  # auto: as the viewer's system wishes
Cell = int | str  # its number, or its name


class Options(TypedDict, total=False):
    """The options of `cornerwise.svg`, which tells what each of them does."""

    size: int | None
    view: int | str
    theme: Tones
    marks: Marks
    coordinates: bool
    trays: bool
    panel: bool
    names: Sequence[str]
    dots: bool
    last: Move | Placed | None
    ghosts: Iterable[Move | str | int | tuple[str, Move | str | int]]
    signs: Mapping[Cell, str] | Iterable[Cell]
    numbers: bool | Iterable[Move | Placed | None]
    heat: Mapping[Cell, float] | Sequence[float] | None
    reach: bool | str | Iterable[str]
    candidates: object

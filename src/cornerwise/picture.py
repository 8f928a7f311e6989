"""The pictures of a position as its methods, which load what draws them when they are first called."""

from __future__ import annotations

import collections.abc  # the whole name is what the writer of the stub understands
import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Unpack

from cornerwise._core import Move, Placed, Position

if TYPE_CHECKING:
    from cornerwise.render.options import Options


def svg(
    self: Position,
    *,
    size: int | None = None,
    view: int | str = 0,
    theme: Literal["auto", "light", "dark"] = "auto",
    marks: Literal["pattern", "letter", "none"] = "pattern",
    coordinates: bool = True,
    trays: bool = True,
    panel: bool = True,
    names: Sequence[str] = (),
    dots: bool = False,
    last: Move | Placed | None = None,
    ghosts: Iterable[Move | str | int | tuple[str, Move | str | int]] = (),
    signs: collections.abc.Mapping[int | str, str] | Iterable[int | str] = (),
    numbers: bool | Iterable[Move | Placed | None] = False,
    heat: collections.abc.Mapping[int | str, float] | Sequence[float] | None = None,
    reach: bool | str | Iterable[str] = False,
    candidates: object = None,
) -> str:
    """A picture of it as one SVG document.

    Options, all by name: size, view, theme, marks, coordinates, trays, panel, names, dots, last, ghosts, signs,
    numbers, heat, reach, candidates; help(cornerwise.svg) explains them.
    """
    from cornerwise import render

    return render.svg(
        self,
        size=size,
        view=view,
        theme=theme,
        marks=marks,
        coordinates=coordinates,
        trays=trays,
        panel=panel,
        names=names,
        dots=dots,
        last=last,
        ghosts=ghosts,
        signs=signs,
        numbers=numbers,
        heat=heat,
        reach=reach,
        candidates=candidates,
    )


def png(self: Position, **options: Unpack[Options]) -> bytes:
    """A picture of it as the bytes of a PNG file, with the options of `svg`."""
    from cornerwise import render

    return render.png(self, **options)


def attach() -> None:
    """Gives positions their pictures: written in Python, they have a signature that `inspect` and editors can read."""
    options = inspect.signature(svg)
    png.__signature__ = options.replace(return_annotation="bytes")  # type: ignore[attr-defined]
    for method in (svg, png):
        method.__doc__ = inspect.getdoc(method)
        method.__module__ = Position.__module__
        method.__qualname__ = f"Position.{method.__name__}"
        setattr(Position, method.__name__, method)

"""The height map: a 3D position from above, every column with its height and the color on top."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cornerwise.render.lattice import points
from cornerwise.render.parts.document import Look, element, group, text
from cornerwise.render.parts.flat import MARGIN, frame, halo, labels
from cornerwise.render.parts.outline import path
from cornerwise.render.parts.overlay import NOTHING, Overlay

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position


@dataclass(frozen=True)
class Column:
    """One column of the structure."""

    height: int  # cubes standing in it
    limit: int  # cubes it may hold
    color: str | None  # of the topmost cube
    piece: int | None  # index in position.placed of the topmost cube's piece


def columns(position: Position) -> dict[tuple[int, int], Column]:
    """Every column by (x, y); nothing overhangs (S3), so this is the whole board."""
    where = points(position.ruleset.board)
    limits: dict[tuple[int, int], int] = {}
    for x, y, z in where:
        limits[x, y] = max(limits.get((x, y), 0), z + 1)
    tops: dict[tuple[int, int], tuple[int, str, int]] = {}
    for number, placed in enumerate(position.placed):
        for cell in placed.cells:
            x, y, z = where[cell]
            tops[x, y] = max(tops.get((x, y), (0, "", 0)), (z + 1, placed.color, number))
    return {
        place: Column(tops[place][0], limit, tops[place][1], tops[place][2])
        if place in tops
        else Column(0, limit, None, None)
        for place, limit in limits.items()
    }


def common_limit(position: Position) -> int | None:
    """The height limit if it is the same for every column."""
    limits = {column.limit for column in columns(position).values()}
    return limits.pop() if len(limits) == 1 else None


def height_map(position: Position, unit: float, look: Look, last: Placed | None, overlay: Overlay = NOTHING) -> str:
    """The map as SVG, `MARGIN` to the right of 0 when it has coordinates."""
    across, rows = position.ruleset.board.columns, position.ruleset.board.rows
    places = columns(position)
    is_uneven = common_limit(position) is None
    parts = [frame(across, rows, unit, "cw-plate")]
    d = "".join(
        f"M{x * unit:.5g} {(rows - 1 - y) * unit:.5g}h{unit:.4g}v{unit:.4g}h-{unit:.4g}z" for x, y in sorted(places)
    )
    parts.append(element("path", d=d, class_="cw-board", stroke_width=0.8))
    regions: dict[tuple[str, int, int], list[tuple[int, int]]] = {}
    for (x, y), column in places.items():
        if column.color is not None and column.piece is not None:
            regions.setdefault((column.color, column.piece, column.height), []).append((x, rows - 1 - y))
    for (color, _, _), squares in regions.items():
        shape = path(squares, unit, unit * 0.035, unit * 0.14)
        parts.append(element("path", d=shape, class_=f"cw-{color}"))
        if look.marks == "pattern":
            parts.append(element("path", d=shape, class_=f"cw-{color}-pattern"))
        parts.append(element("path", d=shape, class_=f"cw-{color}-line", stroke_width=unit * 0.07))
    for (x, y), column in sorted(places.items()):
        parts.append(_figures(x * unit, (rows - 1 - y) * unit, unit, column, is_uneven, look))
    if last is not None:
        fresh = {points(position.ruleset.board)[cell] for cell in last.cells}
        parts.append(
            halo(
                [(x, rows - 1 - y) for (x, y), each in places.items() if (x, y, each.height - 1) in fresh],
                unit,
            )
        )
    if look.dots and position.turn.color is not None:
        parts.append(_dots(position, position.turn.color, unit))
    where = points(position.ruleset.board)
    over = replace(overlay, heat=_strongest(overlay.heat, where))
    parts.append(over.draw(0, unit, lambda cells: sorted({(where[c][0], rows - 1 - where[c][1]) for c in cells})))
    if look.coordinates:
        parts.append(labels(across, rows, unit))
    return group(*parts, x=MARGIN if look.coordinates else 0.0)


def _strongest(heat: Mapping[int, float], where: list[tuple[int, int, int]]) -> dict[int, float]:
    """Of the cells of a column, the one with the strongest heat."""
    found: dict[tuple[int, int], int] = {}
    for cell, value in heat.items():
        place = where[cell][:2]
        if place not in found or abs(value) > abs(heat[found[place]]):
            found[place] = cell
    return {cell: heat[cell] for cell in found.values()}


def _figures(x: float, y: float, unit: float, column: Column, has_limit: bool, look: Look) -> str:
    parts = ""
    if column.color is not None:
        # A disc of the plain fill keeps the figure readable on any pattern.
        parts = element("circle", cx=x + unit / 2, cy=y + unit / 2, r=unit * 0.3, class_=f"cw-{column.color}")
        words = (look.paints[column.color].letter if look.marks == "letter" else "") + str(column.height)
        parts += text(x + unit / 2, y + unit * 0.67, words, unit * 0.48, f"cw-letter cw-{column.color}-ink")
    elif has_limit:
        parts = text(
            x + unit / 2,
            y + unit * 0.66,
            str(column.limit),
            unit * 0.4,
            "cw-muted",
            text_anchor="middle",
            opacity=0.7,
        )
    return parts


def _dots(position: Position, color: str, unit: float) -> str:
    """A dot in the corner of every column where a piece of the color can attach, now or after stacking."""
    board = position.ruleset.board
    found = {points(board)[cell][:2] for cell in position.targets(color).tolist()}
    return "".join(
        element(
            "circle",
            cx=(x + 0.86) * unit,
            cy=(board.rows - 1 - y + 0.14) * unit,
            r=unit * 0.13,
            class_=class_,
            stroke_width=1,
        )
        for x, y in sorted(found)
        for class_ in (f"cw-{color}", f"cw-{color}-line")
    )

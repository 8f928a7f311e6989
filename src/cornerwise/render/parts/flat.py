"""A flat sheet: board, pieces, coordinates, last move, dots and overlay, as a piece of SVG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from cornerwise.render.lattice import column_name, extent, on_screen, turned
from cornerwise.render.parts.document import Look, element, group, text
from cornerwise.render.parts.outline import Square, path
from cornerwise.render.parts.overlay import NOTHING, Overlay, number_on

if TYPE_CHECKING:
    from cornerwise._core import Board, Placed, Position

MARGIN = 18.0  # room for the coordinates on the left and below


def sheet(
    position: Position,
    number: int,
    unit: float,
    look: Look,
    last: Placed | None,
    overlay: Overlay = NOTHING,
    moments: dict[tuple[int, int], int] | None = None,
) -> str:
    """One sheet of a flat position; with coordinates its board stands `MARGIN` to the right of 0.

    `moments` are the classes that let pieces appear one after another: (sheet, placement) → number.
    """
    board, view = position.ruleset.board, look.view
    parts = [_ground(board, unit, view), _starts(position, number, unit, view)]
    for placed in position.placed:
        if placed.sheet != number:
            continue
        squares = where(board, placed.cells, view)
        drawing = piece(squares, placed.color, unit, look)
        key = (number, placed.placement)
        if key in overlay.numbers:
            drawing += number_on(squares, overlay.numbers[key], placed.color, unit)
        parts.append(group(drawing, class_=f"cw-at-{moments[key]}") if moments and key in moments else drawing)
    if last is not None and last.sheet == number:
        parts.append(halo(where(board, last.cells, view), unit))
    if look.dots and position.turn.color is not None and position.turn.sheet == number:
        parts.append(_dots(position, position.turn.color, number, unit, view))
    parts.append(overlay.draw(number, unit, lambda cells: where(board, cells, view)))
    if look.coordinates:
        parts.append(labels(board.columns, board.rows, unit, view))
    margin = MARGIN if look.coordinates else 0.0
    return group(*parts, x=margin)


def where(board: Board, cells: Iterable[int], view: int = 0) -> list[Square]:
    """Cells as (column, row from the top), the way a screen counts."""
    places = on_screen(board, view)
    return [places[cell] for cell in cells]


@lru_cache(maxsize=64)
def _ground(board: Board, unit: float, view: int) -> str:
    """An empty board with its lines, and plates over the squares inside the frame that are no cells."""
    columns, rows = extent(board, view)
    lines = "".join(f"M{x * unit:.5g} 0V{rows * unit:.5g}" for x in range(1, columns))
    lines += "".join(f"M0 {y * unit:.5g}H{columns * unit:.5g}" for y in range(1, rows))
    ground = frame(columns, rows, unit, "cw-board") + element("path", d=lines, class_="cw-line", stroke_width=1)
    holes = {(x, y) for x in range(columns) for y in range(rows)} - set(on_screen(board, view))
    if holes:
        ground += element("path", d=path(holes, unit, 0, 0), class_="cw-plate", fill_rule="evenodd")
    return ground


def frame(columns: int, rows: int, unit: float, class_: str) -> str:
    """The rectangle under a board, a little larger than its cells."""
    size = {"width": columns * unit + 3, "height": rows * unit + 3}
    return element("rect", x=-1.5, y=-1.5, **size, rx=5, class_=class_, stroke_width=1.5)


def piece(places: list[Square], color: str, unit: float, look: Look) -> str:
    """A piece with its outline, a fine inner light and its second channel."""
    left, top = min(x for x, _ in places), min(y for _, y in places)
    lying = tuple(sorted((x - left, y - top) for x, y in places))
    letter = look.paints[color].letter if look.marks == "letter" else ""
    return group(_piece(lying, color, unit, look.marks == "pattern", letter), x=left * unit, y=top * unit)


@lru_cache(maxsize=4096)
def _piece(places: tuple[Square, ...], color: str, unit: float, has_pattern: bool, letter: str) -> str:
    shape = path(places, unit, unit * 0.035, unit * 0.16)
    parts = [element("path", d=shape, class_=f"cw-{color}")]
    if has_pattern:
        parts.append(element("path", d=shape, class_=f"cw-{color}-pattern"))
    light = path(places, unit, unit * 0.105, unit * 0.11)
    parts.append(element("path", d=light, fill="none", stroke="#fff", stroke_opacity=0.35, stroke_width=unit * 0.045))
    parts.append(element("path", d=shape, class_=f"cw-{color}-line", stroke_width=unit * 0.07))
    if letter:
        class_ = f"cw-letter cw-{color}-ink"
        parts += [text((x + 0.5) * unit, (y + 0.69) * unit, letter, unit * 0.52, class_) for x, y in places]
    return "".join(parts)


def halo(places: list[Square], unit: float) -> str:
    """The mark around the piece placed last."""
    ring = path(places, unit, -unit * 0.03, unit * 0.2)
    return element("path", d=ring, class_="cw-halo", stroke_width=unit * 0.32, stroke_opacity=0.22) + element(
        "path", d=ring, class_="cw-halo", stroke_width=max(1.8, unit * 0.11)
    )


@lru_cache(maxsize=64)
def labels(columns: int, rows: int, unit: float, view: int = 0) -> str:
    """Names below and on the left: letters of columns and numbers of rows, wherever they are after turning."""
    size = min(11.0, max(8.0, unit * 0.44))
    across, down = (rows, columns) if view % 2 else (columns, rows)
    names = {turned(x, y, columns, rows, view): (x, y) for x in range(columns) for y in range(rows)}

    def name(place: tuple[int, int], is_below: bool) -> str:
        x, y = names[place]
        return column_name(x) if is_below == (view % 2 == 0) else str(y + 1)

    below = [
        text((x + 0.5) * unit, down * unit + size + 5, name((x, 0), True), size, "cw-muted", text_anchor="middle")
        for x in range(across)
    ]
    beside = [
        text(-6, (down - y - 0.5) * unit + size * 0.36, name((0, y), False), size, "cw-muted", text_anchor="end")
        for y in range(down)
    ]
    return group(*below, *beside)


def _starts(position: Position, number: int, unit: float, view: int) -> str:
    """Rings where a color that has not begun may begin; a ring several colors share is neutral."""
    if position.ruleset.sheets > 1:
        return ""
    begun = {placed.color for placed in position.placed}
    claims: dict[int, list[str]] = defaultdict(list)
    for color in position.ruleset.colors:
        if color not in begun:
            for cell in position.targets(color, number):
                claims[int(cell)].append(color)
    parts = []
    for cell, colors in claims.items():
        (place,) = where(position.ruleset.board, [cell], view)
        class_ = f"cw-{colors[0]}-line" if len(colors) == 1 else "cw-edge"
        parts.append(_circle(place, unit, 0.27, class_=class_, stroke_width=unit * 0.1))
    return "".join(parts)


def _dots(position: Position, color: str, number: int, unit: float, view: int) -> str:
    places = where(position.ruleset.board, position.targets(color, number).tolist(), view)
    return group(
        *(
            _circle(place, unit, 0.17, class_=f"cw-{color}")
            + _circle(place, unit, 0.17, class_=f"cw-{color}-line", stroke_width=unit * 0.05)
            for place in places
        )
    )


def _circle(place: Square, unit: float, radius: float, **attributes: object) -> str:
    return element("circle", cx=(place[0] + 0.5) * unit, cy=(place[1] + 0.5) * unit, r=unit * radius, **attributes)

"""A flat sheet: board, pieces, coordinates, last move and dots, as a piece of SVG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cornerwise.render.document import Look, element, group, text
from cornerwise.render.lattice import column_name, points
from cornerwise.render.outline import Square, path

if TYPE_CHECKING:
    from cornerwise._core import Board, Placed, Position

MARGIN = 18.0  # room for the coordinates on the left and below


def sheet(position: Position, number: int, unit: float, look: Look, last: Placed | None) -> str:
    """One sheet of a flat position; with coordinates its board stands `MARGIN` to the right of 0."""
    board = position.ruleset.board
    parts = [grid(board.columns, board.rows, unit), _blocked(board, unit), _starts(position, number, unit)]
    for placed in position.placed:
        if placed.sheet == number:
            parts.append(piece(squares(board, placed.cells), placed.color, unit, look))
    if last is not None and last.sheet == number:
        parts.append(halo(squares(board, last.cells), unit))
    if look.dots and position.turn.color is not None and position.turn.sheet == number:
        parts.append(_dots(position, position.turn.color, number, unit))
    if look.coordinates:
        parts.append(labels(board.columns, board.rows, unit))
    margin = MARGIN if look.coordinates else 0.0
    return group(*parts, x=margin)


def squares(board: Board, cells: Iterable[int]) -> list[Square]:
    """Cells as (column, row from the top), the way a screen counts."""
    where = points(board)
    return [(where[cell][0], board.rows - 1 - where[cell][1]) for cell in cells]


def grid(columns: int, rows: int, unit: float) -> str:
    """An empty board with its lines."""
    lines = "".join(f"M{x * unit:.5g} 0V{rows * unit:.5g}" for x in range(1, columns))
    lines += "".join(f"M0 {y * unit:.5g}H{columns * unit:.5g}" for y in range(1, rows))
    return frame(columns, rows, unit, "cw-board") + element("path", d=lines, class_="cw-line", stroke_width=1)


def frame(columns: int, rows: int, unit: float, class_: str) -> str:
    """The rectangle under a board, a little larger than its cells."""
    size = {"width": columns * unit + 3, "height": rows * unit + 3}
    return element("rect", x=-1.5, y=-1.5, **size, rx=5, class_=class_, stroke_width=1.5)


def piece(places: list[Square], color: str, unit: float, look: Look) -> str:
    """A piece with its outline, a fine inner light and its second channel."""
    shape = path(places, unit, unit * 0.035, unit * 0.16)
    parts = [element("path", d=shape, class_=f"cw-{color}")]
    if look.marks == "pattern":
        parts.append(element("path", d=shape, fill=f"url(#cw-pattern-{color})"))
    light = path(places, unit, unit * 0.105, unit * 0.11)
    parts.append(element("path", d=light, fill="none", stroke="#fff", stroke_opacity=0.35, stroke_width=unit * 0.045))
    parts.append(element("path", d=shape, class_=f"cw-{color}-line", stroke_width=unit * 0.07))
    if look.marks == "letter":
        parts.extend(
            text(
                (x + 0.5) * unit,
                (y + 0.69) * unit,
                look.paints[color].letter,
                unit * 0.52,
                f"cw-letter cw-{color}-ink",
            )
            for x, y in places
        )
    return group(*parts)


def halo(places: list[Square], unit: float) -> str:
    """The mark around the piece placed last."""
    ring = path(places, unit, -unit * 0.03, unit * 0.2)
    return element("path", d=ring, class_="cw-halo", stroke_width=unit * 0.32, stroke_opacity=0.22) + element(
        "path", d=ring, class_="cw-halo", stroke_width=max(1.8, unit * 0.11)
    )


def labels(columns: int, rows: int, unit: float) -> str:
    """Letters below and numbers from the bottom on the left."""
    size = min(11.0, max(8.0, unit * 0.44))
    parts = [
        text((x + 0.5) * unit, rows * unit + size + 5, column_name(x), size, "cw-muted", text_anchor="middle")
        for x in range(columns)
    ]
    parts += [
        text(-6, (rows - y - 0.5) * unit + size * 0.36, str(y + 1), size, "cw-muted", text_anchor="end")
        for y in range(rows)
    ]
    return group(*parts)


def _blocked(board: Board, unit: float) -> str:
    """The squares inside the frame that are no cells."""
    holes = {(x, y) for x in range(board.columns) for y in range(board.rows)} - set(
        squares(board, range(board.cell_count))
    )
    return element("path", d=path(holes, unit, 0, 0), class_="cw-plate", fill_rule="evenodd") if holes else ""


def _starts(position: Position, number: int, unit: float) -> str:
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
        (place,) = squares(position.ruleset.board, [cell])
        class_ = f"cw-{colors[0]}-line" if len(colors) == 1 else "cw-edge"
        parts.append(_circle(place, unit, 0.27, class_=class_, stroke_width=unit * 0.1))
    return "".join(parts)


def _dots(position: Position, color: str, number: int, unit: float) -> str:
    places = squares(position.ruleset.board, (int(cell) for cell in position.targets(color, number)))
    return group(
        *(
            _circle(place, unit, 0.17, class_=f"cw-{color}")
            + _circle(place, unit, 0.17, class_=f"cw-{color}-line", stroke_width=unit * 0.05)
            for place in places
        )
    )


def _circle(place: Square, unit: float, radius: float, **attributes: object) -> str:
    return element("circle", cx=(place[0] + 0.5) * unit, cy=(place[1] + 0.5) * unit, r=unit * radius, **attributes)

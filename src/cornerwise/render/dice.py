"""The Dice Game's table: dice, and for every seat its sheet, rows of shapes, strikes and marker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cornerwise.render.document import Look, element, group, heading, text
from cornerwise.render.flat import MARGIN, sheet
from cornerwise.render.outline import path
from cornerwise.render.tray import chip, lying

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position, Shape

PAD = 16.0
HEADER = 44.0  # the strip with the dice
TITLE = 34.0  # the strip above a sheet
SLOT = 37.0  # room for one shape in a row
# Where the pips of a die stand, in thirds of its side.
PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def table(position: Position, look: Look, last: Placed | None) -> tuple[str, float, float]:
    """Everything on the table; returns the SVG, its width and its height."""
    ruleset = position.ruleset
    unit = 270.0 / ruleset.board.rows
    rows = 34 + SLOT * max(len(names) for names in ruleset.rows.values())
    margin = MARGIN if look.coordinates else 0.0
    wide = rows + margin + ruleset.board.columns * unit + 2 * 14
    high = TITLE + ruleset.board.rows * unit + margin + 14
    columns = min(ruleset.seats, 2)
    parts = [_header(position)]
    for seat in range(ruleset.seats):
        x = PAD + (seat % columns) * (wide + PAD)
        y = PAD + HEADER + (seat // columns) * (high + PAD)
        parts.append(group(_seat(position, seat, wide, high, rows, unit, look, last), x=x, y=y))
    lines = -(-ruleset.seats // columns)
    return "".join(parts), columns * (wide + PAD) + PAD, HEADER + lines * (high + PAD) + PAD


def die(face: int, x: float, y: float, size: float, class_: str = "cw-board") -> str:
    """One die showing a face."""
    step = size / 4
    return element("rect", x=x, y=y, width=size, height=size, rx=size * 0.2, class_=class_, stroke_width=1.2) + "".join(
        element("circle", cx=x + step * (1 + column), cy=y + step * (1 + row), r=size * 0.09, class_="cw-text")
        for column, row in PIPS[face]
    )


def _header(position: Position) -> str:
    words = f"Round {position.round + 1}"
    if position.is_over:
        words += " · the game is over"
    elif position.turn.color is None:
        words += f" · seat {position.starter + 1} rolls"
    else:
        words += f" · seat {position.turn.actor + 1} takes a die and draws in {position.turn.color}"
    parts = [die(face, PAD + 36 * index, PAD, 28) for index, face in enumerate(position.dice)]
    x = PAD + 36 * len(position.dice) + (8 if position.dice else 0)
    return "".join([*parts, text(x, PAD + 20, words, 15, "cw-text cw-bold")])


def _seat(
    position: Position,
    seat: int,
    wide: float,
    high: float,
    rows: float,
    unit: float,
    look: Look,
    last: Placed | None,
) -> str:
    marker = position.markers[seat]
    is_out = seat in position.out
    parts = [
        element("rect", width=wide, height=high, rx=8, class_="cw-page"),
        element("rect", width=wide, height=high, rx=8, class_="cw-edge", stroke_width=0.8),
    ]
    if position.turn.actor == seat:
        parts.append(element("rect", width=wide, height=high, rx=8, class_=f"cw-{marker}-line", stroke_width=2.5))
    empty = position.scores[seat]
    words = f"{empty} empty" + (" · out" if is_out else "")
    parts += [
        chip(14, 10, 15, marker, look),
        heading(37, 22, f"Seat {seat + 1}", f"holds {marker}"),
        text(wide - 14, 22, words, 13, "cw-text cw-bold", text_anchor="end"),
        _strikes(position.ruleset.strikes, position.strikes[seat], rows + 14),
        group(_rows(position, seat, unit * position.ruleset.board.rows), x=14.0, y=TITLE),
        group(sheet(position, seat, unit, look, last), x=14.0 + rows, y=TITLE),
    ]
    return group(*parts, opacity=0.6 if is_out and not position.is_over else 1)


def _strikes(allowed: int, used: int, x: float) -> str:
    """The strikes still there as circles, those used crossed out."""
    parts = [text(x + 55, 22, "strikes", 11, "cw-muted", text_anchor="end")]
    for number in range(allowed):
        cx, cy = x + 66 + number * 19, 18.0
        parts.append(element("circle", cx=cx, cy=cy, r=6.5, class_="cw-edge", stroke_width=1.5))
        if number < used:
            cross = f"M{cx - 5:.5g} {cy - 5:.5g}l10 10m0 -10l-10 10"
            parts.append(element("path", d=cross, class_="cw-cross", stroke_width=2.4, stroke_linecap="round"))
    return "".join(parts)


def _rows(position: Position, seat: int, height: float) -> str:
    """The six rows of printed shapes; a shape that was drawn shows its color and is crossed out."""
    shapes = {shape.name: shape for shape in position.ruleset.shapes}
    drawn = {placed.shape: placed.color for placed in position.placed if placed.sheet == seat}
    step = height / len(position.ruleset.rows)
    parts = []
    for index, (face, names) in enumerate(sorted(position.ruleset.rows.items())):
        y = index * step
        parts.append(die(face, 0, y + (step - 22) / 2, 22))
        for column, name in enumerate(names):
            drawing, width, tall = _printed(shapes[name], drawn.get(name))
            parts.append(group(drawing, x=32 + column * SLOT + (SLOT - width) / 2, y=y + (step - tall) / 2))
    return "".join(parts)


def _printed(shape: Shape, color: str | None) -> tuple[str, float, float]:
    unit = 6.4
    cells = lying(shape)
    top = max(y for _, y, _ in cells)
    squares = [(x, top - y) for x, y, _ in cells]
    width, height = (max(x for x, _ in squares) + 1) * unit, (top + 1) * unit
    if color is None:
        lines = "".join(path([square], unit, 0.2, 0.6) for square in squares)
        body = element("path", d=lines, class_="cw-printed", stroke_width=0.9)
    else:
        outline = path(squares, unit, 0.2, 1.0)
        cross = f"M-2 {height + 2:.5g}L{width + 2:.5g} -2"
        body = group(
            element("path", d=outline, class_=f"cw-{color}"),
            element("path", d=outline, class_=f"cw-{color}-line", stroke_width=0.8),
            opacity=0.45,
        ) + element("path", d=cross, class_="cw-strong", stroke_width=1.6, stroke_linecap="round")
    return body, width, height

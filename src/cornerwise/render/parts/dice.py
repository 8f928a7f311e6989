"""The Dice Game's table: dice, and for every seat its sheet, rows of shapes, strikes and marker."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cornerwise.render.parts.document import WON, Look, element, group, heading, shortened, text
from cornerwise.render.parts.flat import MARGIN, sheet
from cornerwise.render.parts.outline import path
from cornerwise.render.parts.overlay import NOTHING, Overlay
from cornerwise.render.parts.tray import chip, lying

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position, Shape

PAD = 16.0
HEADER = 44.0  # the strip with the dice
TITLE = 34.0  # the strip above a sheet
NARROWEST = 350.0  # of a seat, whose title needs the room
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


def table(
    position: Position,
    look: Look,
    last: Placed | None,
    overlay: Overlay = NOTHING,
    moments: dict[tuple[int, int], int] | None = None,
) -> tuple[str, float, float]:
    """Everything on the table; returns the SVG, its width and its height."""
    if not look.panel:
        return _sheets(position, look, last, overlay, moments)
    ruleset = position.ruleset
    unit = 270.0 / ruleset.board.rows
    rows = 34 + SLOT * max(len(names) for names in ruleset.rows.values()) if look.trays else 0.0
    margin = MARGIN if look.coordinates else 0.0
    wide = max(rows + margin + ruleset.board.columns * unit + 2 * 14, NARROWEST)
    high = TITLE + ruleset.board.rows * unit + margin + 14
    columns = min(ruleset.seats, 2)
    parts = [_header(position, look)]
    for seat in range(ruleset.seats):
        x = PAD + (seat % columns) * (wide + PAD)
        y = PAD + HEADER + (seat // columns) * (high + PAD)
        parts.append(group(_seat(position, seat, wide, high, rows, unit, look, last, overlay), x=x, y=y))
    lines = -(-ruleset.seats // columns)
    return "".join(parts), columns * (wide + PAD) + PAD, HEADER + lines * (high + PAD) + PAD


def _sheets(
    position: Position,
    look: Look,
    last: Placed | None,
    overlay: Overlay,
    moments: dict[tuple[int, int], int] | None,
) -> tuple[str, float, float]:
    """Only the sheets, two beside each other."""
    ruleset = position.ruleset
    unit = 270.0 / ruleset.board.rows
    margin = MARGIN if look.coordinates else 0.0
    wide, high = ruleset.board.columns * unit + margin + PAD, ruleset.board.rows * unit + margin + PAD
    parts = [
        group(sheet(position, seat, unit, look, last, overlay, moments), x=seat % 2 * wide + 3, y=seat // 2 * high + 3)
        for seat in range(ruleset.seats)
    ]
    return "".join(parts), min(ruleset.seats, 2) * wide - PAD + 6, -(-ruleset.seats // 2) * high - PAD + 6


def die(face: int, x: float, y: float, size: float, class_: str = "cw-board") -> str:
    """One die showing a face."""
    step = size / 4
    return element("rect", x=x, y=y, width=size, height=size, rx=size * 0.2, class_=class_, stroke_width=1.2) + "".join(
        element("circle", cx=x + step * (1 + column), cy=y + step * (1 + row), r=size * 0.09, class_="cw-text")
        for column, row in PIPS[face]
    )


def _header(position: Position, look: Look) -> str:
    words = f"Round {position.round + 1}"
    if look.names:
        actor = position.starter if position.turn.color is None else position.turn.actor
        words = "" if position.is_over else look.names[actor]
    elif position.is_over:
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
    overlay: Overlay,
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
    words = f"{empty}" if look.names else f"{empty} empty" + (" · out" if is_out else "")
    parts += [
        chip(14, 10, 15, marker, look),
        heading(37, 22, *_called(position, seat, look)),
        text(wide - 14, 22, words, 13, "cw-text cw-bold", text_anchor="end"),
        _strikes(
            position.ruleset.strikes,
            position.strikes[seat],
            rows + 14 if look.trays else 118.0,
            look.trays and not look.names,
        ),
        group(sheet(position, seat, unit, look, last, overlay), x=14.0 + rows, y=TITLE),
    ]
    if look.trays:
        parts.append(group(_rows(position, seat, unit * position.ruleset.board.rows), x=14.0, y=TITLE))
    return group(*parts, opacity=0.6 if is_out and not position.is_over else 1)


def _called(position: Position, seat: int, look: Look) -> tuple[str, str]:
    """How a seat is called, and what is remarked of it."""
    if not look.names:
        return f"Seat {seat + 1}", f"holds {position.markers[seat]}"
    return shortened(look.names[seat]), WON if position.is_over and seat in position.winners else ""


def _strikes(allowed: int, used: int, x: float, is_named: bool) -> str:
    """The strikes still there as circles, those used crossed out."""
    parts = [text(x + 55, 22, "strikes", 11, "cw-muted", text_anchor="end")] if is_named else []
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


@lru_cache(maxsize=512)
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

"""Terminal drawings: a position in colored or plain text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cornerwise.errors import WrongType
from cornerwise.render.palette import paints
from cornerwise.render.request import check_choice, subject
from cornerwise.render.text.board import height_lines, sheet_lines
from cornerwise.render.text.brush import DEPTHS, Brush

if TYPE_CHECKING:
    from cornerwise._core import Move, Placed, Position

DIE = {face: chr(0x2680 + face - 1) for face in range(1, 7)}


def terminal(
    position: Position,
    *,
    last: Move | Placed | None = None,
    dots: bool = False,
    depth: str = "truecolor",
    width: int = 80,
) -> str:
    """Draws a position as lines of text for a terminal of the given color depth.

    Two sheets stand side by side where `width` columns are enough for them.
    In plain text a color is its letter (small letters mark the last move), `.` is empty; with `dots`, `+` is
    a cell where the color to move can attach and `o` one where another color will start.
    """
    piece = subject(position, last)
    check_choice("depth", depth, DEPTHS)
    if not isinstance(width, int):
        raise WrongType(f"A width is a whole number of columns, not {type(width).__name__}.")
    brush = Brush(depth, paints(position.ruleset.colors))
    if position.ruleset.board.levels > 1:
        lines = height_lines(position, brush, piece, dots)
    else:
        lines = _sheets(position, brush, piece, dots, width)
    return "\n".join(line.rstrip() for line in lines)


def _sheets(position: Position, brush: Brush, last: Placed | None, dots: bool, width: int) -> list[str]:
    """All sheets of a flat game, two beside each other if the terminal is wide enough."""
    ruleset = position.ruleset
    lines: list[str] = []
    if ruleset.rows:
        lines += [_roll_line(position, brush), ""]
    per_line = 2 if width >= 2 * _sheet_width(position) + 2 else 1
    for first in range(0, ruleset.sheets, per_line):
        blocks = []
        for sheet in range(first, min(first + per_line, ruleset.sheets)):
            block = sheet_lines(position, sheet, brush, last, dots)
            if ruleset.rows:
                block = _with_rows(position, sheet, brush, block)
            blocks.append(block)
        lines += ["  ".join(parts) for parts in zip(*blocks, strict=True)]
        if first + per_line < ruleset.sheets:
            lines.append("")
    return lines


def _sheet_width(position: Position) -> int:
    """How many columns a sheet takes with the rows beside it."""
    return 3 + 2 * position.ruleset.board.columns + (1 + _rows_width(position) if position.ruleset.rows else 0)


def _rows_width(position: Position) -> int:
    return max(len(f"{face}: " + " ".join(names)) for face, names in position.ruleset.rows.items())


def _roll_line(position: Position, brush: Brush) -> str:
    words = f"Round {position.round + 1}"
    if position.dice:
        words += ", dice left: " + dice_text(position.dice)
    return brush.bold(words)


def dice_text(dice: Iterable[int]) -> str:
    """Dice as pictures and figures: "⚀1 ⚂3"."""
    return " ".join(f"{DIE[face]} {face} " for face in dice).rstrip()


def _with_rows(position: Position, seat: int, brush: Brush, block: list[str]) -> list[str]:
    """A sheet with its seat's line above and the six rows of shapes beside it, used shapes as dashes."""
    left = set(position.supply(seat))
    rows = [
        f"{face}: " + " ".join(name if name in left else "-" * len(name) for name in names)
        for face, names in sorted(position.ruleset.rows.items())
    ]
    width = _rows_width(position)
    beside = ["", *rows, *[""] * len(block)]
    lines = [f"{line} {row.ljust(width)}" for line, row in zip(block, beside, strict=False)]
    return [_seat_line(position, seat, brush, _sheet_width(position)), *lines]


def _seat_line(position: Position, seat: int, brush: Brush, width: int) -> str:
    marker = position.markers[seat]
    used = position.strikes[seat]
    words = f"Seat {seat + 1} {marker}" + (", out" if seat in position.out else "")
    rest = f"{position.scores[seat]} empty {'o' * (position.ruleset.strikes - used)}{'x' * used}"
    chip = f"[{brush.paints[marker].letter}]" if brush.is_plain else brush.on(marker, "   ")
    gap = " " * max(1, width - 3 - 1 - len(words) - len(rest))
    return f"{chip} {brush.bold(words)}{gap}{rest}"

"""Terminal drawings: a position in colored or plain text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TextIO

from cornerwise.render.lattice import column_name, points
from cornerwise.render.palette import DARK, Paint, channels, paints
from cornerwise.render.parts.heights import columns, common_limit
from cornerwise.render.request import check_choice, subject

if TYPE_CHECKING:
    from cornerwise._core import Move, Placed, Position

RESET = "\x1b[0m"
DEPTHS = ("plain", "basic", "256", "truecolor")
# The levels of the 6 x 6 x 6 color cube of 256-color terminals; it begins at 16, a ramp of grays at 232.
CUBE = (0, 95, 135, 175, 215, 255)
DIE = {face: chr(0x2680 + face - 1) for face in range(1, 7)}


def color_depth(stream: TextIO, environment: Mapping[str, str] = os.environ) -> str:
    """What a stream can show: "truecolor", "256", "basic" or "plain" (not a terminal, or color unwanted)."""
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term == "dumb":
        return "plain"
    if not stream.isatty() and not environment.get("FORCE_COLOR"):
        return "plain"
    if environment.get("COLORTERM", "").lower() in ("truecolor", "24bit") or "direct" in term:
        return "truecolor"
    return "256" if "256" in term else "basic"


def terminal(
    position: Position, *, last: Move | Placed | None = None, dots: bool = False, depth: str = "truecolor"
) -> str:
    """Draws a position as lines of text for a terminal of the given color depth.

    In plain text a color is its letter (small letters mark the last move), `.` is empty and `+` a cell
    where the color to move can attach.
    """
    piece = subject(position, last)
    check_choice("depth", depth, DEPTHS)
    brush = Brush(depth, paints(position.ruleset.colors))
    if position.ruleset.board.levels > 1:
        lines = _heights(position, brush, piece, dots)
    else:
        lines = _sheets(position, brush, piece, dots)
    return "\n".join(line.rstrip() for line in lines)


class Brush:
    """Puts color around text, as deep as the terminal allows."""

    def __init__(self, depth: str, paints: Mapping[str, Paint]) -> None:
        self.depth = depth
        self.paints = paints

    @property
    def is_plain(self) -> bool:
        """Whether color is off."""
        return self.depth == "plain"

    def on(self, color: str, words: str) -> str:
        """Words in the ink of a color on its fill."""
        paint = self.paints[color]
        if self.depth == "basic":
            ink = 30 if paint.ink != "#ffffff" else 97
            return f"\x1b[{paint.basic};{ink}m{words}{RESET}"
        return self._paint(words, paint.ink, paint.fill)

    def ink(self, color: str, words: str) -> str:
        """Words in a color, on the board."""
        if self.depth == "basic":
            return f"\x1b[{self.paints[color].basic - 10}m{words}{RESET}"
        return self._paint(words, self.paints[color].outline_dark, DARK.board)

    def tint(self, color: str, words: str) -> str:
        """Words in a color, on whatever the terminal's background is."""
        paint = self.paints[color]
        code = str(paint.basic - 10) if self.depth == "basic" else self._code(38, paint.fill)
        return f"\x1b[{code}m{words}{RESET}"

    def board(self, words: str) -> str:
        """Empty cells, faint on the board."""
        if self.depth == "basic":
            return f"\x1b[90m{words}{RESET}"
        return self._paint(words, DARK.edge, DARK.board)

    def bold(self, words: str) -> str:
        """Words that matter."""
        return words if self.is_plain else f"\x1b[1m{words}{RESET}"

    def faint(self, words: str) -> str:
        """Words that matter less."""
        return words if self.is_plain else f"\x1b[2m{words}{RESET}"

    def _paint(self, words: str, ink: str, fill: str) -> str:
        if self.is_plain:
            return words
        return f"\x1b[{self._code(38, ink)};{self._code(48, fill)}m{words}{RESET}"

    def _code(self, layer: int, fill: str) -> str:
        red, green, blue = channels(fill)
        if self.depth == "truecolor":
            return f"{layer};2;{red};{green};{blue}"
        if max(red, green, blue) - min(red, green, blue) < 16:
            return f"{layer};5;{232 + max(0, min(23, round((green - 8) / 10)))}"
        steps = [min(range(6), key=lambda step: abs(CUBE[step] - part)) for part in (red, green, blue)]
        return f"{layer};5;{16 + 36 * steps[0] + 6 * steps[1] + steps[2]}"


def _sheets(position: Position, brush: Brush, last: Placed | None, dots: bool) -> list[str]:
    """All sheets of a flat game, two beside each other."""
    ruleset = position.ruleset
    lines: list[str] = []
    if ruleset.rows:
        lines += [_roll_line(position, brush), ""]
    for first in range(0, ruleset.sheets, 2):
        blocks = []
        for sheet in range(first, min(first + 2, ruleset.sheets)):
            block = _sheet(position, sheet, brush, last, dots)
            if ruleset.rows:
                block = _with_rows(position, sheet, brush, block)
            blocks.append(block)
        lines += ["  ".join(parts) for parts in zip(*blocks, strict=True)]
        if first + 2 < ruleset.sheets:
            lines.append("")
    return lines


def _sheet(position: Position, sheet: int, brush: Brush, last: Placed | None, dots: bool) -> list[str]:
    board, colors = position.ruleset.board, position.ruleset.colors
    filled = position.cell_colors(sheet)
    fresh = _cells(sheet, last)
    turn = position.turn
    marked: set[int] = set()
    if dots and turn.color is not None and turn.sheet == sheet:
        marked.update(position.targets(turn.color, sheet).tolist())
    lines = []
    for y in reversed(range(board.rows)):
        line = brush.faint(f"{y + 1:2} ")
        for x in range(board.columns):
            cell = board.cell(x, y)
            if cell is None:
                line += "  "
            elif filled[cell] >= 0:
                line += _square(brush, colors[filled[cell]], cell in fresh)
            elif cell in marked and turn.color:
                line += "+ " if brush.is_plain else brush.ink(turn.color, "● ")
            else:
                line += ". " if brush.is_plain else brush.board("· ")
        lines.append(line)
    letters = "".join(f"{column_name(x):2}" for x in range(board.columns))
    return [*lines, brush.faint(f"   {letters}")]


def _square(brush: Brush, color: str, is_fresh: bool) -> str:
    letter = brush.paints[color].letter
    if brush.is_plain:
        return (letter.lower() if is_fresh else letter) + " "
    return brush.on(color, "◆ " if is_fresh else "  ")


def _heights(position: Position, brush: Brush, last: Placed | None, dots: bool) -> list[str]:
    """The height map: color and height of every column, or its limit while it is empty."""
    board, places = position.ruleset.board, columns(position)
    where = points(board)
    fresh = {where[cell][:2] for cell in _cells(0, last)}
    turn = position.turn
    marked = {where[cell][:2] for cell in position.targets(turn.color).tolist()} if dots and turn.color else set()
    limit = common_limit(position)
    lines = []
    for y in reversed(range(board.rows)):
        line = brush.faint(f"{y + 1:2} ")
        for x in range(board.columns):
            column = places.get((x, y))
            mark = "+" if (x, y) in marked else " "
            if column is None:
                line += "    "
            elif column.color is None:
                ceiling = " " if limit else str(column.limit)
                line += f".{ceiling}{mark} " if brush.is_plain else brush.board(f"·{ceiling}{mark} ")
            elif brush.is_plain:
                letter = brush.paints[column.color].letter
                line += (letter.lower() if (x, y) in fresh else letter) + f"{column.height}{mark} "
            else:
                line += brush.on(column.color, f"{'◆' if (x, y) in fresh else ' '}{column.height}{mark} ")
        lines.append(line)
    lines.append(brush.faint("   " + "".join(f"{column_name(x):4}" for x in range(board.columns))))
    rest = f"at most {limit}" if limit else "empty columns show their limit"
    lines.append(brush.faint(f"   heights from above; {rest}"))
    return lines


def _cells(sheet: int, last: Placed | None) -> frozenset[int]:
    if last is None or last.sheet != sheet:
        return frozenset()
    return frozenset(last.cells)


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
    width = max(len(f"{face}: " + " ".join(names)) for face, names in position.ruleset.rows.items())
    beside = ["", *rows, *[""] * len(block)]
    lines = [f"{line} {row.ljust(width)}" for line, row in zip(block, beside, strict=False)]
    return [_seat_line(position, seat, brush, 3 + 2 * position.ruleset.board.columns + 1 + width), *lines]


def _seat_line(position: Position, seat: int, brush: Brush, width: int) -> str:
    marker = position.markers[seat]
    used = position.strikes[seat]
    words = f"Seat {seat + 1} {marker}" + (", out" if seat in position.out else "")
    rest = f"{position.scores[seat]} empty {'o' * (position.ruleset.strikes - used)}{'x' * used}"
    chip = f"[{brush.paints[marker].letter}]" if brush.is_plain else brush.on(marker, "   ")
    gap = " " * max(1, width - 3 - 1 - len(words) - len(rest))
    return f"{chip} {brush.bold(words)}{gap}{rest}"

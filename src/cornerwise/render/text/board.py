"""The board in a terminal: sheets from above and height maps."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from cornerwise.render.lattice import column_name, points
from cornerwise.render.parts.heights import columns, common_limit
from cornerwise.render.text.brush import Brush

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position

NOTHING: Mapping[tuple[int, int], str] = MappingProxyType({})
FEW_STARTS = 4  # where a color may start on more cells than this, marking them would mark the whole board


def sheet_lines(
    position: Position,
    sheet: int,
    brush: Brush,
    last: Placed | None = None,
    dots: bool = False,
    ghost: Mapping[tuple[int, int], str] = NOTHING,
    fits: bool = False,
) -> list[str]:
    """A sheet seen from above, with the names of its columns and rows, and perhaps a piece held over it."""
    board, colors = position.ruleset.board, position.ruleset.colors
    filled = position.cell_colors(sheet)
    fresh = _cells(sheet, last)
    turn = position.turn
    marked: set[int] = set()
    starts: dict[int, str] = {}
    if dots:
        starts = _open_starts(position)
        if turn.color is not None and turn.sheet == sheet:
            marked.update(position.targets(turn.color, sheet).tolist())
    lines = []
    for y in reversed(range(board.rows)):
        line = brush.faint(f"{y + 1:2} ")
        for x in range(board.columns):
            cell = board.cell(x, y)
            color = colors[filled[cell]] if cell is not None and filled[cell] >= 0 else None
            if (x, y) in ghost:
                line += _held(brush, turn.color, fits)
            elif cell is None:
                line += "  "
            elif color is not None:
                line += _square(brush, color, cell in fresh)
            elif cell in marked and turn.color:
                line += brush.ink(turn.color, "+ " if brush.is_plain else "● ")
            elif cell in starts:
                line += brush.ink(starts[cell], "o " if brush.is_plain else "○ ")
            else:
                line += brush.board(". " if brush.is_plain else "· ")
        lines.append(line)
    letters = "".join(f"{column_name(x):2}" for x in range(board.columns))
    return [*lines, brush.faint(f"   {letters}")]


def height_lines(
    position: Position,
    brush: Brush,
    last: Placed | None = None,
    dots: bool = False,
    ghost: Mapping[tuple[int, int], str] = NOTHING,
    fits: bool = False,
) -> list[str]:
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
            if (x, y) in ghost:
                line += _held(brush, turn.color, fits, f"{ghost[x, y]:2}") + " "
            elif column is None:
                line += "    "
            elif column.color is None:
                ceiling = " " if limit else str(column.limit)
                line += brush.board(f"{'.' if brush.is_plain else '·'}{ceiling}{mark} ")
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


def _held(brush: Brush, color: str | None, fits: bool, height: str = " ") -> str:
    """A square under the piece in hand: where it fits in the color, where it does not crossed out."""
    if brush.is_plain or color is None:
        return ("#" if fits else "x") + height
    return brush.on(color, "▒" + height.replace(" ", "▒")) if fits else brush.ink(color, "×" + height.replace(" ", "×"))


def _square(brush: Brush, color: str, is_fresh: bool) -> str:
    letter = brush.paints[color].letter
    if brush.is_plain:
        return (letter.lower() if is_fresh else letter) + " "
    return brush.on(color, "◆ " if is_fresh else "  ")


def _open_starts(position: Position) -> dict[int, str]:
    """The cells where colors start that have no piece yet; on sheets of one's own the dots say that."""
    ruleset = position.ruleset
    if ruleset.sheets > 1:
        return {}
    begun = {piece.color for piece in position.placed}
    return {
        cell: color
        for color, cells in zip(ruleset.colors, ruleset.starts, strict=True)
        if color not in begun and len(cells) <= FEW_STARTS
        for cell in cells
    }


def _cells(sheet: int, last: Placed | None) -> frozenset[int]:
    if last is None or last.sheet != sheet:
        return frozenset()
    return frozenset(last.cells)

"""The lattice: where the cells of a board lie, on the board and on a screen, and what its columns are called."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cornerwise._core import Board

Point = tuple[int, int, int]


@lru_cache(maxsize=64)
def points(board: Board) -> list[Point]:
    """The x (from the left), y (from the bottom) and z (from the ground) of every cell."""
    return [(x, y, z) for x, y, z in board.coordinates.tolist()]


def extent(board: Board, view: int) -> tuple[int, int]:
    """Columns and rows of a board that was turned by `view` quarters."""
    return (board.rows, board.columns) if view % 2 else (board.columns, board.rows)


def turned(x: int, y: int, columns: int, rows: int, view: int) -> tuple[int, int]:
    """A column and a row of a board after it was turned by `view` quarters."""
    for _ in range(view % 4):
        x, y, columns, rows = y, columns - 1 - x, rows, columns
    return x, y


@lru_cache(maxsize=64)
def on_screen(board: Board, view: int) -> list[tuple[int, int]]:
    """Every cell as (column, row from the top), the way a screen counts."""
    rows = extent(board, view)[1]
    places = [turned(x, y, board.columns, board.rows, view) for x, y, _ in points(board)]
    return [(x, rows - 1 - y) for x, y in places]


def column_name(column: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on."""
    name = ""
    while column >= 0:
        name = chr(ord("a") + column % 26) + name
        column = column // 26 - 1
    return name

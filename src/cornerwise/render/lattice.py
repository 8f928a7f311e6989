"""The lattice: where the cells of a board lie, and what its columns are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cornerwise._core import Board

Point = tuple[int, int, int]


def points(board: Board) -> list[Point]:
    """The x (from the left), y (from the bottom) and z (from the ground) of every cell."""
    return [(x, y, z) for x, y, z in board.coordinates.tolist()]


def column_name(column: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on."""
    name = ""
    while column >= 0:
        name = chr(ord("a") + column % 26) + name
        column = column // 26 - 1
    return name

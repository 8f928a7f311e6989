"""The independent check of what lies: by the kernel's clauses, and replayed by the rules where they apply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cornerwise._core import Position
from cornerwise.errors import CornerwiseError, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cornerwise.puzzle.puzzle import Laid, Puzzle


def verify(puzzle: Puzzle, laid: Sequence[Laid]) -> None:
    """Raises PuzzleError with a sentence when these pieces, in this order, do not solve the puzzle."""
    if fault := puzzle.problem.verify(puzzle.pairs(laid)):
        raise puzzle.error(fault)
    if (
        puzzle.is_laying
        and puzzle.goal != "most"
        and not puzzle.givens
        and all(own == puzzle.supply[0] for own in puzzle.supply)
        and max(puzzle.supply[0]) == 1
    ):
        _replay(puzzle, laid)


def judge(puzzle: Puzzle, placed: Sequence[Laid]) -> tuple[bool, PuzzleError | None, int]:
    """Whether what somebody has laid beside the givens is a solution; else what is wrong, and with which piece."""
    is_solved, fault, piece = puzzle.problem.judge(puzzle.pairs(placed))
    return is_solved, puzzle.error(fault) if fault else None, piece


def _replay(puzzle: Puzzle, laid: Sequence[Laid]) -> None:
    """The same judged by the rules kernel, color after color in turn (C1)."""
    position = Position(puzzle.ruleset)
    for piece in laid:
        if position.turn.color != piece.color:
            raise PuzzleError(f"It is {position.turn.color}'s turn, not {piece.color}'s.")
        try:
            position = position.play(",".join(puzzle.board.cell_name(cell) for cell in piece.cells))
        except CornerwiseError as error:
            raise PuzzleError(f"The {piece.color} {piece.shape} is not legal: {error}") from None

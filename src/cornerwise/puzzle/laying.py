"""The order in which a solution is laid: by the rules' turns, or in space from the ground up."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cornerwise.puzzle.puzzle import Laid, Puzzle


def laying_order(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """The pieces, givens first, in an order fit for hands; those that cannot be laid from above come last."""
    return puzzle.pieces(puzzle.problem.laying_order(puzzle.pairs(laid)))


def from_above(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...] | None:
    """An order in which every piece can be put down from above, or None when pieces interlock."""
    order = puzzle.problem.from_above(puzzle.pairs(laid))
    return None if order is None else puzzle.pieces(order)

"""The order in which a solution is laid: by the rules' turns, or in space from the ground up."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cornerwise.puzzle.puzzle import Laid, Puzzle


def laying_order(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...]:
    """The pieces, givens first, in an order fit for hands; what cannot be laid from above comes last."""
    given = [piece for piece in laid if piece in puzzle.givens]
    rest = [piece for piece in laid if piece not in puzzle.givens]
    if puzzle.is_laying:
        return (*given, *_in_turn(puzzle, rest))
    if puzzle.is_solid:
        order = from_above(puzzle, laid) or sorted(laid, key=lambda piece: piece.cells)
        return tuple(sorted(order, key=lambda piece: piece not in puzzle.givens))
    return (*given, *sorted(rest, key=lambda piece: (-piece.cells[0] // puzzle.board.columns, piece.cells)))


def hanging(puzzle: Puzzle, laid: Sequence[Laid]) -> Laid | None:
    """A piece with an empty cell beneath it (S3), or None when all of them rest on something."""
    full = {cell for piece in laid for cell in piece.cells}
    for piece in laid:
        for cell in piece.cells:
            x, y, z = (int(c) for c in puzzle.board.coordinates[cell])
            if z and puzzle.board.cell(x, y, z - 1) not in full:
                return piece
    return None


def from_above(puzzle: Puzzle, laid: Sequence[Laid]) -> tuple[Laid, ...] | None:
    """An order in which every piece can be put down from above, or None when pieces interlock."""
    board = puzzle.board
    owner = {cell: i for i, piece in enumerate(laid) for cell in piece.cells}
    needs: dict[int, set[int]] = defaultdict(set)
    for cell, i in owner.items():
        x, y, z = (int(c) for c in board.coordinates[cell])
        for level in range(z):
            under = board.cell(x, y, level)
            if under is not None and owner.get(under, i) != i:
                needs[i].add(owner[under])
    order: list[int] = []
    waiting = set(range(len(laid)))
    while waiting:
        ready = [i for i in waiting if not needs[i] & waiting]
        if not ready:
            return None
        low = min(ready, key=lambda i: laid[i].cells)
        order.append(low)
        waiting.remove(low)
    return tuple(laid[i] for i in order)


def _in_turn(puzzle: Puzzle, laid: Sequence[Laid]) -> list[Laid]:
    """Colors in turn (C1); each color's own order is kept, so every piece stays legal when it is laid."""
    queues = {color: [piece for piece in laid if piece.color == color] for color in puzzle.colors}
    if puzzle.order == "descending":
        # Sorting is stable: a piece never hangs on a smaller one laid after it.
        queues = {color: sorted(own, key=lambda piece: -len(piece.cells)) for color, own in queues.items()}
    rounds = max(map(len, queues.values()), default=0)
    if puzzle.order == "descending" and len({tuple(map(len, [p.cells for p in own])) for own in queues.values()}) > 1:
        return sorted((piece for own in queues.values() for piece in own), key=lambda piece: -len(piece.cells))
    return [own[i] for i in range(rounds) for own in queues.values() if i < len(own)]

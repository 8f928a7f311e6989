"""Routes: the moves that lead from one position to a later one, found from the pieces on the board."""

from __future__ import annotations

from collections import Counter

from cornerwise._core import Move, Position
from cornerwise.errors import CornerwiseError

MAX_TRIES = 50_000


def route(before: Position, after: Position) -> list[Move] | None:
    """Moves that lead from one position to another, or None if none do; dice games have no routes."""
    if before.ruleset != after.ruleset:
        return None
    if before.ruleset.rows:
        raise CornerwiseError("The rolls between two positions of a dice game cannot be found from its sheets.")
    if before.retired != after.retired:
        raise CornerwiseError("When a seat retired cannot be found from the pieces on the board.")
    lying = Counter((piece.color, piece.placement) for piece in before.placed)
    wanted = Counter((piece.color, piece.placement) for piece in after.placed)
    if lying - wanted:
        return None
    return _search(before, after, frozenset((wanted - lying).elements()), [MAX_TRIES])


def _search(here: Position, goal: Position, missing: frozenset[tuple[str, int]], tries: list[int]) -> list[Move] | None:
    """Tries the missing pieces of the color to move, one after another; `tries` bounds the work."""
    if not missing:
        return [] if here == goal else None
    color = here.turn.color
    legal = here.legal_moves
    for piece in sorted(missing):
        if piece[0] != color or tries[0] <= 0:
            continue
        tries[0] -= 1
        move = here.ruleset.move(piece[1])
        if move in legal and (rest := _search(here.play(move), goal, missing - {piece}, tries)) is not None:
            return [move, *rest]
    return None

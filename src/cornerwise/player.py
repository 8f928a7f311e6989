"""Players: whoever sits at a table and chooses moves; two simple ones that need no search."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from cornerwise._core import Move, Position
from cornerwise.errors import CornerwiseError


class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves; `last` is the move before it, where there was one."""
        ...


class RandomPlayer:
    """Chooses every legal move equally often."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves."""
        moves = _moves(position)
        return moves[self._random.randrange(len(moves))]


class GreedyPlayer:
    """Takes what looks best at once: the biggest piece with the best corners; in 3D the best view."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves."""
        moves = _moves(position)
        if position.ruleset.contact == "face":
            value = _visible(position)
        else:
            # A strike is worth more later, so it is taken only when nothing else is left.
            moves = [move for move in moves if not move.strike] or list(moves)
            biggest = max(len(move.cells) for move in moves)
            moves = [move for move in moves if len(move.cells) == biggest]
            value = _corners(position)
        values = [value(move) for move in moves]
        best = max(values)
        return self._random.choice([move for move, worth in zip(moves, values, strict=True) if worth == best])


PLAYERS: dict[str, Callable[[int | None], Player]] = {"greedy": GreedyPlayer, "random": RandomPlayer}


def player(name: str, seed: int | None = None) -> Player:
    """A player by name: "greedy" or "random"."""
    if name not in PLAYERS:
        raise CornerwiseError(f"There is no player {name!r}; choose one of {', '.join(PLAYERS)}.")
    return PLAYERS[name](seed)


def _moves(position: Position) -> list[Move]:
    if not len(position.legal_moves):
        raise CornerwiseError("There is no move to choose: the game is over or the dice are to be rolled.")
    return list(position.legal_moves)


def _corners(position: Position) -> Callable[[Move], float]:
    """The worth of a move by corners: own ones it makes, and those of rivals it covers."""
    turn = position.turn
    color, sheet, owner = (
        turn.color,
        turn.sheet,
        dict(zip(position.ruleset.colors, position.ruleset.owners, strict=True)),
    )
    assert color is not None
    # On a Dice sheet the other colors are the seat's own later chances, not rivals to block.
    rivals = [] if position.ruleset.rows else [other for other in owner if owner[other] != owner[color]]
    taken = [frozenset(position.targets(rival, sheet).tolist()) for rival in rivals]

    def worth(move: Move) -> float:
        made = len(position.play(move).targets(color, sheet))
        return made + sum(len(cells.intersection(move.cells)) for cells in taken)

    return worth


def _visible(position: Position) -> Callable[[Move], float]:
    """The worth of a move by S6: the lead over the rivals' mean once it is played, then its size."""
    owner = dict(zip(position.ruleset.colors, position.ruleset.owners, strict=True))
    me = position.turn.actor
    rivals = [color for color in owner if owner[color] != me]

    def worth(move: Move) -> float:
        scores = position.play(move).color_scores
        mine = sum(score for color, score in scores.items() if owner[color] == me)
        theirs = sum(scores[color] for color in rivals) / len(rivals)
        return mine - theirs + len(move.cells) / 10

    return worth

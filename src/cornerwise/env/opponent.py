"""Opponents: who holds the seats that do not learn, in every game of a batch."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cornerwise.arena.side import parse_side
from cornerwise.env.batch import Batch
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.player import Player, asker, checked

NATIVE = ("random", "greedy")


class Opponent:
    """Chooses wherever a batch asks: "random" and "greedy" natively for all games at once, others game by game.

    `way` is a side as matches name it ("level:3", "simulations:100", "gtp:COMMAND"), or anything that chooses.
    """

    def __init__(self, way: str | Player, batch: Batch, seed: int = 0) -> None:
        self.way = way
        self.batch = batch
        self._player: Player | None = None
        if not isinstance(way, str):
            self._player = way
        elif way not in NATIVE:
            self._player = parse_side(way).make(batch.ruleset, seed)
        if self._player is not None:
            self._ask = asker(self._player)

    def choose(self, where: NDArray[np.bool_]) -> NDArray[np.int32]:
        """An id for every game that is marked, −1 elsewhere."""
        if self._player is None:
            choose = self.batch.sample if self.way == "random" else self.batch.choose_greedily
            ids: NDArray[np.int32] = choose(where=where)
            return ids
        ids = np.full(len(self.batch), -1, np.int32)
        for game in np.flatnonzero(where).tolist():
            position = self.batch.position(game)
            ids[game] = checked(self._ask(position, None), position, "The opponent").id
        return ids

    def close(self) -> None:
        """Ends a foreign program."""
        if (close := getattr(self._player, "close", None)) is not None:
            close()


def seats_of(learner: int | None, batch: Batch) -> NDArray[np.int8]:
    """The seat that learns in every game: this one, or all in turn."""
    if learner is None:
        return (np.arange(len(batch)) % batch.ruleset.seats).astype(np.int8)
    if isinstance(learner, bool) or not isinstance(learner, int | np.integer):
        raise WrongType(f"A seat is a whole number or None, not {type(learner).__name__}.")
    if not 0 <= learner < batch.ruleset.seats:
        raise CornerwiseError(f"This game has seats from 0 to {batch.ruleset.seats - 1}, not {learner}.")
    return np.full(len(batch), learner, np.int8)

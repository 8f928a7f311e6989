"""The roster of a worker: a player for every side of a game; foreign programs are kept from game to game."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from cornerwise._core import Ruleset
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.arena.side import parse_side
from cornerwise.errors import PlayerError
from cornerwise.player import Player


class Roster:
    """Makes the players of one process."""

    def __init__(self, rules: Ruleset, sides: Iterable[str], timeout: float, threads: int = 1) -> None:
        self.rules = rules
        self.sides = [parse_side(text) for text in sides]
        self.timeout = timeout
        self.threads = threads
        self._programs: dict[int, GtpPlayer] = {}

    def player(self, number: int, seed: int) -> Player:
        """The player of a side for one game, seeded where it can be."""
        side = self.sides[number]
        if side.kind != "gtp":
            return side.make(self.rules, seed, self.threads)
        if number not in self._programs:
            program = side.make(self.rules, seed, timeout=self.timeout)
            assert isinstance(program, GtpPlayer)
            self._programs[number] = program
        with contextlib.suppress(PlayerError):
            # Not every program can be seeded; one that died shows it at its first move.
            self._programs[number].send(f"set_random_seed {seed}")
        return self._programs[number]

    def dismiss(self, number: int) -> None:
        """Ends a side's program after a fault; its next game starts another."""
        if (program := self._programs.pop(number, None)) is not None:
            program.close()

    def close(self) -> None:
        """Ends the foreign programs."""
        for program in self._programs.values():
            program.close()

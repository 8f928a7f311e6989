"""Sides: who plays in a match, named by a short text such as `level:5` or `gtp:COMMAND`."""

from __future__ import annotations

import shlex
import shutil
from dataclasses import dataclass

from cornerwise._core import Ruleset
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.engine import Engine
from cornerwise.engine.level import Level, Limit, parse_strength
from cornerwise.errors import CornerwiseError, PlayerError
from cornerwise.player import PLAYERS, Player

KINDS = (
    "level:1-10, level:simulations=N/care=C/…, time:SECONDS, simulations:N, follow:SECONDS, gtp:COMMAND, "
    "greedy or random"
)
LEAST_CPU = 0.001  # seconds; a follower always gets this much


@dataclass(frozen=True)
class Side:
    """A way to play that a match can name, make and repeat.

    `time` is CPU seconds per move; `follow` takes as much CPU time as the other side took for its last
    move, and the time given where it has not moved yet.
    """

    text: str
    kind: str
    level: int | Level | None = None
    limit: Limit | None = None
    command: str = ""

    def make(self, rules: Ruleset, seed: int, threads: int = 1, timeout: float = 600.0) -> Player:
        """A player for this side."""
        if self.kind == "gtp":
            return GtpPlayer(self.command, rules, timeout)
        if self.kind in PLAYERS:
            return PLAYERS[self.kind](seed)
        return Engine(rules, self.level, self.limit, seed, threads)


def parse_side(text: str) -> Side:
    """The side that a text names."""
    kind, colon, value = text.partition(":")
    if kind in PLAYERS and not colon:
        return Side(text, kind)
    if kind == "gtp" and value.strip():
        try:
            program = shlex.split(value)[0]
        except (ValueError, IndexError):
            raise CornerwiseError(f"The command {value[:60]!r} cannot be read.") from None
        if shutil.which(program) is None:
            raise PlayerError(f"The program {program!r} is not there or cannot be run.")
        return Side(text, kind, command=value)
    if kind in ("level", "time", "simulations", "follow") and value:
        level, limit = parse_strength("time" if kind == "follow" else kind, value)
        return Side(text, kind, level, limit)
    raise CornerwiseError(f"There is no side {text[:60]!r}; a side is {KINDS}.")

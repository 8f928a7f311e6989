"""The computer at the table: the one place where the server asks for a move."""

from __future__ import annotations

from dataclasses import dataclass

import cornerwise as cw
from cornerwise.player import GreedyPlayer
from cornerwise.server.resources import LevelDetail
from cornerwise.server.thinking import Control

LEVELS = tuple(LevelDetail(level=level, title=f"Level {level}") for level in range(1, 11))


@dataclass(frozen=True)
class Thought:
    """A move chosen, and the win chance of every seat after it where it is known."""

    move: cw.Move
    wins: tuple[float, ...] | None


def choose(position: cw.Position, level: int, control: Control) -> Thought:
    """The computer's move at a level."""
    return Thought(GreedyPlayer(seed=level).choose(position), None)

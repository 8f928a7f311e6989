"""Throws: fair dice that a seed makes repeatable."""

from __future__ import annotations

import random

from cornerwise._core import Position, Roll
from cornerwise.errors import IllegalRoll


def throw(position: Position, seed: int) -> Roll:
    """Throws fair dice (I8): a seed gives the same dice in the same round, so undoing never rerolls."""
    possible = {roll.dice: roll for roll in position.rolls}
    if not possible:
        raise IllegalRoll("There are no dice to roll now.")
    count = len(next(iter(possible)))
    faces = random.Random(f"cornerwise dice {seed} {position.round}").choices(range(1, 7), k=count)
    return possible[tuple(sorted(faces))]

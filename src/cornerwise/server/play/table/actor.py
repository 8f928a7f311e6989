"""The seat that acts at a table, dice included."""

from __future__ import annotations

import cornerwise as cw


def acting(position: cw.Position) -> int:
    """The seat that moves, or throws the dice; NOBODY when the game is over."""
    return position.starter if position.turn.actor == cw.CHANCE else position.turn.actor

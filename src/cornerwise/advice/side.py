"""What sides and movers are called."""

from __future__ import annotations

from cornerwise._core import Position, Ruleset


def side_name(rules: Ruleset, team: tuple[int, ...]) -> str:
    """The name of a side: its colors or, where every seat has a sheet with all colors (I5), its seats."""
    if rules.rows:
        return " and ".join(f"seat {seat + 1}" for seat in team)
    return "+".join(color for color, owner in zip(rules.colors, rules.owners, strict=True) if owner in team)


def mover_name(position: Position) -> str:
    """Who is to move: the color, and the seat if the color does not determine it."""
    turn, rules = position.turn, position.ruleset
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    # A sheet is drawn on in all colors (I5), and a shared color is everybody's (C7).
    is_plain = not rules.rows and owners[turn.color or ""] == turn.actor
    return str(turn.color) if is_plain else f"seat {turn.actor + 1} (playing {turn.color})"

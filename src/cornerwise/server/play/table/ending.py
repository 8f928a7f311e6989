"""How a game stands: whether it is over and how everybody ranks; and the summary that is stored with every change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cornerwise as cw
from cornerwise.server.play.table.table import Table
from cornerwise.server.store.games import Seat


def teams_left(ruleset: cw.Ruleset, seats: Sequence[Seat]) -> tuple[tuple[int, ...], ...]:
    """The teams of which somebody has not resigned."""
    return tuple(team for team in ruleset.teams if not all(seats[seat].has_resigned for seat in team))


def is_over(position: cw.Position, seats: Sequence[Seat], table: Table | None) -> bool:
    """Whether a game is over: by the rules, by agreement, or because all but one have resigned."""
    if table is not None:
        return not table.is_playing
    if position.is_over or not any(seat.has_resigned for seat in seats):
        return position.is_over
    return len(position.ruleset.teams) > 1 and len(teams_left(position.ruleset, seats)) <= 1


def ranks(position: cw.Position, seats: Sequence[Seat], table: Table | None) -> tuple[int, ...]:
    """Ranks per seat; those who resigned come last when that ended the game."""
    if position.is_over or table is not None or not is_over(position, seats, table):
        return position.ranks
    best = [seat for team in teams_left(position.ruleset, seats) for seat in team]
    return tuple(1 if seat.seat in best else 1 + len(best) for seat in seats)


def summary(position: cw.Position, moves: int, seats: Sequence[Seat], table: Table | None) -> dict[str, Any]:
    """What a list tells of a game, as the store keeps it, so that nobody has to replay the game for it."""
    has_ended = is_over(position, seats, table)
    places = ranks(position, seats, table)
    has_winners = has_ended and (table is None or table.outcome != "aborted")
    return {
        "moves": moves,
        "is_over": has_ended,
        "actor": cw.NOBODY if has_ended else position.turn.actor,
        "scores": list(position.scores),
        "ranks": list(places),
        "winners": [seat for seat, rank in enumerate(places) if rank == 1] if has_winners else [],
    }

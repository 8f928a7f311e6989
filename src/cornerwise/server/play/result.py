"""The result of a rated table, kept in the transaction that ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.play.table import Table
from cornerwise.server.ratings.results import RatedGame, RatedSeat, record_result
from cornerwise.server.store.games import Seat


def rated_game(game: str, ruleset: cw.Ruleset, table: Table, seats: Sequence[Seat], ranks: Sequence[int]) -> RatedGame:
    """What the ladders need to know of a game that has ended."""
    teams = {seat: number for number, team in enumerate(ruleset.teams) for seat in team}
    assert table.ended is not None
    return RatedGame(
        id=game,
        ruleset=ruleset.name,
        is_live=table.terms.tempo.is_live,
        ended=table.ended,
        seats=tuple(
            RatedSeat(
                seat.person or "",
                teams[seat.seat],
                ranks[seat.seat],
                seat.level if seat.kind == "computer" else None,
            )
            for seat in seats
        ),
    )


def rate(transaction: Transaction, rated: RatedGame, table: Table) -> Table:
    """Record a result; the table then tells what it did to everybody's rating."""
    after = {change.person: change.after for change in record_result(transaction, rated)}
    standings = []
    for standing, seat in zip(table.standings, rated.seats, strict=True):
        if standing is not None and seat.level is None and seat.person in after:
            now = after[seat.person]
            standing = standing.model_copy(update={"after": now.number, "is_provisional": now.is_provisional})
        standings.append(standing)
    return replace(table, standings=tuple(standings))

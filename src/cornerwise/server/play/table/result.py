"""The end of a table: its result is rated and the game goes into the archive, in the transaction that ends it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.archive.filing import FiledGame, FiledSeat, file_game
from cornerwise.server.play.table.table import Table
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


def filed_game(
    game: str, position: cw.Position, moves: int, table: Table, seats: Sequence[Seat], ranks: Sequence[int]
) -> FiledGame:
    """What the archive keeps of a game that has ended."""
    assert table.ended is not None
    return FiledGame(
        game=game,
        ended=table.ended,
        ruleset=position.ruleset.name,
        is_live=table.terms.tempo.is_live,
        is_rated=table.terms.is_rated,
        moves=moves,
        scores=tuple(position.scores),
        teams=tuple(tuple(team) for team in position.ruleset.teams),
        seats=tuple(
            FiledSeat(
                person=seat.person or "",
                rank=ranks[seat.seat],
                level=seat.level if seat.kind == "computer" else None,
                number=None if standing is None else standing.number,
                after=None if standing is None else standing.after,
            )
            for seat, standing in zip(seats, table.standings, strict=True)
        ),
    )


def close(
    transaction: Transaction, game: str, position: cw.Position, moves: int, table: Table, seats: Sequence[Seat]
) -> dict[str, Any]:
    """Rate a table that has ended, if it is rated, and file it, if it is public; the columns that follow."""
    columns: dict[str, Any] = {}
    if table.terms.is_rated:
        table = rate(transaction, rated_game(game, position.ruleset, table, seats, position.ranks), table)
        columns = table.columns
    if table.terms.is_public:
        file_game(transaction, filed_game(game, position, moves, table, seats, position.ranks))
    return columns

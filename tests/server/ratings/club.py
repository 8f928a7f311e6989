"""A club: people who play rated games on a database, without boards, for the tests of ratings."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.ratings.results import RatedGame, RatedSeat, RatingChange, record_result
from cornerwise.server.store.tables import GameRow, PersonRow, RatingRow, ResultSeatRow, now

NOON = 1_795_000_000_000  # a Wednesday of November 2026
DAY = 24 * 3600 * 1000


class Club:
    """People with names, on a database of their own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.games = 0

    def join(self, *names: str, kind: str = "account", country: str | None = None) -> None:
        """Let people in; their ids are their names."""
        with Transaction(self.engine) as transaction, transaction.begin():
            for name in names:
                transaction.add(
                    PersonRow(
                        id=name,
                        kind=kind,
                        name=name,
                        name_key=name.lower(),
                        country=country,
                        made=NOON,
                        seen=NOON,
                        suspended_until=None,
                        is_moderator=False,
                        deleted=None,
                    )
                )

    def play(
        self, ruleset: str, players: Sequence[str | int], ranks: Sequence[int], ended: int = NOON, is_live: bool = True
    ) -> list[RatingChange]:
        """A rated game, told by its end; a player who is a number is the computer of that level."""
        with Transaction(self.engine) as transaction, transaction.begin():
            return record_result(transaction, self.end(transaction, ruleset, players, ranks, ended, is_live))

    def end(
        self,
        transaction: Transaction,
        ruleset: str,
        players: Sequence[str | int],
        ranks: Sequence[int],
        ended: int = NOON,
        is_live: bool = True,
    ) -> RatedGame:
        """A game that has ended, in the store but not rated yet."""
        self.games += 1
        game = f"game-{self.games:05}"
        row = {"options": {}, "seed": "", "hash": "", "ply": 0, "is_paused": False, "opened": now(), "played": now()}
        transaction.add(GameRow(id=game, ruleset=ruleset, **row))
        transaction.flush()
        team_of = {seat: number for number, team in enumerate(cw.ruleset(ruleset).teams) for seat in team}
        seats = tuple(
            RatedSeat(f"computer-{player}" if isinstance(player, int) else player, team_of[seat], rank, level)
            for seat, (player, rank) in enumerate(zip(players, ranks, strict=True))
            for level in [player if isinstance(player, int) else None]
        )
        return RatedGame(game, ruleset, is_live, ended, seats)

    def ratings(self) -> dict[tuple[str, str], tuple[object, ...]]:
        """Everything that follows from the results, to be compared bit by bit."""
        with Transaction(self.engine) as transaction:
            rows = transaction.scalars(select(RatingRow).order_by(RatingRow.ladder, RatingRow.person))
            return {
                (row.ladder, row.person): (
                    row.mu.hex(),
                    row.sigma.hex(),
                    row.games,
                    None if row.peak is None else row.peak.hex(),
                    row.updated,
                    row.bound.hex(),
                    row.week,
                    row.past_bound,
                )
                for row in rows
            }

    def seats(self) -> list[tuple[object, ...]]:
        """Every seat of every result, with its ratings."""
        columns = ResultSeatRow.__table__.columns
        with Transaction(self.engine) as transaction:
            found = transaction.execute(select(*columns).order_by(*columns[:3])).all()
        return [tuple(value.hex() if isinstance(value, float) else value for value in row) for row in found]

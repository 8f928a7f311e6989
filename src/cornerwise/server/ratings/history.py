"""A person's history on a ladder: how the rating went, and the best results."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.orm import aliased

from cornerwise.server.ratings.rating import Rating
from cornerwise.server.store.tables import GameRow, PersonRow, ResultRow, ResultSeatRow

POINTS = 200
BEST = 5


@dataclass(frozen=True)
class Point:
    """A rating after the game that ended at a time."""

    ended: int
    rating: Rating


@dataclass(frozen=True)
class Opponent:
    """Somebody else in a game, at the rating they had."""

    person: PersonRow
    mu: float


@dataclass(frozen=True)
class Win:
    """A game somebody won, and against whom; `game` is None where it is private or hidden."""

    game: str | None
    ended: int
    opponents: tuple[Opponent, ...]


def points(transaction: Transaction, ladder: str, person: str, most: int = POINTS) -> list[Point]:
    """A person's ratings in order; of very many only so many, evenly picked, the last one always."""
    counted = (
        select(
            ResultRow.ended,
            ResultSeatRow.mu_after,
            ResultSeatRow.sigma_after,
            func.row_number().over(order_by=ResultSeatRow.seq).label("number"),
            func.count().over().label("games"),
        )
        .join(ResultRow, and_(ResultRow.ladder == ResultSeatRow.ladder, ResultRow.seq == ResultSeatRow.seq))
        .where(ResultSeatRow.person == person, ResultSeatRow.ladder == ladder, ResultRow.annulled.is_(None))
        .subquery()
    )
    stride = (counted.c.games + most - 1) // most
    picked = select(counted).where((counted.c.games - counted.c.number) % stride == 0).order_by(counted.c.number)
    return [Point(row.ended, Rating(row.mu_after, row.sigma_after, row.number)) for row in transaction.execute(picked)]


def best_results(transaction: Transaction, ladder: str, person: str, most: int = BEST) -> list[Win]:
    """The games a person won against the strongest opponents, by the mean of what these had then."""
    mine, other = aliased(ResultSeatRow), aliased(ResultSeatRow)
    wins = transaction.execute(
        select(mine.seq, ResultRow.game, ResultRow.ended, GameRow.is_public)
        .join(ResultRow, and_(ResultRow.ladder == mine.ladder, ResultRow.seq == mine.seq))
        .join(GameRow, GameRow.id == ResultRow.game)
        .join(other, and_(other.ladder == mine.ladder, other.seq == mine.seq, other.team != mine.team))
        .where(mine.person == person, mine.ladder == ladder, ResultRow.annulled.is_(None))
        .group_by(mine.seq, mine.rank, ResultRow.game, ResultRow.ended, GameRow.is_public)
        .having(func.min(other.rank) > mine.rank)
        .order_by(func.avg(other.mu).desc(), mine.seq.desc())
        .limit(most)
    ).all()
    opponents: dict[int, list[Opponent]] = defaultdict(list)
    for row in transaction.execute(
        select(other.seq, other.mu, PersonRow)
        .join(mine, and_(mine.ladder == other.ladder, mine.seq == other.seq, mine.person == person))
        .join(PersonRow, PersonRow.id == other.person)
        .where(other.ladder == ladder, other.seq.in_([win.seq for win in wins]), other.team != mine.team)
        .order_by(other.seat)
    ):
        opponents[row.seq].append(Opponent(row.PersonRow, row.mu))
    return [Win(win.game if win.is_public else None, win.ended, tuple(opponents[win.seq])) for win in wins]

"""Results: what rated games end with, recorded in order, and the ratings that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.ratings.ladder import Ladder, ladder_of
from cornerwise.server.ratings.rating import Rating, fixed, rate
from cornerwise.server.ratings.repetition import is_repetition
from cornerwise.server.ratings.standings import enter, leave, week_of
from cornerwise.server.store.tables import LadderRow, PersonRow, RatingRow, ResultRow, ResultSeatRow


@dataclass(frozen=True)
class RatedSeat:
    """Who sat on a seat and where they ended; `level` is that of a computer."""

    person: str
    team: int
    rank: int
    level: int | None = None


class Placed(Protocol):
    """What rating a game needs to know of a seat."""

    @property
    def team(self) -> int:
        """The number of its team."""

    @property
    def rank(self) -> int:
        """Where it ended; 1 is best."""


@dataclass(frozen=True)
class RatedGame:
    """A rated game that has ended; seats in order, `ended` in milliseconds UTC."""

    id: str
    ruleset: str
    is_live: bool
    ended: int
    seats: tuple[RatedSeat, ...]


@dataclass(frozen=True)
class RatingChange:
    """What a game did to somebody's rating."""

    ladder: str
    person: str
    before: Rating
    after: Rating


def check_rated(ruleset: str, is_live: bool, persons: Sequence[str], levels: Iterable[int] = ()) -> Ladder:
    """The ladder a game counts on, or one sentence why it cannot be rated."""
    ladder = ladder_of(ruleset, is_live)
    if ladder is None:
        raise CornerwiseError(f"There is no ladder for {ruleset!r}, so its games cannot be rated.")
    if len(set(persons)) != len(persons):
        raise CornerwiseError("One person cannot hold two seats of a rated game.")
    if not persons:
        raise CornerwiseError("A game between computers alone cannot be rated.")
    for level in levels:
        if ladder.anchor(level) is None:
            raise CornerwiseError(f"Level {level} has not been measured in this game, so it plays no rated games.")
    return ladder


def record_result(transaction: Transaction, game: RatedGame) -> list[RatingChange]:
    """Keep the result of a rated game and change the ratings, in the transaction that ends it.

    A game counts once, however often it is reported. Who reports several games in one transaction does so in the order
    of their ladders, or two such transactions could wait for each other.
    """
    ladder = check_rated(
        game.ruleset,
        game.is_live,
        [seat.person for seat in game.seats if seat.level is None],
        [seat.level for seat in game.seats if seat.level is not None],
    )
    if transaction.scalar(select(ResultRow.seq).where(ResultRow.game == game.id)) is not None:
        return []
    seq = lock(transaction, ladder.key) + 1
    transaction.execute(update(LadderRow).where(LadderRow.key == ladder.key).values(seq=seq))
    rows = _rows(transaction, ladder.key, game)
    before = [
        rating_of(rows[seat.person]) if seat.level is None else fixed(ladder.anchors[seat.level - 1])
        for seat in game.seats
    ]
    counts = [_counts(transaction, ladder.key, game, seat) for seat in game.seats]
    after = settle(before, game.seats, counts)
    transaction.add(ResultRow(ladder=ladder.key, seq=seq, game=game.id, ended=game.ended, annulled=None))
    transaction.flush()
    week = week_of(game.ended)
    changes = []
    for number, (seat, old, new) in enumerate(zip(game.seats, before, after, strict=True)):
        transaction.add(
            ResultSeatRow(
                ladder=ladder.key,
                seq=seq,
                seat=number,
                person=seat.person,
                is_fixed=seat.level is not None,
                counts=counts[number],
                team=seat.team,
                rank=seat.rank,
                mu=old.mu,
                sigma=old.sigma,
                mu_after=new.mu,
                sigma_after=new.sigma,
            )
        )
        if seat.level is None:
            changes.append(RatingChange(ladder.key, seat.person, old, new))
        if seat.level is None and counts[number]:
            row = rows[seat.person]
            if row.games:
                leave(transaction, row, max(week, row.week))
            advance(row, new, game.ended)
            enter(transaction, row, row.week)
    transaction.flush()
    return changes


def _counts(transaction: Transaction, ladder: str, game: RatedGame, seat: RatedSeat) -> bool:
    """Whether a game may change the rating of somebody who played it."""
    opponents = [other.person for other in game.seats if other.level is None and other.team != seat.team]
    return seat.level is not None or not is_repetition(transaction, ladder, seat.person, opponents, game.ended)


def settle(before: Sequence[Rating], seats: Sequence[Placed], counts: Sequence[bool]) -> list[Rating]:
    """The ratings of all seats after a game; those of computers stay, and of whomever it does not count for."""
    teams = sorted({seat.team for seat in seats})
    members = {team: [number for number, seat in enumerate(seats) if seat.team == team] for team in teams}
    ranks = [min(seats[number].rank for number in members[team]) for team in teams]
    rated = rate([[before[number] for number in members[team]] for team in teams], ranks)
    after = list(before)
    for team, news in zip(teams, rated, strict=True):
        for number, new in zip(members[team], news, strict=True):
            if counts[number] and before[number].sigma > 0:  # a computer's number is known
                after[number] = new
    return after


def advance(row: RatingRow, after: Rating, ended: int) -> None:
    """Let a person's row tell the rating after one more game."""
    week = max(week_of(ended), row.week)
    if week > row.week:
        row.past_bound = row.bound if row.games else None
        row.week = week
    row.mu, row.sigma, row.games, row.bound = after.mu, after.sigma, after.games, after.bound
    row.updated = ended
    if not after.is_provisional and (row.peak is None or after.mu > row.peak):
        row.peak = after.mu


def new_row(ladder: str, person: str) -> RatingRow:
    """The row of somebody who has not played on a ladder yet."""
    start = Rating()
    return RatingRow(
        ladder=ladder,
        person=person,
        mu=start.mu,
        sigma=start.sigma,
        games=0,
        peak=None,
        updated=0,
        bound=start.bound,
        week=-1,
        past_bound=None,
        listed=None,
        country="",
    )


def lock(transaction: Transaction, ladder: str) -> int:
    """Wait until nobody else changes a ladder, and give the number of its latest result."""
    # A change that changes nothing locks the row in PostgreSQL and the file in SQLite.
    grasp = update(LadderRow).where(LadderRow.key == ladder).values(seq=LadderRow.seq)
    if transaction.execute(grasp).rowcount == 0:  # type: ignore[attr-defined]
        try:
            with transaction.begin_nested():
                transaction.execute(insert(LadderRow).values(key=ladder, seq=0))
        except IntegrityError:  # another process was the first
            transaction.execute(grasp)
    return transaction.scalars(select(LadderRow.seq).where(LadderRow.key == ladder)).one()


def relist(transaction: Transaction, person: str, now: int) -> None:
    """Let the rankings follow a person who has kept the account, moved to another country or been deleted."""
    whose = transaction.get_one(PersonRow, person)
    keys = transaction.scalars(select(RatingRow.ladder).where(RatingRow.person == person).order_by(RatingRow.ladder))
    for key in keys.all():
        lock(transaction, key)
        row = transaction.get_one(RatingRow, (key, person), populate_existing=True)
        leave(transaction, row, max(week_of(now), row.week))
        place(row, whose, now)
        enter(transaction, row, max(week_of(now), row.week))
    transaction.flush()


def place(row: RatingRow, person: PersonRow, now: int) -> None:
    """Only kept accounts are in the ranking; guests are rated all the same."""
    row.country = person.country or ""
    row.listed = (row.listed or now) if person.kind == "account" and person.deleted is None else None


def rating_of(row: RatingRow) -> Rating:
    """A row as a rating."""
    return Rating(row.mu, row.sigma, row.games)


def _rows(transaction: Transaction, ladder: str, game: RatedGame) -> dict[str, RatingRow]:
    """The rows of everybody in a game who is no computer, newcomers' made."""
    persons = [seat.person for seat in game.seats if seat.level is None]
    found = transaction.scalars(
        select(RatingRow)
        .where(RatingRow.ladder == ladder, RatingRow.person.in_(persons))
        .execution_options(populate_existing=True)
    )
    rows = {row.person: row for row in found}
    for person in persons:
        if person not in rows:
            rows[person] = new_row(ladder, person)
            place(rows[person], transaction.get_one(PersonRow, person), game.ended)
            transaction.add(rows[person])
    return rows

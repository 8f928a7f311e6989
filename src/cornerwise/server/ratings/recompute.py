"""Recomputing: ratings from the results alone, equal to the last bit, without those a moderator has annulled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import delete, inspect, select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.ratings.ladder import ladder, ladders
from cornerwise.server.ratings.rating import Rating, fixed
from cornerwise.server.ratings.results import advance, lock, new_row, place, rating_of, settle
from cornerwise.server.ratings.standings import rebuild, week_of
from cornerwise.server.store.database import connect
from cornerwise.server.store.tables import PersonRow, RatingRow, ResultRow, ResultSeatRow, milliseconds

BATCH = 2000
KEPT = [column.key for column in inspect(RatingRow).columns if column.key not in ("listed", "country")]


@dataclass
class Recount:
    """What recomputing a ladder came to."""

    ladder: str
    results: int = 0
    changed: set[str] = field(default_factory=set)  # persons whose ratings are not what they were
    people: int = 0


def recompute_all(url: str, only: str | None = None, is_trial: bool = False) -> Iterator[Recount]:
    """Compute the ratings in a database anew, ladder by ladder; a trial changes nothing."""
    keys = [ladder(only).key] if only is not None else [each.key for each in ladders()]
    engine = connect(url)
    for key in keys:
        with Transaction(engine.execution_options(writes=True)) as transaction:
            yield recompute(transaction, key, milliseconds())
            if is_trial:
                transaction.rollback()
            else:
                transaction.commit()
    engine.dispose()


def annul(transaction: Transaction, game: str, now: int) -> Recount:
    """Strike out the result of a game and recompute what followed it."""
    result = transaction.scalar(select(ResultRow).where(ResultRow.game == game))
    if result is None:
        raise CornerwiseError(f"The game {game[:40]!r} has no rated result.")
    lock(transaction, result.ladder)
    if result.annulled is None:
        result.annulled = now
    transaction.flush()
    return recompute(transaction, result.ladder, now, result.seq, is_trusting=True)


def recompute(transaction: Transaction, key: str, now: int, first: int = 1, is_trusting: bool = False) -> Recount:
    """Compute the ratings of a ladder anew from its results, beginning with number `first`.

    What followed from the same ratings before may be trusted to follow again: an annulled game touches few at first.
    """
    transaction.flush()
    lock(transaction, key)
    recount = Recount(key)
    rows: dict[str, RatingRow] = {}
    corrections: list[dict[str, object]] = []
    for result, seats in _results(transaction, key, first):
        for seat in seats:
            if not seat.is_fixed and seat.person not in rows:
                rows[seat.person] = _before(transaction, key, seat.person, first)
        if result.annulled is not None:
            continue
        recount.results += 1
        before = [fixed(seat.mu) if seat.is_fixed else rating_of(rows[seat.person]) for seat in seats]
        if is_trusting and all(
            (old.mu, old.sigma) == (seat.mu, seat.sigma) for seat, old in zip(seats, before, strict=True)
        ):
            after = [
                Rating(seat.mu_after, seat.sigma_after, old.games + 1) for seat, old in zip(seats, before, strict=True)
            ]
        else:
            after = settle(before, seats, [seat.counts for seat in seats])
        for seat, old, new in zip(seats, before, after, strict=True):
            if not seat.is_fixed and seat.counts:
                advance(rows[seat.person], new, result.ended)
            figures = (old.mu, old.sigma, new.mu, new.sigma)
            if figures != (seat.mu, seat.sigma, seat.mu_after, seat.sigma_after):
                names = ("mu", "sigma", "mu_after", "sigma_after")
                which = {"ladder": key, "seq": seat.seq, "seat": seat.seat}
                corrections.append(which | dict(zip(names, figures, strict=True)))
    if corrections:
        transaction.execute(update(ResultSeatRow), corrections)
    _keep(transaction, recount, rows, now, everybody=first == 1)
    rebuild(transaction, key, week_of(now))
    transaction.expire_all()
    return recount


def _results(transaction: Transaction, key: str, first: int) -> Iterator[tuple[Any, list[Any]]]:
    """The results of a ladder in order, with their seats; read in batches, so that a million fit."""
    last = first - 1
    while True:
        results = transaction.execute(
            select(ResultRow.seq, ResultRow.ended, ResultRow.annulled)
            .where(ResultRow.ladder == key, ResultRow.seq > last)
            .order_by(ResultRow.seq)
            .limit(BATCH)
        ).all()
        if not results:
            return
        found = transaction.execute(
            select(*inspect(ResultSeatRow).columns)
            .where(ResultSeatRow.ladder == key, ResultSeatRow.seq > last, ResultSeatRow.seq <= results[-1].seq)
            .order_by(ResultSeatRow.seq, ResultSeatRow.seat)
        )
        seats = {seq: list(group) for seq, group in groupby(found, attrgetter("seq"))}
        for result in results:
            yield result, seats[result.seq]
        last = results[-1].seq


def _before(transaction: Transaction, key: str, person: str, first: int) -> RatingRow:
    """A person's row as it was before the result number `first`, which is not in the session."""
    row = new_row(key, person)
    if first == 1:
        return row
    earlier = transaction.execute(
        select(ResultSeatRow.mu_after, ResultSeatRow.sigma_after, ResultRow.ended)
        .join(ResultRow, (ResultRow.ladder == ResultSeatRow.ladder) & (ResultRow.seq == ResultSeatRow.seq))
        .where(ResultSeatRow.person == person, ResultSeatRow.ladder == key, ResultSeatRow.seq < first)
        .where(ResultRow.annulled.is_(None), ResultSeatRow.counts)
        .order_by(ResultSeatRow.seq)
    )
    for mu, sigma, ended in earlier:
        advance(row, Rating(mu, sigma, row.games + 1), ended)
    return row


def _keep(transaction: Transaction, recount: Recount, rows: dict[str, RatingRow], now: int, everybody: bool) -> None:
    """Write the rows that differ from what the database holds, and take away those without a game."""
    updates = []
    gone = {person for person, row in rows.items() if row.games == 0}
    held = select(*(getattr(RatingRow, name) for name in KEPT)).where(RatingRow.ladder == recount.ladder)
    present = set()
    for old in transaction.execute(held.execution_options(yield_per=BATCH)):
        present.add(old.person)
        row = rows.get(old.person)
        if row is None:
            if everybody:
                gone.add(old.person)
            continue
        values = {name: getattr(row, name) for name in KEPT}
        if row.games and values != old._asdict():
            recount.changed.add(old.person)
            updates.append(values)
    if updates:
        transaction.execute(update(RatingRow), updates)
    for person in sorted(gone & present):
        recount.changed.add(person)
        transaction.execute(delete(RatingRow).where(RatingRow.ladder == recount.ladder, RatingRow.person == person))
    missing = rows.keys() - present - gone
    if missing:
        recount.changed |= missing
        for person in sorted(missing):
            place(rows[person], transaction.get_one(PersonRow, person), now)
            transaction.add(rows[person])
        transaction.flush()
    recount.people = len(present | missing) - len(gone & present)

"""Standings: how many people of a ranking stand on every step, kept up to date with every change of a rating."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import case, delete, insert, select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import RatingRow, StandingRow

WORLD = "*"
WEEK = 7 * 24 * 3600 * 1000
STEPS = 10  # of a point: so few stand on one that they can be counted
MONDAY = 4 * 24 * 3600 * 1000  # the first one of 1970


def week_of(time: int) -> int:
    """The number of the week in which a time (milliseconds UTC) lies; weeks begin on Monday."""
    return (time - MONDAY) // WEEK


def beginning(week: int) -> int:
    """When a week begins, in milliseconds UTC."""
    return week * WEEK + MONDAY


def step(bound: float) -> int:
    """The step on which a cautious bound stands."""
    return math.floor(bound * STEPS)


def top(at: int) -> float:
    """Where the next step begins."""
    return (at + 1) / STEPS


def bound_before(row: Any, week: int) -> float | None:
    """The bound a row had when a week began, not before its own; None who was not in the ranking then."""
    if row.listed is None or row.listed >= beginning(week):
        return None
    bound: float | None = row.bound if row.week < week else row.past_bound
    return bound


def enter(transaction: Transaction, row: RatingRow, week: int) -> None:
    """Count somebody in, if in the ranking."""
    _count(transaction, row, week, +1)


def leave(transaction: Transaction, row: RatingRow, week: int) -> None:
    """Count somebody out, if in the ranking: before anything of the row is changed."""
    _count(transaction, row, week, -1)


def rebuild(transaction: Transaction, ladder: str, week: int) -> None:
    """Count everybody of a ladder anew."""
    now: Counter[tuple[str, int]] = Counter()
    past: Counter[tuple[str, int]] = Counter()
    columns = (RatingRow.bound, RatingRow.week, RatingRow.past_bound, RatingRow.listed, RatingRow.country)
    listed = select(*columns).where(RatingRow.ladder == ladder, RatingRow.listed.is_not(None))
    for row in transaction.execute(listed.execution_options(yield_per=5000)):
        before = bound_before(row, week)
        for country in _lists(row):
            now[country, step(row.bound)] += 1
            if before is not None:
                past[country, step(before)] += 1
    transaction.execute(delete(StandingRow).where(StandingRow.ladder == ladder))
    rows = [
        {
            "ladder": ladder,
            "country": country,
            "step": at,
            "people": now[country, at],
            "week": week,
            "past_people": past[country, at],
        }
        for country, at in sorted(now.keys() | past.keys())
    ]
    if rows:
        transaction.execute(insert(StandingRow), rows)


def _lists(row: Any) -> Iterator[str]:
    """The lists somebody is in."""
    yield WORLD
    if row.country:
        yield row.country


def _count(transaction: Transaction, row: RatingRow, week: int, by: int) -> None:
    if row.listed is None:
        return
    before = bound_before(row, week)
    for country in _lists(row):
        _add(transaction, row.ladder, country, step(row.bound), week, by, 0)
        if before is not None:
            _add(transaction, row.ladder, country, step(before), week, 0, by)


def _add(transaction: Transaction, ladder: str, country: str, at: int, week: int, people: int, past: int) -> None:
    """Add to a step; the first change of a week keeps what it held when the week began."""
    held = case((StandingRow.week < week, StandingRow.people), else_=StandingRow.past_people)
    found = transaction.execute(
        update(StandingRow)
        .where(StandingRow.ladder == ladder, StandingRow.country == country, StandingRow.step == at)
        .values(people=StandingRow.people + people, week=week, past_people=held + past)
        .execution_options(synchronize_session=False)
    )
    if found.rowcount == 0:  # type: ignore[attr-defined]
        values = {"people": people, "week": week, "past_people": past}
        transaction.execute(insert(StandingRow).values(ladder=ladder, country=country, step=at, **values))

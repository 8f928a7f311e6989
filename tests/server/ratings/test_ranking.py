"""The ranking: equal to sorting and counting everybody, page by page, worldwide and by country, now and a week ago."""

from __future__ import annotations

import random

import pytest
from club import DAY, NOON, Club
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.ratings.ranking import Cursor, Place, Ranking, parse_cursor
from cornerwise.server.ratings.recompute import annul, recompute
from cornerwise.server.ratings.results import relist
from cornerwise.server.ratings.standings import WEEK, beginning, bound_before, week_of
from cornerwise.server.store.tables import PersonRow, RatingRow

COUNTRIES = ("CH", "FR", None)


def test_a_week_begins_on_monday() -> None:
    monday = 1_794_787_200_000  # 2026-11-16 00:00 UTC
    assert week_of(monday) == week_of(monday + WEEK - 1) == week_of(monday - 1) + 1
    assert beginning(week_of(monday)) == monday


@pytest.mark.parametrize("text", ["", "1500", "x~ann", "nan~ann"])
def test_a_cursor_that_is_none_is_told(text: str) -> None:
    assert parse_cursor(text) is None
    assert parse_cursor(str(Cursor(1234.5678, "a~b"))) == Cursor(1234.5678, "a~b")


def expected(
    transaction: Transaction, ladder: str, week: int, country: str | None
) -> list[tuple[int, str, int | None]]:
    """The ranking by sorting everybody: rank, person, places moved."""
    rows = [
        row
        for row in transaction.scalars(select(RatingRow).where(RatingRow.ladder == ladder))
        if row.listed is not None and country in (None, row.country)
    ]
    before = {row.person: bound for row in rows if (bound := bound_before(row, week)) is not None}
    then = sorted(before, key=lambda person: (before[person], person), reverse=True)
    now = sorted(rows, key=lambda row: (row.bound, row.person), reverse=True)
    return [
        (rank, row.person, then.index(row.person) + 1 - rank if row.person in before else None)
        for rank, row in enumerate(now, 1)
    ]


def shown(places: list[Place]) -> list[tuple[int, str, int | None]]:
    """Places as `expected` tells them."""
    return [(place.rank, place.person, place.moved) for place in places]


def check(club: Club, week: int) -> None:
    """Every page of every list is what sorting gives."""
    with Transaction(club.engine) as transaction:
        for country in (None, "CH", "FR", "DE"):
            ranking = Ranking(transaction, "duo-live", week, country)
            everybody = expected(transaction, "duo-live", week, country)
            assert ranking.size == len(everybody)
            cursor, pages = None, []
            while page := ranking.after(cursor, 4):
                pages += page
                cursor = Cursor(page[-1].bound, page[-1].person)
            assert shown(pages) == everybody
            for number, place in enumerate(pages):
                here = Cursor(place.bound, place.person)
                assert shown(ranking.before(here, 3)) == everybody[max(0, number - 3) : number]
                assert ranking.find(place.person) == place
                assert shown(ranking.neighbors(place.person, 2)) == everybody[max(0, number - 2) : number + 3]
            assert ranking.find("computer-3") is None and ranking.neighbors("computer-3") == []


def test_the_ranking_is_what_sorting_gives_whatever_happens(club: Club) -> None:
    rng = random.Random(5)
    names = [f"p{number:02}" for number in range(24)]
    for number, name in enumerate(names):
        club.join(name, kind="guest" if number % 6 == 5 else "account", country=COUNTRIES[number % 3])
    moment = NOON
    for number in range(90):
        moment += DAY // 8
        # Few join late; equal ratings happen because many play their first game against each other.
        one, two = rng.sample(names[: 8 + number // 4], 2)
        club.play("duo", [one, two], rng.choice([[1, 2], [1, 1]]), moment)
        if number % 15 == 7:
            with Transaction(club.engine) as transaction, transaction.begin():
                person = transaction.get_one(PersonRow, rng.choice(names))
                person.country, person.kind = rng.choice(COUNTRIES), rng.choice(["account", "account", "guest"])
                relist(transaction, person.id, moment)
        if number % 30 == 29:
            check(club, week_of(moment))
    check(club, week_of(moment) + 1)  # a new week in which nobody has played yet
    with Transaction(club.engine) as transaction, transaction.begin():
        recompute(transaction, "duo-live", moment)
    check(club, week_of(moment))
    with Transaction(club.engine) as transaction, transaction.begin():
        assert annul(transaction, "game-00085", moment).changed
    check(club, week_of(moment))


def test_guests_enter_the_ranking_when_they_keep_the_account(club: Club) -> None:
    club.join("ann", country="CH")
    club.join("bob", kind="guest", country="CH")
    club.play("duo", ["bob", "ann"], [1, 2], NOON - 2 * WEEK)
    with Transaction(club.engine) as transaction, transaction.begin():
        ranking = Ranking(transaction, "duo-live", week_of(NOON), "CH")
        assert shown(ranking.after(None)) == [(1, "ann", 0)]
        transaction.get_one(PersonRow, "bob").kind = "account"
        relist(transaction, "bob", NOON)
        assert shown(ranking.after(None)) == [(1, "bob", None), (2, "ann", -1)]
        place = ranking.find("bob")
        assert place is not None and place.rating.games == 1 and place.rating.is_provisional

"""Repetition: what the same people play again and again within a day counts no more, and recomputing knows it."""

from __future__ import annotations

from club import DAY, NOON, Club
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.ratings.recompute import annul, recompute
from cornerwise.server.ratings.repetition import MOST
from cornerwise.server.ratings.results import RatingChange

HOUR = DAY // 24


def moved(changes: list[RatingChange]) -> list[str]:
    """Whose rating a game changed."""
    return [change.person for change in changes if change.before != change.after]


def test_a_pair_counts_a_few_times_a_day(club: Club) -> None:
    club.join("ann", "bob", "cid")
    for number in range(MOST):
        assert moved(club.play("duo", ("ann", "bob"), (1, 2), NOON + number * HOUR)) == ["ann", "bob"]
    again = club.play("duo", ("ann", "bob"), (1, 2), NOON + MOST * HOUR)
    assert len(again) == 2 and moved(again) == []
    assert moved(club.play("duo", ("cid", "ann"), (1, 2), NOON + MOST * HOUR)) == ["cid", "ann"], "others count"
    assert moved(club.play("classic-2", ("ann", "bob"), (1, 2), NOON + MOST * HOUR)) == ["ann", "bob"], (
        "other games too"
    )
    assert moved(club.play("duo", ("bob", "ann"), (1, 2), NOON + DAY)) == ["bob", "ann"], "the first is a day ago"
    assert moved(club.play("duo", ("bob", "ann"), (1, 2), NOON + DAY)) == [], "and was replaced"


def test_a_table_with_somebody_met_often_does_not_count(club: Club) -> None:
    club.join("ann", "bob", "cid", "dan")
    for _ in range(MOST):
        club.play("classic-4", ("ann", "bob", 3, 4), (1, 2, 3, 4))
    assert moved(club.play("classic-4", ("ann", "bob", "cid", "dan"), (1, 2, 3, 4))) == ["cid", "dan"]


def test_all_guests_are_one_opponent_of_an_account(club: Club) -> None:
    guests = [f"guest-{number}" for number in range(MOST + 2)]
    club.join("ann")
    club.join(*guests, kind="guest")
    for guest in guests[:MOST]:
        assert moved(club.play("duo", ("ann", guest), (1, 2))) == ["ann", guest]
    for guest in guests[MOST:]:
        assert moved(club.play("duo", (guest, "ann"), (1, 2))) == [guest], "it counts for the newcomer"
    for guest in guests[1:]:
        assert moved(club.play("duo", (guests[0], guest), (1, 2))) == [guests[0], guest], "guests meet each other"


def test_what_did_not_count_is_kept_and_recomputed(club: Club) -> None:
    club.join("ann", "bob", "cid")
    for number in range(2 * MOST):
        club.play("duo", ("ann", "bob"), (1 + number % 2, 2 - number % 2), NOON + number)
        club.play("duo", ("bob", "cid"), (2, 1), NOON + number * DAY)
    ratings, seats = club.ratings(), club.seats()
    with Transaction(club.engine) as transaction, transaction.begin():
        assert recompute(transaction, "duo-live", NOON).changed == set()
        assert recompute(transaction, "duo-live", NOON, first=MOST).changed == set()
    assert (club.ratings(), club.seats()) == (ratings, seats)
    with Transaction(club.engine) as transaction, transaction.begin():
        assert annul(transaction, "game-00001", NOON).changed >= {"ann", "bob"}
    changed = club.ratings()
    assert changed != ratings
    with Transaction(club.engine) as transaction, transaction.begin():
        assert recompute(transaction, "duo-live", NOON).changed == set(), "what counted is not decided anew"
    assert club.ratings() == changed

"""Results of rated games: kept in order, once each, with the ratings that follow, in SQLite and PostgreSQL."""

from __future__ import annotations

import random
import threading

import pytest
from club import DAY, NOON, Club
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.ratings.history import points
from cornerwise.server.ratings.rating import Rating
from cornerwise.server.ratings.recompute import annul, recompute
from cornerwise.server.ratings.results import check_rated, record_result, relist
from cornerwise.server.store.tables import LadderRow, PersonRow, RatingRow, ResultRow, ResultSeatRow

#: Rulesets with two, three and four seats and with teams; those of one family share a ladder.
RULESETS = ("duo", "classic-4", "classic-3", "classic-teams", "classic-2", "dice-3", "3d-tower-4")


def season(club: Club, games: int, seed: int = 1) -> None:
    """People and computers play all kinds of games, with ties."""
    rng = random.Random(seed)
    names = [f"p{number}" for number in range(12)]
    club.join(*names[:8], country="CH")
    club.join(*names[8:], kind="guest")
    for number in range(games):
        ruleset = rng.choice(RULESETS)
        count = {"duo": 2, "classic-2": 2, "classic-3": 3, "dice-3": 3}.get(ruleset, 4)
        players: list[str | int] = list(rng.sample(names, count))
        if rng.random() < 0.3:
            players[rng.randrange(count)] = rng.randint(1, 5)
        ranks = [rng.randint(1, count) for _ in range(count)]
        if ruleset == "classic-teams":
            ranks = [ranks[0], ranks[1], ranks[0], ranks[1]]
        club.play(ruleset, players, ranks, NOON + number * DAY // 3, is_live=rng.random() < 0.8)


def test_the_winner_gains_and_the_result_is_kept(club: Club) -> None:
    club.join("ann", "bob")
    changes = club.play("duo", ["ann", "bob"], [1, 2])
    assert [(change.person, change.before) for change in changes] == [("ann", Rating()), ("bob", Rating())]
    assert changes[0].after.mu > 1500 > changes[1].after.mu
    with Transaction(club.engine) as transaction:
        row = transaction.get_one(RatingRow, ("duo-live", "ann"))
        assert (row.mu, row.sigma, row.games) == (changes[0].after.mu, changes[0].after.sigma, 1)
        assert row.bound == changes[0].after.bound
        result = transaction.scalars(select(ResultRow)).one()
        assert (result.ladder, result.seq, result.ended) == ("duo-live", 1, NOON)


def test_a_game_counts_once(club: Club) -> None:
    club.join("ann", "bob")
    with Transaction(club.engine) as transaction, transaction.begin():
        game = club.end(transaction, "duo", ["ann", "bob"], [1, 2])
        assert len(record_result(transaction, game)) == 2
        assert record_result(transaction, game) == []
    before = club.ratings()
    with Transaction(club.engine) as transaction, transaction.begin():
        assert record_result(transaction, game) == []
    assert club.ratings() == before


def test_a_transaction_that_fails_leaves_nothing(club: Club) -> None:
    club.join("ann", "bob")
    with Transaction(club.engine) as transaction:
        record_result(transaction, club.end(transaction, "duo", ["ann", "bob"], [1, 2]))
        transaction.rollback()
    assert club.ratings() == {} and club.seats() == []


def test_a_computer_keeps_its_number(club: Club) -> None:
    club.join("ann")
    changes = club.play("duo", ["ann", 3], [1, 2])
    assert [change.person for change in changes] == ["ann"]
    with Transaction(club.engine) as transaction:
        seat = transaction.scalars(select(ResultSeatRow).where(ResultSeatRow.person == "computer-3")).one()
        assert seat.is_fixed and seat.mu == seat.mu_after == 1289
        assert transaction.scalars(select(func.count()).select_from(RatingRow)).one() == 1


def test_three_seats_and_teams_are_rated_on_the_ladder_of_classic(club: Club) -> None:
    club.join("ann", "bob", "cem", "dan")
    third = club.play("classic-3", ["ann", "bob", "cem"], [1, 1, 3])
    assert [change.ladder for change in third] == ["classic-live"] * 3
    assert third[0].after.mu == pytest.approx(third[1].after.mu) and third[2].after.mu < 1500
    teams = club.play("classic-teams", ["ann", "bob", "cem", "dan"], [2, 1, 2, 1])
    gains = {change.person: change.after.mu - change.before.mu for change in teams}
    assert gains["bob"] > 0 and gains["dan"] > 0 and gains["ann"] < 0 and gains["cem"] < 0
    slow = club.play("classic-4", ["ann", "bob", "cem", "dan"], [1, 2, 3, 4], is_live=False)
    assert [change.ladder for change in slow] == ["classic-turns"] * 4


@pytest.mark.parametrize(
    ("ruleset", "persons", "levels", "sentence"),
    [
        ("duo", ["ann", "ann"], [], "One person cannot hold two seats"),
        ("duo", [], [1, 2], "computers alone"),
        ("own", ["ann", "bob"], [], "no ladder for 'own'"),
        ("dice-2", ["ann"], [10], "Level 10 has not been measured"),
    ],
)
def test_what_cannot_be_rated_is_said_in_a_sentence(
    ruleset: str, persons: list[str], levels: list[int], sentence: str
) -> None:
    with pytest.raises(CornerwiseError, match=sentence):
        check_rated(ruleset, True, persons, levels)


def test_games_that_end_at_once_get_numbers_of_their_own(club: Club) -> None:
    names = [f"p{number}" for number in range(8)]
    club.join(*names)
    with Transaction(club.engine) as transaction, transaction.begin():
        games = [
            club.end(transaction, "duo", [names[one % 8], names[(one + 1 + one // 8) % 8]], [1, 2]) for one in range(40)
        ]
    failures = []

    def work(part: int) -> None:
        for game in games[part::4]:
            try:
                with Transaction(club.engine.execution_options(writes=True)) as transaction, transaction.begin():
                    assert len(record_result(transaction, game)) == 2
            except Exception as error:
                failures.append(error)

    threads = [threading.Thread(target=work, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with Transaction(club.engine) as transaction:
        assert transaction.scalars(select(ResultRow.seq).order_by(ResultRow.seq)).all() == list(range(1, 41))
        assert transaction.get_one(LadderRow, "duo-live").seq == 40
        assert sum(transaction.scalars(select(RatingRow.games))) == 80
    before = club.ratings()
    with Transaction(club.engine) as transaction, transaction.begin():
        assert recompute(transaction, "duo-live", NOON).changed == set()
    assert club.ratings() == before


def test_recomputing_gives_the_same_bits(club: Club) -> None:
    season(club, 150)
    ratings, seats = club.ratings(), club.seats()
    assert len(ratings) > 40
    with Transaction(club.engine) as transaction, transaction.begin():
        keys = transaction.scalars(select(LadderRow.key).order_by(LadderRow.key)).all()
        recounts = [recompute(transaction, key, NOON) for key in keys]
    assert sum(recount.results for recount in recounts) == 150
    assert all(recount.changed == set() for recount in recounts)
    assert club.ratings() == ratings and club.seats() == seats

    # From the results alone: whatever the ratings say, and from the middle too.
    with Transaction(club.engine) as transaction, transaction.begin():
        transaction.execute(update(RatingRow).values(mu=0.0, sigma=1.0, games=3))
        transaction.execute(update(ResultSeatRow).where(~ResultSeatRow.is_fixed).values(mu=9.0, sigma_after=2.0))
        for row in transaction.scalars(select(RatingRow).where(RatingRow.person == "p3")):
            transaction.delete(row)
    with Transaction(club.engine) as transaction, transaction.begin():
        assert all(recompute(transaction, key, NOON).changed for key in keys)
    assert club.ratings() == ratings and club.seats() == seats
    with Transaction(club.engine) as transaction, transaction.begin():
        assert all(recompute(transaction, key, NOON, first=7).changed == set() for key in keys)
    assert club.ratings() == ratings and club.seats() == seats


def test_an_annulled_result_never_was(club: Club) -> None:
    """Ratings after annulling are those of a club where the game was not played."""
    club.join("ann", "bob", "cem", "eve")
    club.play("duo", ["ann", "bob"], [1, 2])
    before = club.ratings()
    club.play("duo", ["eve", "ann"], [1, 2])  # game-00002, to be annulled
    with Transaction(club.engine) as transaction, transaction.begin():
        recount = annul(transaction, "game-00002", NOON)
    assert recount.changed == {"ann", "eve"}
    assert club.ratings() == before, "eve has never played, and ann is where she was"
    club.play("duo", ["bob", "cem"], [1, 2])
    club.play("duo", ["cem", "ann"], [1, 1])
    with_three = club.ratings()
    with Transaction(club.engine) as transaction, transaction.begin():
        assert annul(transaction, "game-00002", NOON).changed == set()
    assert club.ratings() == with_three
    with Transaction(club.engine) as transaction, transaction.begin():
        assert annul(transaction, "game-00001", NOON).changed == {"ann", "bob", "cem"}
        assert transaction.get_one(RatingRow, ("duo-live", "ann")).games == 1
        with pytest.raises(CornerwiseError, match="'nothing' has no rated result"):
            annul(transaction, "nothing", NOON)


def test_a_deleted_person_leaves_the_ranking_but_not_the_results(club: Club) -> None:
    club.join("ann", "bob", country="CH")
    club.play("duo", ["ann", "bob"], [1, 2])
    before = club.ratings()
    with Transaction(club.engine) as transaction, transaction.begin():
        person = transaction.get_one(PersonRow, "ann")
        person.name, person.name_key, person.country, person.deleted = "", None, None, NOON
        relist(transaction, "ann", NOON)
    with Transaction(club.engine) as transaction, transaction.begin():
        assert transaction.get_one(RatingRow, ("duo-live", "ann")).listed is None
        assert recompute(transaction, "duo-live", NOON).changed == set()
    assert club.ratings() == before


def test_a_long_history_is_thinned_for_a_plot(club: Club) -> None:
    club.join("ann", "bob")
    for number in range(25):
        club.play("duo", ["ann", "bob"], [1, 2], NOON + number)
    with Transaction(club.engine) as transaction:
        assert [point.ended - NOON for point in points(transaction, "duo-live", "ann", most=10)] == [*range(0, 25, 3)]
        assert len(points(transaction, "duo-live", "ann", most=25)) == 25
        row = transaction.get_one(RatingRow, ("duo-live", "ann"))
        assert points(transaction, "duo-live", "ann")[-1].rating == Rating(row.mu, row.sigma, 25)

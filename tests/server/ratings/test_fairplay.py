"""The fair-play report: figures with their uncertainty, on SQLite and on PostgreSQL."""

from __future__ import annotations

import pytest
from club import Club
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.lobby.fairplay import Choices, judge, pairings, rated_games, wilson
from cornerwise.server.play.session.log import Log
from cornerwise.server.store.games import Entry


def test_the_interval_is_wide_where_little_is_known() -> None:
    assert wilson(0, 10)[1] == 0.0 and wilson(10, 10)[2] == 1.0
    narrow, wide = wilson(50, 100), wilson(5, 10)
    assert narrow[0] == wide[0] == 0.5 and wide[1] < narrow[1] < 0.5 < narrow[2] < wide[2]
    assert wilson(5, 10)[1:] == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_choices_are_counted_per_person() -> None:
    """The first seat always plays the first legal move, the second the last; the "engine" prefers the first."""
    log = Log(cw.start("duo"))
    for number in range(16):
        ids = log.position.legal_ids
        move = log.position.ruleset.move(int(ids[0] if number % 2 == 0 else ids[-1]))
        log.replay(Entry(number + 1, number, "move", str(move), spent=1000 * (number + 1)))
    own, others = Choices(), Choices()

    def first(position: cw.Position) -> cw.Move:
        return position.ruleset.move(int(position.legal_ids[0]))

    judge(log, 0, [], first, own, others)
    assert (own.agreed, own.judged) == (6, 6), "the first two are known by heart"
    assert (others.agreed, others.judged) == (0, 6)
    assert own.spent == [1000 * number for number in range(1, 17, 2)]
    assert own.times is not None and own.times[1] == 8.0
    again = Choices()
    judge(log, 0, [1], first, own, again)
    assert again.judged == 0 and again.spent == [], "computers are nobody's business"
    assert Choices().agreement is None and Choices().times is None


def test_who_was_met_how_often(club: Club) -> None:
    club.join("ann", "bob", "cid")
    for number in range(3):
        club.play("duo", ("ann", "bob"), (1, 2), ended=number)
    club.play("duo", ("cid", "ann"), (1, 2), ended=9)
    club.play("duo", ("ann", 3), (1, 2), ended=10)
    with Transaction(club.engine) as transaction:
        assert [(each.name, each.games, each.won) for each in pairings(transaction, "ann")] == [
            ("bob", 3, 3),
            ("cid", 1, 0),
        ]
        assert [seat for _, seat in rated_games(transaction, "ann", 2)] == [0, 1], "the latest"
        assert rated_games(transaction, "eve", 2) == []

"""Clocks: time is neither made nor lost, lag is forgiven within a quota, computers are never timed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from cornerwise.server.play.table.clock import GRACE, QUOTA, REGAIN, Clock
from cornerwise.server.play.table.tempos import presets
from cornerwise.server.wire.terms import DAY, Tempo, Terms

FISCHER = Tempo(kind="fischer", initial=60_000, increment=2_000)
PER_MOVE = Tempo(kind="move", initial=30_000, increment=0)
DAYS = Tempo(kind="days", initial=DAY, increment=0)
tempos = st.sampled_from([FISCHER, PER_MOVE, DAYS, *presets(4).values()])
turns = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 90_000), st.integers(-5, 9_000), st.booleans()), max_size=60
)


@given(tempos, turns)
def test_time_is_neither_made_nor_lost(tempo: Tempo, turns: list[tuple[int, int, int, bool]]) -> None:
    clock, now = Clock.start(tempo, 4), 1_000_000
    spent, moves = [0] * 4, [0] * 4
    for seat, passed, lag, is_move in turns:
        clock = clock.run(seat, now)
        before = clock.left[seat]
        now += passed
        assert clock.deadline is not None
        if is_out := clock.is_out(now):
            assert clock.left_at(seat, now) == 0
        clock, thought = clock.stop(now, lag, is_move)
        assert clock.seat is None
        assert clock.deadline is None
        assert 0 <= passed - thought <= QUOTA
        assert min(clock.left) >= 0
        spent[seat] += thought
        moves[seat] += is_move
        if not is_out and is_move and tempo.kind == "fischer":
            assert clock.left[seat] == max(0, before - thought) + tempo.increment
        elif is_move and tempo.kind != "fischer":
            assert clock.left[seat] == tempo.initial
        else:
            assert clock.left[seat] == max(0, before - thought) + (tempo.increment if is_move else 0)
        if is_out:
            return
    if tempo.kind == "fischer":
        for seat in range(4):
            # Where a clock never fell to zero, the account balances to the millisecond.
            earned = tempo.initial + moves[seat] * tempo.increment
            assert clock.left[seat] >= earned - spent[seat]


@given(st.lists(st.integers(0, 5_000), max_size=40))
def test_lag_is_forgiven_within_its_quota_and_no_further(lags: list[int]) -> None:
    clock, now, forgiven = Clock.start(FISCHER, 2), 0, 0
    for lag in lags:
        clock = clock.run(0, now)
        now += 6_000
        clock, spent = clock.stop(now, lag)
        forgiven += 6_000 - spent
    assert forgiven <= QUOTA + REGAIN * len(lags)
    assert clock.quotas[0] <= QUOTA


def test_whoever_claims_no_lag_is_forgiven_none() -> None:
    clock, spent = Clock.start(FISCHER, 2).run(0, 0).stop(10_000)
    assert (spent, clock.left) == (10_000, (52_000, 60_000))


def test_a_move_taken_back_earns_nothing_and_gives_no_time_back() -> None:
    clock, now = Clock.start(FISCHER, 2), 1_000_000
    for _ in range(3):  # move, and take it back by agreement
        clock, _ = clock.run(0, now).stop(now + 4_000)
        clock = clock.run(1, now + 4_000).back([0], now + 9_000)
        now += 9_000
    assert clock.left == (60_000 - 3 * 4_000, 60_000 - 3 * 5_000) and clock.seat is None


@given(tempos, st.lists(st.integers(0, 3), max_size=8), st.integers(0, 90_000))
def test_nobody_is_out_of_time_by_agreement(tempo: Tempo, undone: list[int], passed: int) -> None:
    before = Clock.start(tempo, 4).run(0, 0)
    after = before.back(undone, passed)
    for seat in range(1, 4):
        assert 0 < after.left[seat] <= before.left[seat]
    assert after.left[0] <= before.left[0]
    if tempo.kind != "fischer":
        assert after.left == before.left, "every move has its own time"


def test_more_lag_than_time_passed_gives_nothing() -> None:
    clock, spent = Clock.start(FISCHER, 2).run(0, 0).stop(300, lag=5_000)
    assert (spent, clock.left[0]) == (0, 62_000)


def test_days_know_no_lag() -> None:
    clock, spent = Clock.start(DAYS, 2).run(0, 0).stop(9_000, lag=900)
    assert (spent, clock.quotas) == (9_000, (0, 0))
    assert Clock.start(DAYS, 2).run(0, 0).deadline == DAY


def test_a_roll_runs_on_the_rollers_clock_and_earns_nothing() -> None:
    clock, spent = Clock.start(FISCHER, 2).run(0, 0).stop(5_000, is_move=False)
    assert (spent, clock.left[0]) == (5_000, 55_000)
    clock, _ = Clock.start(PER_MOVE, 2).run(0, 0).stop(5_000, is_move=False)
    assert clock.run(0, 5_000).deadline == 30_000 + QUOTA


def test_the_first_turn_runs_on_nobodys_clock() -> None:
    clock = Clock.start(FISCHER, 2).run(0, 0, is_first=True)
    assert clock.deadline == GRACE
    assert clock.left_at(0, GRACE - 1) == 60_000
    clock, spent = clock.stop(40_000)
    assert (spent, clock.left) == (40_000, (62_000, 60_000))


def test_no_clock_runs_for_the_computer() -> None:
    clock = Clock.start(FISCHER, 2).run(None, 0)
    assert clock.deadline is None
    assert not clock.is_out(10**12)
    assert clock.stop(10**9) == (clock, 0)


def test_a_wall_clock_put_back_takes_nobodys_time() -> None:
    clock, spent = Clock.start(FISCHER, 2).run(0, 50_000).stop(10_000)
    assert (spent, clock.left) == (0, (62_000, 60_000))


@given(tempos, st.integers(0, 3), st.integers(0, 10**13), st.booleans())
def test_what_is_kept_is_the_same_clock(tempo: Tempo, seat: int, now: int, is_first: bool) -> None:
    clock = Clock.start(tempo, 4).run(seat, now, is_first)
    assert Clock.parse(tempo, clock.kept, clock.since) == clock


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_number_of_seats_has_the_same_tempos(seats: int) -> None:
    assert list(presets(seats)) == ["blitz", "rapid", "classical", "seconds", "minute", "day", "days"]
    assert [tempo.kind for tempo in presets(seats).values()] == ["fischer"] * 3 + ["move"] * 2 + ["days"] * 2
    assert [tempo.is_live for tempo in presets(seats).values()] == [True] * 5 + [False] * 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "fischer", "initial": 0, "increment": 0},
        {"kind": "fischer", "initial": 60_000, "increment": 10**7},
        {"kind": "move", "initial": 60_000, "increment": 1},
        {"kind": "days", "initial": 60_000, "increment": 0},
        {"kind": "days", "initial": 15 * DAY, "increment": 0},
    ],
)
def test_senseless_tempos_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Tempo.model_validate(wrong)


def test_rated_terms_know_no_stand_in_and_no_options() -> None:
    fair = {
        "ruleset": "duo",
        "options": {},
        "tempo": FISCHER,
        "is_rated": True,
        "is_public": True,
        "on_timeout": "retire",
    }
    Terms.model_validate(fair)
    with pytest.raises(ValidationError):
        Terms.model_validate({**fair, "on_timeout": "computer"})
    with pytest.raises(ValidationError):
        Terms.model_validate({**fair, "options": {"corners": "free"}})

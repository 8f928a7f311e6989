"""Elo and intervals, against figures known beforehand."""

import math
import random

import pytest

from cornerwise.arena.elo import elo, mean, rating, share


def test_known_ratings():
    assert rating(0.5) == 0
    assert rating(0.75) == pytest.approx(190.85, abs=0.01)
    assert rating(10 / 11) == pytest.approx(400)
    assert rating(0) == -math.inf and rating(1) == math.inf


def test_pairs_that_always_share_tell_a_sure_half():
    even = share([0.5] * 100)
    assert even.value == 0.5
    assert 0.35 < even.low < 0.5 < even.high < 0.65


def test_a_clean_sweep_is_not_certainty():
    swept = share([1.0] * 4)
    assert swept.value == 1
    assert 0.3 < swept.low < 0.6
    assert elo(swept).low > -200 and elo(swept).high == math.inf


def test_no_games_say_nothing():
    assert (share([]).low, share([]).high) == (0, 1)
    assert mean([]).high == math.inf and mean([3.0]).high == math.inf


def test_the_interval_holds_the_truth_nineteen_times_in_twenty():
    chance = random.Random(1)
    truth, held = 0.6, 0
    for _ in range(500):
        groups = [sum(chance.random() < truth for _ in range(2)) / 2 for _ in range(100)]
        held += share(groups).low <= truth <= share(groups).high
    assert 455 <= held <= 492

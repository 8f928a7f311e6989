"""Throws: dice from a seed (I8)."""

import pytest

import cornerwise as cw
from cornerwise.throw import throw
from positions import random_game


def test_the_dice_depend_on_seed_and_round_only():
    position = cw.start("dice-4")
    assert throw(position, 5) == throw(position, 5)
    assert len({throw(position, seed) for seed in range(30)}) > 10
    later = random_game("dice-4", 4).position
    assert later.round == 1
    assert any(throw(position, seed) != throw(later, seed) for seed in range(5))


def test_there_is_one_die_per_active_seat():
    assert len(throw(cw.start("dice-3"), 1).dice) == 3


def test_the_dice_are_fair():
    counts = [0] * 7
    position = cw.start("dice-2")
    for seed in range(3000):
        for face in throw(position, seed).dice:
            counts[face] += 1
    # 1,000 expected per face; five standard deviations are about 145.
    assert all(855 < count < 1145 for count in counts[1:])


@pytest.mark.parametrize("position", [cw.start("duo"), cw.start("dice-2").roll("1 2")])
def test_nothing_is_thrown_when_nobody_rolls(position):
    with pytest.raises(cw.IllegalRoll):
        throw(position, 1)

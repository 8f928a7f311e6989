"""The pool: it does every unit, and notices workers that die or cannot go on."""

import os

import pytest

import cornerwise as cw
from cornerwise.ground.pool import run_units


class Doubler:
    """Work for the pool: doubles numbers, and dies on 13."""

    def __call__(self, number):
        if number == 13:
            os._exit(9)
        if number == 14:
            raise cw.CornerwiseError("Fourteen is too much.")
        return 2 * number


def test_a_pool_does_all_the_work():
    assert sorted(run_units(Doubler, range(10), 3)) == [2 * number for number in range(10)]
    assert list(run_units(Doubler, [], 3)) == []


def test_a_worker_that_dies_is_noticed():
    with pytest.raises(cw.CornerwiseError, match=r"A worker process died \(exit 9\)"):
        list(run_units(Doubler, [1, 13, 2], 2))


def test_a_worker_that_cannot_go_on_says_why():
    with pytest.raises(cw.CornerwiseError, match="Fourteen is too much"):
        list(run_units(Doubler, [1, 14, 2], 2))


def test_a_pool_needs_somebody():
    with pytest.raises(cw.CornerwiseError, match="At least one worker"):
        list(run_units(Doubler, [1], 0))

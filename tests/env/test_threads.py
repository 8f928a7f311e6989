"""The threads of a batch: the same arrays, whether they are awake, asleep or just falling asleep."""

from __future__ import annotations

import time

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.env import Batch


@pytest.mark.parametrize("games", [33, 64, 333])
def test_threads_that_sleep_wake_for_the_next_call(games: int) -> None:
    """Pauses are around the time for which threads stay awake, and far beyond it."""
    one, many = Batch("duo", games, seed=4), Batch("duo", games, seed=4, threads=5)
    lists = np.empty(games * 1000, np.int32), np.empty(games + 1, np.int64)
    planes = np.empty((games, *many.plane_shape), np.uint8)
    for step in range(60):
        ids, offsets = one.legal()
        many.legal(lists)
        assert np.array_equal(lists[1], offsets) and np.array_equal(lists[0][: len(ids)], ids)
        time.sleep((0, 0.00005, 0.0001, 0.0002, 0.005)[step % 5])
        assert np.array_equal(many.planes(planes), one.planes())
        chosen = one.sample()
        assert np.array_equal(many.sample(), chosen)
        one.step(chosen)
        many.step(chosen)
    assert one.save() == many.save()


def test_many_calls_with_more_threads_than_processors() -> None:
    batch = Batch("duo", 64, seed=1, threads=9)
    features = np.empty((64, batch.feature_count), np.float32)
    wanted = batch.features()
    for _ in range(3000):
        features.fill(-1)
        batch.features(features)
        assert np.array_equal(features, wanted)


def test_a_list_too_long_for_its_array_leaves_it_as_it_was() -> None:
    batch = Batch("duo", 100, seed=1, threads=3)
    ids, offsets = np.full(41_399, -7, np.int32), np.full(101, -7, np.int64)
    with pytest.raises(cw.CornerwiseError, match="holds 41399, but there are 41400 legal moves"):
        batch.legal((ids, offsets))
    assert (ids == -7).all() and (offsets == -7).all()


def test_idle_threads_use_no_processor() -> None:
    batch = Batch("duo", 400, seed=1, threads=4)
    batch.planes()
    time.sleep(0.2)  # far longer than they stay awake
    before = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - before < 0.1

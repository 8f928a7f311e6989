"""Nonsense of every kind: each call is refused in one sentence, and no game changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.env import Batch

TYPES = (np.int8, np.float64, np.complex64, object, "S3", "datetime64[s]")


def frozen(shape: tuple[int, ...], dtype: Any) -> Any:
    """An array that nobody may write to."""
    array = np.zeros(shape, dtype)
    array.flags.writeable = False
    return array


def nonsense(chance: random.Random) -> Any:
    """Something that is right nowhere."""
    array = np.zeros(chance.choice((0, 1, 3, 5)), chance.choice(TYPES))
    things = [2**70, -(2**70), 1.5, float("nan"), "duo", b"x", [[1], [2]], {}, (), (array,), (array, array), array]
    return chance.choice([*things, array[::2], np.zeros((4, 4))[:, :1], np.ma.masked_array([1, 2])])


CALLS: list[Callable[[Batch, Any], Any]] = [
    lambda batch, it: batch.step(it),
    lambda batch, it: batch.step(np.array([10**9, -5, 2**40, 0])),
    lambda batch, it: batch.step(np.array([2**33, -1, -1, -1])),
    lambda batch, it: batch.step([[1], [2, 3], [4], [5]]),
    lambda batch, it: batch.sample(it),
    lambda batch, it: batch.sample(where=it),
    lambda batch, it: batch.choose_greedily(where=it),
    lambda batch, it: batch.reset(it),
    lambda batch, it: batch.put(it, batch.position(0)),
    lambda batch, it: batch.put(0, it),
    lambda batch, it: batch.put(0, batch.position(0), last=it),
    lambda batch, it: batch.put(0, batch.position(0), last=-7),
    lambda batch, it: batch.position(it),
    lambda batch, it: batch.restore(it),
    lambda batch, it: batch.restore(batch.save()[:-1]),
    lambda batch, it: batch.restore(batch.save() + b"x"),
    lambda batch, it: batch.legal(it),
    lambda batch, it: batch.masks(it),
    lambda batch, it: batch.masks(frozen((4, batch.action_count), np.bool_)),
    lambda batch, it: batch.masks(np.zeros((8, batch.action_count), np.bool_)[::2]),
    lambda batch, it: batch.masks(np.zeros((4, batch.action_count), np.float32)),
    lambda batch, it: batch.packed_masks(it),
    lambda batch, it: batch.packed_masks(np.zeros((4, (batch.action_count + 7) // 8), np.bool_)),
    lambda batch, it: batch.planes(it),
    lambda batch, it: batch.planes(np.zeros((4, *batch.plane_shape), np.bool_)),
    lambda batch, it: batch.planes(frozen((4, *batch.plane_shape), np.uint8)),
    lambda batch, it: batch.features(it),
    lambda batch, it: batch.features(np.zeros((batch.feature_count, 4), np.float32).T),
    lambda batch, it: batch.scores(it),
    lambda batch, it: batch.play_out(it),
    lambda batch, it: batch.play_out(1, out=it),
    lambda batch, it: batch.play_out(1, guided=it),
    lambda batch, it: Batch("duo", it),
    lambda batch, it: Batch("duo", 4, threads=it),
    lambda batch, it: Batch("duo", 4, auto_reset=it),
    lambda batch, it: Batch("duo", 4, offer_chance=it),
]


@pytest.mark.parametrize("name", ["duo", "dice-2", "3d-wall-2"])
def test_nonsense_is_refused_and_changes_nothing(name: str) -> None:
    chance = random.Random(name)
    batch = Batch(name, 4, seed=1)
    for _ in range(5):
        batch.step(batch.sample())
    before = batch.save()
    for _ in range(40):
        for call in CALLS:
            with pytest.raises(cw.CornerwiseError, match=r"^[^\n]+\.$"):
                call(batch, nonsense(chance))
            assert batch.save() == before


def test_a_type_of_masks_that_is_none() -> None:
    batch = Batch("duo", 1)
    for dtype in ("duo", np.float32, -1, np.zeros(3)):
        with pytest.raises(cw.WrongType, match="bool, int8 or uint8"):
            batch.masks(dtype=dtype)  # type: ignore[arg-type]


def test_views_outlive_their_batch() -> None:
    batch = Batch("duo", 64, seed=1)
    seats, rewards = batch.seats, batch.rewards
    del batch
    assert not seats.any() and not rewards.any()
    with pytest.raises(ValueError, match="read-only"):
        seats[0] = 1

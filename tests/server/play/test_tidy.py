"""Garbage is collected in small doses, so that no rush of people stops the games."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cornerwise.server import tidy


class Ring:
    """Holds itself, so that only a collection frees it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def collected_by_hand() -> Iterator[None]:
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(tidy.YOUNG, tidy.NEVER, tidy.NEVER)
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


def test_a_rush_is_looked_over_in_doses_of_which_each_is_left_alone_afterwards() -> None:
    at_first = gc.get_freeze_count()
    rush: list[list[int]] = []
    doses = 0
    for number in range(6 * tidy.DOSE * tidy.YOUNG):
        rush.append([number])
        if number % tidy.YOUNG == 0:
            frozen = gc.get_freeze_count()
            tidy.collect_recent()
            doses += gc.get_freeze_count() > frozen
            # What a collection would still have to look over stays small, however many there are by now.
            assert len(gc.get_objects(0)) + len(gc.get_objects(1)) < 2 * tidy.DOSE * tidy.YOUNG
    assert doses >= 4
    assert gc.get_freeze_count() - at_first > 4 * tidy.DOSE * tidy.YOUNG


def test_a_ring_made_and_dropped_within_a_dose_is_freed() -> None:
    ring = weakref.ref(Ring())
    kept = [[number] for number in range((tidy.DOSE + 2) * tidy.YOUNG)]
    tidy.collect_recent()
    assert ring() is None
    assert kept


def test_a_ring_that_was_left_alone_is_freed_when_everything_is_looked_over() -> None:
    ring = Ring()
    known = weakref.ref(ring)
    gc.freeze()
    del ring
    gc.collect()
    assert known() is not None
    tidy.collect_everything()
    assert known() is None

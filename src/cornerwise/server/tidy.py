"""Garbage collection in small doses: a full collection would stop every game for a second."""

from __future__ import annotations

import asyncio
import gc

YOUNG = 20_000  # new objects before the youngest are looked over
NEVER = 1_000_000  # a threshold that is not reached: the rest is done here
PAUSE = 1.0  # seconds between two looks at how many have piled up
DOSE = 3  # collections of the youngest that survive until they are looked over once more, and then left alone
HOUR = 3600  # pauses after which everything is looked over, if that is quick
QUICK = 200_000  # objects that a full collection looks over in about a tenth of a second


async def tidy() -> None:
    """Collect garbage for as long as the server runs.

    Objects that are no longer used are freed at once, whatever their age; a collection only finds those that hold each
    other, which sessions, feeds and drivers take care not to do when they end. What slips through waits for an hour in
    which few people are here.
    """
    collect_everything()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    try:
        while True:
            for _ in range(HOUR):
                await asyncio.sleep(PAUSE)
                collect_recent()
            if gc.get_freeze_count() < QUICK:
                collect_everything()
    finally:
        gc.unfreeze()
        gc.set_threshold(700, 10, 10)


def collect_recent() -> None:
    """Look over what is new as soon as there is a dose of it, so that a rush of people makes many short stops, not one
    long one."""
    if gc.get_count()[1] >= DOSE:
        gc.collect(1)
        gc.freeze()


def collect_everything() -> None:
    """Look over everything, and leave what stays alone."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()

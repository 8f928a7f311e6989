"""Garbage collection in small doses: a full collection would stop every game for a second."""

from __future__ import annotations

import asyncio
import gc

YOUNG = 20_000  # new objects before the youngest are looked over
PAUSE = 60.0  # seconds between two looks at what is not so young; what stays is then left alone
ROUNDS = 60  # of these, after which everything is looked at once


async def tidy() -> None:
    """Collect garbage for as long as the server runs.

    Objects that are no longer used are freed at once, whatever their age; a collection only finds those that hold each
    other, which sessions, feeds and drivers take care not to do when they end.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 50, 1_000_000)
    try:
        while True:
            for _ in range(ROUNDS):
                await asyncio.sleep(PAUSE)
                gc.collect(1)
                gc.freeze()
            gc.unfreeze()
    finally:
        gc.unfreeze()
        gc.set_threshold(700, 10, 10)

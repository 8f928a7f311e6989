"""Rounds: work that a process repeats for as long as it runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from cornerwise.server.store.store import Unavailable

logger = logging.getLogger(__name__)


class Rounds:
    """Does some work every so often; a database that is away, or a fault, costs one round."""

    def __init__(self, what: str, period: float, work: Callable[[], Awaitable[object]]) -> None:
        self.what = what
        self.period = period
        self.work = work
        self._task = asyncio.create_task(self._run(), name=what)

    async def close(self) -> None:
        """Make no more rounds."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self.period)
            try:
                await self.work()
            except Unavailable:
                logger.warning("%s could not be looked after: the database does not answer", self.what)
            except Exception:
                logger.exception("%s could not be looked after", self.what)

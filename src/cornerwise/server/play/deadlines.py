"""Deadlines: every process looks for tables whose time is out, so that a game goes on while nobody is connected."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.acts import time_out
from cornerwise.server.play.sessions import Sessions
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import GameRow, milliseconds

logger = logging.getLogger(__name__)

PERIOD = 0.5  # seconds between two looks
AT_ONCE = 200  # tables taken up at one look


def passed(transaction: Transaction, now: int) -> list[str]:
    """The games whose deadline has passed, the longest ago first."""
    wanted = select(GameRow.id).where(GameRow.deadline <= now).order_by(GameRow.deadline).limit(AT_ONCE)
    return list(transaction.scalars(wanted))


class Deadlines:
    """Watches over the deadlines of all tables; the sequence number decides which process acts first."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._run(), name="deadlines")

    async def close(self) -> None:
        """Stop looking."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PERIOD)
            try:
                await self.sweep()
            except Unavailable:
                logger.warning("Deadlines could not be looked up: the database does not answer")
            except Exception:
                logger.exception("Deadlines could not be looked up")

    async def sweep(self) -> int:
        """Do what the terms say at every table whose time is out; at how many something happened."""
        count = 0
        for game in await self.sessions.store.read(passed, milliseconds()):
            try:
                count += await time_out(await self.sessions.find(game))
            except Refusal as refusal:
                logger.info("The time-out in %s was refused: %s", game, refusal.sentence)
            except Unavailable:
                raise
            except Exception:  # one damaged game must not keep the others waiting
                logger.exception("The time-out in %s failed", game)
        return count

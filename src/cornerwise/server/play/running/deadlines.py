"""Deadlines: every process looks for tables whose time is up, so that games continue while nobody is connected."""

from __future__ import annotations

import contextlib
import logging
import time

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.acts import time_out
from cornerwise.server.play.table.pulse import LATE, beat
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import GameRow, milliseconds

logger = logging.getLogger(__name__)

PERIOD = 0.5  # seconds between two looks
PULSE = 0.9  # seconds between two pulses at least
AT_ONCE = 200  # tables taken up at one look


def passed(transaction: Transaction, now: int) -> list[str]:
    """The games whose deadline has passed, the longest ago first."""
    wanted = select(GameRow.id).where(GameRow.deadline <= now).order_by(GameRow.deadline).limit(AT_ONCE)
    return list(transaction.scalars(wanted))


class Deadlines:
    """Watches over the deadlines of all tables; the sequence number decides which process acts first."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions
        #: When the pulse was kept last, by the monotonic clock; None before the first.
        self._beaten: float | None = None

    async def begin(self) -> None:
        """Give back the time in which no server ran, before anybody is let in."""
        with contextlib.suppress(Unavailable):  # then as soon as the database answers
            await self.beat()

    async def look(self) -> None:
        """One round: keep the pulse, then see whose time is out."""
        await self.beat()
        await self.sweep()

    async def beat(self) -> None:
        """Keep the pulse; clocks that ran while nobody could look after them get that time back."""
        now = time.monotonic()
        if self._beaten is not None and now - self._beaten < PULSE:
            return
        is_back = self._beaten is None or now - self._beaten > LATE / 1000
        credited = await self.sessions.store.write(beat, milliseconds(), is_back)
        self._beaten = time.monotonic()
        if credited:
            logger.info("The clocks of %d games got back the time in which no server ran", len(credited))
            await self.sessions.neighbors.compare()

    async def sweep(self) -> int:
        """Do what the terms say at every table whose time is out; at how many something happened."""
        count = 0
        for game in await self.sessions.store.read(passed, milliseconds()):
            try:
                async with self.sessions.hold(game) as session:
                    count += await time_out(session)
            except Refusal as refusal:
                logger.info("The time-out in %s was refused: %s", game, refusal.sentence)
            except Unavailable:
                raise
            except Exception:  # one damaged game must not keep the others waiting
                logger.exception("The time-out in %s failed", game)
        return count

"""The sweeper: finds games in which the computer's move is due and no process is making it."""

from __future__ import annotations

import logging

from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.consequences import LEASE
from cornerwise.server.store.games import due_games, set_due
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import milliseconds

logger = logging.getLogger(__name__)

PERIOD = 1.0  # seconds between two looks
AT_ONCE = 32  # games taken up at one look


class Sweeper:
    """Takes up what another process let fall, or what nobody here looks at; the row's `due` says whose it is."""

    def __init__(self, sessions: Sessions) -> None:
        self.sessions = sessions

    async def sweep(self) -> int:
        """Take up what is overdue, put to sleep what is done; how many games were taken up."""
        self.sessions.release()
        count = 0
        for game, due in await self.sessions.store.read(due_games, milliseconds(), AT_ONCE):
            try:
                count += await self._take_up(game, due)
            except Unavailable:
                raise
            except Exception:  # one damaged game must not keep the others waiting
                logger.exception("The computer's move in %s could not be taken up", game)
                await self.sessions.store.write(set_due, game, due, None)
        return count

    async def _take_up(self, game: str, due: int) -> bool:
        async with self.sessions.lock:
            session = await self.sessions.find(game)
            actor = session.actor
            is_due = actor >= 0 and not session.is_paused and session.seats[actor].computer is not None
            is_wanted = is_due and (session.has_people or bool(session.members))
            until = milliseconds() + LEASE if is_wanted else None
            if not await self.sessions.store.write(set_due, game, due, until):
                return False  # another process was first
            session.due = until
            if is_wanted:
                session.is_driver = True
                self.sessions.keep(session)
            return is_wanted

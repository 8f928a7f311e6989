"""Neighbors: other processes that share the games. The bus says that they did something; the store says what."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from functools import partial

from cornerwise.server.bus.bus import Bus, Note
from cornerwise.server.play.session.session import Session
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import sequence_numbers
from cornerwise.server.store.store import Store, Unavailable

logger = logging.getLogger(__name__)

BEAT = 5.0  # seconds between two comparisons of sequence numbers
LONGEST = 3 * BEAT  # how long a process that says nothing is believed to be there
AT_ONCE = 500  # games compared in one query


class Neighbors:
    """Keeps the sessions that are live here in step with what other processes do and who is there."""

    def __init__(self, live: Mapping[str, Session], store: Store, bus: Bus) -> None:
        self.live = live
        self.store = store
        self.bus = bus
        self.origin = secrets.token_urlsafe(6)
        self._stops: dict[str, Callable[[], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._shown: dict[str, frozenset[int]] = {}
        if bus.is_shared:
            bus.on_gap(lambda: self._begin(self.compare()))
            self._begin(self._beat())

    # ---- telling ----------------------------------------------------------------------------

    def tell(self, session: Session) -> None:
        """Say that a game stands at another number, also to its people, who may be elsewhere on the page."""
        self.bus.publish(f"game:{session.game}", {"from": self.origin, "seq": session.seq})
        for seat in session.seats:
            if session.table is not None and seat.kind == "person":
                self.bus.publish(f"person:{seat.person}", {})
        live = self.live.get(session.game)
        if live is not None and live is not session:  # it came to life while this one was changed
            self._begin(self.refresh(live))

    def watch(self, session: Session) -> None:
        """Hear of a game that has come to life here, and ask who else is there."""
        if self.bus.is_shared:
            self._stops[session.game] = self.bus.subscribe(f"game:{session.game}", partial(self._hear, session))
            self.bus.publish(f"game:{session.game}", {"from": self.origin, "ask": True})

    def forget(self, session: Session) -> None:
        """Hear no more of a game that sleeps here."""
        if (stop := self._stops.pop(session.game, None)) is not None:
            stop()
            self._shown.pop(session.game, None)
            self.bus.publish(f"game:{session.game}", {"from": self.origin, "online": []})

    def attend(self, session: Session, is_repeated: bool = False) -> None:
        """Say who is at a table here, where that is news."""
        online = session.online_here
        if self.bus.is_shared and (is_repeated or self._shown.get(session.game) != online):
            self._shown[session.game] = online
            self.bus.publish(f"game:{session.game}", {"from": self.origin, "online": sorted(online)})

    # ---- hearing ----------------------------------------------------------------------------

    def _hear(self, session: Session, note: Note) -> None:
        origin = note["from"]
        if origin == self.origin:
            return
        if note.get("seq", 0) > session.seq:
            self._begin(self.refresh(session))
        if note.get("ask"):
            self.attend(session, is_repeated=True)
        if "online" in note:
            session.hear_of(origin, frozenset(note["online"]), time.monotonic() + LONGEST)

    async def refresh(self, session: Session) -> None:
        """Let a session take in what the store has and it has not."""
        session.is_doubtful = True
        # What the database cannot tell now is looked at again with the next beat.
        with contextlib.suppress(Refusal):
            await session.refresh()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await self.compare()
            for session in list(self.live.values()):
                session.expire(time.monotonic())
                if session.online_here:
                    self.attend(session, is_repeated=True)

    async def compare(self) -> None:
        """Catch up with every game that stands further in the store: a lost note costs a moment, never a move."""
        games = list(self.live)
        try:
            for first in range(0, len(games), AT_ONCE):
                found = await self.store.read(sequence_numbers, games[first : first + AT_ONCE])
                for game, seq in found.items():
                    session = self.live.get(game)
                    if session is not None and seq > session.seq:
                        await self.refresh(session)
        except Unavailable:
            logger.warning("Games could not be compared: the database does not answer")

    def _begin(self, work: object) -> None:
        task = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop."""
        for stop in self._stops.values():
            stop()
        for task in list(self._tasks):
            task.cancel()

"""The bus of several processes on one PostgreSQL: its LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable

import psycopg

from cornerwise.server.bus.bus import LONGEST, Listener, Listeners, Note

logger = logging.getLogger(__name__)

CHANNEL = "cornerwise"
WAITING = 10_000  # notes kept while the database is away; beyond that the oldest are lost, which others notice
PATIENCE = 6.0  # seconds the database has for one answer
QUIET = 5.0  # seconds after which one asks whether the line still stands
PAUSES = (0.05, 0.2, 0.5, 1.0)  # seconds before trying again, the last for ever


class PostgresBus:
    """Tells the listeners of this process at once, and those of others through the database."""

    is_shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._origin = secrets.token_urlsafe(6)
        self._listeners = Listeners()
        self._waiting: list[str] = []
        self._has_mail = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_listening = asyncio.Event()

    def publish(self, topic: str, note: Note) -> None:
        """Tell everybody who listens to a topic, here and in other processes."""
        text = json.dumps([self._origin, topic, note], separators=(",", ":"))
        if len(text) > LONGEST:
            raise ValueError(f"a note of {len(text)} bytes is too long for the bus")
        self._waiting.append(text)
        del self._waiting[:-WAITING]
        self._has_mail.set()
        self._listeners.tell(topic, note)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Hear the notes on a topic; returns how to stop."""
        return self._listeners.add(topic, listener)

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Have `listener` called when notes of other processes may have been lost."""
        self._listeners.add_gap(listener)

    async def start(self) -> None:
        """Begin to hear other processes; returns when nothing they say from now on is missed."""
        self._tasks = [asyncio.create_task(self._keep(work)) for work in (self._hear, self._say)]
        listening = asyncio.create_task(self._is_listening.wait())
        await asyncio.wait([listening], timeout=10)
        listening.cancel()

    async def close(self) -> None:
        """Say what is still to be said, as far as that is possible, and stop."""
        for _ in range(20):
            if not self._waiting:
                break
            await asyncio.sleep(0.05)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, work: Callable[[psycopg.AsyncConnection], object]) -> None:
        """Do work with a connection of its own, for ever; connect again whenever it breaks."""
        failures = 0
        while True:
            try:
                connecting = psycopg.AsyncConnection.connect(self._url, autocommit=True)
                connection = await asyncio.wait_for(connecting, PATIENCE)
            except (psycopg.OperationalError, TimeoutError) as error:
                logger.warning("The bus cannot reach the database: %s", str(error).strip())
            else:
                failures = 0
                try:
                    with contextlib.suppress(psycopg.Error, TimeoutError):
                        await work(connection)  # type: ignore[misc]
                finally:
                    await connection.close()
                logger.warning("The bus lost its connection to the database")
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    async def _hear(self, connection: psycopg.AsyncConnection) -> None:
        await connection.execute(f"LISTEN {CHANNEL}")
        self._is_listening.set()
        self._listeners.tell_gap()
        while True:
            async for notice in connection.notifies(timeout=QUIET):
                self._take(notice.payload)
            # A line whose other end is gone is silent too; a question tells the difference.
            await asyncio.wait_for(connection.execute("SELECT 1"), PATIENCE)

    def _take(self, payload: str) -> None:
        try:
            origin, topic, note = json.loads(payload)
        except ValueError:
            logger.warning("The bus carried something that is no note")
            return
        if origin != self._origin:
            self._listeners.tell(topic, note)

    async def _say(self, connection: psycopg.AsyncConnection) -> None:
        while True:
            await self._has_mail.wait()
            self._has_mail.clear()
            while self._waiting:
                # Whatever came while the last ones were being said goes together.
                notes, self._waiting = self._waiting, []
                try:
                    saying = connection.execute(
                        "SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, notes)
                    )
                    await asyncio.wait_for(saying, PATIENCE)
                except (psycopg.Error, TimeoutError):
                    self._waiting[:0] = notes
                    self._has_mail.set()
                    raise

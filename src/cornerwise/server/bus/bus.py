"""A bus: short notes on topics, heard by whoever listens; losing one never loses anything that was acknowledged.

Notes on `game:ID`, `lobby`, `person:ID` and `think:KEY` mostly say that something changed; the store knows what.
Some carry what is kept nowhere: who is at a table, how far a worker has come, a phrase (`talk:ID`), what an address
has used up (`ration:WHAT`); such a note may be lost for good. `on_gap` tells when notes may have been lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Protocol

logger = logging.getLogger(__name__)

Note = dict[str, Any]  # small, and JSON
Listener = Callable[[Note], None]
LONGEST = 7000  # bytes of a note with its topic; PostgreSQL carries 8000


class Bus(Protocol):
    """What every bus can do; all of it on the event loop's thread."""

    is_shared: bool
    """Whether other processes may be on it."""

    def publish(self, topic: str, note: Note) -> None:
        """Tell everybody who listens to a topic, here and in other processes, soon; never waits, never fails."""

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Hear the notes on a topic; returns how to stop."""

    def on_gap(self, listener: Callable[[], None]) -> None:
        """Have `listener` called when notes of other processes may have been lost."""

    async def start(self) -> None:
        """Begin to hear other processes."""

    async def close(self) -> None:
        """Say what is still to be said, as far as that is possible, and stop."""


class Listeners:
    """Who listens to what in this process."""

    def __init__(self) -> None:
        self._by_topic: dict[str, dict[int, Listener]] = {}
        self._gaps: list[Callable[[], None]] = []
        self._next = 0

    def add(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Let a listener hear a topic; returns how to stop."""
        self._next += 1
        number = self._next
        self._by_topic.setdefault(topic, {})[number] = listener

        def stop() -> None:
            heard = self._by_topic.get(topic, {})
            if heard.pop(number, None) is not None and not heard:
                del self._by_topic[topic]

        return stop

    def add_gap(self, listener: Callable[[], None]) -> None:
        """Let a listener know of gaps."""
        self._gaps.append(listener)

    def tell(self, topic: str, note: Note) -> None:
        """Hand a note to everybody here who listens; one listener's fault is not the others'."""
        for listener in list(self._by_topic.get(topic, {}).values()):
            try:
                listener(note)
            except Exception:
                logger.exception("A listener to %s failed", topic)

    def tell_gap(self) -> None:
        """Say that notes may have been lost."""
        for listener in list(self._gaps):
            try:
                listener()
            except Exception:
                logger.exception("A listener to gaps failed")

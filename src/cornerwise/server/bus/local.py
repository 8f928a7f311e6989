"""The bus of a single process: a set of callbacks."""

from __future__ import annotations

from collections.abc import Callable

from cornerwise.server.bus.bus import Listener, Listeners, Note


class LocalBus:
    """Tells the listeners of this process, at once."""

    is_shared = False

    def __init__(self) -> None:
        self._listeners = Listeners()

    def publish(self, topic: str, note: Note) -> None:
        """Tell everybody who listens to a topic."""
        self._listeners.tell(topic, note)

    def subscribe(self, topic: str, listener: Listener) -> Callable[[], None]:
        """Hear the notes on a topic; returns how to stop."""
        return self._listeners.add(topic, listener)

    def on_gap(self, listener: Callable[[], None]) -> None:
        """There are no gaps within a process."""

    async def start(self) -> None:
        """Nothing to begin."""

    async def close(self) -> None:
        """Nothing to stop."""

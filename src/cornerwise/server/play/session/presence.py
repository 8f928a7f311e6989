"""Presence: whose persons are at a table, in this process and in others, and how long others have been gone."""

from __future__ import annotations

import time

AWAY = 30.0  # seconds somebody must be gone before others may have the computer stand in


class Presence:
    """Who is at a table; seats go by their numbers."""

    def __init__(self, away: float = AWAY) -> None:
        self.away = away
        #: Who is at the table in other processes, and how long that is believed.
        self._elsewhere: dict[str, tuple[frozenset[int], float]] = {}
        #: Since when the persons of seats have been gone, by the monotonic clock, and who has been here at all.
        self._gone: dict[int, float] = {}
        self._seen: set[int] = set()

    def is_elsewhere(self, seat: int) -> bool:
        """Whether the person of a seat is connected to another process."""
        return any(seat in seats for seats, _ in self._elsewhere.values())

    def hear_of(self, process: str, seats: frozenset[int], until: float) -> bool:
        """Another process says whose persons are connected to it; whether that is news."""
        known, _ = self._elsewhere.pop(process, (frozenset(), 0.0))
        if seats:
            self._elsewhere[process] = seats, until
        return seats != known

    def silent(self, now: float) -> list[str]:
        """The processes that have said nothing for so long that they are not believed any more."""
        return [process for process, (_, until) in self._elsewhere.items() if until < now]

    def note(self, seat: int, is_here: bool) -> None:
        """Remember that a seat's person is here, or since when they have been gone."""
        if is_here:
            self._gone.pop(seat, None)
            self._seen.add(seat)
        else:
            self._gone.setdefault(seat, time.monotonic())

    def away_left(self, seat: int) -> float:
        """How many seconds are left until somebody who has gone has been gone for long; 0 from then on."""
        now = time.monotonic()
        return max(0.0, self._gone.get(seat, now) + self.away - now)

    def was_here(self, seat: int) -> bool:
        """Whether a seat's person has been at the table since this process has known it."""
        return seat in self._seen

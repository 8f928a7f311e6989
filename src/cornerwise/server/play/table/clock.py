"""A clock: how much time every seat has left and whose is running; a value that never looks up the time itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cornerwise.server.wire.terms import DAY, SECOND, Tempo

QUOTA = 1 * SECOND
"""The most of a move's journey over the network that is not counted as thought, at once."""
REGAIN = 150
"""What every move gives back of a quota that was used, in milliseconds."""
GRACE = 45 * SECOND
"""How long the first move of a live game may take everybody; it runs on nobody's clock."""


@dataclass(frozen=True)
class Clock:
    """The clocks of a table between two moments; all times are milliseconds, UTC where they are moments.

    >>> clock = Clock.start(Tempo(kind="fischer", initial=60_000, increment=2_000), seats=2)
    >>> clock = clock.run(0, now=1_000)
    >>> clock.deadline
    62000
    >>> clock, spent = clock.stop(now=11_000)
    >>> clock.left, spent
    ((52000, 60000), 10000)
    """

    tempo: Tempo
    left: tuple[int, ...]
    """What every seat had left when the present turn began."""
    quotas: tuple[int, ...]
    """How much lag every seat may still be forgiven."""
    seat: int | None = None
    """Whose clock runs."""
    since: int = 0
    """When it began to run."""
    grace: int | None = None
    """How long the present turn may take without running on the clock; None when it runs."""

    @classmethod
    def start(cls, tempo: Tempo, seats: int) -> Self:
        """The clocks before the game; none runs."""
        quota = QUOTA if tempo.is_live else 0
        return cls(tempo, (tempo.initial,) * seats, (quota,) * seats)

    @classmethod
    def parse(cls, tempo: Tempo, kept: dict[str, Any], since: int) -> Self:
        """The clocks as `kept` had them."""
        return cls(tempo, tuple(kept["left"]), tuple(kept["quotas"]), kept["seat"], since, kept["grace"])

    @property
    def kept(self) -> dict[str, Any]:
        """What the store keeps beside the moment `since`."""
        return {"left": list(self.left), "quotas": list(self.quotas), "seat": self.seat, "grace": self.grace}

    @property
    def deadline(self) -> int | None:
        """The moment at which the time of the running seat is out, lag forgiven; None when no clock runs."""
        if self.seat is None:
            return None
        if self.grace is not None:
            return self.since + self.grace
        return self.since + self.left[self.seat] + self.quotas[self.seat]

    def is_out(self, now: int) -> bool:
        """Whether the time of the running seat is out."""
        return self.deadline is not None and now >= self.deadline

    def left_at(self, seat: int, now: int) -> int:
        """What a seat has left at a moment."""
        if seat != self.seat or self.grace is not None:
            return self.left[seat]
        return max(0, self.left[seat] - max(0, now - self.since))

    def run(self, seat: int | None, now: int, is_first: bool = False) -> Self:
        """The clock of a seat begins to run, or none when a computer or nobody is to act.

        The first turn of a seat runs on nobody's clock, so that whoever is slow to sit down has lost nothing yet.
        """
        grace = None
        if is_first and seat is not None:
            grace = GRACE if self.tempo.is_live else min(self.tempo.initial, 3 * DAY)
        return replace(self, seat=seat, since=now, grace=grace)

    def stop(self, now: int, lag: int = 0, is_move: bool = True) -> tuple[Self, int]:
        """The running clock stops: what is left then, and what of it was thought.

        Of the `lag` claimed for the message's journey, the quota is forgiven. Only a move earns time or quota: throwing
        the dice is a part of the turn that follows.
        """
        if self.seat is None:
            return self, 0
        seat, passed = self.seat, max(0, now - self.since)  # a wall clock that was put back takes nobody's time
        forgiven = max(0, min(lag, self.quotas[seat], passed)) if self.grace is None else 0
        spent = passed - forgiven
        left = self.left[seat] - (spent if self.grace is None else 0)
        quota = self.quotas[seat] - forgiven
        if is_move:
            left = max(0, left) + self.tempo.increment if self.tempo.kind == "fischer" else self.tempo.initial
            quota = min(QUOTA, quota + REGAIN) if self.tempo.is_live else 0
        stopped = replace(
            self,
            left=_put(self.left, seat, max(0, left)),
            quotas=_put(self.quotas, seat, quota),
            seat=None,
            since=now,
            grace=None,
        )
        return stopped, spent

    def back(self, undone: Sequence[int], now: int) -> Self:
        """The clocks after these seats' moves were taken back: thought is spent, and what the moves earned is gone."""
        clock, _ = self.stop(now, is_move=False)
        if self.tempo.kind != "fischer":
            return replace(clock, left=(self.tempo.initial,) * len(self.left))
        left, increment = list(clock.left), self.tempo.increment
        for seat in undone:
            left[seat] = max(left[seat] - increment, min(left[seat], increment))  # nobody is out of time by agreement
        return replace(clock, left=tuple(left))

    def at_least(self, seat: int, left: int) -> Self:
        """The clocks with at least so much left for a seat."""
        return replace(self, left=_put(self.left, seat, max(left, self.left[seat])))


def _put(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])

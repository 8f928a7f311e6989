"""What time it is: the machine's time, except that nobody's clock jumps when the machine's is set forward or back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

SLEW = 20  # the wall's time is followed by one part in so many: a jump of an hour takes a day


class Clock:
    """Milliseconds since 1970 that run evenly: a jump of the wall's clock is caught up with slowly.

    Deadlines and what is left to think are told in these, so that a jump takes no player's time.
    """

    def __init__(
        self,
        wall: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        steady: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._lock = threading.Lock()
        self._seen = steady()
        self._ahead = wall() - self._seen

    def now(self) -> int:
        """The present time."""
        with self._lock:
            steady = self._steady()
            most = (steady - self._seen) // SLEW
            if most > 0:
                off = self._wall() - steady - self._ahead
                self._ahead += max(-most, min(most, off))
                self._seen = steady
            return steady + self._ahead


_clock = Clock()


def milliseconds() -> int:
    """The present time in milliseconds since 1970, UTC."""
    return _clock.now()

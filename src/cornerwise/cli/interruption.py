"""What Ctrl-C does to a long command: it ends in good order, and says what was kept."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from cornerwise.cli.saying import complain


@contextmanager
def interruptible(kept: Callable[[], str]) -> Iterator[None]:
    """While this lasts, an interruption ends the command with a sentence; `kept` tells the second half of it."""
    # A polite end is an interruption too: workers and foreign programs are put away.
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        words = kept()
        complain(f"interrupted{'; ' if words else ''}{words}.")
        raise SystemExit(130) from None


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt

"""How much anybody may ask for: sizes, rates, numbers."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass

from cornerwise.server.bus.bus import Bus, Note

MESSAGE_BYTES = 16 * 1024  # a client message; a laid puzzle of 84 pieces takes 6 KiB
FRAME_BYTES = 256 * 1024  # what the transport accepts before it hangs up
BODY_BYTES = 128 * 1024  # a REST request
HEAD_BYTES = 16 * 1024  # its address and headers
REQUEST_SECONDS = 15  # in which a request must have arrived whole


@dataclass(frozen=True)
class Rate:
    """So many at once, and then so many per second."""

    burst: float
    per_second: float


MESSAGES = Rate(60, 20)  # per connection
REQUESTS = Rate(120, 20)  # REST that writes or draws, per address
BOT_REQUESTS = Rate(40, 4)  # of one bot, in each process
PICTURES = Rate(40, 4)  # drawn per address
FILMS = Rate(4, 0.1)  # drawn per address
CONTROL_FRAMES = Rate(60, 2)  # pings and pongs per WebSocket
KEEPALIVE = 20.0  # seconds between two pings to a WebSocket, and until its answer must have come
FRAGMENTS = 64  # parts of one WebSocket message
LINES = 1000  # open connections per address: a school has one address
MOST_FILES = 65_536  # open files and connections of one process
RESERVE = 64  # file descriptors kept for the database, the engine and pictures
REPLAYS = Rate(120, 4)  # games replayed from their log per address: a list of 60 twice, then some
LONG = 3  # long requests (advice, reviews, puzzles) of a connection at once
JOINED = 16  # tables per connection
PATIENCE = 50  # refused messages before a connection is closed


class Bucket:
    """Tokens that fill up again with time: `take` says whether there was one left."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self.level = rate.burst
        self.time = time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Take some tokens if there are as many."""
        self._fill()
        if self.level < count:
            return False
        self.level -= count
        return True

    def lose(self) -> None:
        """Do without a token that was taken elsewhere."""
        self._fill()
        self.level = max(0.0, self.level - 1)

    def _fill(self) -> None:
        now = time.monotonic()
        self.level = min(self.rate.burst, self.level + (now - self.time) * self.rate.per_second)
        self.time = now


class Buckets:
    """A bucket per address; the ones unused longest are forgotten."""

    def __init__(self, rate: Rate, size: int = 4096) -> None:
        self.rate = rate
        self.size = size
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, count: float = 1) -> bool:
        """Take some tokens of an address if there are as many."""
        return self._of(address).take(count)

    def lose(self, address: str) -> None:
        """Do without a token of an address that was taken elsewhere."""
        self._of(address).lose()

    def _of(self, address: str) -> Bucket:
        bucket = self.buckets.setdefault(address, Bucket(self.rate))
        self.buckets.move_to_end(address)
        if len(self.buckets) > self.size:
            self.buckets.popitem(last=False)
        return bucket


class CommonBuckets(Buckets):
    """Buckets in which all processes of a site count together: each tells the others what it let pass.

    What passes within the moment a note takes may be one more per process. Limits that only spare a process its own
    work need none of this.
    """

    def __init__(self, what: str, rate: Rate, bus: Bus) -> None:
        super().__init__(rate)
        self.topic = f"ration:{what}"
        self.bus = bus
        self.me = secrets.token_urlsafe(6)
        bus.subscribe(self.topic, self._hear)

    def take(self, address: str, count: float = 1) -> bool:
        """Take some tokens of an address if there are as many, and tell the others."""
        is_there = super().take(address, count)
        if is_there and self.bus.is_shared:
            self.bus.publish(self.topic, {"by": self.me, "of": address})
        return is_there

    def _hear(self, note: Note) -> None:
        if note["by"] != self.me:
            self.lose(note["of"])

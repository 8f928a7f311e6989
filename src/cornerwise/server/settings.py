"""What a server can be told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from cornerwise.server.host.logs import LogKind
from cornerwise.server.http.limits import LINES
from cornerwise.server.store.database import in_directory


def default_workers() -> int:
    """One thinking thread per core, and at least two, so that long work leaves one for moves."""
    return max(2, len(os.sched_getaffinity(0)))


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    data: Path
    database: str | None = None  # an address such as postgresql://…; without one, SQLite in `data`
    workers: int = field(default_factory=default_workers)
    pace: float = 0.4  # seconds a computer's move takes at least, so that eyes can follow
    origins: tuple[str, ...] = ()  # other origins than the server's own, e.g. behind a proxy
    proxies: tuple[str, ...] = ()  # addresses whose word about who is behind them is believed
    lines: int = LINES  # open connections per address
    url: str = ""  # the address people open, where it is another than the server's own: "https://play.example.org"
    guests: int = 20  # new guests one address may bring at once, and then within ten minutes
    log: LogKind = "text"  # one line per event: for people, or as JSON for programs
    static: Path = Path(__file__).parent / "static"

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or in_directory(self.data)

"""What a server can be told when it starts."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from cornerwise.server.host.logs import LogKind
from cornerwise.server.http.limits import LINES
from cornerwise.server.notices.mail import SmtpServer
from cornerwise.server.play.session.presence import AWAY
from cornerwise.server.store.database import in_directory


def default_threads() -> int:
    """One thinking thread per core."""
    return len(os.sched_getaffinity(0))


def default_workers() -> int:
    """One thinking thread per core, and at least two, so that long work leaves one for moves."""
    return max(2, default_threads())


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    data: Path
    database: str | None = None  # an address such as postgresql://…; without one, SQLite in `data`
    workers: int = field(default_factory=default_workers)  # threads that think; 0 leaves that to `cornerwise worker`
    pace: float = 0.4  # seconds a computer's move takes at least, so that eyes can follow
    away: float = AWAY  # seconds somebody must be gone before others may let the computer stand in
    origins: tuple[str, ...] = ()  # other origins than the server's own, e.g. behind a proxy
    proxies: tuple[str, ...] = ()  # addresses whose word about who is behind them is believed
    lines: int = LINES  # open connections per address
    url: str = ""  # the address people open, where it is another than the server's own: "https://play.example.org"
    guests: int = 20  # new guests one address may bring at once, and then within ten minutes
    keep_games: int = 400  # days after which a game of links that nobody plays is forgotten; 0: never
    push_to: tuple[str, ...] = ()  # hosts of push services of one's own, wherever they are: "push.home:8080"
    smtp: SmtpServer | None = None  # where e-mail goes; without it there is none
    log: LogKind = "text"  # one line per event: for people, or as JSON for programs
    static: Path = Path(__file__).parent / "static"

    @property
    def database_url(self) -> str:
        """The address of the database."""
        return self.database or in_directory(self.data)

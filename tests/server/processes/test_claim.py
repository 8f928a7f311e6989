"""The data directory: one server at a time, closed to others' eyes, looked over at the start."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from serving import Server


def refused(data: Path) -> str:
    """What a server says that does not start."""
    command = [sys.executable, "-m", "cornerwise", "serve", "--port", "0", "--data", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    return " ".join((done.stdout + done.stderr).split())


def test_two_servers_do_not_share_a_directory(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        assert "Another server keeps its games in" in refused(tmp_path)
        assert server.http.get("/api/welcome").status_code == 200
    finally:
        server.kill()
    server.start()  # a server that was killed leaves no claim behind
    server.stop()


def test_nobody_else_can_read_the_games(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.open("duo", "here", "here")
    for file in tmp_path.iterdir():
        assert not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO), file
    server.stop()
    (tmp_path / "cornerwise.sqlite3").chmod(0o644)  # as earlier versions left it
    server.start()
    assert stat.S_IMODE((tmp_path / "cornerwise.sqlite3").stat().st_mode) == 0o600
    server.stop()


@pytest.mark.parametrize("offset", [100, 4096 * 3])
def test_a_damaged_database_is_told_at_the_start(tmp_path: Path, offset: int) -> None:
    server = Server(tmp_path)
    for _ in range(20):
        server.open("duo", "here", "here")
    server.stop()
    with (tmp_path / "cornerwise.sqlite3").open("r+b") as file:
        file.seek(offset)
        file.write(os.urandom(4096))
    said = refused(tmp_path)
    assert "damaged" in said or "cannot be read" in said
    assert "Traceback" not in said

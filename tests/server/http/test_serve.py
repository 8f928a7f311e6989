"""`cornerwise serve`: what cannot be is said in one sentence."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from cornerwise.server.store.database import connect, in_directory
from serving import Server


def serve(*arguments: str) -> str:
    """What the command says when it refuses to start."""
    command = [sys.executable, "-m", "cornerwise", "serve", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2, done
    assert done.stderr.startswith("cornerwise: "), done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_that_is_taken(server: Server, tmp_path: Path) -> None:
    said = serve("--port", server.url.rsplit(":", 1)[1], "--data", str(tmp_path))
    assert "address already in use" in said


def test_a_directory_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be kept" in serve("--port", "0", "--data", str(tmp_path / "file"))


def test_games_that_are_no_database(tmp_path: Path) -> None:
    (tmp_path / "cornerwise.sqlite3").write_bytes(b"no database at all " * 100)
    assert "cannot be read" in serve("--port", "0", "--data", str(tmp_path))


def test_games_of_a_newer_version(tmp_path: Path) -> None:
    connect(in_directory(tmp_path)).dispose()
    with sqlite3.connect(tmp_path / "cornerwise.sqlite3") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer" in serve("--port", "0", "--data", str(tmp_path))


@pytest.mark.parametrize("path", ["/", "/game/abc", "/puzzle/soma"])
def test_every_path_shows_the_page_or_says_how_to_build_it(server: Server, path: str) -> None:
    answer = server.http.get(path)
    if answer.status_code == 503:
        assert "make web" in answer.text
    else:
        assert answer.status_code == 200
        assert "<!doctype html>" in answer.text.lower()
        assert answer.headers["cache-control"] == "no-cache"

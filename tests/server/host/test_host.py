"""What a host relies on: health, readiness, metrics, logs, and backups of a server that goes on."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction
from websockets.exceptions import InvalidStatus

from command import command
from cornerwise.errors import CornerwiseError
from cornerwise.server.host import logs
from cornerwise.server.host.backup import backup
from cornerwise.server.store.database import connect, in_directory
from cornerwise.server.store.tables import GameRow
from postgres import Postgres
from serving import Server


def test_a_server_tells_that_it_is_alive_and_ready(server: Server) -> None:
    assert server.http.get("/health").text == "alive\n"
    assert server.http.get("/ready").text == "ready\n"


def test_metrics_are_told_to_this_machine_only(server: Server) -> None:
    server.open("duo", "here", "here")
    with server.connect():
        text = server.http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["cornerwise_connections"]) >= 1
    assert float(figures['cornerwise_requests_total{method="POST",route="/api/games",status="201"}']) >= 1
    assert "cornerwise_tables" in figures and "process_resident_memory_bytes" in figures
    refused = server.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})
    assert refused.status_code == 403 and "own machine" in refused.json()["sentence"]


def test_strangers_cannot_multiply_what_is_counted(server: Server) -> None:
    for number in range(5):
        server.http.get(f"/api/games/nothing{number:04}")
        server.http.get(f"/nowhere/{number}")
    text = server.http.get("/metrics").text
    assert "nothing0001" not in text and "nowhere/1" not in text


def test_logs_are_lines_of_json() -> None:
    program = (
        "import logging; from cornerwise.server.host.logs import configure; configure('json')\n"
        "logging.getLogger('uvicorn.error').warning('Ünïcode %s', 'and\\nlines')\n"
        "try: 1 / 0\n"
        "except ZeroDivisionError: logging.getLogger('cornerwise').exception('broken')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    first, second = map(json.loads, done.stderr.splitlines())
    assert (first["level"], first["logger"], first["message"]) == ("warning", "uvicorn.error", "Ünïcode and\nlines")
    assert (
        second["level"] == "error" and "ZeroDivisionError" in second["traceback"] and second["time"].endswith("+00:00")
    )


def test_a_database_that_is_away_is_told_of_seldom(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Every round fails and every handshake is refused, and the log stays short."""
    postgres = Postgres()
    server = Server(tmp_path, "--database", postgres.fresh(), "--log", "json")
    try:
        guest = httpx.post(f"{server.url}/api/people/me", headers={"x-cornerwise": "1"})
        postgres.kill()
        for _ in range(10):
            with pytest.raises(InvalidStatus) as refused:
                server.connect(additional_headers={"Cookie": f"visit={guest.cookies['visit']}"})
            assert refused.value.response.status_code == 503
            time.sleep(0.3)
    finally:
        server.kill()
        postgres.close()
    said = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert all(each["level"] == "warning" for each in said), said
    messages = Counter(each["message"] for each in said)
    assert any("does not answer" in message for message in messages)
    assert max(messages.values()) == 1, messages


def test_the_same_message_is_written_once_in_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((100.0, 101.0, 102.0, 103.0, 131.0))
    monkeypatch.setattr(logs.time, "monotonic", lambda: next(clock))
    seldom = logs.Seldom()
    records = [logging.LogRecord("room", logging.WARNING, "", 0, "%s is away", (who,), None) for who in "aabaa"]
    assert [seldom.filter(record) for record in records] == [True, False, True, False, True]
    assert records[-1].getMessage() == "a is away (2 more times meanwhile)"


def test_a_backup_is_whole_while_games_are_opened(own_server: Server, tmp_path: Path) -> None:
    enough = threading.Event()
    opened: list[str] = []

    def open_games() -> None:
        while not enough.is_set():
            opened.append(own_server.open("duo", "here", "here")["game"])
            time.sleep(0.06)  # a little slower than requests are rationed

    thread = threading.Thread(target=open_games)
    thread.start()
    copies = []
    try:
        for number in range(4):
            before = len(opened)
            target = tmp_path / f"copy{number}.sqlite3"
            command = [sys.executable, "-m", "cornerwise", "backup", str(target), "--data", str(own_server.data)]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            copies.append((target, before))
    finally:
        enough.set()
        thread.join()
    for target, before in copies:
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
        with sqlite3.connect(target) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            games = {game for (game,) in copy.execute("SELECT id FROM games")}
            assert set(opened[:before]) <= games, "what was there when the backup began is in it"
            assert copy.execute("SELECT count(*) FROM seats").fetchone()[0] == 2 * len(games), "whole games only"
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 2 and "never writes over another" in again.stderr


def test_a_backup_can_be_put_in_the_place_of_the_database(own_server: Server, tmp_path: Path) -> None:
    game = own_server.open("duo", "here", "here")["game"]
    (tmp_path / "new").mkdir()
    backup(in_directory(own_server.data), tmp_path / "new" / "cornerwise.sqlite3")
    second = Server(tmp_path / "new")
    assert second.http.get(f"/api/games/{game}").status_code == 200
    assert second.stop() == 0


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(CornerwiseError, match="There is no database"):
        backup(in_directory(tmp_path), tmp_path / "copy")
    (tmp_path / "cornerwise.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(CornerwiseError, match="cannot be copied"):
        backup(in_directory(tmp_path), tmp_path / "copy")
    with pytest.raises(CornerwiseError, match="cannot be written"):
        backup(in_directory(tmp_path), tmp_path / "nowhere" / "copy")
    assert os.listdir(tmp_path) == ["cornerwise.sqlite3"]


def test_postgresql_is_dumped(postgres: Postgres, tmp_path: Path) -> None:
    if shutil.which("pg_dump") is None:
        with pytest.raises(CornerwiseError, match="pg_dump"):
            backup(postgres.fresh(), tmp_path / "dump")
        return
    url = postgres.fresh()
    connect(url).dispose()
    assert backup(url, tmp_path / "dump") > 1000
    fresh = postgres.fresh()
    subprocess.run(["pg_restore", "--no-owner", f"--dbname={fresh}", str(tmp_path / "dump")], check=True)
    engine = connect(fresh)
    with Transaction(engine) as transaction:
        assert transaction.scalar(select(func.count()).select_from(GameRow)) == 0
    engine.dispose()
    with pytest.raises(CornerwiseError, match="pg_dump could not copy"):
        backup(url + "nothing", tmp_path / "other")


@pytest.mark.parametrize(
    "words",
    [
        ("ratings", "recompute"),
        ("moderate", "reports"),
        ("bot", "list", "nobody"),
        ("backup", "copy.sqlite3"),
    ],
)
def test_commands_of_the_host_make_no_database_where_there_is_none(words: tuple[str, ...], tmp_path: Path) -> None:
    empty, missing = tmp_path / "empty", tmp_path / "missing"
    empty.mkdir()
    for data in (empty, missing):
        done = command(*words, "--data", data, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"cornerwise: There are no games in {str(data)!r}.\n"
    assert [each.name for each in tmp_path.rglob("*")] == ["empty"]

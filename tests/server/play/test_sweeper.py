"""The computer's moves are made although nobody is connected, and although the server was killed."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from postgres import Postgres
from serving import Server


def ply(server: Server, game: str) -> int:
    """Where a game stands, asked without sitting down."""
    return int(server.http.get(f"/api/games/{game}").json()["ply"])


def wait_for_ply(server: Server, game: str, wanted: int, seconds: float = 40) -> None:
    """Wait until a game stands at a ply."""
    end = time.monotonic() + seconds
    while (found := ply(server, game)) < wanted:
        assert time.monotonic() < end, f"the game stands at {found}"
        time.sleep(0.1)


def test_the_computer_answers_who_has_left(server: Server) -> None:
    game = server.open("classic-4", "here", *["computer"] * 3)
    with server.join(game) as client:
        client.say("play", game=game["game"], ply=0, move=client.snapshot["legal"][0])
        client.socket.socket.shutdown(socket.SHUT_RDWR)
    wait_for_ply(server, game["game"], 4)
    with server.join(game) as client:
        assert client.is_mine() and client.snapshot["at"] == 4, "it waits for the person"


def test_computers_alone_stop_when_nobody_looks(server: Server) -> None:
    game = server.open("classic-4", *["computer"] * 4)
    with server.join(game) as client:
        client.wait(lambda snapshot: snapshot["at"] >= 2)
    stood, end = -1, time.monotonic() + 40
    while (found := ply(server, game["game"])) != stood:  # the move that was under way may still come
        assert time.monotonic() < end, "nobody looks, and they play on"
        stood = found
        time.sleep(2)
    assert not server.http.get(f"/api/games/{game['game']}").json()["is_over"], "they stopped before the end"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_server_takes_up_the_computers_move(kind: str, postgres: Postgres, tmp_path: Path) -> None:
    options = ["--database", postgres.fresh()] if kind == "postgresql" else []
    server = Server(tmp_path, *options, "--pace", "3")
    game = server.open("duo", "here", "computer")
    with server.join(game) as client:
        assert client.play()["type"] == "done"
        server.kill()  # before the computer has moved
    server.start()
    assert ply(server, game["game"]) == 1
    wait_for_ply(server, game["game"], 2)
    server.stop()

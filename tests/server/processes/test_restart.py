"""Killing the server loses nothing: every move that was seen is there again, and the computer goes on."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

import cornerwise as cw
from serving import Server


def test_a_killed_server_resumes_every_game(own_server: Server) -> None:
    server = own_server
    games = {}
    for name in ("duo", "dice-3", "3d-tower-2"):
        game = server.open(name, "here", *["computer"] * (cw.ruleset(name).seats - 1))
        with server.join(game) as client:
            for _ in range(3):
                client.wait(lambda snapshot: client.is_mine())
                client.act()
            games[name] = game, client.snapshot
    server.kill()
    server.start()
    for game, seen in games.values():
        with server.join(game) as client:
            known = [step["text"] for step in seen["steps"]]
            found = [step["text"] for step in client.snapshot["steps"]]
            assert found[: len(known)] == known
            # The computer was perhaps to move when the power went: it moves now.
            client.wait(lambda snapshot: client.is_mine())
            assert client.act()["type"] == "done"


@pytest.mark.parametrize("rounds", range(2))
def test_killed_while_computers_play(own_server: Server, rounds: int) -> None:
    server = own_server
    game = server.open("classic-4", *["computer"] * 4)
    with server.join(game) as client:
        client.wait(lambda snapshot: snapshot["at"] >= 5 + 12 * rounds)
        server.kill()
    seen = [step["text"] for step in client.snapshot["steps"]]
    with sqlite3.connect(server.data / "cornerwise.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        query = "SELECT text FROM entries WHERE game = ? ORDER BY ply"
        written = [row[0] for row in database.execute(query, [game["game"]])]
    assert written[: len(seen)] == seen, "a move was seen that was not written"
    server.start()
    with server.join(game) as client:
        client.wait(lambda snapshot: snapshot["at"] > len(seen))
        assert [step["text"] for step in client.snapshot["steps"]][: len(written)] == written


def test_seats_and_undo_survive_too(own_server: Server) -> None:
    server = own_server
    game = server.open("duo", "here", "here")
    with server.join(game) as client:
        for _ in range(3):
            client.play()
        client.at_table("undo")
        client.ask("set_seat", game=game["game"], seat=1, kind="computer", level=7, name="Rook")
        client.wait(lambda snapshot: snapshot["seats"][1]["name"] == "Rook")
        before = client.snapshot
    server.kill()
    server.start()
    with server.join(game) as client:
        for key in ("ply", "at", "steps", "seats", "is_paused", "position"):
            assert client.snapshot[key] == before[key]


def test_a_polite_stop_is_quick_and_clean(own_server: Server) -> None:
    with own_server.join(own_server.open("duo", "here", "computer")) as client:
        client.play()
        assert own_server.stop() == 0
    own_server.start()


def test_a_stop_soon_after_the_start_is_clean(tmp_path: Path) -> None:
    """What is made ready for the first visitor may still be under way."""
    for tenths in range(4):
        server = Server(tmp_path)
        time.sleep(tenths / 10)
        assert server.stop() == 0

"""The computer at the table is the calibrated one: its moves are those of the engine, by a secret seed of the game."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.engine import Engine
from serving import Json, Server


def played(server: Server, game: Json) -> Json:
    """A game between computers at its end."""
    with server.join(game) as client:
        client.wait(lambda snapshot: snapshot["is_over"])
        return client.snapshot


def secret(server: Server, game: Json) -> int:
    """The seed that only the store knows."""
    with sqlite3.connect(server.data / "cornerwise.sqlite3") as database:
        found: tuple[int] = database.execute("SELECT computer_seed FROM games WHERE id = ?", [game["game"]]).fetchone()
    return found[0]


@pytest.mark.parametrize("name", ["duo", "classic-3", "dice-2"])
def test_the_server_plays_as_a_kept_engine_does(server: Server, name: str) -> None:
    rules = cw.ruleset(name)
    seats = [{"kind": "computer", "level": 3}] * rules.seats
    game = server.http.post("/api/games", json={"ruleset": name, "seats": seats}).json()
    end = played(server, game)
    position, last = cw.start(rules), None
    with Engine(rules, level=3, seed=secret(server, game)) as engine:
        for step in end["steps"]:
            if step["kind"] == "roll":
                position = position.roll(step["text"])
                continue
            move = engine.choose(position, last=last)
            assert str(move) == step["text"]
            position, last = position.play(move), move
    assert position.is_over


def test_no_two_games_go_alike(server: Server) -> None:
    games = [server.open("duo", "computer", "computer") for _ in range(3)]
    lines = {" ".join(step["text"] for step in played(server, game)["steps"][:8]) for game in games}
    assert len(lines) == 3
    assert len({secret(server, game) for game in games}) == 3


def test_the_seed_is_never_told(server: Server) -> None:
    """Not to the host, and not after the end, when the seed of the dice is shown."""
    game = server.open("dice-2", "computer", "computer")
    end = played(server, game)
    hidden = secret(server, game)
    assert end["fairness"]["seed"]
    for told in (game, end):
        assert str(hidden) not in json.dumps(told) and f"{hidden:x}" not in json.dumps(told)


#: Levels that have next to no time.
HASTY = "import cornerwise.engine.engine as engine; engine.CAP = 0.001"


def test_the_table_is_told_when_time_cuts_a_move_short(server: Server, tmp_path: Path) -> None:
    hasty = Server(tmp_path, before=HASTY)
    try:
        for place, level, is_cut in ((hasty, 9, True), (server, 1, False)):
            seats = [{"kind": "here"}, {"kind": "computer", "level": level}]
            game = place.http.post("/api/games", json={"ruleset": "duo", "seats": seats}).json()
            with place.join(game) as client:
                client.play()
                client.wait(lambda snapshot: snapshot["ply"] == 2)
                told = [each for each in client.heard if each["type"] == "thinking" and each["is_cut"]]
            assert [(each["job"], each["ply"], each["seat"]) for each in told] == ([("play", 1, 1)] if is_cut else [])
    finally:
        hasty.stop()


#: Strong levels that think for a moment only.
BRISK = "import cornerwise.engine.engine as engine; engine.CAP = 0.2"


def entries(server: Server) -> int:
    """How much was played in all games."""
    with sqlite3.connect(server.data / "cornerwise.sqlite3") as database:
        found: tuple[int] = database.execute("SELECT count(*) FROM entries").fetchone()
    return found[0]


def test_one_address_with_many_games_keeps_no_other_waiting(tmp_path: Path) -> None:
    """Nobody signed in: fifteen games of strong computers from one address, then two games from another."""
    server = Server(tmp_path, "--workers", "1", before=BRISK)
    strong = {"kind": "computer", "level": 10}
    try:
        with server.connect(source_address=("127.0.0.2", 0)) as many:
            for _ in range(15):
                game = server.open("duo", seats=[strong, strong])
                many.join(game["game"], game["token"])
            for level in (10, 1):
                game = server.open("duo", seats=[{"kind": "here"}, {"kind": "computer", "level": level}])
                with server.join(game) as few:
                    before = entries(server)
                    few.play()
                    few.wait(lambda snapshot: snapshot["at"] == 2, 60)
                    others = entries(server) - before - 2
                assert others <= 4, f"level {level} waited for {others} moves of another"
            # The others go on.
            before, end = entries(server), time.monotonic() + 30
            while entries(server) == before:
                assert time.monotonic() < end
                time.sleep(0.05)
    finally:
        server.kill()

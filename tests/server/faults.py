"""Kills in mid-game under load: no acknowledged move is lost, none is doubled, everybody goes on by number.

As a program: `python tests/server/faults.py --kills 100` kills each of the three that often.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Literal

import httpx
from websockets.exceptions import WebSocketException

from postgres import Postgres
from serving import Client, Json, Server

Victim = Literal["server on sqlite", "server on postgresql", "postgresql"]
VICTIMS: tuple[Victim, ...] = ("server on sqlite", "server on postgresql", "postgresql")
TABLES = 6
LOST = (OSError, TimeoutError, WebSocketException, httpx.HTTPError, AssertionError)


class Player(threading.Thread):
    """Plays games on its own and remembers every move that was acknowledged."""

    def __init__(self, server: Server) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.stopping = threading.Event()
        self.games: dict[str, Json] = {}
        self.kept: dict[str, dict[int, str]] = {}
        self.resumed = 0

    def run(self) -> None:
        """Play until stopped; whatever breaks is tried again."""
        game: Json | None = None
        known: Json = {}
        while not self.stopping.is_set():
            try:
                if game is None:
                    game = self.server.open("duo", "here", "here")
                    self.games[game["game"]], self.kept[game["game"]], known = game, {}, {}
                with self.server.connect(open_timeout=5) as client:
                    client.snapshot = known
                    seq = known.get("seq")
                    if client.ask("join", game=game["game"], tokens=[game["token"]], seq=seq)["type"] == "error":
                        raise ConnectionError("the database is away")
                    self.resumed += seq is not None
                    try:
                        self.play(client, self.kept[game["game"]])
                        game = None
                    finally:
                        known = client.snapshot
            except LOST:
                time.sleep(0.1)

    def play(self, client: Client, kept: dict[int, str]) -> None:
        """Play a game to its end, or until the connection breaks."""
        while not self.stopping.is_set() and client.is_mine():
            answer = client.act()
            if answer["type"] == "done":
                kept[client.snapshot["ply"]] = client.snapshot["steps"][client.snapshot["at"] - 1]["text"]
            elif answer["code"] not in ("busy", "stale"):
                raise AssertionError(answer)
            time.sleep(0.02)


def check(server: Server, players: list[Player]) -> int:
    """Every acknowledged move is there, in order and once; how many there were."""
    count = 0
    for player in players:
        for name, kept in player.kept.items():
            with server.join(player.games[name]) as client:
                steps = {step["ply"]: step["text"] for step in client.snapshot["steps"]}
            assert list(steps) == list(range(1, len(steps) + 1)), "a step is doubled or missing"
            for ply, text in kept.items():
                assert steps.get(ply) == text, f"move {ply} of {name} was acknowledged and is not there"
            count += len(kept)
    return count


def wait_for_moves(players: list[Player]) -> None:
    """Wait until games go on: a kill counts only in mid-game."""
    begun, end = moves_of(players), time.monotonic() + 90
    while moves_of(players) < begun + 2 * len(players):
        assert time.monotonic() < end, "the games do not go on"
        time.sleep(0.02)


def moves_of(players: list[Player]) -> int:
    """How many moves were acknowledged so far."""
    return sum(len(kept) for player in players for kept in list(player.kept.values()))


def strike(victim: Victim, kills: int, seed: int = 1) -> tuple[int, int]:
    """Kill something so often while games are played; acknowledged moves, and resumptions by sequence number."""
    rng = random.Random(f"{victim} {seed}")
    postgres = None if victim == "server on sqlite" else Postgres()
    with tempfile.TemporaryDirectory() as data:
        options = [] if postgres is None else ["--database", postgres.fresh()]
        server = Server(Path(data), *options)
        players = [Player(server) for _ in range(TABLES)]
        try:
            for player in players:
                player.start()
            for _ in range(kills):
                wait_for_moves(players)
                time.sleep(rng.uniform(0.0, 0.5))
                if victim == "postgresql":
                    assert postgres is not None
                    postgres.kill()
                    time.sleep(rng.uniform(0.0, 0.5))
                    postgres.start()
                else:
                    server.kill()
                    server.start()
            wait_for_moves(players)
            for player in players:
                player.stopping.set()
            for player in players:
                player.join(30)
            return check(server, players), sum(player.resumed for player in players)
        finally:
            server.kill()
            if postgres is not None:
                postgres.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="of each victim")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for each in VICTIMS:
        moves, resumed = strike(each, arguments.kills, arguments.seed)
        print(f"{each}: {arguments.kills} kills, {moves} acknowledged moves, 0 lost, {resumed} resumptions", flush=True)

"""Faults in mid-game under load: no acknowledged move is lost, none is doubled, everybody goes on by number.

As a program: `python tests/server/processes/faults.py --kills 100` breaks each of its victims that often.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Literal, get_args

import httpx
from breaking import Disk, Worker
from websockets.exceptions import WebSocketException

from postgres import Postgres
from relay import Relay
from serving import Client, Json, Server

Victim = Literal["server on sqlite", "server on postgresql", "postgresql", "worker", "line to postgresql", "disk"]
VICTIMS: tuple[Victim, ...] = get_args(Victim)
TABLES = 6
LOST = (OSError, TimeoutError, WebSocketException, httpx.HTTPError, AssertionError)


class Player(threading.Thread):
    """Plays games on its own and remembers every move that was acknowledged."""

    def __init__(self, server: Server, rival: str = "here") -> None:
        super().__init__(daemon=True)
        self.server = server
        self.rival = rival
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
                    game = self.server.open("duo", "here", self.rival)
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
        while not self.stopping.is_set() and not client.snapshot["is_over"]:
            if not client.is_mine():
                with contextlib.suppress(TimeoutError):
                    client.receive(0.5)
                continue
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
    begun, end = sum(map(moves_of, players)), time.monotonic() + 90
    while sum(map(moves_of, players)) < begun + 2 * len(players):
        assert time.monotonic() < end, "the games do not go on"
        time.sleep(0.02)


def wait_for_all(players: list[Player]) -> None:
    """Wait until every single game goes on: none was left behind by any of the kills."""
    begun, end = {player: moves_of(player) for player in players}, time.monotonic() + 90
    while left := [player for player in players if moves_of(player) < begun[player] + 2]:
        assert time.monotonic() < end, f"{len(left)} games do not go on: {[list(player.kept)[-1] for player in left]}"
        time.sleep(0.02)


def moves_of(player: Player) -> int:
    """How many of its moves were acknowledged so far."""
    return sum(map(len, list(player.kept.values())))


class Scene:
    """A server with everything it stands on, and the way to break one part of it and mend it again."""

    def __init__(self, victim: Victim, data: Path, rng: random.Random) -> None:
        self.victim = victim
        self.rng = rng
        is_on_sqlite = victim in ("server on sqlite", "disk")
        self.postgres = None if is_on_sqlite else Postgres()
        self.disk = Disk(data) if victim == "disk" else None
        self.relay: Relay | None = None
        self.worker: Worker | None = None
        options: list[str] = []
        if self.postgres is not None:
            url = self.postgres.fresh()
            self.url = url
            if victim == "line to postgresql":
                self.relay = Relay(self.postgres.port)
                url = self.relay.through(url)
            options = ["--database", url]
        if victim == "worker":
            options += ["--workers", "0"]
            self.worker = Worker(self.url)
        self.server = Server(data, *options)

    def strike(self) -> None:
        """Break the victim, and mend it after a moment."""
        pause = self.rng.uniform(0.0, 0.5)
        if self.victim == "postgresql":
            assert self.postgres is not None
            self.postgres.kill()
            time.sleep(pause)
            self.postgres.start()
        elif self.relay is not None:
            self.relay.cut()
            time.sleep(pause)
            self.relay.mend()
        elif self.disk is not None:
            self.disk.fill()
            time.sleep(1 + pause)
            self.disk.free()
        elif self.worker is not None:
            self.worker.kill()
            self.worker = Worker(self.url)
        else:
            self.server.kill()
            self.server.start()

    def close(self) -> None:
        """End everything."""
        self.server.kill()
        if self.worker is not None:
            self.worker.kill()
        if self.relay is not None:
            self.relay.close()
        if self.postgres is not None:
            self.postgres.close()
        if self.disk is not None:
            self.disk.close()


def strike(victim: Victim, kills: int, seed: int = 1) -> tuple[int, int]:
    """Break something so often while games are played; acknowledged moves, and resumptions by sequence number."""
    rng = random.Random(f"{victim} {seed}")
    with tempfile.TemporaryDirectory() as data:
        scene = Scene(victim, Path(data), rng)
        players = [Player(scene.server, "computer" if victim == "worker" else "here") for _ in range(TABLES)]
        try:
            for player in players:
                player.start()
            for _ in range(kills):
                wait_for_moves(players)
                time.sleep(rng.uniform(0.0, 0.5))
                scene.strike()
            wait_for_all(players)
            for player in players:
                player.stopping.set()
            for player in players:
                player.join(30)
            return check(scene.server, players), sum(player.resumed for player in players)
        finally:
            scene.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="of each victim")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for each in VICTIMS:
        moves, resumed = strike(each, arguments.kills, arguments.seed)
        print(f"{each}: {arguments.kills} kills, {moves} acknowledged moves, 0 lost, {resumed} resumptions", flush=True)

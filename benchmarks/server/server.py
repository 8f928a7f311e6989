"""Measure how many games the server holds: latency under a steady load, limit and memory, beside a bare relay."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvloop
from load.crowd import Ear, now, open_ear, post

import cornerwise as cw

HERE = Path(__file__).parent
RULESET = "classic-4"
RELAY = [sys.executable, str(HERE / "load" / "relay.py")]
SERVER = [sys.executable, "-m", "cornerwise", "serve", "--port", "0", "--data"]

Script = list[tuple[int, str]]


def script(seed: int) -> Script:
    """A game at random: who moves, and what."""
    rng, position, steps = random.Random(seed), cw.start(RULESET), []
    while not position.is_over:
        move = rng.choice(position.legal_moves)
        steps.append((position.turn.actor, str(move)))
        position = position.play(move)
    return steps


@dataclass
class Served:
    """A server or a relay: a process of its own, and those it started."""

    process: subprocess.Popen[str]
    port: int
    is_relay: bool

    @property
    def family(self) -> list[int]:
        """The numbers of its processes."""
        found = [self.process.pid]
        for pid in found:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            found += map(int, children.split())
        return found

    @property
    def memory(self) -> float:
        """Resident memory in kilobytes."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in self.family)
        return pages * os.sysconf("SC_PAGESIZE") / 1024

    async def settled(self) -> float:
        """Resident memory once it has stopped growing."""
        before = 0.0
        while abs(self.memory - before) > 0.002 * before:
            before = self.memory
            await asyncio.sleep(1.5)
        return self.memory

    @property
    def seconds(self) -> float:
        """Time spent computing so far."""
        stats = (Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in self.family)
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / os.sysconf("SC_CLK_TCK")


def serve(data: str, is_relay: bool, more: list[str]) -> Served:
    """Start a server or a relay that keeps its games in a directory."""
    command = [*RELAY, data] if is_relay else [*SERVER, data, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
    if found is None:
        raise SystemExit(f"The server did not start: {line!r}")
    return Served(process, int(found[1]), is_relay)


@dataclass
class Times:
    """How long moves took, in seconds."""

    everybody: list[float] = field(default_factory=list)
    acknowledged: list[float] = field(default_factory=list)

    def figures(self) -> dict[str, float]:
        """The percentiles, in milliseconds."""
        return {
            "p50_ms": percentile(self.everybody, 0.5),
            "p99_ms": percentile(self.everybody, 0.99),
            "max_ms": percentile(self.everybody, 1.0),
            "done_p99_ms": percentile(self.acknowledged, 0.99),
        }


def percentile(times: list[float], share: float) -> float:
    """The time below which a share of the moves stayed, in milliseconds."""
    ordered = sorted(times) or [0.0]
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


class Table:
    """A game with a socket per seat, played by a script."""

    def __init__(self, name: str, ears: list[Ear], steps: Script, times: Times) -> None:
        self.name, self.ears, self.steps, self.times = name, ears, steps, times
        self.ply = 0
        self.missing = 0
        self.sent = 0.0
        self.is_counted = self.is_done = False
        self.complete: asyncio.Future[None] | None = None
        self.wanted = b""
        for ear in ears:
            ear.heard = self.hear

    def hear(self, text: bytes) -> None:
        """Count who has heard of the move that was sent."""
        if text.startswith(b'{"type":"error"') or text.startswith(b'{"reply":7,"type":"error"'):
            raise SystemExit(f"The server refused: {text[:300]!r}")
        if text.find(b'"done"', 0, 40) > 0:
            self.is_done = True
            if self.is_counted:
                self.times.acknowledged.append(now() - self.sent)
        elif text.find(self.wanted, 0, 160) > 0:
            self.missing -= 1
            if self.missing == 0 and self.is_counted:
                self.times.everybody.append(now() - self.sent)
        if self.missing == 0 and self.is_done and self.complete is not None and not self.complete.done():
            self.complete.set_result(None)

    async def move(self, is_counted: bool) -> None:
        """Make the next move and wait until everybody has heard of it."""
        seat, move = self.steps[self.ply]
        self.complete = asyncio.get_running_loop().create_future()
        self.missing, self.is_done, self.is_counted = len(self.ears), False, is_counted
        self.wanted = f'"ply":{self.ply + 1},'.encode()
        self.sent = now()
        self.ears[seat].say(type="play", id=7, game=self.name, ply=self.ply, move=move)
        await asyncio.wait_for(self.complete, 60)
        self.ply += 1

    @property
    def is_over(self) -> bool:
        """Whether the script has come to its end."""
        return self.ply >= len(self.steps)


async def set_table(served: Served, number: int, ears: list[Ear], steps: Script, times: Times) -> Table:
    """Open a game and seat a socket at each of its seats."""
    name = f"relay-{number:06}"
    tokens: list[list[str]] = [[]] * len(ears)
    if not served.is_relay:
        seats = [{"kind": "link"}] * len(ears)
        opened = await post(served.port, 4 * number, "/api/games", {"ruleset": RULESET, "seats": seats})
        name = opened["game"]
        came = await ears[0].ask(type="join", game=name, tokens=[opened["token"]])
        snapshot = next(message for message in came if message["type"] == "snapshot")
        tokens = [[seat["token"]] for seat in snapshot["seats"]]
    for ear, own in zip(ears, tokens, strict=True):
        await ear.ask(type="join", game=name, tokens=own)
    return Table(name, ears, steps, times)


async def some(tasks: list[Any], at_once: int) -> list[Any]:
    """Do many things, so many at once."""
    gate = asyncio.Semaphore(at_once)

    async def one(task: Any) -> Any:
        async with gate:
            return await task

    return await asyncio.gather(*map(one, tasks))


async def steady(tables: list[Table], every: float, warm: float, seconds: float) -> None:
    """Every table makes a move every so many seconds, spread evenly."""
    begun = now()

    async def play(table: Table, offset: float) -> None:
        at = begun + offset
        while at < begun + warm + seconds and not table.is_over:
            await asyncio.sleep(max(0.0, at - now()))
            await table.move(now() > begun + warm)
            at += every

    await asyncio.gather(*(play(table, every * number / len(tables)) for number, table in enumerate(tables)))


async def flat_out(tables: list[Table], at_once: int, seconds: float) -> float:
    """So many tables move as fast as they can; returns the moves per second."""
    end = now() + seconds
    waiting, moves, begun = list(tables), 0, now()

    async def play() -> None:
        nonlocal moves
        while waiting and now() < end:
            table = waiting.pop(0)
            if not table.is_over:
                await table.move(True)
                moves += 1
                waiting.append(table)

    await asyncio.gather(*(play() for _ in range(at_once)))
    return moves / (now() - begun)


async def measure(served: Served, games: int, every: float, options: argparse.Namespace) -> dict[str, Any]:
    """The figures of one load."""
    times = Times()
    idle = await served.settled()
    ears = await some([open_ear(served.port, number) for number in range(4 * games)], 32)
    connected = await served.settled()
    seating = [
        set_table(served, number, ears[4 * number : 4 * number + 4], script(number % 16), times)
        for number in range(games)
    ]
    tables = await some(seating, 16)
    seated = await served.settled()
    heard, played = sum(ear.bytes for ear in ears), sum(table.ply for table in tables)
    cpu, begun = served.seconds, now()
    found: dict[str, Any] = {"games": games, "sockets": 4 * games}
    if every:
        own = resource.getrusage(resource.RUSAGE_SELF)
        await steady(tables, every, options.warm, options.seconds)
        after = resource.getrusage(resource.RUSAGE_SELF)
        found["moves_per_s"] = round(len(times.everybody) / options.seconds, 1)
        found["generator_cpu"] = round(
            (after.ru_utime - own.ru_utime + after.ru_stime - own.ru_stime) / (now() - begun), 2
        )
    else:
        found["moves_per_s"] = round(await flat_out(tables, options.at_once, options.seconds), 1)
    found["server_cpu"] = round((served.seconds - cpu) / (now() - begun), 2)
    moves = max(1, sum(table.ply for table in tables) - played)
    found["server_ms_per_move"] = round(1000 * (served.seconds - cpu) / moves, 2)
    found |= times.figures()
    found["kb_per_socket"] = round((connected - idle) / (4 * games), 1)
    found["kb_per_game"] = round((served.memory - connected) / games, 1)
    found["kb_per_game_at_start"] = round((seated - connected) / games, 1)
    found["bytes_per_move_and_socket"] = round((sum(ear.bytes for ear in ears) - heard) / moves / 4)
    for ear in ears:
        ear.transport.close()
    return found


async def main(options: argparse.Namespace) -> None:
    """Measure every load asked for, of the relay and of the server in turn."""
    loads: list[tuple[int, float]] = []
    for load in options.load:
        games, _, every = load.partition("/")
        loads.append((int(games), float(every or 0)))
    postgres = None
    if options.processes > 1:
        sys.path.append(str(HERE.parents[1] / "tests" / "server"))
        from postgres import Postgres

        postgres = Postgres()
    try:
        await measure_all(loads, options, postgres)
    finally:
        if postgres is not None:
            postgres.close()


async def measure_all(loads: list[tuple[int, float]], options: argparse.Namespace, postgres: Any) -> None:
    """Measure the loads, with a fresh database for each."""
    for games, every in loads:
        for is_relay in (True, False) if options.relay else (False,):
            more = list(options.serve)
            if postgres is not None:
                more += ["--database", postgres.fresh(), "--processes", str(options.processes), "--workers", "1"]
            with tempfile.TemporaryDirectory() as data:
                served = serve(data, is_relay, more)
                try:
                    found = await measure(served, games, every, options)
                finally:
                    served.process.terminate()
                    served.process.wait()
            who = "relay" if is_relay else "server"
            count = 1 if is_relay else options.processes
            print(json.dumps({"who": who, "processes": count, "every_s": every, **found}), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("load", nargs="+", help="GAMES/SECONDS between two moves of a game, or GAMES: flat out")
    parser.add_argument("--seconds", type=float, default=30, help="how long is measured")
    parser.add_argument("--warm", type=float, default=5, help="seconds before")
    parser.add_argument("--at-once", type=int, default=64, help="moves under way at once when flat out")
    parser.add_argument("--no-relay", dest="relay", action="store_false", help="measure the server only")
    parser.add_argument("--processes", type=int, default=1, help="several share a PostgreSQL started for it")
    parser.add_argument("--serve", action="append", default=[], help="an option for `cornerwise serve`; repeatable")
    arguments = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    uvloop.run(main(arguments))

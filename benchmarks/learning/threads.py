"""How well the threads of a batch share its work, beside what the machine gives two processes with a batch each.

    python benchmarks/learning/threads.py
    sudo python benchmarks/learning/threads.py --alone --rounds 20

A figure for two threads says something only beside those for two processes, which share nothing, and for two threads
that only count: processors that are two halves of one core, a clock that falls when both are busy, or other people's
work keep all of them below twice. Rounds follow each other closely, each of them measures everything, and the middle
of the rounds' ratios is told. `--alone` keeps others off the processors while it measures, a moment at a time.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection

from environments import steps_per_second, ways

from cornerwise.env import Batch

WAY = "planes, features, legal lists"


def timed(batch: Batch, way: str) -> Callable[[float], float]:
    """Steps per second by the clock, in a measurement of so many seconds."""
    read = ways(batch)[way]
    return lambda seconds: steps_per_second(batch, read, seconds, time.perf_counter)


def bare_rate(threads: int, seconds: float) -> float:
    """What so many threads count together per second, with no memory and no lock in common."""

    def count(_: int) -> int:
        rounds, end = 0, time.perf_counter() + seconds
        while time.perf_counter() < end:
            hashlib.pbkdf2_hmac("sha256", b"", b"", 1000)  # which lets other threads of Python run
            rounds += 1000
        return rounds

    with ThreadPoolExecutor(threads) as crew:
        return sum(crew.map(count, range(threads))) / seconds


def serve(pipe: Connection, name: str, games: int, way: str) -> None:
    """A process with a batch of its own: measures when told how long, until told nothing."""
    rate = timed(Batch(name, games, seed=2), way)
    while seconds := pipe.recv():
        pipe.send(rate(seconds))


def main() -> None:
    """Prints the middle rates, and ratios to one thread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="classic-4")
    parser.add_argument("--games", type=int, default=1024, help="games in a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="seconds per figure and round")
    parser.add_argument("--read", default=WAY, choices=list(ways(Batch("duo", 1))), help="what is read after a step")
    parser.add_argument("--alone", action="store_true", help="take the processors from others (as root, on Linux)")
    given = parser.parse_args()
    if given.alone:  # before there are threads, which inherit it
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    one, many = (timed(Batch(given.ruleset, given.games, seed=1, threads=n), given.read) for n in (1, given.threads))
    pipes: list[Connection] = []
    for _ in range(given.threads):
        mine, theirs = multiprocessing.Pipe()
        arguments = (theirs, given.ruleset, given.games, given.read)
        multiprocessing.get_context("spawn").Process(target=serve, args=arguments, daemon=True).start()
        pipes.append(mine)

    def all_processes() -> float:
        for pipe in pipes:
            pipe.send(given.seconds)
        return sum(pipe.recv() for pipe in pipes)

    all_processes()  # they take a moment to start
    names = ("1 thread", f"{given.threads} threads", f"{given.threads} processes", "bare")
    rates: list[tuple[float, ...]] = []
    for _ in range(given.rounds):
        figures = [one(given.seconds), many(given.seconds), all_processes()]
        bare = bare_rate(given.threads, given.seconds / 2) / bare_rate(1, given.seconds / 2)
        rates.append((*figures, bare))
        if given.alone:
            time.sleep(3 * given.seconds)
    for pipe in pipes:
        pipe.send(0)
    print(f"{given.ruleset}, {given.games} games, {given.read}; load of the machine {os.getloadavg()[0]:.1f}")
    for name, column in zip(names, zip(*rates, strict=True), strict=True):
        ratio = statistics.median(value / row[0] for value, row in zip(column, rates, strict=True))
        best = max(column) / max(row[0] for row in rates)
        middle = statistics.median(column)
        if name == "bare":
            print(f"  {given.threads} threads that only count  {middle:18.2f} x one; best moments {max(column):5.2f} x")
            continue
        print(f"  {name:12} {middle:12,.0f} steps/s  {ratio:5.2f} x one thread; best moments {best:5.2f} x")


if __name__ == "__main__":
    main()

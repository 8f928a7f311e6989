"""How well the threads of a batch share its work, beside what the machine gives two processes with a batch each.

    python benchmarks/learning/threads.py

A figure for two threads says something only beside the one for two processes, which share nothing: processors that
are two halves of one core, a clock that falls when both are busy, or other people's work keep both below twice.
Rounds follow each other closely, each of them measures all three, and the middle of the rounds' ratios is told.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import statistics
import time
from multiprocessing.connection import Connection

from environments import steps_per_second, ways

from cornerwise.env import Batch

WAY = "planes, features, legal lists"


def rate(batch: Batch, way: str, seconds: float) -> float:
    """Steps per second by the clock."""
    return steps_per_second(batch, ways(batch)[way], seconds, time.perf_counter)


def serve(pipe: Connection, name: str, games: int, way: str) -> None:
    """A process with a batch of its own: measures when told how long, until told nothing."""
    batch = Batch(name, games, seed=2)
    while seconds := pipe.recv():
        pipe.send(rate(batch, way, seconds))


def main() -> None:
    """Prints the middle rates, and ratios to one thread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ruleset", default="classic-4")
    parser.add_argument("--games", type=int, default=1024, help="games in a batch")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=0.1, help="seconds per figure and round")
    parser.add_argument("--read", default=WAY, choices=list(ways(Batch("duo", 1))), help="what is read after a step")
    given = parser.parse_args()
    one, many = (Batch(given.ruleset, given.games, seed=1, threads=n) for n in (1, given.threads))
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
    names = ("1 thread", f"{given.threads} threads", f"{given.threads} processes")
    rates: list[tuple[float, ...]] = []
    for _ in range(given.rounds):
        rates.append((rate(one, given.read, given.seconds), rate(many, given.read, given.seconds), all_processes()))
    for pipe in pipes:
        pipe.send(0)
    print(f"{given.ruleset}, {given.games} games, {given.read}; load of the machine {os.getloadavg()[0]:.1f}")
    for name, column in zip(names, zip(*rates, strict=True), strict=True):
        ratio = statistics.median(value / row[0] for value, row in zip(column, rates, strict=True))
        best = max(column) / max(row[0] for row in rates)
        middle = statistics.median(column)
        print(f"  {name:12} {middle:12,.0f} steps/s  {ratio:5.2f} x one thread; best moments {best:5.2f} x")


if __name__ == "__main__":
    main()

"""Play games for half an hour, print the server's memory now and then, and fail if it keeps growing.

python benchmarks/server/soak.py [--minutes 30] [--games 60] [--every 2]

Games end and others begin in their place, with sockets of their own. Memory must be flat from the first third on, when
caches are full and every game has been played to its end at least once in a run of the full length.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import subprocess
import tempfile

import uvloop
from load.crowd import now, open_ear

import cornerwise as cw
from server import RULESET, Served, Times, percentile, script, serve, set_table

GROWTH = 0.10  # that is still called flat
SAMPLES = 30  # looks at the memory in a run


async def play(served: Served, numbers: itertools.count[int], every: float, end: float, times: Times) -> None:
    """Play one game after the other at one table."""
    seats = cw.ruleset(RULESET).seats
    while now() < end:
        number = next(numbers)
        ears = [await open_ear(served.port, 4 * number + seat) for seat in range(seats)]
        table = await set_table(served, number, ears, script(number), times)
        while not table.is_over and now() < end:
            await table.move(True)
            await asyncio.sleep(every)
        for ear in ears:
            ear.transport.close()


async def watch(served: Served, seconds: float, times: Times) -> list[float]:
    """The memory in megabytes at even intervals."""
    found, begun = [], now()
    for number in range(1, SAMPLES + 1):
        await asyncio.sleep(max(0.0, begun + seconds * number / SAMPLES - now()))
        found.append(served.memory / 1024)
        moves = len(times.everybody)
        p99 = percentile(times.everybody[-2000:], 0.99)
        print(f"{(now() - begun) / 60:5.1f} min  {found[-1]:7.1f} MB  {moves:7} moves  p99 {p99} ms", flush=True)
    return found


async def soak(options: argparse.Namespace) -> bool:
    """Whether memory stayed flat."""
    with tempfile.TemporaryDirectory() as data:
        served = serve(data, False, [])
        try:
            times, numbers, end = Times(), itertools.count(), now() + 60 * options.minutes
            watching = asyncio.create_task(watch(served, 60 * options.minutes, times))
            async with asyncio.TaskGroup() as tables:
                for number in range(options.games):
                    tables.create_task(play(served, numbers, options.every, end, times))
                    await asyncio.sleep(options.every / options.games if number else 0)
            memory = await watching
        finally:
            served.process.terminate()
            try:
                served.process.wait(30)
            except subprocess.TimeoutExpired:
                served.process.kill()
    third = len(memory) // 3
    early, late = statistics.median(memory[third : 2 * third]), statistics.median(memory[2 * third :])
    print(
        f"{next(numbers)} games, {early:.1f} MB in the second third,"
        f" {late:.1f} MB in the last ({late / early - 1:+.1%})"
    )
    return late <= early * (1 + GROWTH)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--games", type=int, default=60, help="tables at once")
    parser.add_argument("--every", type=float, default=2, help="seconds between two moves of a table")
    if not uvloop.run(soak(parser.parse_args())):
        raise SystemExit("The server's memory keeps growing.")

"""The long comparison: a million positions, kernel against reference, over every ruleset and option.

python tests/long_run.py [--positions N] [--workers N] [--seed N] [--log FILE]

With a log, a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from cornerwise.ground.pool import run_units
from data_files import join_name, split_name
from lockstep import POLICIES, Lockstep, Mismatch
from reference_games import EVERY_GAME

#: Every so many positions everything is compared, not only what the rules decide.
EVERYTHING_EVERY = 20


class Unit(NamedTuple):
    """Some positions of one game, reproducible from a seed."""

    title: str
    positions: int
    seed: int


class Outcome(NamedTuple):
    """What a unit compared, and how long that took."""

    title: str
    positions: int
    games: int
    seconds: float
    mismatch: str
    seed: int


def units(positions: int, seed: int) -> Iterator[Unit]:
    """Equal shares for every game, small enough to show progress, games mixed."""
    share = -(-positions // len(EVERY_GAME))
    size = 2000
    for start in range(0, share, size):
        for name, options in EVERY_GAME:
            title = join_name(name, options)
            yield Unit(title, min(size, share - start), hash_free_seed(seed, title, start))


def hash_free_seed(seed: int, title: str, start: int) -> int:
    """A seed that is the same in every process."""
    return random.Random(f"{seed} {title} {start}").getrandbits(32)


def run(unit: Unit) -> Outcome:
    """Plays whole random games until the unit's positions are compared."""
    began = time.perf_counter()
    rng = random.Random(unit.seed)
    name, options = split_name(unit.title)
    compared = games = 0
    try:
        while compared < unit.positions:
            both = Lockstep(name, **options)
            policy = rng.choice(sorted(POLICIES))
            games += 1
            while True:
                if compared % EVERYTHING_EVERY:
                    both.compare()
                else:
                    both.compare_everything()
                compared += 1
                if both.game.is_over or compared == unit.positions:
                    break
                both.step(rng, policy)
    except Mismatch as mismatch:
        return Outcome(unit.title, compared, games, time.perf_counter() - began, str(mismatch), unit.seed)
    return Outcome(unit.title, compared, games, time.perf_counter() - began, "", unit.seed)


def worker() -> Callable[[Unit], Outcome]:
    """What every worker process does with a unit."""
    return run


def logged(path: Path | None, wanted: list[Unit]) -> dict[Unit, int]:
    """The games of those units that an earlier run has finished."""
    if path is None or not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {unit: games for *fields, games in rows if (unit := Unit(*fields)) in wanted}


def main() -> int:
    """Runs the units on all cores, reports per game and in total; fails on the first mismatch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="keep finished units here and do not run them again")
    arguments = parser.parse_args()
    todo = list(units(arguments.positions, arguments.seed))
    wanted = sum(unit.positions for unit in todo)
    began = shown = time.perf_counter()
    done = logged(arguments.log, todo)
    todo = [unit for unit in todo if unit not in done]
    total = sum(unit.positions for unit in done)
    games = sum(done.values())
    by_title: dict[str, list[float]] = {}
    with closing(run_units(worker, todo, arguments.workers)) as outcomes:
        for outcome in outcomes:
            if outcome.mismatch:
                print(outcome.mismatch, flush=True)
                return 1
            if arguments.log:
                with arguments.log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([outcome.title, outcome.positions, outcome.seed, outcome.games]) + "\n")
            total += outcome.positions
            games += outcome.games
            row = by_title.setdefault(outcome.title, [0, 0])
            row[0] += outcome.positions
            row[1] += outcome.seconds
            now = time.perf_counter()
            if now - shown > 10:
                shown = now
                print(f"{total:>9,} of {wanted:,} positions, {total / (now - began):,.0f}/s", flush=True)
    for title, (positions, seconds) in sorted(by_title.items()):
        print(f"{title:32} {int(positions):>8,} positions {positions / seconds:>7,.0f}/s per worker")
    seconds = time.perf_counter() - began
    print(f"{total:,} positions of {games:,} games, in {seconds:,.0f} s of this run")
    print("The kernel and the reference agree on all of them.")
    return 0


if __name__ == "__main__":
    sys.exit(main())

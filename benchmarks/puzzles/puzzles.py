"""Speed of the puzzle solvers, one core, CPU seconds; other solvers on the same instances where they are installed.

    python benchmarks/puzzles/puzzles.py [--seeds 20] [--limit 120] [--others] [--json FILE]

Others: pip install --require-hashes -r benchmarks/puzzles/requirements.txt
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import resource
import time
from collections.abc import Callable
from multiprocessing import get_context
from statistics import median
from typing import Any

import numpy as np

from cornerwise.puzzle import puzzle, solve
from cornerwise.puzzle.count import count
from cornerwise.puzzle.solvers.rows import rows_of

# What must be reached, in seconds: the median of solving at many seeds, or of counting a few times.
SOLVE = {
    "all-84-descending": 1.0,
    "fives-15x16": 1.0,
    "fives-15x16-apart": 5.0,
    "fours-8x10": 0.05,
    "fours-8x10-apart": 0.05,
    "cube-4": 0.1,
    "cube-5": 0.1,
}
COUNT = {
    "pentominoes-6x10": (9_356, 1.0),
    "cube-3-one-color": (80_928, 1.0),
    "fours-8x10": (6_818_063_454, 10.0),
}


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of a call, and its answer."""
    begin = time.process_time()
    answer = call()
    return time.process_time() - begin, answer


def options(name: str) -> tuple[list[list[int]], int, int, int]:
    """A puzzle as plain exact cover: cells, then one item for every single piece."""
    made = puzzle(name)
    rows = rows_of(made)
    cells = len(rows.cells)
    numbers = np.array(made.left).sum(axis=0)
    first = cells + np.concatenate([[0], np.cumsum(numbers)[:-1]])
    listed = []
    for row, kind in zip(rows.table, rows.kinds, strict=True):
        covered = [int(c) for c in row if c >= 0]
        listed += [[*covered, int(first[kind]) + copy] for copy in range(int(numbers[kind]))]
    return listed, cells, int(numbers.sum()), made.goal == "exact"


def by_xcover(name: str, every: bool) -> Callable[[], int]:
    from xcover import covers

    listed, cells, pieces, exact = options(name)
    primary = list(range(cells + pieces if exact else cells))
    secondary = [] if exact else list(range(cells, cells + pieces))

    def run() -> int:
        found = covers(listed, primary=primary, secondary=secondary, colored=False)
        return sum(1 for _ in found) if every else int(next(found, None) is not None)

    return run


def by_exact_cover(name: str, every: bool) -> Callable[[], int] | None:
    import exact_cover

    listed, cells, pieces, exact = options(name)
    if not exact:
        return None  # it knows primary items only
    matrix = np.zeros((len(listed), cells + pieces), dtype=bool)
    for number, items in enumerate(listed):
        matrix[number, items] = True

    def run() -> int:
        if every:
            return sum(1 for _ in exact_cover.get_all_solutions(matrix))
        return int(len(exact_cover.get_exact_cover(matrix)) > 0)

    return run


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--limit", type=float, default=120.0, help="CPU seconds for each of the others")
    parser.add_argument("--others", action="store_true", help="measure other solvers too")
    parser.add_argument("--json", help="write the figures to this file")
    arguments = parser.parse_args()
    figures: dict[str, Any] = {}

    def tell(what: str, seconds: list[float], target: float | None, note: str = "") -> None:
        figures[what] = {"median": median(seconds), "max": max(seconds), "n": len(seconds)}
        goal = "" if target is None else f"  target {target:g} {'ok' if median(seconds) < target else 'MISSED'}"
        print(
            f"{what:44} median {median(seconds):8.3f}  max {max(seconds):8.3f}  n {len(seconds)}{goal}  {note}",
            flush=True,
        )

    for name, target in SOLVE.items():
        seconds = []
        for seed in range(arguments.seeds):
            puzzle.cache_clear()  # a person pays for reading and preparing too
            rows_of.cache_clear()
            spent, outcome = timed(lambda name=name, seed=seed: solve(puzzle(name), seed=seed))
            assert outcome.status == "solved", f"{name} at seed {seed}: {outcome.status}"
            seconds.append(spent)
        tell(f"solve {name}", seconds, target)
    for name, (expected, target) in COUNT.items():
        seconds = []
        for _ in range(3 if target > 5 else 5):
            spent, found = timed(lambda name=name: count(puzzle(name)))
            assert found.raw == expected
            seconds.append(spent)
        tell(f"count {name}", seconds, target)
    if arguments.others:
        others(tell, arguments.limit)
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=1)


def by_ortools(name: str, every: bool) -> Callable[[], int] | None:
    if every:
        return None  # it looks for one solution
    return lambda: int(solve(puzzle(name), method="cpsat").status == "solved")


def others(tell: Callable[..., None], limit: float) -> None:
    """The same instances for the others, each in a process of its own that may burn so many CPU seconds."""
    first = [(name, False) for name in SOLVE if not puzzle(name).is_laying]
    every = [(name, True) for name in ("pentominoes-6x10", "cube-3-one-color")]
    makers = {"xcover": by_xcover, "exact_cover": by_exact_cover, "ortools": by_ortools}
    for name, is_all in first + every:
        for title, maker in makers.items():
            if importlib.util.find_spec(title) is None or (title == "ortools" and is_all):
                continue
            if title != "ortools" and puzzle(name).contact != "any":
                continue  # plain packings only
            if title == "exact_cover" and puzzle(name).goal != "exact":
                continue  # it knows primary items only
            what = f"{title} {'all' if is_all else 'first'} {name}"
            spent = _measured(maker, name, is_all, limit)
            if spent is None:
                print(f"{what:44} no answer in {limit:g} CPU seconds", flush=True)
            else:
                tell(what, [spent], None)


def _measured(maker: Callable[..., Any], name: str, is_all: bool, limit: float) -> float | None:
    """CPU seconds of one run after a short one that compiles; None when the limit stops it."""
    context = get_context("fork")
    receiver, sender = context.Pipe(duplex=False)

    def work() -> None:
        if maker is by_xcover:
            by_xcover("two-sets-5x8", True)()  # compiles; not counted
        used = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + int(limit), used + int(limit) + 1))
        sender.send(timed(maker(name, is_all))[0])

    child = context.Process(target=work)
    child.start()
    sender.close()
    try:
        return float(receiver.recv())
    except EOFError:
        return None
    finally:
        child.join()


if __name__ == "__main__":
    main()

"""Speed of the puzzle solvers, one core, CPU seconds; other solvers on the same instances where they are installed.

    python benchmarks/puzzles.py [--seeds 20] [--limit 30] [--others] [--json FILE]

Others: pip install --require-hashes -r benchmarks/requirements-puzzles.txt
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

from cornerwise.puzzle import puzzle, solve
from cornerwise.puzzle.count import count
from cornerwise.puzzle.rows import rows_of

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
    parser.add_argument("--limit", type=float, default=120.0)
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
            spent, outcome = timed(lambda name=name, seed=seed: solve(puzzle(name), seed=seed, limit=arguments.limit))
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


def others(tell: Callable[..., None], limit: float) -> None:
    """The same instances for the others. Runs that exceed the limit are not started twice."""
    from multiprocessing import TimeoutError, get_context

    def measured(maker: Callable[..., Any], *given: Any) -> float | None:
        """CPU seconds in a process of its own, None at the limit or when it does not apply."""
        with get_context("fork").Pool(1) as pool:
            try:
                return pool.apply_async(_measure, (maker, given)).get(limit)
            except TimeoutError:
                return None

    for name in ("fours-8x10", "fives-15x16", "cube-4", "cube-5"):
        for title, maker in (("xcover", by_xcover), ("exact_cover", by_exact_cover)):
            if title == "exact_cover" and puzzle(name).goal != "exact":
                continue  # it knows primary items only
            if importlib.util.find_spec(title):
                spent = measured(maker, name, False)
                tell(f"{title} first {name}", [spent], None) if spent is not None else print(
                    f"{title} first {name}: no answer in {limit:g} s, compilation included"
                )
    for name in ("pentominoes-6x10",):
        for title, maker in (("xcover", by_xcover), ("exact_cover", by_exact_cover)):
            if importlib.util.find_spec(title):
                spent = measured(maker, name, True)
                tell(f"{title} all {name}", [spent], None) if spent is not None else print(
                    f"{title} all {name}: no answer in {limit:g} s, compilation included"
                )
    if importlib.util.find_spec("ortools"):
        for name in ("fours-8x10", "fours-8x10-apart", "fives-15x16", "cube-4", "cube-5"):
            spent, outcome = timed(lambda name=name: solve(puzzle(name), method="cpsat", limit=limit))
            tell(f"ortools first {name}", [spent], None, outcome.status)


def _measure(maker: Callable[..., Any], given: tuple[Any, ...]) -> float | None:
    run = maker(*given)
    if run is None:
        return None
    run()  # compilation, where there is any, is not counted
    return timed(run)[0]


if __name__ == "__main__":
    main()

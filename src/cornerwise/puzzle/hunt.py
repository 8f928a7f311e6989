"""Hunts: many seeds of a puzzle at once, in a pool; whichever finds a solution first counts."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from cornerwise.errors import PuzzleError
from cornerwise.ground.pool import run_units
from cornerwise.puzzle.outcome import Outcome
from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution
from cornerwise.puzzle.read import puzzle_of_spec
from cornerwise.puzzle.solve import Method, solve

STALE = 50  # seeds in a row that find what is known already; then there is probably nothing else

Unit = tuple[int, float | None]  # a seed, and how many seconds are left for it


@dataclass(frozen=True)
class Find:
    """What became of a seed, on its way back from a worker: the puzzle stays there, its pieces travel."""

    seed: int
    laid: tuple[Laid, ...]
    solver: str
    is_impossible: bool
    nodes: int
    seconds: float
    reason: str

    def outcome(self, puzzle: Puzzle) -> Outcome:
        """The same as the driver tells it."""
        solution = Solution(puzzle, self.laid, self.solver, self.nodes, self.seconds) if self.laid else None
        return Outcome(solution, self.is_impossible, self.nodes, self.seconds, self.reason)


def hunt(
    puzzle: Puzzle,
    *,
    seed: int = 0,
    number: int = 1,
    limit: float | None = None,
    method: Method = "auto",
    workers: int | None = 1,
    cluster: str | None = None,
) -> Iterator[tuple[int, Outcome]]:
    """Tries this seed and those after it until so many different solutions are found; yields each seed's outcome.

    The solution of a seed is the same wherever it is found; which seeds are the quickest depends on the machines. It
    ends early at the limit, or with the proof that there is no solution.
    """
    if reason := puzzle.problem.objection():
        yield seed, Outcome(None, True, 0, 0.0, reason)
        return
    if number < 1:
        raise PuzzleError(f"Ask for one solution or more, not {number}.")
    if puzzle.goal == "most":
        raise PuzzleError(
            "Several workers stop at the first solution; use one worker to place as many pieces as possible."
        )
    begin = time.perf_counter()

    def units() -> Iterator[Unit]:
        for each in itertools.count(seed):
            rest = None if limit is None else limit - (time.perf_counter() - begin)
            if rest is not None and rest <= 0:
                return
            yield each, rest

    seen: set[frozenset[Laid]] = set()
    stale = 0
    make_worker = partial(_make_worker, json.dumps(puzzle.spec, sort_keys=True), method)
    with closing(run_units(make_worker, units(), workers, cluster)) as finds:
        for find in finds:
            key = frozenset(find.laid)
            stale = stale + 1 if key in seen else 0
            if not stale:
                yield find.seed, find.outcome(puzzle)
            if key:
                seen.add(key)
            if find.is_impossible or len(seen) == number or stale == STALE:
                return


def _make_worker(spec: str, method: Method) -> Callable[[Unit], Find]:
    """What a worker does with a seed."""
    puzzle = puzzle_of_spec(spec)

    def work(unit: Unit) -> Find:
        seed, limit = unit
        outcome = solve(puzzle, seed=seed, limit=limit, method=method)
        found = outcome.solution
        laid, solver = (found.laid, found.solver) if found else ((), "")
        return Find(seed, laid, solver, outcome.is_impossible, outcome.nodes, outcome.seconds, outcome.reason)

    return work

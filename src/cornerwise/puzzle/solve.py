"""Solving: the solver that measurement says is best for a puzzle, raced with another that can prove."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle.argue import objection
from cornerwise.puzzle.outcome import SLICE, Outcome, Report, Watch, checked
from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution
from cornerwise.puzzle.solvers.beam import Task, task_of_position, task_of_puzzle
from cornerwise.puzzle.solvers.cpsat import solve_by_constraints
from cornerwise.puzzle.solvers.rows import rows_of

if TYPE_CHECKING:
    from cornerwise._core import Position

Method = Literal["auto", "scan", "cover", "paint", "beam", "cpsat"]


def solve(
    puzzle: Puzzle,
    *,
    seed: int = 0,
    limit: float | None = None,
    method: Method = "auto",
    watch: Watch | None = None,
) -> Outcome:
    """One solution, or the proof that there is none, or neither within `limit` seconds."""
    if reason := objection(puzzle):
        return Outcome(None, True, 0, 0.0, reason)
    if method == "cpsat":
        return solve_by_constraints(puzzle, seed=seed, limit=limit)
    if puzzle.is_laying:
        if method not in ("auto", "beam"):
            raise PuzzleError("A puzzle laid under the rules is solved by the beam search only.")
        return _lay(puzzle, seed, limit, watch)
    if method == "paint" and puzzle.contact != "apart":
        raise PuzzleError("Painting is for puzzles whose colors must stay apart, and nothing more.")
    if method == "beam":
        raise PuzzleError("The beam search is for puzzles laid under the rules, with start cells.")
    return _race(puzzle, seed, limit, method, watch)


def _race(puzzle: Puzzle, seed: int, limit: float | None, method: Method, watch: Watch | None) -> Outcome:
    """Slices in turn, counted in nodes and not timed, so that the same seed gives the same solution."""
    begin = time.perf_counter()
    rows = rows_of(puzzle)
    instance = rows.instance()
    shares: dict[str, float] = _shares(puzzle) if method == "auto" else {method: 1.0}
    runners: dict[str, solver.Solver] = {}
    milliseconds = 4.0
    while True:
        for name in shares:
            if name not in runners:  # only now: the first often answers before the others are made
                runners[name] = _START[name](instance, seed)
            runner = runners[name]
            rest = 1e9 if limit is None else max(0.001, limit - (time.perf_counter() - begin))
            progress = runner.advance(rest, nodes=int(milliseconds * shares[name] * _PACE[name]))
            nodes = sum(other.nodes for other in runners.values())
            seconds = time.perf_counter() - begin
            if progress == solver.Progress.found:
                return Outcome(checked(puzzle, rows.laid(runner.solution), name, nodes, seconds), False, nodes, seconds)
            if progress == solver.Progress.exhausted:
                return Outcome(None, True, nodes, seconds)
            if limit is not None and seconds >= limit:
                return Outcome(None, False, nodes, seconds)
        if watch:
            provers = [other.closed for name, other in runners.items() if name == "cover"]
            watch(Report(nodes, max(provers, default=0.0), max(r.deepest for r in runners.values()), seconds))
        milliseconds = min(1000 * SLICE, 2 * milliseconds)


_START: dict[str, Callable[[solver.Instance, int], solver.Solver]] = {
    "scan": lambda instance, seed: solver.scan(instance, seed=seed, restart=4_000),
    "cover": lambda instance, seed: solver.cover(instance, seed=seed + 1),
    "paint": lambda instance, seed: solver.paint(instance, seed=seed),
}
_PACE = {"scan": 8_000, "cover": 400, "paint": 8_000}  # nodes that take about a millisecond


def _shares(puzzle: Puzzle) -> dict[str, float]:
    """Who runs, the likeliest first, for how many slices; only cover can prove much."""
    proving = 0.05 if len(puzzle.open_cells) > 100 else 1.0  # nobody proves much about a large region
    if puzzle.contact == "apart":
        return {"paint": 4.0, "cover": proving, "scan": 0.5}
    # Flat regions to be filled scan well; elsewhere the tightest spot first is better.
    if puzzle.is_solid or puzzle.goal == "place":
        return {"cover": 4.0, "scan": 1.0}
    return {"scan": 4.0, "cover": proving}


def _lay(puzzle: Puzzle, seed: int, limit: float | None, watch: Watch | None) -> Outcome:
    begin = time.perf_counter()
    task = task_of_puzzle(puzzle)
    beam = task.start(seed)
    partial = puzzle.goal == "most"
    deadline = limit if limit is not None else 10.0 if partial else None
    best: tuple[Laid, ...] | None = None
    while True:
        seconds = time.perf_counter() - begin
        if deadline is not None and seconds >= deadline and not (partial and beam.tries < 2):
            break
        progress = beam.advance(SLICE)
        if watch:
            watch(Report(beam.nodes, 0.0, len(beam.best), time.perf_counter() - begin))
        if progress == solver.Progress.found:
            best = task.laid(beam.best)
            if not partial or len(best) == sum(map(sum, puzzle.supply)):
                break
        if progress == solver.Progress.exhausted:
            break
    seconds = time.perf_counter() - begin
    if best is None and partial:
        best = task.laid(beam.best)
    if best is None:
        return Outcome(None, False, beam.nodes, seconds)
    return Outcome(checked(puzzle, best, "beam", beam.nodes, seconds), False, beam.nodes, seconds)


def solutions(puzzle: Puzzle, *, limit: float | None = None, watch: Watch | None = None) -> Iterator[Solution]:
    """Every solution, each once, as they are found; ends early only at the limit."""
    if puzzle.is_laying:
        raise PuzzleError(
            "The solutions of a puzzle laid under the rules are too many to list; ask for some at random."
        )
    begin = time.perf_counter()
    rows = rows_of(puzzle)
    search = solver.scan(rows.instance())
    while limit is None or time.perf_counter() - begin < limit:
        progress = search.advance(SLICE)
        seconds = time.perf_counter() - begin
        if progress == solver.Progress.exhausted:
            return
        if progress == solver.Progress.found:
            yield checked(puzzle, rows.laid(search.solution), "scan", search.nodes, seconds)
        elif watch:
            watch(Report(search.nodes, search.closed, search.deepest, seconds))


def random_solutions(
    puzzle: Puzzle, number: int, *, seed: int = 0, limit: float | None = None, watch: Watch | None = None
) -> Iterator[Solution]:
    """Up to so many different solutions at random; fewer at the limit or when there are no more."""
    begin = time.perf_counter()
    seen: set[frozenset[Laid]] = set()
    stale = 0
    while len(seen) < number and stale < 50:
        rest = None if limit is None else limit - (time.perf_counter() - begin)
        if rest is not None and rest <= 0:
            return
        outcome = solve(puzzle, seed=seed, limit=rest, watch=watch)
        seed += 1
        if outcome.solution is None:
            return
        key = frozenset(outcome.solution.laid)
        stale = stale + 1 if key in seen else 0
        if key not in seen:
            seen.add(key)
            yield outcome.solution


def finish(
    position: Position, *, sheet: int = 0, seed: int = 0, limit: float = 5.0, watch: Watch | None = None
) -> tuple[Laid, ...]:
    """Finish this board: as many more squares as possible, any color in any order, each piece legal."""
    begin = time.perf_counter()
    task: Task = task_of_position(position, sheet)
    beam = task.start(seed)
    # One pass at least, however short the limit: it takes a moment, and no answer would be a poor one.
    while (seconds := time.perf_counter() - begin) < limit or beam.tries < 2:
        progress = beam.advance(SLICE)
        if watch:
            watch(Report(beam.nodes, 0.0, len(beam.best), seconds))
        if progress == solver.Progress.exhausted:
            break
    return task.laid(beam.best)[len(task.given["laid"]) :]

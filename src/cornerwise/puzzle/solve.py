"""Solving: the kernel's hunt for a solution, watched and limited."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, get_args

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError, WrongType
from cornerwise.puzzle.outcome import SLICE, Outcome, Report, Watch, checked
from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution
from cornerwise.puzzle.read import open_puzzle
from cornerwise.puzzle.solvers.beam import task_of_position
from cornerwise.puzzle.solvers.cpsat import solve_by_constraints
from cornerwise.puzzle.solvers.rows import rows_of
from cornerwise.puzzle.verify import verify

if TYPE_CHECKING:
    from cornerwise._core import Position

Method = Literal["auto", "scan", "cover", "paint", "beam", "cpsat"]
METHODS: tuple[Method, ...] = ("auto", "scan", "cover", "paint", "beam")  # as the kernel numbers them


def solve(
    puzzle: Puzzle | str,
    *,
    seed: int = 0,
    limit: float | None = None,
    method: Method = "auto",
    watch: Watch | None = None,
) -> Outcome:
    """One solution, or the proof that there is none, or neither within `limit` seconds.

    A puzzle of the library is known by its name, one of your own by its file.
    """
    if isinstance(puzzle, str):
        puzzle = open_puzzle(puzzle)
    if not isinstance(puzzle, Puzzle):
        raise WrongType(f"solve() takes a Puzzle, its name or its file, not {type(puzzle).__name__}.")
    _check(seed, limit, method)
    if reason := puzzle.problem.objection():
        return Outcome(None, True, 0, 0.0, reason)
    if method == "cpsat":
        return solve_by_constraints(puzzle, seed=seed, limit=limit)
    begin = time.perf_counter()
    try:
        hunt = solver.Hunt(puzzle.problem, seed, METHODS.index(method))
    except ValueError as error:
        raise PuzzleError(str(error)) from None
    is_partial = puzzle.goal == "most"
    deadline = 10.0 if is_partial and limit is None else limit
    while True:
        rest = SLICE if deadline is None else min(SLICE, deadline - (time.perf_counter() - begin))
        progress = hunt.advance(max(0.001, rest))
        seconds = time.perf_counter() - begin
        is_late = deadline is not None and seconds >= deadline
        if progress == solver.Progress.found or (is_partial and is_late and hunt.tries >= 2):
            found = puzzle.pieces(hunt.solution)
            verify(puzzle, found)
            return Outcome(
                Solution(puzzle, found, METHODS[hunt.winner], hunt.nodes, seconds), False, hunt.nodes, seconds
            )
        if progress == solver.Progress.exhausted or (is_late and not is_partial):
            return Outcome(None, hunt.is_impossible, hunt.nodes, seconds)
        if watch:
            watch(Report(hunt.nodes, hunt.closed, hunt.best, seconds))


def _check(seed: object, limit: object, method: object) -> None:
    """Refuses what no search can begin with."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise WrongType(f"A seed is a whole number, not {type(seed).__name__}.")
    if not 0 <= seed < 2**64:
        raise PuzzleError(f"A seed is a whole number from 0 to 2**64 - 1, not {str(seed)[:20]}.")
    if isinstance(limit, bool) or not isinstance(limit, int | float | None):
        raise WrongType(f"A limit is a number of seconds, not {type(limit).__name__}.")
    if method not in get_args(Method):
        raise PuzzleError(f"There is no method {str(method)[:20]!r}; there are {', '.join(get_args(Method))}.")


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
    """Up to this many different random solutions; fewer at the limit or when there are no more."""
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
    """Finishes a board: covers as many more squares as possible, with any color in any order, each piece legal."""
    begin = time.perf_counter()
    task = task_of_position(position, sheet)
    beam = task.start(seed)
    # One pass at least, however short the limit: it takes a moment, and no answer would be a poor one.
    while (seconds := time.perf_counter() - begin) < limit or beam.tries < 2:
        progress = beam.advance(SLICE)
        if watch:
            watch(Report(beam.nodes, 0.0, len(beam.best), seconds))
        if progress == solver.Progress.exhausted:
            break
    return task.laid(beam.best)[len(task.given["laid"]) :]

"""OR-Tools CP-SAT as a last resort, for proofs that no solution exists; needs the package ortools."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from cornerwise.errors import PuzzleError
from cornerwise.puzzle.outcome import Outcome, checked
from cornerwise.puzzle.solvers.rows import rows_of

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle


def solve_by_constraints(puzzle: Puzzle, *, seed: int = 0, limit: float | None = None) -> Outcome:
    """One solution, the proof that there is none, or neither; for packings and colors apart."""
    if puzzle.is_laying or puzzle.layable or puzzle.contact in ("touching", "connected"):
        raise PuzzleError("CP-SAT is offered for plain packings and for colors that must stay apart.")
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise PuzzleError("CP-SAT is not installed; install the package ortools to use it.") from None
    begin = time.perf_counter()
    rows = rows_of(puzzle)
    model = cp_model.CpModel()
    colors = range(len(puzzle.colors)) if puzzle.contact == "apart" else range(1)
    supply = np.array(puzzle.left) if puzzle.contact == "apart" else np.array(puzzle.left).sum(axis=0)[None]
    laid = {(row, color): model.new_bool_var("") for row in range(len(rows.kinds)) for color in colors}
    covering: list[list[Any]] = [[] for _ in rows.cells]
    kinds: dict[tuple[int, int], list[Any]] = {}
    at: dict[tuple[int, int], list[Any]] = {}
    for (row, color), variable in laid.items():
        kinds.setdefault((color, int(rows.kinds[row])), []).append(variable)
        for cell in rows.table[row][rows.table[row] >= 0]:
            covering[cell].append(variable)
            at.setdefault((int(cell), color), []).append((row, variable))
    for variables in covering:
        model.add(sum(variables) <= 1) if puzzle.empties else model.add_exactly_one(variables)
    for color in colors:
        for kind, number in enumerate(supply[color]):
            variables = kinds.get((color, kind), [])
            total = sum(variables) if variables else 0
            if puzzle.goal == "fill":
                if variables:
                    model.add(total <= int(number))
            elif variables or number:
                model.add(total == int(number)) if variables else model.add_bool_or([])
    if puzzle.contact == "apart":
        _keep_apart(model, rows, at, colors)
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = seed
    solver.parameters.num_workers = 1
    if limit is not None:
        solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    seconds = time.perf_counter() - begin
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        choices = [key for key, variable in laid.items() if solver.value(variable)]
        found = checked(puzzle, rows.laid(choices), "cpsat", solver.num_branches, seconds)
        return Outcome(found, False, solver.num_branches, seconds)
    return Outcome(None, status == cp_model.INFEASIBLE, solver.num_branches, seconds)


def _keep_apart(model: Any, rows: Any, at: dict[tuple[int, int], list[Any]], colors: range) -> None:
    """On both sides of an edge a color shows only where one piece covers both cells."""
    number = {cell: i for i, cell in enumerate(rows.cells)}
    given = {cell: laid.color for laid in rows.puzzle.givens for cell in laid.cells}
    for cell, i in number.items():
        for other in rows.puzzle.board.edge_neighbors(cell):
            for color in colors:
                here = at.get((i, color), [])
                if other in given:
                    if given[other] == rows.puzzle.colors[color]:
                        for _, variable in here:
                            model.add(variable == 0)
                elif number[other] > i:
                    there = at.get((number[other], color), [])
                    both = {row for row, _ in here} & {row for row, _ in there}
                    one = [variable for row, variable in here + there if row not in both]
                    model.add(sum(one) <= 1)

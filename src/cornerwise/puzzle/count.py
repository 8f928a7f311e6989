"""Counting solutions exactly: by search in parts that a pool shares, or by a frontier of merged states."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from math import comb, factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle.outcome import SLICE, Report, Watch
from cornerwise.puzzle.solvers.parts import Parts
from cornerwise.puzzle.solvers.rows import Rows, rows_of

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle

CountMethod = Literal["auto", "search", "frontier"]
# Nodes of plain search before the frontier is brought in, which takes the lead later in space than on flat boards.
FIRST_TRY_FLAT, FIRST_TRY_SOLID = 500_000, 20_000_000


class _Unsuited(PuzzleError):
    """A puzzle whose states the frontier cannot hold."""


@dataclass(frozen=True)
class Count:
    """How many solutions there are."""

    raw: int  # images counted apart; colors told apart only where the puzzle speaks of them
    up_to_rotation: int | None  # classes under the turns of the region
    up_to_symmetry: int | None  # classes under mirror images too, and under renaming interchangeable colors
    colored: int | None  # several colors that do not matter for fitting: with pieces told apart by color
    symmetries: int  # of the region and the supply
    is_complete: bool  # False: the limit came first, `raw` is what was found until then
    closed: float  # estimated part of the work that is done
    method: str
    nodes: int
    seconds: float

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return asdict(self)


def count(
    puzzle: Puzzle,
    *,
    workers: int | None = 1,
    limit: float | None = None,
    checkpoint: Path | None = None,
    memory: int = 4 << 30,
    method: CountMethod = "auto",
    watch: Watch | None = None,
    cluster: str | None = None,
) -> Count:
    """The number of solutions; with a checkpoint file an interrupted count resumes where it stopped.

    The parts of a search are shared by so many `workers`, here or on a Ray `cluster`; a frontier is one piece of work.
    """
    if puzzle.is_laying:
        raise PuzzleError("The solutions of a puzzle laid under the rules are far too many to count.")
    begin = time.perf_counter()
    rows = rows_of(puzzle)
    suits = _suits_frontier(puzzle)
    if method == "frontier" and not suits:
        raise PuzzleError("The frontier method counts plain packings only: colors and laying order must not matter.")
    saved = checkpoint is not None and checkpoint.exists()
    if method == "frontier" or (saved and checkpoint is not None and _is_frontier(checkpoint)):
        return _by_frontier(rows, limit, checkpoint, memory, watch, begin)
    parts = Parts(puzzle, checkpoint)
    if method == "auto" and suits and not saved:
        parts.run(1, limit, watch, nodes=FIRST_TRY_SOLID if puzzle.is_solid else FIRST_TRY_FLAT)
        if not parts.is_done and (limit is None or time.perf_counter() - begin < limit):
            try:
                return _by_frontier(rows, limit, checkpoint, memory, watch, begin)
            except _Unsuited:
                pass  # too wide or too large for the frontier: search on
    spent = time.perf_counter() - begin
    parts.run(workers, None if limit is None else max(0.0, limit - spent), watch, cluster=cluster)
    return _of_parts(rows, parts, time.perf_counter() - begin)


def _of_parts(rows: Rows, parts: Parts, seconds: float) -> Count:
    puzzle = rows.puzzle
    done = parts.is_done
    renamings = factorial(len(puzzle.colors)) if puzzle.contact != "any" and _interchangeable(puzzle) else 1
    colored = None
    if puzzle.contact == "any" and len(puzzle.colors) > 1:
        one_way = puzzle.goal == "exact"  # every solution uses the same pieces
        colored = parts.count * _colorings(puzzle, [0] * len(puzzle.shapes)) if one_way and done else None
    return Count(
        raw=parts.count,
        up_to_rotation=parts.fixed_by_turns // (rows.turns * renamings) if done else None,
        up_to_symmetry=parts.fixed // (rows.group * renamings) if done else None,
        colored=colored,
        symmetries=rows.group,
        is_complete=done,
        closed=parts.closed,
        method="search",
        nodes=parts.nodes,
        seconds=seconds,
    )


def _suits_frontier(puzzle: Puzzle) -> bool:
    return puzzle.contact == "any" and not puzzle.layable and puzzle.pieces_left > 1


def _is_frontier(checkpoint: Path) -> bool:
    with checkpoint.open("rb") as file:
        return file.read(1) != b"{"


def _by_frontier(
    rows: Rows, limit: float | None, checkpoint: Path | None, memory: int, watch: Watch | None, begin: float
) -> Count:
    try:
        frontier = solver.Frontier(rows.instance(), memory)
    except ValueError as error:
        raise _Unsuited(str(error)) from None
    if checkpoint is not None and checkpoint.exists() and _is_frontier(checkpoint):
        try:
            frontier.load(checkpoint.read_bytes())
        except ValueError as error:
            raise PuzzleError(f"{error} ({checkpoint})") from None
    written = time.perf_counter()
    try:
        while _goes_on(frontier):
            seconds = time.perf_counter() - begin
            if watch:
                watch(Report(frontier.states, frontier.closed, 0, seconds))
            if checkpoint is not None and time.perf_counter() - written > 60:
                _write(checkpoint, frontier.save())
                written = time.perf_counter()
            if limit is not None and seconds >= limit:
                if checkpoint is not None:
                    _write(checkpoint, frontier.save())
                return Count(
                    raw=0,
                    up_to_rotation=None,
                    up_to_symmetry=None,
                    colored=None,
                    symmetries=rows.group,
                    is_complete=False,
                    closed=frontier.closed,
                    method="frontier",
                    nodes=frontier.states,
                    seconds=seconds,
                )
    except KeyboardInterrupt:
        if checkpoint is not None:
            _write(checkpoint, frontier.save())
        raise
    puzzle = rows.puzzle
    raw = sum(number for _, number in frontier.totals)
    colored = None
    if len(puzzle.colors) > 1:
        colored = sum(number * _colorings(puzzle, left) for left, number in frontier.totals)
    turned = [raw if i == 0 else _fixed(rows, i) for i in range(rows.group)]
    whole = [n for n in turned if n is not None]
    turns = turned[: rows.turns]
    return Count(
        raw=raw,
        up_to_rotation=sum(n for n in turns if n is not None) // rows.turns if None not in turns else None,
        up_to_symmetry=sum(whole) // rows.group if len(whole) == rows.group else None,
        colored=colored,
        symmetries=rows.group,
        is_complete=True,
        closed=1.0,
        method="frontier",
        nodes=frontier.states,
        seconds=time.perf_counter() - begin,
    )


def _goes_on(frontier: solver.Frontier) -> bool:
    """Work for a slice of time; True while there is more to do."""
    try:
        return frontier.advance(SLICE) != solver.Progress.exhausted
    except (ValueError, OverflowError) as error:  # more states than the memory holds, or more ways than 64 bits
        raise _Unsuited(str(error)) from None


def _write(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def _fixed(rows: Rows, number: int) -> int | None:
    """Solutions that one symmetry maps onto themselves (Burnside), None where a shape becomes another one.

    Such a solution is made of whole orbits of rows; an orbit of n rows takes n pieces of its shape.
    """
    image = rows.images[number]
    if any(rows.kinds[row] != rows.kinds[image[row]] for row in range(len(image))):
        return None
    table, kinds, units = [], [], []
    for row in range(len(image)):
        orbit = [row]
        while (following := image[orbit[-1]]) != row:
            orbit.append(following)
        cells = sorted(int(cell) for one in orbit for cell in rows.table[one] if cell >= 0)
        if row == min(orbit) and len(set(cells)) == len(cells):
            table.append(cells)
            kinds.append(int(rows.kinds[row]))
            units.append(len(orbit))
    if not table:
        return 0
    width = max(map(len, table))
    padded = np.array([cells + [-1] * (width - len(cells)) for cells in table], dtype=np.int32)
    instance = rows.instance(cells=padded, kinds=np.array(kinds, dtype=np.int32), units=units)
    search = solver.scan(instance)
    while search.advance(SLICE, stop_at_solution=False) != solver.Progress.exhausted:
        pass
    return int(search.count)


def _interchangeable(puzzle: Puzzle) -> bool:
    return not puzzle.givens and len(puzzle.colors) > 1 and all(own == puzzle.supply[0] for own in puzzle.supply)


def _colorings(puzzle: Puzzle, left: list[int]) -> int:
    """In how many ways the pieces laid can be dealt to the colors, when these are left over of each shape."""
    ways = 1
    for kind, rest in enumerate(left):
        numbers = [own[kind] for own in puzzle.left]
        laid = sum(numbers) - rest
        table = [1] + [0] * laid  # ways to choose which of the pieces laid go to the colors seen so far
        for number in numbers:
            table = [
                sum(table[k - j] * comb(laid - (k - j), j) for j in range(min(number, k) + 1)) for k in range(laid + 1)
            ]
        ways *= table[laid]
    return ways

"""Difficulty: how much work the most-constrained-first search has, in the middle of many tries."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10
from statistics import median
from typing import TYPE_CHECKING, Literal

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle.solvers.rows import rows_of

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle

Label = Literal["easy", "medium", "hard", "expert"]
LABELS: tuple[Label, ...] = ("easy", "medium", "hard", "expert")
STEPS = (0.5, 1.2, 2.2)  # ratings where medium, hard and expert begin
MOST_NODES = 200_000


@dataclass(frozen=True)
class Difficulty:
    """A rating: powers of ten of wrong turns per piece, and a word for it."""

    rating: float
    label: Label
    nodes: float  # median over the tries


def difficulty(puzzle: Puzzle, *, tries: int = 15, seed: int = 0) -> Difficulty:
    """The rating of a puzzle; the same on every machine, since work is counted and not timed."""
    if puzzle.is_laying:
        raise PuzzleError("Only puzzles of covering a region are rated.")
    instance = rows_of(puzzle).instance()
    work = []
    for number in range(tries):
        search = solver.cover(instance, seed=seed + number + 1)
        search.advance(1e9, nodes=MOST_NODES)
        work.append(search.nodes)
    middle = median(work)
    rating = round(max(0.0, log10(middle / max(1, puzzle.pieces_left))), 2)
    return Difficulty(rating, LABELS[sum(rating >= step for step in STEPS)], middle)

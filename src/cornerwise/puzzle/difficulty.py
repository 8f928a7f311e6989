"""Difficulty: the median work of the most-constrained-first search over many tries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle

Label = Literal["easy", "medium", "hard", "expert"]
LABELS: tuple[Label, ...] = ("easy", "medium", "hard", "expert")


@dataclass(frozen=True)
class Difficulty:
    """A rating: the power of ten of wrong turns per piece, and a word for it."""

    rating: float
    label: Label
    nodes: float  # median over the tries


def difficulty(puzzle: Puzzle, *, tries: int = 15, seed: int = 0) -> Difficulty:
    """The rating of a puzzle; the same on every machine, since work is counted and not timed."""
    try:
        return told(puzzle.problem.difficulty(tries, seed))
    except ValueError as error:
        raise PuzzleError(str(error)) from None


def told(rated: tuple[float, int, float]) -> Difficulty:
    """What the kernel says of a puzzle, in a word."""
    rating, level, nodes = rated
    return Difficulty(rating, LABELS[level], nodes)

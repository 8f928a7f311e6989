"""The search for a solution as others see it: progress reports, and the outcome."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cornerwise.puzzle.laying import laying_order
from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution
from cornerwise.puzzle.verify import verify

SLICE = 0.05  # seconds between two looks at the clock, the bar and the keyboard


@dataclass(frozen=True)
class Report:
    """How far a search has come."""

    nodes: int
    closed: float  # part of the search space that is done with; 0 where nobody can tell
    best: int  # most pieces laid so far
    seconds: float


Watch = Callable[[Report], None]


@dataclass(frozen=True)
class Outcome:
    """What became of a search: solved, proved impossible, or not found within the limit."""

    solution: Solution | None
    is_impossible: bool  # without a solution: whether there is none
    nodes: int
    seconds: float
    reason: str = ""  # the argument, where a simple one shows that there is none

    @property
    def status(self) -> str:
        """ "solved", "impossible" or "unknown"."""
        return "solved" if self.solution else "impossible" if self.is_impossible else "unknown"

    @property
    def sentence(self) -> str:
        """The status in words, with the argument where there is one."""
        if self.solution:
            return "Solved."
        if not self.is_impossible:
            return f"No solution was found in {self.seconds:.1f} s; whether there is one is not known."
        why = self.reason or f"there is no solution (searched everything in {self.seconds:.1f} s)."
        return f"Proved impossible: {why}"

    def __str__(self) -> str:
        """The solution, or what became of the search."""
        return str(self.solution) if self.solution else self.sentence

    def _repr_svg_(self) -> str | None:
        """The solution as a picture for notebooks."""
        return self.solution.svg() if self.solution else None


def checked(puzzle: Puzzle, laid: tuple[Laid, ...], name: str, nodes: int, seconds: float) -> Solution:
    """A solution in laying order that the slow verifier agrees with."""
    missing = tuple(piece for piece in puzzle.givens if piece not in laid)
    ordered = laying_order(puzzle, (*missing, *laid))
    verify(puzzle, ordered)
    return Solution(puzzle, ordered, name, nodes, seconds)

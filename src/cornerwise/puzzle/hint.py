"""Hints in three steps: where to look, which piece goes there, how it lies; or that nothing can be solved from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cornerwise.puzzle.outcome import Watch
from cornerwise.puzzle.solve import solve

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Laid, Puzzle

Level = Literal["region", "piece", "placement"]
LEVELS: tuple[Level, ...] = ("region", "piece", "placement")


@dataclass(frozen=True)
class Hint:
    """What to do next. Without a piece, `status` and `why` say why there is none."""

    status: str  # "hint", "solved", "impossible" (proved) or "unknown" (not found in time)
    piece: Laid | None
    cell: str  # the cell to look at
    region: str  # where that is, in words
    options: int  # how many ways there are to cover that cell now; 0 where that is not what tells it apart
    seconds: float
    cells: str = ""  # the piece's cells as move text
    why: str = ""  # what the search says where it found no solution
    around: tuple[int, ...] = ()  # the cells about the piece

    def sentence(self, level: Level) -> str:
        """The hint in words, revealing no more than this level."""
        if self.status == "solved":
            return "Everything lies already: the puzzle is solved."
        if self.piece is None:
            return self.why
        if level == "region":
            return f"Look at {self.cell}, {self.region}{self._tightness()}."
        if level == "piece":
            return f"The {self.piece.color} {self.piece.shape} goes to {self.cell}, {self.region}."
        return f"Lay the {self.piece.color} {self.piece.shape} on {self.cells}."

    def _tightness(self) -> str:
        if self.options > 1:
            return f": no cell has fewer ways to be covered, {self.options} of them"
        return ": there is only one way to cover it" if self.options else ""


def hint(puzzle: Puzzle, *, seed: int = 0, limit: float | None = 10.0, watch: Watch | None = None) -> Hint:
    """The next step from the pieces that lie already (the puzzle's givens)."""
    if puzzle.goal != "fill" and not puzzle.pieces_left:
        return Hint("solved", None, "", "", 0, 0.0)
    if puzzle.goal == "fill" and not puzzle.open_cells:
        return Hint("solved", None, "", "", 0, 0.0)
    outcome = solve(puzzle, seed=seed, limit=limit, watch=watch)
    if outcome.solution is None:
        move = " At least one of the pieces laid has to move." if outcome.is_impossible and puzzle.givens else ""
        return Hint(outcome.status, None, "", "", 0, outcome.seconds, why=outcome.sentence + move)
    found = puzzle.problem.hint(puzzle.pairs(outcome.solution.laid))
    if found is None:
        return Hint("solved", None, "", "", 0, outcome.seconds)
    (piece,) = puzzle.pieces([found.piece])
    name = puzzle.board.cell_name
    return Hint(
        "hint",
        piece,
        name(found.cell),
        _where(puzzle, found.cell),
        found.options,
        outcome.seconds,
        ",".join(map(name, piece.cells)),
        around=tuple(found.around),
    )


def _where(puzzle: Puzzle, cell: int) -> str:
    x, y, z = (int(c) for c in puzzle.board.coordinates[cell])
    side = ("left", "", "right")[min(2, 3 * x // puzzle.board.columns)]
    height = ("lower", "", "upper")[min(2, 3 * y // puzzle.board.rows)]
    if side and height:
        words = f"in the {height} {side} corner"
    else:
        words = f"near the {side or height} edge" if side or height else "in the middle"
    return f"{words}, on level {z + 1}" if puzzle.is_solid else words

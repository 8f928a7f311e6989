"""Arguments that a puzzle has no solution, made before any search: number of cells, and the checkerboard."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle


def object_to(puzzle: Puzzle) -> None:
    """Raises PuzzleError with the argument when a simple one shows that there is no solution."""
    reason = objection(puzzle)
    if reason:
        raise PuzzleError(reason)


def objection(puzzle: Puzzle) -> str | None:
    """Why the puzzle cannot be solved, as a sentence, or None when no simple argument says so."""
    if puzzle.goal == "most":
        return None
    return _area(puzzle) or _sums(puzzle) or _parity(puzzle)


def _area(puzzle: Puzzle) -> str | None:
    cells, pieces = len(puzzle.open_cells), puzzle.squares_left
    noun = "cubes" if puzzle.is_solid else "squares"
    where = f"The region has {cells} {'open ' if puzzle.givens else ''}cells"
    if puzzle.goal == "exact" and pieces != cells:
        return f"{where}, but the pieces have {pieces} {noun}: they cannot fill it exactly."
    if puzzle.goal == "fill" and pieces < cells:
        return f"{where}, but the pieces have only {pieces} {noun}: they cannot fill it."
    if puzzle.goal == "place" and pieces > cells:
        return f"{where}, but the pieces have {pieces} {noun}: they do not all fit."
    return None


def _sums(puzzle: Puzzle) -> str | None:
    """Whether some choice of the pieces adds up to the cells at all."""
    if puzzle.goal != "fill":
        return None
    cells = len(puzzle.open_cells)
    reach = 1
    for own in puzzle.left:
        for number, size in zip(own, puzzle.sizes, strict=True):
            for _ in range(number):
                reach |= reach << size
    if reach >> cells & 1:
        return None
    return f"No choice of the pieces adds up to the {cells} open cells of the region."


def _parity(puzzle: Puzzle) -> str | None:
    """Colors the cells like a checkerboard: each piece covers a known difference of dark and light ones."""
    if puzzle.goal != "exact":
        return None
    coordinates = puzzle.board.coordinates
    shade = {cell: 1 - 2 * (int(sum(coordinates[cell])) & 1) for cell in puzzle.open_cells}
    difference = abs(sum(shade.values()))
    possible = {0}
    odd = []
    for index, shape in enumerate(puzzle.ruleset.shapes):
        number = sum(own[index] for own in puzzle.left)
        balance = abs(sum(1 - 2 * (int(sum(cell)) & 1) for cell in shape.cells))
        if not number or not balance:
            continue
        odd.append(f"{number} {shape.name}")
        for _ in range(number):
            possible = {a + b for a, b in product(possible, (-balance, balance))}
    if difference in possible:
        return None
    dark, light = (len(shade) + difference) // 2, (len(shade) - difference) // 2
    pieces = ", ".join(odd) if odd else "no piece"
    return (
        f"Color the region like a checkerboard: it has {dark} cells of one shade and {light} of the other, "
        f"but every piece covers both shades equally except {pieces}, which cannot make up that difference."
    )

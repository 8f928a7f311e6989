"""Laying tasks for the beam search: puzzles played under the rules, and boards to be finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from cornerwise import _core as solver
from cornerwise.puzzle.puzzle import Laid
from cornerwise.puzzle.solvers.rows import motions

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cornerwise._core import Board, Position
    from cornerwise.puzzle.puzzle import Puzzle

Motion = tuple[list[int], list[int]]  # where cells go, where colors go


@dataclass(frozen=True)
class Task:
    """What the beam works on, and how to read its answer."""

    given: dict[str, Any]
    shapes: tuple[str, ...]
    colors: tuple[str, ...]
    group: int  # how many images every piece is laid with

    def start(self, seed: int, width: int | None = None) -> solver.Beam:
        """A search of its own for every seed; a tight or free board gets a wider beam."""
        # Finishing a board starts narrow: there is a first answer soon, and every restart betters it.
        growth = 1.25 if self.given["partial"] else 1.3 if self.group > 1 else 1.1
        return solver.beam(**self.given, seed=seed, width=width or self._width(), growth=growth)

    def _width(self) -> int:
        if self.given["partial"]:
            return 5
        squares = sum(
            int(np.sum(self.given["cells"][np.argmax(self.given["kinds"] == kind)] >= 0))
            for own in self.given["supply"]
            for kind, number in enumerate(own)
            if number
        )
        slack = self.given["cell_count"] - squares
        if self.group == 4:
            return 150 if slack >= 20 else 1000 if slack >= 8 else 3000
        return 100 if slack >= 30 else 3000 if slack >= 8 else 10000

    def laid(self, choices: list[tuple[int, int]]) -> tuple[Laid, ...]:
        """The beam's choices as pieces, in the order they were laid."""
        cells, kinds = self.given["cells"], self.given["kinds"]
        return tuple(
            Laid(self.colors[color], self.shapes[int(kinds[row])], tuple(int(c) for c in cells[row] if c >= 0))
            for row, color in choices
        )


def task_of_puzzle(puzzle: Puzzle, symmetric: bool = True) -> Task:
    """The laying task of a puzzle; with `symmetric`, boards with as much symmetry as the puzzle allows."""
    board = puzzle.board
    cells, kinds = _rows(puzzle)
    starts = [[int(cell) for cell in own] for own in puzzle.ruleset.starts]
    row_of = {tuple(int(c) for c in row if c >= 0): i for i, row in enumerate(cells)}
    group: list[Motion] = []
    equal = all(own == puzzle.supply[0] for own in puzzle.supply)
    if symmetric and puzzle.goal == "place" and not puzzle.givens and equal:
        group = symmetry_group(board, starts, puzzle.empties)
    given = {
        "cell_count": board.cell_count,
        "cells": cells,
        "kinds": kinds,
        "supply": [list(own) for own in puzzle.supply],
        "attract": [list(board.corner_neighbors(cell)) for cell in range(board.cell_count)],
        "repel": [list(board.edge_neighbors(cell)) for cell in range(board.cell_count)],
        "starts": starts,
        "laid": [(row_of[laid.cells], puzzle.colors.index(laid.color)) for laid in puzzle.givens],
        "group": group,
        "descending": puzzle.order == "descending",
        "partial": puzzle.goal == "most",
    }
    return Task(given, puzzle.shapes, puzzle.colors, max(1, len(group)))


def task_of_position(position: Position, sheet: int = 0) -> Task:
    """The task of finishing a board: as many squares as possible, any color in any order, under the rules."""
    ruleset = position.ruleset
    board, atlas = ruleset.board, ruleset.atlas
    is_face = ruleset.contact == "face"
    shared = ruleset.sheets > 1
    colors, shapes = tuple(ruleset.colors), tuple(shape.name for shape in ruleset.shapes)
    placed = [piece for piece in position.placed if piece.sheet == sheet]
    edges = [list(board.edge_neighbors(cell)) for cell in range(board.cell_count)]
    out = set() if shared else set(position.out)
    used = {piece.shape for piece in placed}
    supply = []
    for color in colors:
        own = {piece.shape for piece in placed if piece.color == color}
        left = (set(shapes) if shared else set(position.supply(color))) if color not in out else set()
        supply.append([int(name in (left | (used if shared else own))) for name in shapes])
    below = []
    for x, y, z in board.coordinates:
        under = board.cell(int(x), int(y), int(z) - 1) if int(z) else None
        below.append(-1 if under is None else under)
    given = {
        "cell_count": board.cell_count,
        "cells": np.ascontiguousarray(atlas.cells, dtype=np.int32),
        "kinds": np.ascontiguousarray(atlas.shapes, dtype=np.int32),
        "supply": supply,
        "shared_supply": shared,
        "attract": edges if is_face else [list(board.corner_neighbors(cell)) for cell in range(board.cell_count)],
        "repel": [[] for _ in edges] if is_face else edges,
        "below": below if is_face else [],
        "starts": [[int(cell) for cell in own] for own in ruleset.starts],
        "opening_touches": is_face,
        "laid": [(piece.placement, colors.index(piece.color)) for piece in placed],
        "partial": True,
    }
    return Task(given, shapes, colors, 1)


def _rows(puzzle: Puzzle) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    atlas = puzzle.ruleset.atlas
    kinds = np.asarray(atlas.shapes, dtype=np.int32)
    keep = (np.array(puzzle.supply).sum(axis=0) > 0)[kinds]
    return (
        np.ascontiguousarray(np.asarray(atlas.cells, dtype=np.int32)[keep]),
        np.ascontiguousarray(kinds[keep]),
    )


def symmetry_group(board: Board, starts: Sequence[Sequence[int]], empties: int) -> list[Motion]:
    """The largest group of motions that permutes the colors' starts freely; [] when there is none.

    A cell that a motion leaves in place is never covered: no more of them than may stay empty.
    """
    if any(len(own) != 1 for own in starts):
        return []
    start_of = {own[0]: color for color, own in enumerate(starts)}
    known: list[Motion] = []
    for permutation, _ in motions(np.asarray(board.coordinates, dtype=np.int64), solid=False):
        colors = [start_of.get(int(permutation[own[0]]), -1) for own in starts]
        if -1 not in colors:
            known.append(([int(cell) for cell in permutation], colors))
    identity = known[0]

    def times(a: Motion, b: Motion) -> Motion:
        return [a[0][cell] for cell in b[0]], [a[1][color] for color in b[1]]

    def is_free(group: list[Motion]) -> bool:
        moved = all(color != image for motion in group[1:] for color, image in enumerate(motion[1]))
        fixed = {cell for motion in group[1:] for cell, image in enumerate(motion[0]) if cell == image}
        return moved and len(fixed) <= empties

    choices: list[list[Motion]] = []
    for a in known[1:]:
        powers = [identity, a]
        while (following := times(powers[-1], a)) != identity and len(powers) < 4:
            powers.append(following)
        if following == identity:
            choices.append(powers)
    pairs = [motion for motion in known[1:] if times(motion, motion) == identity]
    choices += [[identity, a, b, times(a, b)] for a, b in combinations(pairs, 2) if times(a, b) == times(b, a)]
    usable = [group for group in choices if len(starts) % len(group) == 0 and is_free(group)]
    return max(usable, key=len, default=[])

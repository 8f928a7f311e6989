"""From a puzzle to what the native solvers take: cells in scan order, rows, neighbors and symmetries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np

from cornerwise import _core as solver
from cornerwise.puzzle.puzzle import CONTACTS, Laid

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cornerwise.puzzle.puzzle import Puzzle

Choices = list[tuple[int, int]]


@dataclass(frozen=True)
class Rows:
    """A puzzle's open cells and placements as the exact solvers number them."""

    puzzle: Puzzle
    native: solver.RowList
    cells: tuple[int, ...]  # the board's cells in scan order
    table: NDArray[np.int32]  # row → its cells, ascending, padded with −1
    kinds: NDArray[np.int32]  # row → shape

    @cached_property
    def symmetries(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """Per symmetry the image of every row; and how many of the first are turns, not mirrored."""
        points = np.asarray(self.puzzle.board.coordinates, dtype=np.int64)[list(self.cells)]
        return _images(self.puzzle, points, self.table, self.kinds)

    @property
    def images(self) -> tuple[tuple[int, ...], ...]:
        """Per symmetry: row → row, the identity first."""
        return self.symmetries[0]

    @property
    def turns(self) -> int:
        """How many of the symmetries are turns."""
        return self.symmetries[1]

    @property
    def group(self) -> int:
        """How many symmetries there are."""
        return len(self.images)

    def instance(self, *, classes: bool = False, **changes: Any) -> solver.Instance:
        """The puzzle for the native solvers; with `classes` they count those too."""
        puzzle = self.puzzle
        given = {
            "cell_count": len(self.cells),
            "cells": self.table,
            "kinds": self.kinds,
            "supply": [list(own) for own in puzzle.left],
            "empties": puzzle.empties,
            "use_all": puzzle.goal != "fill",
            "contact": CONTACTS.index(puzzle.contact),
            "edges": self.native.edges,
            "corners": self.native.corners,
            "givens": self.native.givens,
            "below": self.native.below,
            "images": [list(image) for image in self.images] if classes else [],
            "turns": self.turns if classes else 0,
        }
        return solver.Instance(**{**given, **changes})

    def reduced(self) -> solver.Instance:
        """The same with the rows of one shape cut to one per class of images, each weighing its class.

        Every laying has as many images with that shape elsewhere: counts stay exact, the search shrinks.
        """
        totals = np.array(self.puzzle.left).sum(axis=0)
        usable = [k for k in range(len(totals)) if totals[k] == 1 and np.any(self.kinds == k) and self._keeps(k)]
        if self.group < 2 or not usable or any(self.puzzle.left[0] != own for own in self.puzzle.left):
            return self.instance(classes=True)
        kind = max(usable, key=lambda k: (self.puzzle.sizes[k], int(np.sum(self.kinds == k))))
        weights = [1] * len(self.kinds)
        keep = np.ones(len(self.kinds), bool)
        for row in np.flatnonzero(self.kinds == kind):
            orbit = {image[row] for image in self.images}
            keep[row] = row == min(orbit)
            weights[row] = len(orbit)
        kept = np.flatnonzero(keep)
        number = {int(row): i for i, row in enumerate(kept)}
        return self.instance(
            cells=np.ascontiguousarray(self.table[kept]),
            kinds=np.ascontiguousarray(self.kinds[kept]),
            weights=[weights[row] for row in kept],
            images=[[number.get(image[row], -1) for row in kept] for image in self.images],
            turns=self.turns,
        )

    def _keeps(self, kind: int) -> bool:
        rows = np.flatnonzero(self.kinds == kind)
        return all(self.kinds[image[row]] == kind for image in self.images for row in rows[:1])

    def laid(self, choices: Choices) -> tuple[Laid, ...]:
        """A solver's choices as pieces; colors that do not matter are dealt so that few neighbors agree."""
        return self.puzzle.pieces(self.native.laid(choices))


@lru_cache(maxsize=32)
def rows_of(puzzle: Puzzle) -> Rows:
    """The rows of a puzzle: every placement of a shape in supply that keeps clear of the givens."""
    native = puzzle.problem.rows()
    return Rows(puzzle, native, tuple(native.cells), native.table, native.kinds)


def motions(points: NDArray[np.int64], solid: bool) -> list[tuple[NDArray[np.int64], bool]]:
    """The symmetries of a set of points as permutations, each with whether it is a turn; turns first."""
    number = {tuple(point): i for i, point in enumerate(points.tolist())}
    low = points.min(axis=0)
    found: dict[bytes, tuple[NDArray[np.int64], bool]] = {}
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            if not solid and (axes[2] != 2 or signs[2] != 1):
                continue
            image = points[:, axes] * signs
            image = image - image.min(axis=0) + low
            places = [number.get(tuple(point)) for point in image.tolist()]
            if None in places:
                continue
            odd = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2
            is_turn = (signs[0] * signs[1] * signs[2] > 0) != bool(odd)
            permutation = np.array(places, dtype=np.int64)
            found.setdefault(permutation.tobytes(), (permutation, is_turn))
    return sorted(found.values(), key=lambda motion: (not motion[1], motion[0].tolist() != sorted(motion[0].tolist())))


def _images(
    puzzle: Puzzle, points: NDArray[np.int64], table: NDArray[np.int32], kinds: NDArray[np.int32]
) -> tuple[tuple[tuple[int, ...], ...], int]:
    """Row images under every symmetry that keeps the open cells, the supply and givens that matter."""
    if not len(table) or (puzzle.givens and puzzle.contact != "any"):
        return (tuple(range(len(table))),), 1
    cell_count = len(points)
    keys = _keys(table, cell_count)
    order = np.argsort(keys)
    left = np.array(puzzle.left).T
    images, turns = [], 0
    for permutation, is_turn in motions(points, puzzle.is_solid):
        moved = np.sort(np.where(table < 0, cell_count, permutation[table]), axis=1)
        moved = np.where(moved == cell_count, -1, moved)
        wanted = _keys(moved, cell_count)
        at = np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)
        image = order[at]
        if np.any(table[image] != moved) or np.any(left[kinds[image]] != left[kinds]):
            continue
        images.append(tuple(image.tolist()))
        turns += is_turn
    return tuple(images), turns


def _keys(table: NDArray[np.int32], cell_count: int) -> NDArray[np.int64]:
    """One number per row of cells, to look rows up by."""
    keys = np.zeros(len(table), dtype=np.int64)
    for column in range(table.shape[1]):
        keys = keys * (cell_count + 1) + table[:, column] + 1
    return keys

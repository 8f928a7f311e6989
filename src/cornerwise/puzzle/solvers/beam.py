"""Boards to be finished, as tasks for the beam search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cornerwise import _core as solver
from cornerwise.puzzle.puzzle import Laid

if TYPE_CHECKING:
    from cornerwise._core import Position


@dataclass(frozen=True)
class Task:
    """What the beam works on, and how to read its answer."""

    given: dict[str, Any]
    shapes: tuple[str, ...]
    colors: tuple[str, ...]

    def start(self, seed: int) -> solver.Beam:
        """A search of its own for every seed, narrow at first: there is an answer soon, and restarts better it."""
        return solver.beam(**self.given, seed=seed, width=5, growth=1.25)

    def laid(self, choices: list[tuple[int, int]]) -> tuple[Laid, ...]:
        """The beam's choices as pieces, in the order they were laid."""
        cells, kinds = self.given["cells"], self.given["kinds"]
        return tuple(
            Laid(self.colors[color], self.shapes[int(kinds[row])], tuple(int(c) for c in cells[row] if c >= 0))
            for row, color in choices
        )


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
    return Task(given, shapes, colors)

"""Lanes: what one color can do on one sheet, now and ever, whoever's turn it is."""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from cornerwise._core import Position, Ruleset

Bits = npt.NDArray[np.bool_]
Ids = npt.NDArray[np.int64]


class Geometry:
    """What a ruleset's atlas says about cells, as arrays; the cell after the last stands for "none"."""

    def __init__(self, rules: Ruleset) -> None:
        board, atlas = rules.board, rules.atlas
        self.count = board.cell_count
        cells = atlas.cells.astype(np.int64)
        self.cells: Ids = np.where(cells < 0, self.count, cells)
        self.shapes: Ids = atlas.shapes.astype(np.int64)
        self.edges = _padded([board.edge_neighbors(cell) for cell in range(self.count)], self.count)
        self.corners = _padded([board.corner_neighbors(cell) for cell in range(self.count)], self.count)
        self.names = [shape.name for shape in rules.shapes]
        below = np.full(self.count + 1, self.count, dtype=np.int64)
        if rules.contact == "face":
            for cell, (x, y, z) in enumerate(board.coordinates.tolist()):
                under = board.cell(x, y, z - 1) if z else None
                below[cell] = self.count if under is None else under
        self.below: Ids = below
        self.ground: Bits = np.append(board.coordinates[:, 2] == 0, True)


@lru_cache(maxsize=16)
def geometry(rules: Ruleset) -> Geometry:
    """The arrays of a ruleset, made once."""
    return Geometry(rules)


class Lane:
    """One color on one sheet of a position."""

    def __init__(self, position: Position, color: str, sheet: int = 0) -> None:
        self.position = position
        self.color = color
        self.sheet = sheet
        self._geometry = geometry(position.ruleset)

    @cached_property
    def targets(self) -> frozenset[int]:
        """Free cells the color can build from."""
        return frozenset(self.position.targets(self.color, self.sheet).tolist())

    @cached_property
    def places(self) -> dict[str, int]:
        """How many places each unused piece has."""
        places: dict[str, int] = self.position.places_left(self.color, self.sheet)
        return places

    @cached_property
    def placements(self) -> Ids:
        """Placements the rules allow this color now, as if it were its turn."""
        fits = self._fitting
        legal = fits[self._mask(self.targets)[self._geometry.cells[fits]].any(axis=1)]
        if self.position.ruleset.contact == "face":
            legal = self._standing(legal)
        return legal

    @cached_property
    def next_cells(self) -> frozenset[int]:
        """Cells that the color's next piece can cover."""
        return self._covered(self.placements)

    @cached_property
    def ever_cells(self) -> frozenset[int]:
        """A set outside of which the color can never place a cell, whatever anybody plays.

        It reuses pieces freely and forgets that own pieces may not touch, so it only errs by being too large.
        Defined for corner contact.
        """
        rest, covered = self._fitting, np.zeros(self._geometry.count + 1, dtype=np.bool_)
        targets = self._mask(self.targets)
        while len(rest):
            meets = targets[self._geometry.cells[rest]].any(axis=1)
            if not meets.any():
                break
            covered[self._geometry.cells[rest[meets]]] = True
            covered[-1] = False
            rest = rest[~meets]
            targets = covered[self._geometry.corners].any(axis=1) & self._free
        return frozenset(np.flatnonzero(covered[:-1]).tolist())

    @cached_property
    def dead_targets(self) -> frozenset[int]:
        """Cells the color could build from, were there still a piece that fits."""
        return self.targets - self.next_cells

    @cached_property
    def _free(self) -> Bits:
        """Cells the color may cover: empty and, with corner contact, not along an edge of its own."""
        filled = np.append(self.position.cell_colors(self.sheet), -1)
        free: Bits = filled < 0
        if self.position.ruleset.contact == "corner":
            own = filled == self.position.ruleset.colors.index(self.color)
            free &= ~own[self._geometry.edges].any(axis=1)
        free[-1] = True
        return free

    @cached_property
    def _fitting(self) -> Ids:
        """Placements of unused pieces that lie on free cells only."""
        known = self._geometry
        unused = np.array([name in self.places for name in known.names])
        fits: Ids = np.flatnonzero(unused[known.shapes] & self._free[known.cells].all(axis=1))
        return fits

    def _standing(self, ids: Ids) -> Ids:
        """Of these placements, those that rest on something (S3) and touch another piece if need be (S4)."""
        known = self._geometry
        filled = np.append(self.position.cell_colors(self.sheet) >= 0, True)
        cells = known.cells[ids]
        own = np.zeros((len(ids), known.count + 1), dtype=np.bool_)
        own[np.arange(len(ids))[:, None], cells] = True
        own[:, -1] = False
        under = known.below[cells]
        rests = known.ground[cells] | filled[under] | own[np.arange(len(ids))[:, None], under]
        good = (rests | (cells == known.count)).all(axis=1)
        is_first = all(piece.color != self.color for piece in self.position.placed)
        if is_first and self.position.ply:
            filled[-1] = False
            good &= filled[known.edges[cells]].any(axis=(1, 2))
        found: Ids = ids[good]
        return found

    def _mask(self, cells: frozenset[int]) -> Bits:
        mask = np.zeros(self._geometry.count + 1, dtype=np.bool_)
        mask[list(cells)] = True
        return mask

    def _covered(self, ids: Ids) -> frozenset[int]:
        return frozenset(np.unique(self._geometry.cells[ids]).tolist()) - {self._geometry.count}


def _padded(rows: list[tuple[int, ...]], fill: int) -> Ids:
    """Rows of different lengths as one array, with a last row for the cell that stands for "none"."""
    width = max(map(len, rows))
    return np.array([[*row, *[fill] * (width - len(row))] for row in [*rows, ()]], dtype=np.int64)

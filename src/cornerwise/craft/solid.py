"""Solid pieces: a polycube with a little clearance around it, as a closed surface in a file for printers (STL)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import product

from cornerwise.craft.lost import Lost

CLEARANCE = 0.15  # millimeters taken off every outer side, so that neighbors fit on the board
THICKNESS = 0.22  # of a flat piece, in squares
PLATE = 220.0  # millimeters across, as on most printers
SPACE = 3.0  # millimeters between two pieces of a set
Cell = tuple[int, int, int]
Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]
# The corners of a box's six sides, counterclockwise as seen from outside.
SIDES = {
    (1, 0, 0): ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    (-1, 0, 0): ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
    (0, 1, 0): ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
    (0, -1, 0): ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    (0, 0, 1): ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    (0, 0, -1): ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)),
}


def surface(cells: Iterable[Cell], square: float, height: float, clearance: float = CLEARANCE) -> list[Triangle]:
    """The closed surface of a piece, in millimeters."""
    boxes = set(_boxes(set(cells)))

    def at(corner: Cell) -> Vertex:
        x, y, z = corner
        return _place(x, square, clearance), _place(y, square, clearance), z * height

    triangles = []
    for x, y, z in sorted(boxes):
        for (dx, dy, dz), corners in SIDES.items():
            if (x + dx, y + dy, z + dz) not in boxes:
                a, b, c, d = (at((x + i, y + j, z + k)) for i, j, k in corners)
                triangles += [(a, b, c), (a, c, d)]
    return triangles


def _boxes(cells: set[Cell]) -> Iterator[Cell]:
    """Every cell cut into three by three boxes, without those that reach into the clearance.

    The outer boxes of a cell are as wide as the clearance. One of them belongs to the piece only where every
    cell that touches it does: then nothing but the outer sides of the piece is taken off.
    """
    for (x, y, z), i, j in product(cells, range(3), range(3)):
        across = {x, x + i - 1}
        along = {y, y + j - 1}
        if all((a, b, z) in cells for a, b in product(across, along)):
            yield 3 * x + i, 3 * y + j, z


def _place(step: int, square: float, clearance: float) -> float:
    cell, part = divmod(step, 3)
    return cell * square + (0.0, clearance, square - clearance)[part]


def solids(lost: Lost) -> list[Triangle]:
    """The surfaces of all pieces asked for, side by side on the plate of a printer."""
    height = lost.square if lost.is_solid else lost.square * THICKNESS
    plate = max(PLATE, 5 * lost.square)
    x = y = deepest = 0.0
    found: list[Triangle] = []
    for shape in lost.shapes:
        cells = [(int(a), int(b), int(c)) for a, b, c in shape.cells]
        wide, deep = ((max(cell[axis] for cell in cells) + 1) * lost.square for axis in (0, 1))
        if x > 0 and x + wide > plate:
            x, y, deepest = 0.0, y + deepest + SPACE, 0.0
        for a, b, c in surface(cells, lost.square, height):
            found.append((_moved(a, x, y), _moved(b, x, y), _moved(c, x, y)))
        x += wide + SPACE
        deepest = max(deepest, deep)
    return found


def _moved(vertex: Vertex, x: float, y: float) -> Vertex:
    return vertex[0] + x, vertex[1] + y, vertex[2]


def stl(triangles: list[Triangle]) -> bytes:
    """Triangles as binary STL."""
    out = bytearray(b"cornerwise, millimeters".ljust(80, b" ") + struct.pack("<I", len(triangles)))
    for a, b, c in triangles:
        u, v = (tuple(p - q for p, q in zip(end, a, strict=True)) for end in (b, c))
        normal = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        length = sum(part * part for part in normal) ** 0.5
        out += struct.pack("<12fH", *(part / length for part in normal), *a, *b, *c, 0)
    return bytes(out)

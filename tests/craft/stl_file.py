"""A reader of STL that knows nothing of how ours are made."""

from __future__ import annotations

import struct
from collections import Counter

Vertex = tuple[float, float, float]
Triangle = tuple[Vertex, Vertex, Vertex]


def read_stl(data: bytes) -> list[Triangle]:
    """The triangles of a binary STL file."""
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    triangles = []
    for number in range(count):
        values = struct.unpack_from("<12fH", data, 84 + 50 * number)
        a, b, c = values[3:6], values[6:9], values[9:12]
        normal = cross(minus(b, a), minus(c, a))
        assert sum(x * y for x, y in zip(normal, values[:3], strict=True)) > 0, "a normal points inward"
        triangles.append((a, b, c))
    return triangles


def is_watertight(triangles: list[Triangle]) -> bool:
    """Whether every edge is there once in each direction: then the surface is closed and nowhere turned inside out."""
    edges = Counter(edge for a, b, c in triangles for edge in ((a, b), (b, c), (c, a)))
    return bool(edges) and all(count == 1 and edges[end, start] == 1 for (start, end), count in edges.items())


def volume(triangles: list[Triangle]) -> float:
    """What the surface holds, by the tetrahedra over its triangles."""
    return sum(sum(x * y for x, y in zip(a, cross(b, c), strict=True)) for a, b, c in triangles) / 6


def extent(triangles: list[Triangle]) -> tuple[float, ...]:
    """How far it reaches along x, y and z."""
    corners = [corner for triangle in triangles for corner in triangle]
    return tuple(max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in range(3))


def minus(a: Vertex, b: Vertex) -> Vertex:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def cross(a: Vertex, b: Vertex) -> Vertex:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]

"""Outlines: the contour of a set of squares as an SVG path with rounded corners."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

Square = tuple[int, int]
Point = tuple[float, float]


def components(squares: Iterable[Square]) -> list[set[Square]]:
    """Splits squares into groups that hang together by edges."""
    left = set(squares)
    groups = []
    while left:
        group: set[Square] = set()
        stack = [left.pop()]
        while stack:
            x, y = stack.pop()
            group.add((x, y))
            for neighbor in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if neighbor in left:
                    left.remove(neighbor)
                    stack.append(neighbor)
        groups.append(group)
    return groups


def contours(squares: set[Square]) -> list[list[Square]]:
    """The corners of a group's border and of its holes in order, the inside on the right (y points down)."""
    follow: dict[Square, list[Square]] = defaultdict(list)
    for x, y in squares:
        if (x, y - 1) not in squares:
            follow[x, y].append((x + 1, y))
        if (x + 1, y) not in squares:
            follow[x + 1, y].append((x + 1, y + 1))
        if (x, y + 1) not in squares:
            follow[x + 1, y + 1].append((x, y + 1))
        if (x - 1, y) not in squares:
            follow[x, y + 1].append((x, y))
    loops = []
    while any(follow.values()):
        first = min(point for point, ends in follow.items() if ends)
        loop = [first]
        while (point := _next(follow, loop)) != first:
            loop.append(point)
        loops.append(_corners(loop))
    return loops


def _next(follow: dict[Square, list[Square]], loop: list[Square]) -> Square:
    """Takes the edge that leaves a loop's end; where two squares meet only at a corner, the right turn."""
    ends = follow[loop[-1]]
    if len(ends) > 1:
        (ax, ay), (x, y) = loop[-2], loop[-1]
        right = (x - (y - ay), y + (x - ax))
        ends.remove(right)
        return right
    return ends.pop()


def _corners(loop: list[Square]) -> list[Square]:
    """A loop without the points on its straight edges."""
    return [
        here
        for before, here, after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        if (here[0] - before[0]) * (after[1] - here[1]) != (here[1] - before[1]) * (after[0] - here[0])
    ]


def central(squares: Iterable[Square]) -> Square:
    """The square nearest to the middle of some."""
    found = set(squares)
    x, y = (sum(square[axis] for square in found) / len(found) for axis in (0, 1))
    return min(found, key=lambda square: ((square[0] - x) ** 2 + (square[1] - y) ** 2, square))


def path(squares: Iterable[Square], unit: float, inset: float, radius: float) -> str:
    """The `d` of a path around the squares, `inset` inside their border, corners rounded by `radius`."""
    return _path(tuple(sorted(squares)), unit, inset, radius)


@lru_cache(maxsize=8192)
def _path(squares: tuple[Square, ...], unit: float, inset: float, radius: float) -> str:
    loops = [loop for group in components(squares) for loop in contours(group)]
    return "".join(_rounded(_inset(loop, unit, inset), radius) for loop in loops)


def _inset(corners: list[Square], unit: float, inset: float) -> list[Point]:
    result = []
    for before, here, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        # The inside is to the right of each edge; moving a corner along both inward normals insets it.
        ax, ay = _direction(before, here)
        bx, by = _direction(here, after)
        result.append((here[0] * unit + inset * (-ay - by), here[1] * unit + inset * (ax + bx)))
    return result


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = abs(dx) + abs(dy)
    return dx / length, dy / length


def _rounded(points: list[Point], radius: float) -> str:
    parts: list[str] = []
    for before, here, after in zip(points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True):
        ax, ay = _direction(before, here)
        bx, by = _direction(here, after)
        x, y = here
        command = "L" if parts else "M"
        parts.append(f"{command}{x - ax * radius:.4g} {y - ay * radius:.4g}")
        parts.append(f"Q{x:.4g} {y:.4g} {x + bx * radius:.4g} {y + by * radius:.4g}")
    return "".join(parts) + "Z"

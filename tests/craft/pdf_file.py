"""A reader of the outlines in a PDF, in millimeters, that knows nothing of how ours are made."""

from __future__ import annotations

import re
import zlib

MM = 25.4 / 72
Point = tuple[float, float]


def page_sizes(data: bytes) -> list[tuple[float, ...]]:
    """The width and height of every page."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return [tuple(float(side) * MM for side in box) for box in boxes]


def outlines(data: bytes) -> list[list[list[Point]]]:
    """Per page, the paths that are drawn as a line and not filled."""
    streams = re.findall(rb"/FlateDecode >>\nstream\n(.*?)\nendstream", data, re.DOTALL)
    assert len(streams) == data.count(b"/Type /Page "), "a page without content"
    return [
        [
            [(float(x) * MM, float(y) * MM) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+) [ml]\b", line)]
            for line in zlib.decompress(stream).decode("cp1252").splitlines()
            if line.endswith(" h s")
        ]
        for stream in streams
    ]


def area(path: list[Point]) -> float:
    """What a path encloses."""
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(path, path[1:] + path[:1], strict=True))) / 2


def extent(path: list[Point]) -> tuple[float, float]:
    """How wide and how high a path is."""
    return tuple(max(p[axis] for p in path) - min(p[axis] for p in path) for axis in (0, 1))  # type: ignore[return-value]

"""The shelf: shapes as small terminal drawings with captions, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cornerwise.render.palette import paints
from cornerwise.render.parts.tray import lying
from cornerwise.render.text.brush import Brush

if TYPE_CHECKING:
    from cornerwise._core import Shape

# Two squares above each other are one character: (upper, lower).
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
GAP = 2


def shelf(shapes: Sequence[Shape], captions: Mapping[str, str], color: str, depth: str, width: int) -> str:
    """Draws shapes in lines of at most `width` columns, each above its caption; in 3D figures are heights."""
    brush = Brush(depth, paints([color]))
    is_cubic = any(z for shape in shapes for cells in shape.orientations for _, _, z in cells)
    drawings = [_heights(shape) if is_cubic else _halves(shape) for shape in shapes]
    words = [captions[shape.name] for shape in shapes]
    slot = max([len(line) for drawing in drawings for line in drawing] + [len(word) for word in words]) + GAP
    lines: list[str] = []
    per_line = max(1, (width - GAP) // slot)
    for first in range(0, len(shapes), per_line):
        part = range(first, min(first + per_line, len(shapes)))
        for row in range(max(len(drawings[i]) for i in part)):
            texts = [(drawings[i][row] if row < len(drawings[i]) else "").ljust(slot) for i in part]
            line = "  " + "".join(texts).rstrip()
            lines.append(line if brush.is_plain else brush.tint(color, line))
        lines.append("  " + "".join(words[i].ljust(slot) for i in part).rstrip())
    return "\n".join(lines)


def _halves(shape: Shape) -> list[str]:
    cells = {(x, y) for x, y, _ in lying(shape)}
    columns, rows = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    return [
        "".join(HALVES[(x, y) in cells, (x, y - 1) in cells] for x in range(columns)).rstrip()
        for y in range(rows - 1, -1, -2)
    ]


def _heights(shape: Shape) -> list[str]:
    cells = lying(shape)
    heights = {(x, y): max(z for cx, cy, z in cells if (cx, cy) == (x, y)) + 1 for x, y, _ in cells}
    columns, rows = max(x for x, _ in heights) + 1, max(y for _, y in heights) + 1
    return [" ".join(str(heights.get((x, y), " ")) for x in range(columns)).rstrip() for y in reversed(range(rows))]

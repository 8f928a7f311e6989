"""Trays and cards: what a color has left, and how it stands."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cornerwise.render.parts.document import WON, Look, element, group, heading, shortened, text
from cornerwise.render.parts.flat import piece
from cornerwise.render.parts.isometric import Cube, cubes, project

if TYPE_CHECKING:
    from cornerwise._core import Position, Shape

PLAIN = Look(paints={}, marks="none")


@lru_cache(maxsize=1024)
def lying(shape: Shape) -> list[Cube]:
    """The cells of the orientation that is lowest, overhangs least, and is least deep."""
    ways = [[(int(x), int(y), int(z)) for x, y, z in cells] for cells in shape.orientations]
    return min(ways, key=_bulk)


def _bulk(cells: list[Cube]) -> tuple[int, int, int, list[Cube]]:
    overhangs = sum(z > 0 and (x, y, z - 1) not in cells for x, y, z in cells)
    return max(z for _, _, z in cells), overhangs, max(y for _, y, _ in cells), sorted(cells)


@lru_cache(maxsize=4096)
def miniature(shape: Shape, color: str, unit: float, is_cubic: bool) -> str:
    """A small drawing of a shape, lying down, its top left corner at (0, 0)."""
    cells = lying(shape)
    if is_cubic:
        left, top, _, _ = _extent(cells)
        marks = {cell: (color, 0) for cell in cells}
        return group(cubes(marks, unit, PLAIN), x=-left * unit, y=-top * unit)
    rows = max(y for _, y, _ in cells)
    return piece([(x, rows - y) for x, y, _ in cells], color, unit, PLAIN)


def tray(shapes: Sequence[Shape], left: Container[str], color: str, width: float, height: float, is_cubic: bool) -> str:
    """The shapes that are left, at the largest scale that fits the full set: a tray keeps its scale."""
    unit = _scale(tuple(shapes), width, height, is_cubic)
    sizes = {shape.name: _size(lying(shape), is_cubic) for shape in shapes}
    places, _ = _flow({name: size for name, size in sizes.items() if name in left}, width, unit)
    return group(
        *(
            group(miniature(shape, color, unit, is_cubic), x=places[shape.name][0], y=places[shape.name][1])
            for shape in shapes
            if shape.name in places
        )
    )


@lru_cache(maxsize=256)
def _scale(shapes: tuple[Shape, ...], width: float, height: float, is_cubic: bool) -> float:
    sizes = {shape.name: _size(lying(shape), is_cubic) for shape in shapes}
    return next((tenth / 10 for tenth in range(160, 40, -2) if _flow(sizes, width, tenth / 10)[1] <= height), 4.0)


def _flow(
    sizes: Mapping[str, tuple[float, float]], width: float, unit: float
) -> tuple[dict[str, tuple[float, float]], float]:
    """Where each named box goes when they flow over lines like words, and how high that is."""
    places: dict[str, tuple[float, float]] = {}
    x = y = line = 0.0
    for name, (wide, high) in sizes.items():
        if x + wide * unit > width:
            x, y, line = 0.0, y + line + unit * 0.8, 0.0
        places[name] = (x, y)
        x, line = x + (wide + 0.9) * unit, max(line, high * unit)
    return places, y + line


def _size(cells: list[Cube], is_cubic: bool) -> tuple[float, float]:
    if is_cubic:
        left, top, right, bottom = _extent(cells)
        return right - left, bottom - top
    return max(x for x, _, _ in cells) + 1.0, max(y for _, y, _ in cells) + 1.0


def _extent(cells: list[Cube]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the isometric picture of some cubes, in units."""
    steps = [(dx, dy, dz) for dx in (0, 1) for dy in (0, 1) for dz in (0, 1)]
    points = [project(x + dx, y + dy, z + dz, 1.0) for x, y, z in cells for dx, dy, dz in steps]
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


def card(position: Position, color: str, width: float, height: float, look: Look) -> str:
    """One color's card: chip, name, state, score and tray; the color to move has a strong border."""
    ruleset = position.ruleset
    is_turn = position.turn.color == color
    owner = ruleset.owners[ruleset.colors.index(color)]
    seat = "shared" if owner is None else f"seat {owner + 1}"
    parts = [
        element(
            "rect",
            width=width,
            height=height,
            rx=8,
            class_="cw-board",
            stroke_width=0.8,
            opacity=0.45 if color in position.out and not position.is_over else 1.0,
        )
    ]
    if is_turn:
        parts.append(element("rect", width=width, height=height, rx=8, class_=f"cw-{color}-line", stroke_width=2.5))
    parts.append(chip(12, 11, 14, color, look))
    if look.names:
        name = "" if owner is None else shortened(look.names[owner])
        parts.append(heading(34, 23, name, WON if position.is_over and owner in position.winners else ""))
    else:
        parts.append(heading(34, 23, color, seat + _state(position, color, owner)))
    parts.append(text(width - 12, 23, signed(position.color_scores[color]), 14, "cw-text cw-bold", text_anchor="end"))
    if look.trays:
        shapes = tuple(reversed(ruleset.shapes))
        drawing = tray(shapes, position.supply(color), color, width - 24, height - 46, ruleset.board.levels > 1)
        parts.append(group(drawing, x=12.0, y=36.0))
    return group(*parts)


def chip(x: float, y: float, size: float, color: str, look: Look) -> str:
    """A small square of a color with its second channel."""
    box = {"x": x, "y": y, "width": size, "height": size, "rx": 3}
    parts = element("rect", class_=f"cw-{color}", **box)
    if look.marks == "pattern":
        parts += element("rect", class_=f"cw-{color}-pattern", **box)
    parts += element("rect", class_=f"cw-{color}-line", stroke_width=1.2, **box)
    if look.marks == "letter":
        parts += text(
            x + size / 2, y + size * 0.79, look.paints[color].letter, size * 0.75, f"cw-letter cw-{color}-ink"
        )
    return parts


def signed(score: int) -> str:
    """A score with a real minus sign."""
    return f"{score}".replace("-", "\N{MINUS SIGN}")


def _state(position: Position, color: str, owner: int | None) -> str:
    if position.is_over:
        return " · wins" if owner in position.winners else ""
    if position.turn.color == color:
        return " · to play"
    return " · out" if color in position.out else ""

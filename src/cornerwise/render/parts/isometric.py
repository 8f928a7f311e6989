"""Cubes seen from a corner of the table: the isometric picture of a 3D position."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from cornerwise.render.lattice import column_name, points, turned
from cornerwise.render.parts.document import Look, element, group, text
from cornerwise.render.parts.overlay import NOTHING, Overlay

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position

Cube = tuple[int, int, int]
Mark = tuple[str, int]  # color and piece number of a cube

# Half the width and half the depth of a unit square seen from the a1 corner of the table.
ACROSS, AWAY = 0.8660254, 0.5
UP, LEFT, RIGHT = (0, 0, 1), (-1, 0, 0), (0, -1, 0)
# Per visible face: its normal and its corners as seen from the near corner of the cube.
FACES: dict[str, tuple[Cube, tuple[Cube, Cube, Cube, Cube]]] = {
    "left": (LEFT, ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1))),
    "right": (RIGHT, ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))),
    "top": (UP, ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1))),
}


def project(x: float, y: float, z: float, unit: float) -> tuple[float, float]:
    """Where a corner of the lattice appears, the near corner of the table at (0, 0)."""
    return (x - y) * ACROSS * unit, (-(x + y) * AWAY - z) * unit


def cubes(
    marks: Mapping[Cube, Mark], unit: float, look: Look, halo: frozenset[Cube] = frozenset(), moments: bool = False
) -> str:
    """Every visible face, far ones first; borders of pieces are drawn, those of their cubes only hinted.

    A piece with a number below zero is a ghost, which hides nothing. With `moments` the pieces appear in the order of
    their numbers, each under the class of its moment, and only what lay there before hides a face.
    """

    def hides(neighbor: Cube, number: int) -> bool:
        other = marks.get(neighbor)
        if other is None or (other[1] < 0 <= number):
            return False
        return not moments or other[1] <= number

    parts = []
    for cube in sorted(marks, key=lambda c: (c[2] - c[0] - c[1], c)):
        number = marks[cube][1]
        faces = [
            _face(marks, cube, side, normal, corners, unit, look, cube in halo)
            for side, (normal, corners) in FACES.items()
            if not hides(_plus(cube, normal), number)
        ]
        if number < 0 and faces:
            parts.append(group(*faces, opacity=0.6))
        elif moments and faces:
            parts.append(group(*faces, class_=f"cw-at-{number}"))
        else:
            parts += faces
    return "".join(parts)


def table(
    position: Position,
    unit: float,
    look: Look,
    last: Placed | None,
    overlay: Overlay = NOTHING,
    moments: dict[tuple[int, int], int] | None = None,
) -> tuple[str, float, float]:
    """The turntable with everything on it; returns the SVG, its width and its height."""
    board = position.ruleset.board
    side, view, where = max(board.columns, board.rows), look.view, points(board)

    def turn(x: int, y: int) -> tuple[int, int]:
        return turned(x, y, side, side, view)

    marks: dict[Cube, Mark] = {}
    glow: set[Cube] = set()
    words: dict[Cube, tuple[str, str]] = {}  # a figure on top of a piece, and its color
    for number, placed in enumerate(position.placed):
        key = (placed.sheet, placed.placement)
        for cell in placed.cells:
            x, y, z = where[cell]
            cube = (*turn(x, y), z)
            marks[cube] = (placed.color, moments[key] if moments else number)
            if last is not None and placed.placement == last.placement:
                glow.add(cube)
        if key in overlay.numbers:
            words[
                max(((*turn(*where[c][:2]), where[c][2]) for c in placed.cells), key=lambda c: (c[2], -c[0] - c[1]))
            ] = (
                str(overlay.numbers[key]),
                placed.color,
            )
    for number, ghost in enumerate(sorted(overlay.ghosts, key=lambda ghost: ghost.rank), 1):
        cells = [(*turn(*where[cell][:2]), where[cell][2]) for cell in ghost.cells]
        if not any(cube in marks for cube in cells):  # of candidates that overlap, the best one
            marks.update({cube: (ghost.color, -number) for cube in cells})
    footprint = frozenset(turn(x, y) for x, y, z in where if z == 0)
    half = side * unit * ACROSS
    # The picture is as tall as the pile can grow, so that a game does not jump while it is played.
    peaks = [project(*turn(x, y), z, unit)[1] for x, y, z in where]
    top = min(-side * unit, min(peaks) - 2 * unit)
    body = [_ground(side, footprint, unit), cubes(marks, unit, look, frozenset(glow), moments is not None)]
    for cube, (figure, color) in words.items():
        if _plus(cube, UP) not in marks:
            left, down = project(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1, unit)
            body.append(element("circle", cx=left, cy=down, r=unit * 0.34, class_=f"cw-{color}"))
            body.append(text(left, down + unit * 0.16, figure, unit * 0.46, f"cw-letter cw-{color}-ink"))
    if look.coordinates:
        body.append(_labels(side, unit, view))
    return group(*body, x=half + 8, y=-top + 4), 2 * half + 16, -top + 34


def _plus(cube: Cube, step: Cube) -> Cube:
    return cube[0] + step[0], cube[1] + step[1], cube[2] + step[2]


def _points(places: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in places)


def _face(
    marks: Mapping[Cube, Mark],
    cube: Cube,
    side: str,
    normal: Cube,
    corners: tuple[Cube, Cube, Cube, Cube],
    unit: float,
    look: Look,
    is_last: bool,
) -> str:
    color, number = marks[cube]
    places = [project(cube[0] + x, cube[1] + y, cube[2] + z, unit) for x, y, z in corners]
    ends = [f"{x:.5g} {y:.5g}" for x, y in places]
    area = "M" + "L".join(ends) + "Z"
    class_ = f"cw-{color}" if side == "top" else f"cw-{color}-{side}"
    parts = [f'<path d="{area}" class="{class_}"/>']
    if side == "top" and look.marks == "pattern":
        parts.append(f'<path d="{area}" class="cw-{color}-pattern"/>')
    border, hint = "", ""
    for index, step in enumerate(_OUTWARD[side]):
        neighbor = _plus(cube, step)
        same = marks.get(neighbor) == (color, number) and _plus(neighbor, normal) not in marks
        line = f"M{ends[index]}L{ends[(index + 1) % 4]}"
        if same:
            hint += line
        else:
            border += line
    if hint:
        parts.append(f'<path d="{hint}" stroke="#000" stroke-opacity="0.13" stroke-width="0.8"/>')
    if border:
        width = max(0.8, unit * 0.06)
        parts.append(f'<path d="{border}" class="cw-{color}-line" stroke-width="{width:.3g}" stroke-linecap="round"/>')
    if side == "top":
        x, y = project(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1, unit)
        if is_last:
            inner = [(x + (px - x) * 0.62, y + (py - y) * 0.62) for px, py in places]
            look_of = {"class_": "cw-halo", "stroke_width": unit * 0.11, "stroke_linejoin": "round"}
            parts.append(element("polygon", points=_points(inner), **look_of))
        elif look.marks == "letter":
            parts.append(text(x, y + unit * 0.16, look.paints[color].letter, unit * 0.45, f"cw-letter cw-{color}-ink"))
    return "".join(parts)


def _outward(corners: tuple[Cube, Cube, Cube, Cube], index: int) -> Cube:
    """The step from a cube across one edge of a face: from the opposite edge to this one."""
    here, opposite = corners[index], corners[(index + 3) % 4]
    return here[0] - opposite[0], here[1] - opposite[1], here[2] - opposite[2]


# Per visible face, the step across each of its edges.
_OUTWARD = {side: [_outward(corners, index) for index in range(4)] for side, (_, corners) in FACES.items()}


@lru_cache(maxsize=64)
def _ground(side: int, footprint: frozenset[tuple[int, int]], unit: float) -> str:
    """The plate of the table and the cells on it."""
    near, right, far, left = (project(x, y, 0, unit) for x, y in ((0, 0), (side, 0), (side, side), (0, side)))
    drop = 0.35 * unit
    rim = [left, near, right, (right[0], right[1] + drop), (near[0], near[1] + drop), (left[0], left[1] + drop)]
    line = {"stroke_width": 1, "stroke_linejoin": "round"}
    parts = [
        element("polygon", points=_points(rim), class_="cw-ghost", **line),
        element("polygon", points=_points([near, right, far, left]), class_="cw-plate", **line),
    ]
    parts += [
        element(
            "polygon",
            points=_points([project(x + dx, y + dy, 0, unit) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]),
            class_="cw-board",
            stroke_width=0.8,
        )
        for x, y in sorted(footprint)
    ]
    return "".join(parts)


@lru_cache(maxsize=64)
def _labels(side: int, unit: float, view: int) -> str:
    """Names along the two near edges, whichever they are after turning the table."""
    names = {turned(x, y, side, side, view): (x, y) for x in range(side) for y in range(side)}
    parts = []
    for step in range(side):
        for place, x, y in (((step, 0), step + 0.5, -0.6), ((0, step), -0.6, step + 0.5)):
            column, row = names[place]
            is_letter = (y < 0) == (view % 2 == 0)
            sx, sy = project(x, y, 0, unit)
            word = column_name(column) if is_letter else str(row + 1)
            parts.append(text(sx, sy + unit * 0.2 + 6, word, min(11.0, unit * 0.5), "cw-muted", text_anchor="middle"))
    return group(*parts)

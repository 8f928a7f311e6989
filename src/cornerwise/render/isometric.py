"""Cubes seen from a corner of the table: the isometric picture of a 3D position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cornerwise.render.document import Look, element, group, text
from cornerwise.render.lattice import column_name, points

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


def turned(x: int, y: int, side: int, view: int) -> tuple[int, int]:
    """A column of a side × side table after the table was turned by `view` quarters."""
    for _ in range(view % 4):
        x, y = y, side - 1 - x
    return x, y


def cubes(marks: Mapping[Cube, Mark], unit: float, look: Look, halo: frozenset[Cube] = frozenset()) -> str:
    """Every visible face, far ones first; borders of pieces are drawn, those of their cubes only hinted."""
    parts = []
    for cube in sorted(marks, key=lambda c: (c[2] - c[0] - c[1], c)):
        for side, (normal, corners) in FACES.items():
            if _plus(cube, normal) not in marks:
                parts.append(_face(marks, cube, side, normal, corners, unit, look, cube in halo))
    return "".join(parts)


def table(position: Position, unit: float, look: Look, last: Placed | None) -> tuple[str, float, float]:
    """The turntable with everything on it; returns the SVG, its width and its height."""
    board = position.ruleset.board
    side, view, where = max(board.columns, board.rows), look.view, points(board)
    marks: dict[Cube, Mark] = {}
    glow: set[Cube] = set()
    for number, placed in enumerate(position.placed):
        for cell in placed.cells:
            x, y, z = where[cell]
            cube = (*turned(x, y, side, view), z)
            marks[cube] = (placed.color, number)
            if last is not None and placed.placement == last.placement:
                glow.add(cube)
    footprint = {turned(x, y, side, view) for x, y, z in where if z == 0}
    half = side * unit * ACROSS
    # The picture is as tall as the pile can grow, so that a game does not jump while it is played.
    peaks = [project(*turned(x, y, side, view), z, unit)[1] for x, y, z in where]
    top = min(-side * unit, min(peaks) - 2 * unit)
    body = [_plate(side, unit), _ground(footprint, unit), cubes(marks, unit, look, frozenset(glow))]
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
    places = [project(*_plus(cube, corner), unit) for corner in corners]
    class_ = f"cw-{color}" if side == "top" else f"cw-{color}-{side}"
    parts = [element("polygon", points=_points(places), class_=class_)]
    if side == "top" and look.marks == "pattern":
        parts.append(element("polygon", points=_points(places), fill=f"url(#cw-pattern-{color})"))
    border, hint = "", ""
    for index in range(4):
        neighbor = _plus(cube, _outward(corners, index))
        same = marks.get(neighbor) == (color, number) and _plus(neighbor, normal) not in marks
        line = "M{:.5g} {:.5g}L{:.5g} {:.5g}".format(*places[index], *places[(index + 1) % 4])
        if same:
            hint += line
        else:
            border += line
    if hint:
        parts.append(element("path", d=hint, stroke="#000", stroke_opacity=0.13, stroke_width=0.8))
    if border:
        parts.append(
            element(
                "path",
                d=border,
                class_=f"cw-{color}-line",
                stroke_width=max(0.8, unit * 0.06),
                stroke_linecap="round",
            )
        )
    if side == "top":
        x, y = project(cube[0] + 0.5, cube[1] + 0.5, cube[2] + 1, unit)
        if is_last:
            inner = [(x + (px - x) * 0.62, y + (py - y) * 0.62) for px, py in places]
            parts.append(
                element(
                    "polygon",
                    points=_points(inner),
                    class_="cw-halo",
                    stroke_width=unit * 0.11,
                    stroke_linejoin="round",
                )
            )
        elif look.marks == "letter":
            parts.append(text(x, y + unit * 0.16, look.paints[color].letter, unit * 0.45, f"cw-letter cw-{color}-ink"))
    return "".join(parts)


def _outward(corners: tuple[Cube, Cube, Cube, Cube], index: int) -> Cube:
    """The step from a cube across one edge of a face: from the opposite edge to this one."""
    here, opposite = corners[index], corners[(index + 3) % 4]
    return here[0] - opposite[0], here[1] - opposite[1], here[2] - opposite[2]


def _plate(side: int, unit: float) -> str:
    thickness = 0.35
    near, right, far, left = (project(x, y, 0, unit) for x, y in ((0, 0), (side, 0), (side, side), (0, side)))
    drop = thickness * unit
    rim = [
        left,
        near,
        right,
        (right[0], right[1] + drop),
        (near[0], near[1] + drop),
        (left[0], left[1] + drop),
    ]
    return element(
        "polygon", points=_points(rim), class_="cw-ghost", stroke_width=1, stroke_linejoin="round"
    ) + element(
        "polygon",
        points=_points([near, right, far, left]),
        class_="cw-plate",
        stroke_width=1,
        stroke_linejoin="round",
    )


def _ground(footprint: set[tuple[int, int]], unit: float) -> str:
    return "".join(
        element(
            "polygon",
            points=_points([project(x + dx, y + dy, 0, unit) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]),
            class_="cw-board",
            stroke_width=0.8,
        )
        for x, y in sorted(footprint)
    )


def _labels(side: int, unit: float, view: int) -> str:
    """Names along the two near edges, whichever they are after turning the table."""
    names = {turned(x, y, side, view): (x, y) for x in range(side) for y in range(side)}
    parts = []
    for step in range(side):
        for place, x, y in (((step, 0), step + 0.5, -0.6), ((0, step), -0.6, step + 0.5)):
            column, row = names[place]
            is_letter = (y < 0) == (view % 2 == 0)
            sx, sy = project(x, y, 0, unit)
            word = column_name(column) if is_letter else str(row + 1)
            parts.append(text(sx, sy + unit * 0.2 + 6, word, min(11.0, unit * 0.5), "cw-muted", text_anchor="middle"))
    return group(*parts)

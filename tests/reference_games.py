"""What the games are made of: shapes, boards, colors and seats, written down from the rulebooks.

Nothing here knows the native kernel. The clause numbers are those of docs/rules.
A cell is (x, y, z): x from the left, y from the bottom, z from the ground, all from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

Cell = tuple[int, int, int]

#: K2: the 21 flat shapes, 89 squares.
FLAT_SHAPES = {
    "1": "#",
    "2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "O": "##/##",
    "T4": "###/.#.",
    "L4": "###/#..",
    "Z4": "##./.##",
    "F": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N": "##../.###",
    "P": "##/##/#.",
    "T5": "###/.#./.#.",
    "U": "#.#/###",
    "V5": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z5": "##./.#./.##",
}

#: S1: the 11 polycubes, 40 cubes, each cube written as its digits x, y, z.
CUBE_SHAPES = {
    "I2": "000 100",
    "I3": "000 100 200",
    "V3": "000 100 010",
    "I4": "000 100 200 300",
    "L4": "000 100 200 010",
    "T4": "000 100 200 110",
    "S4": "000 100 110 210",
    "O4": "000 100 010 110",
    "B4": "000 100 010 001",
    "D4": "000 100 010 101",
    "E4": "000 100 010 011",
}

#: I1: the shapes printed beside each die face (house values).
DICE_ROWS = {
    1: ("1", "2", "I3", "V3"),
    2: ("I4", "L4", "T4", "O"),
    3: ("Z4", "I5", "L5", "Y"),
    4: ("N", "P", "U"),
    5: ("V5", "T5", "W"),
    6: ("F", "Z5", "X"),
}

#: C1, S7: the order of play; in Dice the order of the markers.
FOUR_COLORS = ("blue", "yellow", "red", "green")


class Placement(NamedTuple):
    """One way to lay one shape on a board, with the cells around it that the clauses speak of."""

    shape: str
    cells: frozenset[Cell]
    edges: frozenset[Cell]
    corners: frozenset[Cell]
    beneath: frozenset[Cell]
    text: str


@dataclass(frozen=True)
class Rules:
    """One game: everything that does not change while it is played."""

    name: str
    board: frozenset[Cell]
    shapes: dict[str, frozenset[Cell]]
    colors: tuple[str, ...]
    seats: int
    #: the seat that plays a color; None for the shared color of C7 and for the markers of Dice
    owners: dict[str, int | None]
    #: the cells one of which a color's first piece must cover; in 3D the whole ground
    starts: dict[str, frozenset[Cell]]
    #: groups of seats that are scored together
    teams: tuple[tuple[int, ...], ...]
    is_spatial: bool = False
    is_dice: bool = False
    scoring: str = "sum"
    #: I1: what a Dice sheet has printed beside each die face, and its strikes
    rows: Mapping[int, tuple[str, ...]] = field(default_factory=lambda: DICE_ROWS)
    strikes: int = 3
    #: C6: pairs of start cells that belong to one team
    pairs: tuple[frozenset[Cell], ...] = ()


def drawing_cells(drawing: str) -> frozenset[Cell]:
    """The cells of a flat drawing whose lines are separated by slashes."""
    lines = drawing.split("/")
    return frozenset((x, y, 0) for y, line in enumerate(lines) for x, mark in enumerate(line) if mark == "#")


def digits_cells(digits: str) -> frozenset[Cell]:
    """The cells of a polycube written as one xyz triple per cube."""
    return frozenset((int(x), int(y), int(z)) for x, y, z in digits.split())


def to_origin(cells: frozenset[Cell]) -> frozenset[Cell]:
    """The same cells, moved so that the smallest x, y and z are all 0."""
    low = [min(cell[axis] for cell in cells) for axis in range(3)]
    return frozenset((x - low[0], y - low[1], z - low[2]) for x, y, z in cells)


def axis_maps() -> list[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """All 48 ways to permute and reflect three axes, each with its determinant (+1: a rotation)."""
    maps = []
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        swaps = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3))
        maps.append((axes, signs, (-1) ** swaps * signs[0] * signs[1] * signs[2]))
    return maps


def orientations(cells: frozenset[Cell], is_spatial: bool) -> set[frozenset[Cell]]:
    """K1: flat shapes may be turned and flipped; polycubes rotated in space but not mirrored."""
    found = set()
    for axes, signs, determinant in axis_maps():
        stays_flat = axes[2] == 2 and signs[2] == 1
        if determinant == 1 if is_spatial else stays_flat:
            found.add(to_origin(frozenset(tuple(signs[i] * cell[axes[i]] for i in range(3)) for cell in cells)))  # type: ignore[misc]
    return found


def cell_text(cell: Cell, is_spatial: bool) -> str:
    """Column letter and row number from the bottom; in 3D then a dot and the height."""
    x, y, z = cell
    return f"{chr(ord('a') + x)}{y + 1}" + (f".{z + 1}" if is_spatial else "")


def move_text(cells: frozenset[Cell], is_spatial: bool) -> str:
    """The canonical text of a placement: its cells layer by layer, row by row from the bottom."""
    return ",".join(cell_text(cell, is_spatial) for cell in sorted(cells, key=lambda cell: cell[::-1]))


def around(cells: frozenset[Cell], steps: list[Cell]) -> frozenset[Cell]:
    """The cells one of the steps away from the given ones, without these themselves."""
    return frozenset((x + dx, y + dy, z + dz) for x, y, z in cells for dx, dy, dz in steps) - cells


EDGE_STEPS = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)]
CORNER_STEPS = [(1, 1, 0), (1, -1, 0), (-1, 1, 0), (-1, -1, 0)]
FACE_STEPS = [*EDGE_STEPS, (0, 0, 1), (0, 0, -1)]


def place(shape: str, cells: frozenset[Cell], is_spatial: bool) -> Placement:
    """A placement with its surroundings: in 3D "edges" are all six faces; nothing lies under the ground."""
    edges = around(cells, FACE_STEPS if is_spatial else EDGE_STEPS)
    corners = frozenset() if is_spatial else around(cells, CORNER_STEPS) - edges
    beneath = frozenset(cell for cell in around(cells, [(0, 0, -1)]) if cell[2] >= 0) if is_spatial else frozenset()
    return Placement(shape, cells, edges, corners, beneath, move_text(cells, is_spatial))


def box(cells: frozenset[Cell]) -> Iterator[Cell]:
    """Every cell of the smallest box around some cells: the corner of a piece's own box may lie in a hole."""
    sides = [range(min(numbers), max(numbers) + 1) for numbers in zip(*cells, strict=True)]
    return product(*sides)  # type: ignore[return-value]


@cache
def placements(board: frozenset[Cell], is_spatial: bool) -> tuple[Placement, ...]:
    """Every way to lay every shape inside a board."""
    found = []
    for shape, cells in (cube_shapes() if is_spatial else flat_shapes()).items():
        for orientation in orientations(cells, is_spatial):
            for ax, ay, az in box(board):
                moved = frozenset((x + ax, y + ay, z + az) for x, y, z in orientation)
                if moved <= board:
                    found.append(place(shape, moved, is_spatial))
    return tuple(found)


class Touching(NamedTuple):
    """Which placements cover a cell, meet it at an edge or face, or at a corner; and which have a shape."""

    cover: dict[Cell, set[int]]
    edge: dict[Cell, set[int]]
    corner: dict[Cell, set[int]]
    shape: dict[str, set[int]]


@cache
def touching(board: frozenset[Cell], is_spatial: bool) -> Touching:
    """The index of a board's placements by the cells they touch and by shape."""
    index = Touching({}, {}, {}, {})
    for by_cell in index[:3]:
        by_cell.update((cell, set()) for cell in board)
    for number, placement in enumerate(placements(board, is_spatial)):
        index.shape.setdefault(placement.shape, set()).add(number)
        for by_cell, cells in zip(index, (placement.cells, placement.edges, placement.corners), strict=False):
            for cell in cells:
                by_cell.setdefault(cell, set()).add(number)
    return index


def flat_board(size: int) -> frozenset[Cell]:
    """A square board."""
    return frozenset((x, y, 0) for x in range(size) for y in range(size))


def flat_shapes() -> dict[str, frozenset[Cell]]:
    """K2."""
    return {shape: drawing_cells(drawing) for shape, drawing in FLAT_SHAPES.items()}


def cube_shapes() -> dict[str, frozenset[Cell]]:
    """S1."""
    return {shape: digits_cells(digits) for shape, digits in CUBE_SHAPES.items()}


def from_top_left(size: int, column: int, row: int) -> Cell:
    """The rulebook counts rows from the top, the move text from the bottom."""
    return (column, size - 1 - row, 0)


def corner_cells(size: int) -> frozenset[Cell]:
    """The four corner squares."""
    return frozenset((x, y, 0) for x in (0, size - 1) for y in (0, size - 1))


def classic(
    name: str, seats: int, owners: tuple[int | None, ...], teams: tuple[tuple[int, ...], ...], corners: str
) -> Rules:
    """C1, C2, C6, C7: four colors on 20×20 from the corners, partners in opposite ones."""
    clockwise = [from_top_left(20, *corner) for corner in ((0, 0), (19, 0), (19, 19), (0, 19))]
    fixed = {color: frozenset([corner]) for color, corner in zip(FOUR_COLORS, clockwise, strict=True)}
    free = dict.fromkeys(FOUR_COLORS, corner_cells(20))
    starts = {"fixed": fixed, "free": free}[corners]
    diagonals = (frozenset(clockwise[::2]), frozenset(clockwise[1::2]))
    return Rules(
        name,
        flat_board(20),
        flat_shapes(),
        FOUR_COLORS,
        seats,
        dict(zip(FOUR_COLORS, owners, strict=True)),
        starts,
        teams,
        pairs=diagonals if len(teams) < seats else (),
    )


def three(corners: str, shared: str) -> Rules:
    """C7: whichever color is shared, the three others belong to the seats in their order."""
    others = iter(range(3))
    owners = tuple(None if color == shared else next(others) for color in FOUR_COLORS)
    return classic("classic-3", 3, owners, alone(3), corners)


def duo(name: str, starts: str) -> Rules:
    """D1: two colors on 14×14 from two start squares."""
    first, second = from_top_left(14, 4, 4), from_top_left(14, 9, 9)
    fixed = {"black": frozenset([first]), "white": frozenset([second])}
    free = dict.fromkeys(("black", "white"), frozenset([first, second]))
    chosen = {"fixed": fixed, "free": free}[starts]
    return Rules(
        name,
        flat_board(14),
        flat_shapes(),
        ("black", "white"),
        2,
        {"black": 0, "white": 1},
        chosen,
        ((0,), (1,)),
    )


def dice(name: str, seats: int) -> Rules:
    """I1, I4: a 9×9 sheet per seat, any free corner, four markers that belong to nobody."""
    owners: dict[str, int | None] = dict.fromkeys(FOUR_COLORS)
    starts = dict.fromkeys(FOUR_COLORS, corner_cells(9))
    return Rules(name, flat_board(9), flat_shapes(), FOUR_COLORS, seats, owners, starts, alone(seats), is_dice=True)


def alone(seats: int) -> tuple[tuple[int, ...], ...]:
    """Every seat is its own team."""
    return tuple((seat,) for seat in range(seats))


def column_height(structure: str, x: int, y: int, n: int) -> int:
    """S2: how high a structure may rise over one square of the turntable, 0 outside its footprint."""
    if structure == "tower":
        return 2 * n if 3 <= x <= 6 and 2 <= y <= 6 else 0
    if structure == "wall":
        return n if (2 <= x <= 5 and 1 <= y <= 8) or (6 <= x <= 7 and 1 <= y <= 4) else 0
    if structure == "stairs":
        return min(y, 2 * n) if 3 <= x <= 6 and 1 <= y <= 8 else 0
    assert structure == "pyramid"
    ring = min(x, y, 9 - x, 9 - y)
    return min(ring, n)


def stacking(name: str, structure: str, players: str, scoring: str) -> Rules:
    """S1, S2, S7: a structure on the turntable, its height depending on the players."""
    n = {"2": 2, "2x4": 4, "3": 3, "4": 4}[players]
    seats = {"2": 2, "2x4": 2, "3": 3, "4": 4}[players]
    colors = FOUR_COLORS[:n]
    board = frozenset((x, y, z) for x in range(10) for y in range(10) for z in range(column_height(structure, x, y, n)))
    owners: dict[str, int | None] = {color: index % seats for index, color in enumerate(colors)}
    ground = dict.fromkeys(colors, frozenset(cell for cell in board if cell[2] == 0))
    teams = alone(seats)
    return Rules(name, board, cube_shapes(), colors, seats, owners, ground, teams, True, scoring=scoring)


def catalogue() -> dict[str, Callable[..., Rules]]:
    """Every game by name; the values take the game's options."""
    teams = ((0, 2), (1, 3))
    games: dict[str, Callable[..., Rules]] = {
        "classic-4": lambda corners="fixed": classic("classic-4", 4, (0, 1, 2, 3), alone(4), corners),
        "classic-teams": lambda corners="fixed": classic("classic-teams", 4, (0, 1, 2, 3), teams, corners),
        "classic-3": lambda corners="fixed", shared="green": three(corners, shared),
        "classic-2": lambda corners="fixed": classic("classic-2", 2, (0, 1, 0, 1), alone(2), corners),
        "duo": lambda starts="fixed": duo("duo", starts),
    }
    for seats in (2, 3, 4):
        games[f"dice-{seats}"] = lambda seats=seats: dice(f"dice-{seats}", seats)
    for structure, players in product(("tower", "wall", "stairs", "pyramid"), ("2", "2x4", "3", "4")):
        name = f"3d-{structure}-{players}"
        if players == "2x4":
            games[name] = lambda scoring="sum", n=name, s=structure, p=players: stacking(n, s, p, scoring)
        else:
            games[name] = lambda n=name, s=structure, p=players: stacking(n, s, p, "sum")
    return games


CATALOGUE = catalogue()

#: Every game with every option that changes its play or its score.
EVERY_GAME: tuple[tuple[str, dict[str, str]], ...] = (
    *((name, {}) for name in CATALOGUE),
    *((name, {"corners": "free"}) for name in CATALOGUE if name.startswith("classic-")),
    *(("classic-3", {"shared": color}) for color in ("blue", "yellow", "red")),
    ("duo", {"starts": "free"}),
    *((name, {"scoring": "best"}) for name in CATALOGUE if name.endswith("-2x4")),
)


@cache
def rules(name: str, **options: str) -> Rules:
    """The rules of a game under the given options."""
    return CATALOGUE[name](**options)

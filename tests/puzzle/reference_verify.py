"""A solution checked by slow and obvious rules, which the kernel must agree with."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING

from cornerwise._core import Position
from cornerwise.errors import CornerwiseError, PuzzleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cornerwise.puzzle.puzzle import Laid, Puzzle

Point = tuple[int, int, int]


def verify(puzzle: Puzzle, laid: Sequence[Laid]) -> None:
    """Raises PuzzleError with a sentence when these pieces, in this order, do not solve the puzzle."""
    points = [[_point(puzzle, cell) for cell in piece.cells] for piece in laid]
    _check_pieces(puzzle, laid, points)
    _check_cover(puzzle, laid, points)
    if puzzle.contact != "any":
        _check_contact(puzzle, laid, points)
    if puzzle.is_laying and puzzle.goal != "most":
        _check_order(puzzle, laid, points)
    if puzzle.layable:
        _check_laying_from_above(laid, points)


def _point(puzzle: Puzzle, cell: int) -> Point:
    x, y, z = (int(c) for c in puzzle.board.coordinates[cell])
    return x, y, z


@lru_cache(maxsize=4096)
def canonical(points: tuple[Point, ...], mirrored: bool) -> tuple[Point, ...]:
    """The smallest image of a set of points under turns (and mirror images)."""
    images = []
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            odd = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2
            if not mirrored and (signs[0] * signs[1] * signs[2] > 0) == bool(odd):
                continue
            image = [tuple(signs[i] * p[axes[i]] for i in range(3)) for p in points]
            low = [min(p[i] for p in image) for i in range(3)]
            images.append(tuple(sorted((p[0] - low[0], p[1] - low[1], p[2] - low[2]) for p in image)))
    return min(images)


def _check_pieces(puzzle: Puzzle, laid: Sequence[Laid], points: list[list[Point]]) -> None:
    """K1: each piece is its shape, turned (and flipped when flat), and no color uses more than it has."""
    mirrored = not puzzle.is_solid
    forms = {
        shape.name: canonical(tuple((int(x), int(y), int(z)) for x, y, z in shape.cells), mirrored)
        for shape in puzzle.ruleset.shapes
    }
    used = Counter((piece.color, piece.shape) for piece in laid)
    for piece, cells in zip(laid, points, strict=True):
        if piece.shape not in forms or canonical(tuple(cells), mirrored) != forms[piece.shape]:
            raise PuzzleError(f"A {piece.color} piece called {piece.shape} does not have that shape.")
    for (color, shape), number in used.items():
        has = puzzle.supply[puzzle.colors.index(color)][puzzle.shapes.index(shape)] if color in puzzle.colors else 0
        if number > has:
            raise PuzzleError(f"The solution uses {number} {color} {shape}; there are {has}.")
    if puzzle.goal in ("exact", "place") and sum(used.values()) != sum(map(sum, puzzle.supply)):
        raise PuzzleError("The solution does not use all pieces.", "pieces_left")
    if not set(puzzle.givens) <= set(laid):
        raise PuzzleError("The solution moves a given piece.")


def _check_cover(puzzle: Puzzle, laid: Sequence[Laid], points: list[list[Point]]) -> None:
    seen: set[Point] = set()
    region = {_point(puzzle, cell) for cell in range(puzzle.board.cell_count)}
    for piece, cells in zip(laid, points, strict=True):
        for cell in cells:
            if cell in seen or cell not in region:
                raise PuzzleError(f"The {piece.color} {piece.shape} overlaps or leaves the region.")
            seen.add(cell)
    if puzzle.goal in ("exact", "fill") and seen != region:
        raise PuzzleError(f"{len(region) - len(seen)} cells stay empty.")


def _edges(cell: Point) -> list[Point]:
    x, y, z = cell
    return [(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)]


def _corners(cell: Point) -> list[Point]:
    x, y, z = cell
    return [(x + 1, y + 1, z), (x - 1, y + 1, z), (x + 1, y - 1, z), (x - 1, y - 1, z)]


def _check_contact(puzzle: Puzzle, laid: Sequence[Laid], points: list[list[Point]]) -> None:
    owner = {cell: i for i, cells in enumerate(points) for cell in cells}
    touches: dict[int, set[int]] = defaultdict(set)
    for i, cells in enumerate(points):
        for cell in cells:
            for other in _edges(cell):
                j = owner.get(other, i)
                if j != i and laid[j].color == laid[i].color:
                    raise PuzzleError(
                        f"The {laid[i].color} {laid[i].shape} and {laid[j].shape} share an edge.",
                        "edge",
                        color=laid[i].color,
                    )
            for other in _corners(cell):
                j = owner.get(other, i)
                if j != i and laid[j].color == laid[i].color:
                    touches[i].add(j)
    for color in puzzle.colors:
        own = [i for i, piece in enumerate(laid) if piece.color == color]
        if len(own) < 2 or puzzle.contact == "apart":
            continue
        if any(not touches[i] for i in own):
            raise PuzzleError(f"A {color} piece touches no other {color} piece at a corner.", "lonely", color=color)
        if puzzle.contact == "connected" and _reach(own[0], touches) != set(own):
            raise PuzzleError(f"The {color} pieces do not hang together by corners.", "scattered", color=color)


def _reach(first: int, touches: dict[int, set[int]]) -> set[int]:
    seen, stack = {first}, [first]
    while stack:
        for other in touches[stack.pop()] - seen:
            seen.add(other)
            stack.append(other)
    return seen


def _check_order(puzzle: Puzzle, laid: Sequence[Laid], points: list[list[Point]]) -> None:
    """P1: every piece is legal when its turn comes; P1h: and none is larger than one before it."""
    mine: dict[str, set[Point]] = defaultdict(set)
    starts = {
        color: {_point(puzzle, int(c)) for c in cells}
        for color, cells in zip(puzzle.colors, puzzle.ruleset.starts, strict=True)
    }
    for piece, cells in zip(laid, points, strict=True):
        own = mine[piece.color]
        if not own and not starts[piece.color] & set(cells):
            raise PuzzleError(f"The first {piece.color} piece misses its start cell.", "start", color=piece.color)
        if own and not any(other in own for cell in cells for other in _corners(cell)):
            sentence = f"The {piece.color} {piece.shape} touches no {piece.color} corner when it is laid."
            raise PuzzleError(sentence, "no_corner", color=piece.color, shape=piece.shape)
        own.update(cells)
    if puzzle.order == "descending":
        sizes = [len(piece.cells) for piece in laid]
        if sizes != sorted(sizes, reverse=True):
            raise PuzzleError("The pieces are not laid in descending size.", "order")
    if not puzzle.givens and all(own == puzzle.supply[0] for own in puzzle.supply) and max(puzzle.supply[0]) == 1:
        _replay(puzzle, laid)


def _replay(puzzle: Puzzle, laid: Sequence[Laid]) -> None:
    """The same judged by the rules kernel, color after color in turn (C1)."""
    position = Position(puzzle.ruleset)
    for piece in laid:
        if position.turn.color != piece.color:
            raise PuzzleError(f"It is {position.turn.color}'s turn, not {piece.color}'s.")
        try:
            position = position.play(",".join(puzzle.board.cell_name(cell) for cell in piece.cells))
        except CornerwiseError as error:
            raise PuzzleError(f"The {piece.color} {piece.shape} is not legal: {error}") from None


def _check_laying_from_above(laid: Sequence[Laid], points: list[list[Point]]) -> None:
    """S3: every cube rests on the ground, a cube laid before or its own piece; nothing lies above."""
    full: set[Point] = set()
    for piece, cells in zip(laid, points, strict=True):
        for x, y, z in cells:
            if z and (x, y, z - 1) not in full and (x, y, z - 1) not in cells:
                sentence = f"The {piece.color} {piece.shape} hangs over an empty cell."
                raise PuzzleError(sentence, "hanging", color=piece.color, shape=piece.shape)
            if any((x, y, above) in full for above in range(z + 1, 64)):
                sentence = f"The {piece.color} {piece.shape} cannot be put in from above."
                raise PuzzleError(sentence, "above", color=piece.color, shape=piece.shape)
        full.update(cells)

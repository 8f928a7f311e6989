"""Puzzles on paper and on the screen: the region, the pieces to cut out, a solution that builds itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cornerwise.craft.drawing import A4, Page
from cornerwise.render.palette import PAINTS
from cornerwise.render.parts.outline import central, components, contours

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Laid, Puzzle, Solution

MARGIN = 48.0
STEP = 0.35  # seconds between two pieces of a moving picture


def puzzle_pages(puzzle: Puzzle, solution: Solution | None = None) -> list[Page]:
    """A page with the empty region and the pieces, and a page with the solution when there is one."""
    page = Page()
    y = _heading(page, puzzle, puzzle.title)
    bottom = _region(page, puzzle, y, puzzle.givens, room=360.0)
    _pieces(page, puzzle, bottom + 28)
    pages = [page]
    if solution is not None:
        answer = Page()
        y = _heading(answer, puzzle, f"{puzzle.title}: a solution")
        _region(answer, puzzle, y, solution.laid, room=600.0)
        pages.append(answer)
    return pages


def solution_picture(solution: Solution, *, moving: bool = False) -> str:
    """A solution as SVG; a moving one lays piece after piece in its laying order."""
    page = Page((A4[0], 700.0))
    y = _heading(page, solution.puzzle, solution.puzzle.title)
    bottom = _region(page, solution.puzzle, y, solution.laid, room=560.0, moving=moving)
    page.size = (A4[0], bottom + MARGIN)
    return page.svg()


def _heading(page: Page, puzzle: Puzzle, title: str) -> float:
    page.words(MARGIN, MARGIN + 8, title, 18)
    y = MARGIN + 30
    for line in _wrapped(puzzle.text, 90):
        page.words(MARGIN, y, line, 10.5)
        y += 15
    return y + 8


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [line for line in lines if line]


def _region(page: Page, puzzle: Puzzle, y: float, laid: Iterable[Laid], room: float, moving: bool = False) -> float:
    """The region, level beside level from the ground up; returns where it ends."""
    board = puzzle.board
    levels = board.levels
    across = min(levels, 3)
    down = -(-levels // across)
    unit = min(
        34.0,
        (page.size[0] - 2 * MARGIN - 20 * (across - 1)) / (board.columns * across),
        (room - 22 * down) / (board.rows * down),
    )
    places = {i: tuple(int(c) for c in point) for i, point in enumerate(board.coordinates)}

    def corner(level: int) -> tuple[float, float]:
        column, row = level % across, level // across
        return MARGIN + column * (board.columns * unit + 20), y + row * (board.rows * unit + 22) + (
            12 if levels > 1 else 0
        )

    def square(x: int, row: int, level: int) -> list[tuple[float, float]]:
        left, top = corner(level)
        return [(left + (x + dx) * unit, top + (row + dy) * unit) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))]

    for level in range(levels):
        if levels > 1:
            left, top = corner(level)
            page.words(left, top - 4, f"level {level + 1}", 9)
    for x, cell_y, z in places.values():
        page.polygon(square(x, board.rows - 1 - cell_y, z), "#fffdf9", "#cfc8ba", 0.6)
    for number, piece in enumerate(laid):
        for level in range(levels):
            squares = {(places[c][0], board.rows - 1 - places[c][1]) for c in piece.cells if places[c][2] == level}
            left, top = corner(level)
            for part in components(squares):
                outline = [(left + a * unit, top + b * unit) for a, b in contours(part)[0]]
                page.polygon(
                    outline,
                    PAINTS[piece.color].fill,
                    "#1f1c18",
                    max(0.8, unit / 16),
                    number * STEP if moving else None,
                )
                if levels > 1:
                    # A number tells which parts on other levels belong to the same piece.
                    (x, row), text, size = central(part), str(number + 1), unit * 0.42
                    at = left + (x + 0.5) * unit - 0.28 * size * len(text), top + (row + 0.5) * unit + 0.36 * size
                    page.words(*at, text, size, PAINTS[piece.color].ink, number * STEP if moving else None)
    return corner(levels - 1)[1] + board.rows * unit


def _pieces(page: Page, puzzle: Puzzle, y: float) -> None:
    """The pieces still to be laid, to be cut out."""
    x, tallest = MARGIN, 0.0
    total = puzzle.pieces_left
    unit = 15.0 if total <= 24 else 11.0 if total <= 50 else 8.0
    for color, own in zip(puzzle.colors, puzzle.left, strict=True):
        for shape, number in zip(puzzle.ruleset.shapes, own, strict=True):
            points = [(int(a), int(b), int(c)) for a, b, c in shape.cells]
            width = max(p[0] + p[2] * 0.45 for p in points) + 1
            height = max(p[1] + p[2] * 0.45 for p in points) + 1
            for _ in range(number):
                if x + width * unit > page.size[0] - MARGIN:
                    x, y, tallest = MARGIN, y + tallest + 8, 0.0
                page.cubes(points, x, y, unit, PAINTS[color].fill)
                x += (width + 0.7) * unit
                tallest = max(tallest, height * unit)

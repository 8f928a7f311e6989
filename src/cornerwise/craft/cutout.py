"""Pieces to cut out of paper: flat ones by their outline, cubes as nets to fold, all at their true size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cornerwise._core import Shape
from cornerwise.craft.drawing import MM, PAPERS, Page, Paper
from cornerwise.craft.lost import Lost
from cornerwise.render.palette import PAINTS
from cornerwise.render.parts.outline import contours
from cornerwise.render.parts.tray import lying

MARGIN = 10.0  # millimeters that printers leave white
GAP = 5.0
RULER = 50.0
FOOT = 9.0  # millimeters for the ruler under everything
LABEL = 5.0
# A cube unfolded: four sides in a row, the bottom and the top at the second.
NET = frozenset({(1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2)})


@dataclass(frozen=True)
class Item:
    """Something to be cut out: how large it is in millimeters, and how it is drawn at a place."""

    wide: float
    high: float
    draw: Callable[[Page, float, float], None]


def piece_pages(lost: Lost, paper: Paper = "a4") -> list[Page]:
    """The pieces on as many pages as they need, each with a ruler to check the printer by."""
    items = [item for shape in lost.shapes for item in (_cubes if lost.is_solid else _flat)(lost, shape, paper)]
    return laid_out(items, paper)


def laid_out(items: list[Item], paper: Paper) -> list[Page]:
    """Items in rows from the top left, page after page."""
    wide, high = PAPERS[paper]
    pages: list[Page] = []
    x = y = tallest = high
    for item in items:
        if x + item.wide > wide - MARGIN:
            x, y, tallest = MARGIN, y + tallest + GAP, 0.0
        if y + item.high > high - MARGIN - FOOT:
            pages.append(blank(paper))
            x, y, tallest = MARGIN, MARGIN, 0.0
        item.draw(pages[-1], x, y)
        x += item.wide + GAP
        tallest = max(tallest, item.high)
    return pages


def blank(paper: Paper) -> Page:
    """A page with nothing on it but the ruler."""
    wide, high = PAPERS[paper]
    page = Page((wide * MM, high * MM), "pt")
    y = high - MARGIN
    for x in range(0, int(RULER) + 1, 10):
        page.polygon(_points([(MARGIN + x, y - 2), (MARGIN + x, y)]), None, "#444444", 0.6)
    page.polygon(_points([(MARGIN, y), (MARGIN + RULER, y)]), None, "#444444", 0.6)
    page.words((MARGIN + RULER + 3) * MM, y * MM, f"{RULER:g} mm · 100 %", 8, "#444444")
    return page


def _flat(lost: Lost, shape: Shape, paper: Paper) -> list[Item]:
    cells = [(int(x), -int(y)) for x, y, _ in lying(shape)]  # on paper y points down
    if (max(x for x, _ in cells) + 1) * lost.square > PAPERS[paper][0] - 2 * MARGIN:
        cells = [(y, -x) for x, y in cells]  # a long piece stands upright
    least = [min(cell[axis] for cell in cells) for axis in (0, 1)]
    cells = [(x - least[0], y - least[1]) for x, y in cells]
    squares = set(cells)
    wide, high = ((max(cell[axis] for cell in cells) + 1) * lost.square for axis in (0, 1))

    def draw(page: Page, x: float, y: float) -> None:
        page.words(x * MM, (y + LABEL - 1.5) * MM, shape.name, 8, "#444444")
        _outlined(page, squares, x, y + LABEL, lost.square, PAINTS[lost.color].fill)

    return [Item(wide, high + LABEL, draw)]


def _cubes(lost: Lost, shape: Shape, paper: Paper) -> list[Item]:
    """A picture of the piece, then a net for every cube of it."""
    cells = [(int(x), int(y), int(z)) for x, y, z in shape.cells]
    fill, small = PAINTS[lost.color].fill, 6.0

    def picture(page: Page, x: float, y: float) -> None:
        page.words(x * MM, (y + LABEL - 1.5) * MM, f"{shape.name} = {len(cells)} ×", 8, "#444444")
        page.cubes(cells, x * MM, (y + LABEL) * MM, small * MM, fill)

    wide = max(a + 0.45 * c for a, _, c in cells) + 1
    high = max(b + 0.45 * c for _, b, c in cells) + 1
    net = NET
    if 4 * lost.square > PAPERS[paper][0] - 2 * MARGIN:
        net = frozenset((y, x) for x, y in NET)
    across, down = (max(cell[axis] for cell in net) + 1 for axis in (0, 1))

    def unfolded(page: Page, x: float, y: float) -> None:
        _outlined(page, set(net), x, y, lost.square, fill)

    nets = [Item(across * lost.square, down * lost.square, unfolded)] * len(cells)
    return [Item(max(wide * small, 18.0), high * small + LABEL, picture), *nets]


def _outlined(page: Page, squares: set[tuple[int, int]], x: float, y: float, unit: float, fill: str) -> None:
    """Squares with thin lines inside, and around them the line to cut along."""

    def place(corners: list[tuple[int, int]]) -> list[tuple[float, float]]:
        return _points([(x + a * unit, y + b * unit) for a, b in corners])

    for a, b in sorted(squares):
        page.polygon(place([(a, b), (a + 1, b), (a + 1, b + 1), (a, b + 1)]), fill, "#ffffff", 0.5)
    for contour in contours(squares):
        page.polygon(place(contour), None, "#1f1c18", 0.5)


def _points(places: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return [(x * MM, y * MM) for x, y in places]

"""Boards to print, on as many pages as they need, and the score sheets of games drawn with a pencil."""

from __future__ import annotations

from cornerwise._core import Ruleset
from cornerwise.craft.cutout import FOOT, MARGIN, Item, blank, laid_out
from cornerwise.craft.drawing import MM, PAPERS, Page, Paper
from cornerwise.craft.lost import check_square
from cornerwise.errors import CornerwiseError
from cornerwise.render.palette import PAINTS
from cornerwise.render.parts.dice import PIPS
from cornerwise.render.parts.tray import lying

LINE, FAINT = "#8a8172", "#444444"
SLOT = 13.0  # millimeters for a printed shape
ROW = 11.0


def board_pages(ruleset: Ruleset, square: float, paper: Paper = "a4") -> list[Page]:
    """A board, cut into pages of whole squares to be glued together; with dice a score sheet for every seat."""
    check_square(square)
    return _score_pages(ruleset, square, paper) if ruleset.rows else _tiles(ruleset, square, paper)


def _tiles(ruleset: Ruleset, square: float, paper: Paper) -> list[Page]:
    board = ruleset.board
    wide, high = PAPERS[paper]
    across = _share(board.columns, int((wide - 2 * MARGIN) / square))
    down = _share(board.rows, int((high - 2 * MARGIN - FOOT - 5) / square))
    ground = {(int(x), int(y)) for x, y, _ in board.coordinates}
    pages: list[Page] = []
    for top in range(board.rows, 0, -down):
        for left in range(0, board.columns, across):
            own = {(x, y) for x, y in ground if left <= x < left + across and top - down <= y < top}
            if own:
                page = blank(paper)
                name = f"{ruleset.title} · {len(pages) + 1}"
                page.words(MARGIN * MM, (MARGIN + 3) * MM, name, 8, FAINT)
                for x, y in sorted(own):
                    _square(page, MARGIN + (x - left) * square, MARGIN + 5 + (top - 1 - y) * square, square)
                    _mark(
                        page, ruleset, x, y, MARGIN + (x - left) * square, MARGIN + 5 + (top - 1 - y) * square, square
                    )
                pages.append(page)
    return pages


def _share(squares: int, most: int) -> int:
    """How many squares in a row every page gets, so that all get about as many."""
    return -(-squares // -(-squares // most))


def _square(page: Page, x: float, y: float, unit: float) -> None:
    corners = [(x, y), (x + unit, y), (x + unit, y + unit), (x, y + unit)]
    page.polygon([(a * MM, b * MM) for a, b in corners], "#fffdf9", LINE, 0.5)


def _mark(page: Page, ruleset: Ruleset, x: int, y: int, left: float, top: float, unit: float) -> None:
    """Where a color starts, and how high one may build."""
    board = ruleset.board
    middle = (left + unit / 2) * MM, (top + unit / 2) * MM
    if board.levels > 1:
        height = sum(1 for a, b, _ in board.coordinates if (int(a), int(b)) == (x, y))
        page.words(middle[0] - 2, middle[1] + 3, str(height), 8, FAINT)
        return
    cell = next(i for i, (a, b, _) in enumerate(board.coordinates) if (int(a), int(b)) == (x, y))
    starting = [color for color, starts in zip(ruleset.colors, ruleset.starts, strict=True) if cell in starts]
    if len(starting) == 1:
        page.disk(*middle, unit * 0.22 * MM, PAINTS[starting[0]].fill)
    elif starting:
        page.disk(*middle, unit * 0.22 * MM, None)


def _score_pages(ruleset: Ruleset, square: float, paper: Paper) -> list[Page]:
    rows = sorted(ruleset.rows.items())
    shapes = {shape.name: shape for shape in ruleset.shapes}
    side = 16.0 + SLOT * max(len(names) for _, names in rows)
    board = ruleset.board
    wide = side + board.columns * square
    high = 10.0 + max(board.rows * square, ROW * len(rows))
    if wide > PAPERS[paper][0] - 2 * MARGIN or high > PAPERS[paper][1] - 2 * MARGIN - FOOT:
        most = min((PAPERS[paper][0] - 2 * MARGIN - side) / board.columns, 28.0)
        raise CornerwiseError(f"On this paper the squares of a score sheet are at most {int(most * 2) / 2:g} mm wide.")

    def draw(page: Page, x: float, y: float) -> None:
        name = [(x * MM, (y + 7) * MM), ((x + side - 6) * MM, (y + 7) * MM)]
        page.polygon(name, None, LINE, 0.6)
        for number in range(ruleset.strikes):
            page.disk((x + side + 4 + 9 * number) * MM, (y + 4.5) * MM, 3 * MM, None)
        for index, (face, names) in enumerate(rows):
            top = y + 10 + index * max(ROW, board.rows * square / len(rows))
            _die(page, face, x, top + 1.5)
            for place, each in enumerate(names):
                cells = [(int(a), int(b)) for a, b, _ in lying(shapes[each])]
                tall = max(b for _, b in cells)
                for a, b in cells:
                    _square(page, x + 12 + SLOT * place + 2.2 * a, top + 1 + 2.2 * (tall - b), 2.2)
        for a, b, _ in board.coordinates:
            left, up = x + side + int(a) * square, y + 10 + (board.rows - 1 - int(b)) * square
            _square(page, left, up, square)
            _mark(page, ruleset, int(a), int(b), left, up, square)

    return laid_out([Item(wide, high, draw)] * ruleset.seats, paper)


def _die(page: Page, face: int, x: float, y: float, size: float = 8.0) -> None:
    _square(page, x, y, size)
    for column, row in PIPS[face]:
        page.disk((x + size * (1 + column) / 4) * MM, (y + size * (1 + row) / 4) * MM, size * 0.09 * MM, FAINT)

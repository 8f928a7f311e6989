"""Lost pieces: solids are closed and hold what they should, and what is cut out of paper has its true size."""

from __future__ import annotations

import re

import pytest

import cornerwise as cw
import pdf_file
import stl_file
from cornerwise.craft import board_pages, lost, pdf, piece_pages, solids, stl
from cornerwise.craft.solid import CLEARANCE, THICKNESS
from cornerwise.errors import CornerwiseError

FLAT, SOLID = "classic-4", "3d-tower-4"
SQUARE = 19.5


def sides(cells: tuple[tuple[int, int, int], ...]) -> int:
    """How many upright sides of its cubes a piece shows."""
    own = set(cells)
    return sum((x + dx, y + dy, z) not in own for x, y, z in own for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))


@pytest.mark.parametrize("shape", [each.name for each in cw.ruleset(FLAT).shapes])
def test_flat_solids(shape: str) -> None:
    """A flat piece is closed; its volume is that of its squares without the clearance along its border."""
    made = lost(cw.ruleset(FLAT), shape, "red", SQUARE)
    surface = stl_file.read_stl(stl(solids(made)))
    assert stl_file.is_watertight(surface)
    cells = made.shapes[0].cells
    # The border strips of outer corners overlap, those of inner corners leave a gap: four corners remain.
    ground = len(cells) * SQUARE**2 - CLEARANCE * SQUARE * sides(cells) + 4 * CLEARANCE**2
    assert stl_file.volume(surface) == pytest.approx(ground * SQUARE * THICKNESS, rel=1e-4)
    reach = [max(cell[axis] for cell in cells) + 1 for axis in (0, 1)]
    wanted = (*(side * SQUARE - 2 * CLEARANCE for side in reach), SQUARE * THICKNESS)
    assert stl_file.extent(surface) == pytest.approx(wanted, abs=1e-3)


@pytest.mark.parametrize("shape", [each.name for each in cw.ruleset(SOLID).shapes])
def test_cubes(shape: str) -> None:
    """A piece of cubes is closed, as high as its cubes and nearly as large."""
    made = lost(cw.ruleset(SOLID), shape, None, 25.0)
    surface = stl_file.read_stl(stl(solids(made)))
    assert stl_file.is_watertight(surface)
    cells = made.shapes[0].cells
    least = len(cells) * 25.0**3 - CLEARANCE * 25.0**2 * sides(cells)
    assert least <= stl_file.volume(surface) <= least + 4 * len(cells) * 25.0 * CLEARANCE**2
    assert stl_file.extent(surface)[2] == pytest.approx(25.0 * (max(z for _, _, z in cells) + 1))


def test_a_whole_set_is_as_many_bodies() -> None:
    """The pieces of a set lie apart: together they are closed and hold as much as one by one."""
    rules = cw.ruleset(FLAT)
    together = stl_file.read_stl(stl(solids(lost(rules, "all", "blue", 12.0))))
    alone = [stl_file.read_stl(stl(solids(lost(rules, shape.name, "blue", 12.0)))) for shape in rules.shapes]
    assert stl_file.is_watertight(together)
    assert stl_file.volume(together) == pytest.approx(sum(map(stl_file.volume, alone)), rel=1e-4)


@pytest.mark.parametrize("paper, size", [("a4", (210.0, 297.0)), ("letter", (215.9, 279.4))])
@pytest.mark.parametrize("square", [5.0, 19.5, 50.0])
def test_pieces_on_paper(paper: str, size: tuple[float, float], square: float) -> None:
    """Every piece of a set is outlined once at its true size, inside what a printer can print."""
    rules = cw.ruleset(FLAT)
    data = pdf(piece_pages(lost(rules, "all", "green", square), paper))
    pages = pdf_file.outlines(data)
    assert pdf_file.page_sizes(data) == [pytest.approx(size, abs=0.01)] * len(pages)
    drawn = [path for page in pages for path in page if len(path) > 2]
    squares = sorted(round(pdf_file.area(path) / square**2, 3) for path in drawn)
    assert squares == pytest.approx(sorted(len(shape.cells) for shape in rules.shapes), rel=1e-3)
    for page in pages:
        for x, y in (point for path in page for point in path):
            assert 9.9 <= x <= size[0] - 9.9 and 9.9 <= y <= size[1] - 9.9
        assert max(pdf_file.extent(path)[0] for path in page if len(path) == 2) == pytest.approx(50.0, abs=0.02)


def test_cubes_on_paper() -> None:
    """A piece of cubes gets a net of six squares for every cube."""
    made = lost(cw.ruleset(SOLID), "T4", "yellow", 25.0)
    paths = [path for page in pdf_file.outlines(pdf(piece_pages(made))) for path in page if len(path) > 2]
    assert [pdf_file.area(path) for path in paths] == [pytest.approx(6 * 625.0, rel=1e-3)] * 4


@pytest.mark.parametrize("name", cw.rulesets())
def test_boards(name: str) -> None:
    """Every square of a board is printed once, at its size; with dice, once per seat."""
    rules = cw.ruleset(name)
    pages = board_pages(rules, 12.0)
    width = 12.0 * 72 / 25.4
    squares = 0
    for page in pages:
        for points in re.findall(r'<polygon points="([^"]*)" fill="#fffdf9"', page.svg()):
            corners = [tuple(map(float, point.split(","))) for point in points.split()]
            squares += max(x for x, _ in corners) - min(x for x, _ in corners) == pytest.approx(width, abs=0.02)
    ground = len({(x, y) for x, y, _ in rules.board.coordinates})
    assert squares == ground * (rules.seats if rules.rows else 1)


def test_svg_prints_at_its_true_size() -> None:
    """An SVG says in points how large it is."""
    (page,) = piece_pages(lost(cw.ruleset("duo"), "x", "white", 15.0))
    assert re.search(r'width="595\.276pt" height="841\.89pt"', page.svg())


@pytest.mark.parametrize(
    "shape, color, square, sentence",
    [
        ("Q9", "red", 20.0, "Classic has no piece 'Q9'"),
        ("L5", "pink", 20.0, "Classic has no pink pieces"),
        ("L5", "red", 4.9, "A square must be 5 to 50 mm wide, not 4.9."),
        ("L5", "red", float("nan"), "A square must be 5 to 50 mm wide, not nan."),
    ],
)
def test_what_cannot_be_made(shape: str, color: str, square: float, sentence: str) -> None:
    """Whatever cannot be made is refused with a sentence."""
    with pytest.raises(CornerwiseError, match=re.escape(sentence)):
        lost(cw.ruleset(FLAT), shape, color, square)


def test_score_sheets_that_do_not_fit() -> None:
    """A score sheet too large for its paper is refused with the largest size that fits, and that one fits."""
    rules = cw.ruleset("dice-4")
    with pytest.raises(CornerwiseError) as refused:
        board_pages(rules, 30.0)
    most = re.search(r"at most ([\d.]+) mm", str(refused.value))
    assert most is not None
    assert board_pages(rules, float(most[1]))

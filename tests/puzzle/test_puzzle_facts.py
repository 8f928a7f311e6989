"""Facts about the brain-teasers that other programs and people found before."""

from itertools import combinations

import pytest

from cornerwise.puzzle import parse_puzzle, puzzle
from cornerwise.puzzle.count import count

FOURS = ("L4", "T4", "S4", "O4", "B4", "D4", "E4")
# Up to rotation, by the four left out, with V3 and with I3.
LEFT_OUT = {
    "D4": (337, 245),
    "E4": (337, 245),
    "B4": (522, 64),
    "O4": (480, 276),
    "S4": (442, 198),
    "T4": (94, 0),
    "L4": (78, 54),
}


def test_the_rulebooks_question_has_an_answer():
    found = count(puzzle("cube-3-one-color"))
    assert found.is_complete
    assert (found.raw, found.up_to_rotation, found.up_to_symmetry) == (80_928, 3_372, 1_686)


def test_the_frontier_gives_the_same_answer():
    found = count(puzzle("cube-3-one-color"), method="frontier")
    assert (found.raw, found.up_to_rotation) == (80_928, 3_372)


@pytest.mark.parametrize(
    ("name", "raw", "classes"),
    [("soma", 11_520, 240), ("pentominoes-6x10", 9_356, 2_339), ("two-sets-5x8", 3_106, 783)],
)
def test_the_classics(name, raw, classes):
    found = count(puzzle(name))
    assert (found.raw, found.up_to_symmetry) == (raw, classes)


def test_twenty_fours_in_8x10():
    found = count(puzzle("fours-8x10"))
    assert (found.raw, found.up_to_symmetry) == (6_818_063_454, 1_704_534_200)


def test_which_seven_pieces_of_one_color_make_a_cube():
    """14 sets have 27 cubes and no I4; 13 of them work, and the numbers add up to the rulebook's answer."""
    works = {}
    for three in ("V3", "I3"):
        for six in combinations(FOURS, 6):
            spec = {"shapes": "solid", "region": {"columns": 3, "rows": 3, "height": 3}}
            found = count(parse_puzzle({**spec, "pieces": [three, *six], "goal": "exact"}))
            (left,) = set(FOURS) - set(six)
            works[three, left] = found.up_to_rotation
    assert works == {(three, left): LEFT_OUT[left][i] for i, three in enumerate(("V3", "I3")) for left in FOURS}
    assert [key for key, number in works.items() if not number] == [("I3", "T4")]
    assert sum(works.values()) == 3_372


def test_two_by_two_by_two_by_hand():
    """Two O4 fill a 2×2×2 cube in three ways: split along one of three axes."""
    found = count(
        parse_puzzle({"shapes": "solid", "region": {"columns": 2, "rows": 2, "height": 2}, "pieces": {"O4": 2}})
    )
    assert (found.raw, found.up_to_rotation, found.up_to_symmetry) == (3, 1, 1)


def test_pieces_told_apart_by_color():
    """Two dominoes fill 2×2 in two ways; from two colors with one domino each, in four."""
    spec = {"region": {"columns": 2, "rows": 2}, "pieces": {"2": 1}, "colors": 2}
    found = count(parse_puzzle(spec))
    assert (found.raw, found.up_to_symmetry, found.colored) == (2, 1, 4)


def test_one_color_has_too_few_cubes_for_a_larger_cube():
    from cornerwise.errors import PuzzleError

    with pytest.raises(PuzzleError, match="64 cells, but the pieces have only 40 cubes"):
        parse_puzzle({**puzzle("cube-3-one-color").spec, "region": {"columns": 4, "rows": 4, "height": 4}})

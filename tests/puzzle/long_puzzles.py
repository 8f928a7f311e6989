"""Slow facts about puzzles; run with `make test-puzzles-long`."""

import pytest

from cornerwise.puzzle import puzzle, solve
from cornerwise.puzzle.count import count


def test_many_colored_cubes():
    found = count(puzzle("cube-3"))
    assert (found.raw, found.up_to_rotation) == (606_314_388, 25_264_038)
    assert found.colored == 20_318_628_768_768


def test_fours_corner_to_corner():
    """Published by T. Gottfried: 35 up to symmetry and renaming of colors."""
    found = count(puzzle("fours-8x10-touching"), workers=2)
    assert found.up_to_symmetry == 35


@pytest.mark.parametrize("name", ["all-84-19x19", "all-84-18x20", "all-84-17x21"])
def test_the_tight_boards(name):
    assert len(solve(puzzle(name), limit=600).solution.laid) == 84


@pytest.mark.parametrize("seed", range(20))
def test_the_hard_brain_teasers_at_many_seeds(seed):
    for name in (
        "all-84-descending",
        "fours-8x10-apart",
        "fives-15x16",
        "fives-15x16-apart",
        "cube-4",
        "cube-5",
    ):
        assert solve(puzzle(name), seed=seed, limit=120).status == "solved", name

"""The last resort, OR-Tools' CP-SAT: what it finds is checked, and what it proves others prove too."""

import sys
from importlib.util import find_spec

import pytest

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import parse_puzzle, puzzle, solve
from cornerwise.puzzle.solvers.rows import rows_of
from interpreter import PATIENCE
from small_puzzles import run_out, small_puzzle

needs_ortools = pytest.mark.skipif(find_spec("ortools") is None, reason="the package ortools is not installed")


@needs_ortools
def test_it_proves_that_one_set_of_seven_makes_no_cube():
    box = {"shapes": "solid", "region": {"columns": 3, "rows": 3, "height": 3}, "goal": "exact"}
    outcome = solve(parse_puzzle({**box, "pieces": ["I3", "L4", "S4", "O4", "B4", "D4", "E4"]}), method="cpsat")
    assert (outcome.status, outcome.is_impossible) == ("impossible", True)
    assert outcome.nodes > 0


@needs_ortools
@pytest.mark.parametrize("solid", [False, True], ids=["flat", "solid"])
def test_it_agrees_with_the_search(solid):
    seen = solvable = 0
    for seed in range(4_000, 4_250):
        made = small_puzzle(seed, solid)
        if made is None or made.layable or made.contact in ("touching", "connected"):
            continue
        there_is = bool(run_out(solver.scan(rows_of(made).instance()))[0])
        assert solve(made, method="cpsat").status == ("solved" if there_is else "impossible"), made.spec
        seen, solvable = seen + 1, solvable + there_is
    assert seen > 40 and 5 < solvable < seen - 5, (seen, solvable)


@needs_ortools
def test_it_keeps_to_its_limit():
    outcome = solve(puzzle("fives-15x16-apart"), method="cpsat", limit=0.5)
    assert outcome.status == "unknown" and outcome.seconds < 20 * PATIENCE


def test_it_is_refused_where_it_does_not_apply():
    with pytest.raises(PuzzleError, match="plain packings and for colors that must stay apart"):
        solve(puzzle("fours-8x10-touching"), method="cpsat")


def test_without_the_package_it_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(PuzzleError, match="install the package ortools"):
        solve(puzzle("soma"), method="cpsat")

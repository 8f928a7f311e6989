"""The solvers agree with each other and with a search too simple to be wrong, on puzzles drawn at random."""

import pytest

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import Laid, solve
from cornerwise.puzzle.solvers.rows import rows_of
from cornerwise.puzzle.verify import verify
from small_puzzles import run_out, small_puzzle


def by_hand(made):
    """Tries every set of placements, piece by piece, and asks the verifier."""
    cells = [tuple(int(c) for c in row if c >= 0) for row in made.ruleset.atlas.cells]
    shapes = [made.shapes[int(s)] for s in made.ruleset.atlas.shapes]
    wanted = [
        (c, s, n)
        for c, own in zip(made.colors, made.left, strict=True)
        for s, n in zip(made.shapes, own, strict=True)
        if n
    ]
    total = 0

    def lay(at, number, first, laid, taken):
        nonlocal total
        if at == len(wanted):
            try:
                verify(made, laid)
                total += 1
            except PuzzleError:
                pass
            return
        color, shape, copies = wanted[at]
        if number == copies:
            lay(at + 1, 0, 0, laid, taken)
            return
        for i in range(first, len(cells)):
            if shapes[i] == shape and not taken & set(cells[i]):
                lay(at, number + 1, i + 1, [*laid, Laid(color, shape, cells[i])], taken | set(cells[i]))

    lay(0, 0, 0, list(made.givens), {cell for piece in made.givens for cell in piece.cells})
    return total


@pytest.mark.parametrize("solid", [False, True], ids=["flat", "solid"])
def test_the_solvers_agree_on_hundreds_of_small_puzzles(solid):
    seen = solvable = begun = 0
    for seed in range(900):
        made = small_puzzle(seed, solid)
        if made is None:
            continue
        instance = rows_of(made).instance(classes=True)
        one, other = run_out(solver.scan(instance)), run_out(solver.cover(instance))
        assert one == other, made.spec
        if made.contact == "any" and not made.layable:
            frontier = solver.Frontier(instance, 1 << 28)
            frontier.advance(1e9)
            assert sum(number for _, number in frontier.totals) == one[0], made.spec
        outcome = solve(made, seed=seed)
        assert outcome.status == ("solved" if one[0] else "impossible"), made.spec
        seen, solvable, begun = seen + 1, solvable + bool(one[0]), begun + bool(made.givens)
    assert seen > 300 and begun > 50 and 80 < solvable < seen - 80, (seen, begun, solvable)


def test_painting_finds_what_there_is_and_nothing_else():
    found = none = 0
    for seed in range(1_000, 2_500):
        made = small_puzzle(seed)
        if made is None or made.contact != "apart":
            continue
        instance = rows_of(made).instance()
        there_is = bool(run_out(solver.scan(instance))[0])
        painter = solver.paint(instance, seed=seed)
        progress = painter.advance(1e9, nodes=200_000 if there_is else 5_000)
        assert (progress == solver.Progress.found) == there_is, made.spec
        if there_is:
            verify(made, (*made.givens, *rows_of(made).laid(painter.solution)))
        found, none = found + there_is, none + (not there_is)
    assert found > 80 and none > 80, (found, none)


@pytest.mark.parametrize("solid", [False, True], ids=["flat", "solid"])
def test_they_agree_with_trying_everything(solid):
    tried = 0
    for seed in range(2000, 4000):
        made = small_puzzle(seed, solid)
        if made is None or made.goal == "fill" or made.pieces_left > 3 or made.board.cell_count > 12:
            continue
        # With colors that do not matter, the solvers count layings once for all ways to deal colors out.
        if made.layable or (made.contact == "any" and len(made.colors) > 1):
            continue
        assert run_out(solver.scan(rows_of(made).instance()))[0] == by_hand(made), made.spec
        tried += 1
        if tried == 60:
            return
    raise AssertionError("too few puzzles are small enough")

"""The solvers agree with each other and with a search too simple to be wrong, on puzzles drawn at random."""

import random

import pytest

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import Laid, parse_puzzle, solve
from cornerwise.puzzle.rows import rows_of
from cornerwise.puzzle.verify import verify

FLAT = {"1": 1, "2": 2, "I3": 3, "V3": 3, "I4": 4, "O": 4, "T4": 4, "L4": 4, "Z4": 4, "P": 5, "U": 5, "W": 5}
SOLID = {"1": 1, "2": 2, "I3": 3, "V3": 3, "O4": 4, "T4": 4, "L4": 4, "S4": 4, "B4": 4, "D4": 4, "E4": 4}


def small_puzzle(seed, solid=False):
    """A random small puzzle, as often unsolvable as not; None when an argument already excludes it."""
    draw = random.Random(seed)
    sizes = SOLID if solid else FLAT
    if solid:
        columns, rows = draw.randint(2, 3), draw.randint(2, 3)
        blocked, height = [], 2
    else:
        columns, rows, height = draw.randint(2, 5), draw.randint(2, 4), 1
        cells = [f"{'abcde'[x]}{y + 1}" for x in range(columns) for y in range(rows)]
        blocked = draw.sample(cells, draw.randint(0, 2))
    colors = draw.choice([1, 1, 2])
    pieces, left = {}, columns * rows * height - len(blocked)
    for shape in draw.sample(sorted(sizes), len(sizes)):
        number = draw.randint(1, 2)
        if colors * number * sizes[shape] <= left and draw.random() < 0.7:
            pieces[shape] = number
            left -= colors * number * sizes[shape]
    spec = {
        "shapes": "solid" if solid else "flat",
        "region": {"columns": columns, "rows": rows, "height": height} | ({"blocked": blocked} if blocked else {}),
        "pieces": pieces,
        "colors": colors,
        "goal": draw.choice(["place", "exact", "fill"]) if left == 0 else "place",
    }
    spec |= {"layable": draw.random() < 0.5} if solid else {"contact": draw.choice(CONTACTS)}
    try:
        made = parse_puzzle(spec)
        if draw.random() < 0.3:
            shapes = [made.shapes[int(s)] for s in made.ruleset.atlas.shapes]
            number = draw.choice([i for i, shape in enumerate(shapes) if pieces.get(shape)])
            cells = tuple(int(c) for c in made.ruleset.atlas.cells[number] if c >= 0)
            made = made.with_givens((Laid(draw.choice(made.colors), shapes[number], cells),))
    except (PuzzleError, IndexError):
        return None
    return made


CONTACTS = ("any", "apart", "apart", "touching", "connected")


def run_out(search):
    assert search.advance(1e9, stop_at_solution=False) == solver.Progress.exhausted
    return search.count, search.fixed


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

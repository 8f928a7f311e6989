"""The solvers agree with each other and with a search too simple to be wrong."""

import random

import pytest

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import parse_puzzle, puzzle, solve
from cornerwise.puzzle.count import count
from cornerwise.puzzle.parts import Parts
from cornerwise.puzzle.rows import rows_of
from cornerwise.puzzle.verify import verify

SIZES = {"1": 1, "2": 2, "I3": 3, "V3": 3, "I4": 4, "O": 4, "T4": 4, "L4": 4, "Z4": 4, "P": 5, "U": 5, "W": 5}


def small_puzzle(seed):
    """A random small puzzle, as often unsolvable as not; None when an argument already excludes it."""
    draw = random.Random(seed)
    columns, rows = draw.randint(2, 5), draw.randint(2, 4)
    blocked = draw.sample([f"{'abcde'[x]}{y + 1}" for x in range(columns) for y in range(rows)], draw.randint(0, 2))
    colors = draw.choice([1, 1, 2])
    area = columns * rows - len(set(blocked))
    pieces, left = {}, area
    for shape in draw.sample(sorted(SIZES), len(SIZES)):
        number = draw.randint(1, 2)
        if colors * number * SIZES[shape] <= left and draw.random() < 0.7:
            pieces[shape] = number
            left -= colors * number * SIZES[shape]
    spec = {
        "region": {"columns": columns, "rows": rows, "blocked": blocked},
        "pieces": pieces,
        "colors": colors,
    }
    spec["goal"] = draw.choice(["place", "exact", "fill"]) if left == 0 else "place"
    spec["contact"] = draw.choice(["any", "apart", "touching", "connected"])
    try:
        return parse_puzzle(spec)
    except PuzzleError:
        return None


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
                from cornerwise.puzzle import Laid

                lay(at, number + 1, i + 1, [*laid, Laid(color, shape, cells[i])], taken | set(cells[i]))

    lay(0, 0, 0, [], set())
    return total


def test_scan_and_cover_agree_on_hundreds_of_small_puzzles():
    seen = solvable = 0
    for seed in range(500):
        made = small_puzzle(seed)
        if made is None:
            continue
        instance = rows_of(made).instance(classes=True)
        one, other = run_out(solver.scan(instance)), run_out(solver.cover(instance))
        assert one == other, made.spec
        if made.contact == "any":
            frontier = solver.Frontier(instance, 1 << 28)
            frontier.advance(1e9)
            assert sum(number for _, number in frontier.totals) == one[0], made.spec
        outcome = solve(made, seed=seed)
        assert outcome.status == ("solved" if one[0] else "impossible"), made.spec
        seen, solvable = seen + 1, solvable + bool(one[0])
    assert seen > 200 and 50 < solvable < seen - 50


def test_they_agree_with_trying_everything():
    tried = 0
    for seed in range(2000, 2600):
        made = small_puzzle(seed)
        if made is None or made.goal == "fill" or made.pieces_left > 3 or made.board.cell_count > 9:
            continue
        expected = by_hand(made)
        # With colors that do not matter, the solvers count layings once for all ways to deal colors out.
        if made.contact == "any" and len(made.colors) > 1:
            continue
        assert run_out(solver.scan(rows_of(made).instance()))[0] == expected, made.spec
        tried += 1
        if tried == 20:
            return
    raise AssertionError("too few puzzles are small enough")


def test_a_symmetric_laying_is_counted_with_its_weight():
    rows = rows_of(puzzle("soma"))
    assert run_out(solver.scan(rows.reduced())) == run_out(solver.scan(rows.instance(classes=True)))


@pytest.mark.parametrize("make", [solver.scan, solver.cover], ids=["scan", "cover"])
def test_a_search_taken_up_again_gives_the_same_total(make):
    instance = rows_of(puzzle("two-sets-5x8")).instance(classes=True)
    whole = run_out(make(instance))
    count_, fixed, cursor, slices = 0, 0, [], 0
    while True:
        search = make(instance, cursor=cursor)
        progress = search.advance(1e9, nodes=7_001, stop_at_solution=False)
        count_, fixed, cursor, slices = count_ + search.count, fixed + search.fixed, search.cursor, slices + 1
        if progress == solver.Progress.exhausted:
            break
    assert (count_, fixed) == whole and slices > 5


@pytest.mark.parametrize("make", [solver.scan, solver.cover], ids=["scan", "cover"])
def test_the_parts_below_the_root_add_up(make):
    instance = rows_of(puzzle("two-sets-5x8")).instance(classes=True)
    parts = [run_out(make(instance, prefix=[child])) for child in range(make(instance).branches)]
    assert tuple(map(sum, zip(*parts, strict=True))) == run_out(make(instance))


def test_a_count_goes_on_from_its_checkpoint(tmp_path):
    path = tmp_path / "count.json"
    soma = puzzle("soma")
    parts = Parts(soma, path)
    parts.run(1, None, None, nodes=20_000)
    assert not parts.is_done and 0 < parts.closed < 1
    found = count(soma, checkpoint=path)
    assert (found.raw, found.up_to_symmetry, found.is_complete) == (11_520, 240, True)
    with pytest.raises(PuzzleError, match="another puzzle"):
        count(puzzle("pentominoes-6x10"), checkpoint=path)


def test_a_pool_counts_the_same():
    parts = Parts(puzzle("soma"))
    parts.run(2, None, None)
    assert (parts.count, parts.fixed) == (11_520, 11_520)


def test_a_frontier_goes_on_from_what_it_saved():
    instance = rows_of(puzzle("two-sets-5x8")).instance()
    first = solver.Frontier(instance, 1 << 28)
    first.advance(0.0)
    second = solver.Frontier(instance, 1 << 28)
    second.load(first.save())
    second.advance(1e9)
    assert second.totals == [([0] * 4 + [0] * 17, 3_106)]
    with pytest.raises(ValueError, match=r"does not belong|cut short|damaged"):
        solver.Frontier(rows_of(puzzle("pentominoes-6x10")).instance(), 1 << 28).load(first.save())


def test_a_frontier_keeps_to_its_memory():
    frontier = solver.Frontier(rows_of(puzzle("fours-8x10")).instance(), 1 << 20)
    with pytest.raises(ValueError, match="memory"):
        frontier.advance(1e9)


def test_the_same_seed_gives_the_same_solution():
    one, two, three = (solve(puzzle("fours-8x10-apart"), seed=s, method="scan").solution for s in (5, 5, 6))
    assert one.laid == two.laid != three.laid


def test_items_of_one_color_are_shared():
    """Knuth's example of exact covering with colors: p r x:1 y:1 / p q x:2 / q y:2 r... has one answer."""
    dance = solver.Dance()
    p, q, r = (dance.add_item() for _ in range(3))
    x, y = (dance.add_item(need=0) for _ in range(2))
    blue, red = 1, 2
    dance.add_option([(p, 0), (q, 0), (x, 0), (y, blue)])
    dance.add_option([(p, 0), (r, 0), (x, blue), (y, 0)])
    dance.add_option([(p, 0), (x, red)])
    dance.add_option([(q, 0), (x, blue)])
    dance.add_option([(r, 0), (y, red)])
    assert [sorted(found) for found in dance.solutions(10)] == [[1, 3]]


def test_items_may_be_needed_more_than_once():
    """Two of four cards: six sets, each seen once."""
    dance = solver.Dance()
    hand = dance.add_item(need=2, capacity=2)
    for _ in range(4):
        dance.add_option([(hand, 0)])
    found = {tuple(sorted(each)) for each in dance.solutions(100)}
    assert len(found) == len(dance.solutions(100)) == 6

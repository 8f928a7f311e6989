"""The solvers keep their promises: seeds, cursors, checkpoints, pools, memory."""

import json
import signal
import subprocess
import time

import pytest

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import puzzle, solve
from cornerwise.puzzle.count import count
from cornerwise.puzzle.solvers.parts import Parts
from cornerwise.puzzle.solvers.rows import rows_of
from interpreter import PYTHON
from small_puzzles import run_out


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


def test_ctrl_c_keeps_what_was_counted(tmp_path):
    """Two workers, interrupted in the middle from outside; the same command then goes on to the known total."""
    path, own = tmp_path / "count.json", tmp_path / "own.json"
    pieces = {"I4": 1, "T4": 1, "L4": 1, "Z4": 1}
    spec = {"region": {"columns": 8, "rows": 8}, "pieces": pieces, "colors": 4, "contact": "touching"}
    own.write_text(json.dumps(spec))
    command = [
        *PYTHON,
        "-m",
        "cornerwise",
        "count",
        str(own),
        "--json",
        "--jobs",
        "2",
        "--checkpoint",
        str(path),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and not (path.exists() and any(part["nodes"] for part in _parts(path))):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130 and f"Progress is saved in {path}" in told.replace("\n", "")
    nodes = sum(part["nodes"] for part in _parts(path))
    assert nodes > 0 and not all(part["done"] for part in _parts(path))
    again = json.loads(subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout)
    assert (again["raw"], again["up_to_symmetry"]) == (1_872, 12) and again["nodes"] > nodes


def _parts(path):
    return json.loads(path.read_text())["parts"]


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


@pytest.mark.parametrize("method", ["auto", "frontier"])
def test_an_error_of_whoever_watches_is_not_taken_for_an_unsuited_puzzle(method, monkeypatch):
    """A method chosen automatically would otherwise start the search, and hide the error."""
    monkeypatch.setattr("cornerwise.puzzle.count.FIRST_TRY_FLAT", 0)

    reports = []

    def watch(report):
        reports.append(report)
        if len(reports) >= 2:  # where the method is automatic, the first one tells of the short search before
            raise ValueError("my own mistake")

    with pytest.raises(ValueError, match="my own mistake") as caught:
        count(puzzle("fours-8x10"), method=method, watch=watch)
    assert not isinstance(caught.value, PuzzleError)
    assert any(entry.name == "_by_frontier" for entry in caught.traceback)


def test_a_frontier_keeps_to_its_memory():
    frontier = solver.Frontier(rows_of(puzzle("fours-8x10")).instance(), 1 << 20)
    with pytest.raises(ValueError, match="memory"):
        frontier.advance(1e9)


def test_the_same_seed_gives_the_same_solution():
    for name in ("fours-8x10-apart", "fours-8x10", "cube-5"):
        one, two, three = (solve(puzzle(name), seed=s).solution for s in (5, 5, 6))
        assert one.laid == two.laid != three.laid
        assert one.nodes == two.nodes


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

"""Puzzles laid under the rules: the beam search, the verifier and certificates made by others."""

import re
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import Laid, finish, parse_puzzle, puzzle, solve, verify
from cornerwise.puzzle.laying import from_above, laying_order
from interpreter import PATIENCE

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize("seed", range(2))
def test_all_84_in_descending_size(seed):
    outcome = solve(puzzle("all-84-descending"), seed=seed, limit=60)
    laid = outcome.solution.laid
    assert len(laid) == 84
    assert [piece.color for piece in laid[:8]] == ["blue", "yellow", "red", "green"] * 2
    verify(puzzle("all-84"), laid)


def test_a_tight_board():
    assert len(solve(puzzle("all-84-18x20"), limit=100).solution.laid) == 84


def test_a_board_without_symmetry_is_repaired_until_it_fits():
    """Two colors from unlike corners of an L: nothing to mirror."""
    spec = {
        "region": {"columns": 12, "rows": 11, "blocked": ["l11", "k11", "l10"]},
        "colors": 2,
        "starts": ["a11", "l1"],
        "contact": "connected",
        "goal": "place",
        "pieces": ["1", "2", "I3", "V3", "I4", "O", "T4", "L4", "Z4", "P", "U", "W"],
    }
    outcome = solve(parse_puzzle(spec), limit=60 * PATIENCE)
    assert len(outcome.solution.laid) == 24


@pytest.fixture(scope="module")
def descending():
    return solve(puzzle("all-84-descending"), seed=1).solution


@pytest.mark.parametrize("change", ["swap", "drop", "move", "order"])
def test_the_verifier_sees_what_is_wrong(change, descending):
    solution = descending
    laid = list(solution.laid)
    if change == "swap":
        laid[0], laid[5] = laid[5], laid[0]
    elif change == "drop":
        laid.pop()
    elif change == "move":
        laid[83] = Laid(laid[83].color, laid[83].shape, laid[0].cells[:1])
    else:
        laid.sort(key=lambda piece: len(piece.cells))
    with pytest.raises(PuzzleError):
        verify(solution.puzzle, laid)


def test_colors_that_share_an_edge_are_seen():
    apart = puzzle("fours-8x10-apart")
    laid = solve(apart).solution.laid
    one = {"blue": "yellow", "yellow": "blue"}
    swapped = [Laid(one.get(p.color, p.color) if p.shape == "I4" else p.color, p.shape, p.cells) for p in laid]
    verify(puzzle("fours-8x10"), swapped)
    with pytest.raises(PuzzleError, match="share an edge"):
        verify(apart, swapped)


def certificate(text, made, letters):
    """A drawing of two letters per cell, shape and color, rows from the top."""
    rows = [line.split() for line in text.strip().splitlines() if re.fullmatch(r"(\w\w ?)+", line.strip())]
    groups = {}
    for y, row in enumerate(rows):
        for x, word in enumerate(row):
            groups.setdefault(word, []).append(made.board.cell(x, made.board.rows - 1 - y))
    colors = {"b": "blue", "y": "yellow", "r": "red", "g": "green"}
    return [Laid(colors[word[1]], letters[word[0]], tuple(sorted(cells))) for word, cells in groups.items()]


@pytest.mark.parametrize(
    ("name", "file"),
    [("fours-8x10-apart", "cert_tetromino_8x10.txt"), ("fives-15x16-apart", "cert_pentomino_15x16.txt")],
)
def test_certificates_made_elsewhere_pass(name, file):
    made = puzzle(name)
    text = (DATA / "puzzles" / file).read_text("utf-8")
    shapes = [s for s, n in zip(made.shapes, made.supply[0], strict=True) if n]
    letters = {shape[0]: shape for shape in shapes}
    if made.board.columns == 15:
        text = "\n".join(
            " ".join(column) for column in zip(*[r.split() for r in text.strip().splitlines()], strict=True)
        )
    verify(made, certificate(text, made, letters))


@pytest.mark.parametrize("file", ["cert_84_descending.txt", "cert_84_descending_b.txt"])
def test_a_laying_of_one_color_made_elsewhere_is_a_quarter_of_p1h(file):
    """The certificate lists one color's pieces in order; with its turned images it fills the board."""
    made = puzzle("all-84-descending")
    text = (DATA / "puzzles" / file).read_text("utf-8")
    pieces = []
    for line in text.splitlines():
        match = re.match(r"\s*\d+ (\w+)\s*: (.*)", line)
        if match:
            points = [(int(a), int(b)) for a, b in re.findall(r"\((\d+),(\d+)\)", match[2])]
            pieces.append(({"O4": "O"}.get(match[1], match[1]), points))
    laid = []
    for shape, points in pieces[:21]:
        for color in made.colors:
            cells = tuple(sorted(made.board.cell(x, 19 - y) for y, x in points))
            laid.append(Laid(color, shape, cells))
            points = [(x, 19 - y) for y, x in points]
    verify(made, laid)


def test_laying_order_from_above():
    solution = solve(puzzle("soma"), seed=3).solution
    order = from_above(solution.puzzle, solution.laid)
    if order is not None:
        layable = parse_puzzle({**solution.puzzle.spec, "layable": True})
        verify(layable, order)
        with pytest.raises(PuzzleError, match=r"hangs over|from above"):
            verify(layable, order[::-1])
    assert set(laying_order(solution.puzzle, solution.laid)) == set(solution.laid)


def test_a_layable_cube_is_found():
    made = parse_puzzle({**puzzle("soma").spec, "layable": True})
    verify(made, solve(made).solution.laid)


@pytest.mark.parametrize("name", ["classic-4", "duo", "3d-tower-2", "dice-2"])
def test_any_board_can_be_finished(name):
    """What finishing lays is legal piece by piece under the ruleset's own contact rule."""
    position = cw.start(name)
    for _ in range(6):
        if position.turn.actor == cw.CHANCE:
            position = position.roll(position.rolls[0])
        position = position.play(position.legal_moves[len(position.legal_moves) // 2])
    assert finish(position, limit=0.0), "one pass is made however short the limit"
    laid = finish(position, limit=1.5)
    assert sum(len(piece.cells) for piece in laid) > 10
    board = position.ruleset.board
    colors = list(position.ruleset.colors)
    full = {cell: int(c) for cell, c in enumerate(position.cell_colors(0)) if c >= 0}
    for piece in laid:
        own = colors.index(piece.color)
        mine = {cell for cell, c in full.items() if c == own}
        edge = {n for cell in piece.cells for n in board.edge_neighbors(cell)}
        corner = {n for cell in piece.cells for n in board.corner_neighbors(cell)}
        assert not full.keys() & set(piece.cells)
        if position.ruleset.contact == "face":
            assert not mine or edge & mine
        else:
            assert not edge & mine and (not mine or corner & mine)
        full.update(dict.fromkeys(piece.cells, own))

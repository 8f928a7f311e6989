"""What a person gets: hints, ratings, new puzzles, a puzzle a day, and sheets to print."""

import json
import zlib
from collections import Counter
from datetime import date
from xml.etree import ElementTree

import pytest

from command import command
from cornerwise.craft.drawing import pdf
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import parse_puzzle, puzzle, solutions, solve, with_givens
from cornerwise.puzzle.difficulty import LABELS, difficulty
from cornerwise.puzzle.generate import daily, generate
from cornerwise.puzzle.hint import hint
from cornerwise.puzzle.paper import puzzle_pages, solution_picture


def test_a_hint_tells_more_with_every_step():
    given = hint(puzzle("soma"))
    where, which, how = (given.sentence(level) for level in ("region", "piece", "placement"))
    assert given.cell in where and given.piece.shape not in where.split()
    assert f"{given.piece.shape} goes to {given.cell}" in which and given.cells not in which
    assert given.cells in how


def test_following_the_hints_solves_the_puzzle():
    made = puzzle("two-sets-5x8")
    while (given := hint(made)).status == "hint":
        made = with_givens(made, (*made.givens, given.piece))
    assert given.status == "solved" and len(made.givens) == 10


def test_a_hint_says_apart_what_is_proved_and_what_is_not_found():
    # Two cells shut in by a piece across the end: nothing fits there.
    lost = parse_puzzle({**puzzle("pentominoes-6x10").spec, "givens": ["blue:a2,b2,c2,d2,d1"]})
    assert "Proved impossible" in hint(lost).sentence("region")
    hard = puzzle("fives-15x16-apart")
    assert "No solution was found in" in hint(hard, limit=0.001).sentence("region")


def test_ratings_are_the_same_every_time_and_grow_with_the_work():
    easy = parse_puzzle({"region": {"columns": 4, "rows": 2}, "pieces": {"O": 2}})
    assert difficulty(easy).label == "easy"
    assert difficulty(puzzle("soma")) == difficulty(puzzle("soma"))
    assert difficulty(puzzle("pentominoes-6x10"), tries=5).rating > difficulty(easy).rating
    with pytest.raises(PuzzleError):
        difficulty(puzzle("all-84"))


@pytest.mark.parametrize(
    ("level", "kind"), [("easy", "flat"), ("medium", "flat"), ("medium", "solid"), ("hard", "flat")]
)
def test_a_new_puzzle_has_exactly_one_solution(level, kind):
    made = generate(seed=4, level=level, kind=kind)
    found = [set(each.laid) for each in solutions(made.puzzle)]
    assert found == [set(made.solution)]
    assert made.difficulty.label in LABELS
    again = generate(seed=4, level=level, kind=kind)
    assert again.puzzle.spec == made.puzzle.spec and again.difficulty == made.difficulty


def test_every_day_has_its_puzzle():
    one, two = daily(date(2026, 11, 16)), daily(date(2026, 11, 17))
    assert one.puzzle.spec == daily(date(2026, 11, 16)).puzzle.spec != two.puzzle.spec


def test_a_sheet_can_be_printed():
    made = puzzle("fours-8x10")
    pages = puzzle_pages(made, solve(made).solution)
    document = pdf(pages)
    assert document.startswith(b"%PDF-1.4") and document.endswith(b"%%EOF\n")
    start = int(document.rsplit(b"startxref\n", 1)[1].split()[0])
    assert document[start : start + 4] == b"xref"
    streams = [part.split(b"\nendstream")[0] for part in document.split(b"stream\n")[1::2]]
    drawn = [zlib.decompress(stream) for stream in streams if stream[:1] == b"x"]
    assert len(drawn) == 2 and b"The 20 fours" in drawn[0]
    for page in pages:
        ElementTree.fromstring(page.svg())


def test_a_moving_picture_lays_every_piece_in_order():
    picture = solution_picture(solve(puzzle("cube-3")).solution, moving=True)
    root = ElementTree.fromstring(picture)
    assert len(root.findall(".//{*}set")) >= 7


def test_a_picture_in_space_numbers_the_pieces_on_every_level():
    solution = solve(puzzle("soma")).solution
    root = ElementTree.fromstring(solution_picture(solution))
    numbers = Counter(text.text for text in root.findall(".//{*}text") if text.text.isdigit())
    heights = [[int(z) for _, _, z in solution.puzzle.board.coordinates[list(piece.cells)]] for piece in solution.laid]
    assert sorted(numbers, key=int) == [str(number + 1) for number in range(len(solution.laid))]
    assert all(numbers[str(number + 1)] >= len(set(levels)) for number, levels in enumerate(heights))


def run(*arguments, code=0):
    done = command(*arguments)
    assert done.returncode == code, done.stderr
    return done.stderr if code == 2 else done.stdout


def test_the_commands(tmp_path):
    assert "all-84-descending" in run("puzzles")
    answer = json.loads(run("solve", "cube-4", "--json", "--seed", "3"))
    assert answer["status"] == "solved"
    assert sum(len(piece["cells"]) for piece in answer["solutions"][0]) == 64
    assert {"shape", "color", "cells"} == set(answer["solutions"][0][0])
    counted = json.loads(run("count", "soma", "--json"))
    assert (counted["raw"], counted["up_to_symmetry"]) == (11520, 240)
    assert "80,928" in run("count", "cube-3-one-color")
    assert "Look at" in run("hint", "soma")
    path = tmp_path / "new.json"
    assert "Written to" in run("generate", "--level", "easy", "--out", path)
    assert "only solution" in run("solve", path, "--unique")
    assert run("puzzles", path, "--pdf", tmp_path / "new.pdf") and (tmp_path / "new.pdf").exists()


def test_the_commands_answer_nonsense_with_a_sentence(tmp_path):
    assert "There is no puzzle 'nonsense'" in run("solve", "nonsense", code=2)
    assert "flat or solid, and easy, medium" in run("generate", "--level", "mean", code=2)
    bad = tmp_path / "bad.toml"
    bad.write_text("goal = 'exact'\npieces = { O = 1 }\nregion = { columns = 3, rows = 3 }\n")
    assert "9 cells, but the pieces have 4 squares" in run("solve", bad, code=2)
    assert "cannot be written" in run("solve", "soma", "--svg", tmp_path / "no" / "x.svg", code=2)
    assert "written as 2026" in run("generate", "--daily", "soon", code=2)
    assert "Proved impossible" in run("hint", "pentominoes-6x10", "--laid", "blue:a2,b2,c2,d2,d1", code=1)

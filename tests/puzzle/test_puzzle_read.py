"""Puzzles from data: what is accepted, and the sentence that answers what is not."""

import json

import pytest

import cornerwise as cw
from cornerwise.errors import MissingFile, PuzzleError
from cornerwise.puzzle import open_puzzle, parse_puzzle, puzzle, puzzles, read_puzzle, solve

SQUARE = {"region": {"columns": 4, "rows": 4}, "pieces": {"O": 4}}


def test_every_puzzle_of_the_library_opens():
    for name in puzzles():
        made = puzzle(name)
        assert made.name == name and made.title and made.text
    assert len(puzzle("all-84").colors) == 4
    assert sum(map(sum, puzzle("all-84").supply)) == 84
    assert sum(map(sum, puzzle("fives-15x16").supply)) == 48
    assert sum(map(sum, puzzle("cube-5").supply)) == 44


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"region": {"columns": 3, "rows": 4}, "goal": "exact"},
            "12 cells, but the pieces have 16 squares: they cannot fill it exactly",
        ),
        ({"region": {"columns": 5, "rows": 5}, "goal": "fill"}, "25 cells, but the pieces have only 16"),
        (
            {"region": {"columns": 3, "rows": 3}, "goal": "place"},
            "9 cells, but the pieces have 16 squares: they do not all",
        ),
        (
            {"region": {"columns": 4, "rows": 5}, "pieces": {"I4": 1, "O": 1, "T4": 1, "L4": 1, "Z4": 1}},
            "checkerboard",
        ),
        ({"region": {"columns": 3, "rows": 3}, "goal": "fill"}, "No choice of the pieces adds up to the 9"),
        ({"pieces": {"Q7": 1}}, "no shape 'Q7'"),
        ({"pieces": {"O": -1}}, "from 0 to 64"),
        ({"pieces": {"O": 1.5}}, "from 0 to 64"),
        ({"pieces": {}}, "at least one piece"),
        ({"pieces": 7}, "how many of each shape"),
        ({"region": {"columns": 1000, "rows": 1000}}, "from 1 to 60"),
        ({"region": {"columns": 60, "rows": 60}}, "too large"),
        (
            {"region": {"columns": 9, "rows": 9, "height": 9}, "shapes": "solid", "pieces": {"I2": 1}},
            "too large",
        ),
        ({"region": {"columns": 0, "rows": 4}}, "from 1 to 60"),
        ({"region": {"plan": "##\n#"}}, "same length"),
        ({"region": 4}, "should be a table"),
        ({"region": {"columns": 4, "rows": 4, "deep": 1}}, "no 'deep'"),
        ({"givens": ["blue:a1,b1,a2,b2", "blue:b2,c2,b3,c3"]}, "overlap at b2"),
        ({"givens": ["blue:a1,b1,c1,d1"], "pieces": {"O": 3, "I4": 0}}, "one I4 more than blue has"),
        ({"givens": ["blue:a1,c1"]}, "do not form a piece"),
        ({"givens": ["blue:z9"]}, "outside the region"),
        ({"givens": ["pink:a1,b1,a2,b2"]}, "no color of this puzzle"),
        ({"givens": "blue"}, "a list of pieces"),
        ({"colors": 9}, "one to four"),
        ({"contact": "near"}, "'contact' should be one of"),
        ({"order": "descending"}, "needs contact"),
        ({"goal": "win"}, "'goal' should be one of"),
        ({"shapes": "round"}, "no set of shapes"),
        ({"starts": ["a1", "b1"]}, "one cell for every color"),
        ({"layable": 1}, "true or false"),
        ({"pieces": ["O", 4, "I4"]}, "no shape '4'"),
        (
            {"region": {"columns": 4, "rows": 2, "height": 2, "blocked": ["a1"]}},
            "A box has no blocked cells",
        ),
        (
            {
                "region": {"columns": 2, "rows": 2, "height": 2},
                "shapes": "solid",
                "pieces": {"O4": 2},
                "layable": True,
                "givens": ["blue:a1.2,a2.2,b1.2,b2.2"],
            },
            "hangs over an empty cell",
        ),
        ({"colour": 1}, "no key 'colour'"),
    ],
)
def test_bad_input_is_answered_by_a_sentence(change, sentence):
    with pytest.raises(PuzzleError, match=sentence):
        parse_puzzle({**SQUARE, **change})


def test_givens_of_one_color_may_not_share_an_edge_where_colors_stay_apart():
    spec = {
        **SQUARE,
        "contact": "apart",
        "colors": 2,
        "pieces": {"O": 2},
        "givens": ["blue:a1,b1,a2,b2", "blue:c1,d1,c2,d2"],
    }
    with pytest.raises(PuzzleError, match="share an edge"):
        parse_puzzle(spec)


def test_files(tmp_path):
    toml = tmp_path / "mine.toml"
    toml.write_text('pieces = { O = 4 }\n[region]\nplan = """\n####\n####\n####\n####\n"""\n')
    assert solve(read_puzzle(toml)).status == "solved"
    plain = tmp_path / "mine.json"
    plain.write_text(json.dumps(SQUARE))
    assert open_puzzle(str(plain)).name == "mine"
    for text, sentence in (("{", "well-formed"), ("[1]", "a table at its top")):
        plain.write_text(text)
        with pytest.raises(PuzzleError, match=sentence):
            read_puzzle(plain)
    with pytest.raises(MissingFile, match="cannot be read"):
        read_puzzle(tmp_path / "none.toml")
    with pytest.raises(PuzzleError, match="There is no puzzle 'nonsense'"):
        open_puzzle("nonsense")


def test_shapes_of_ones_own():
    spec = {"region": {"columns": 3, "rows": 2}, "shapes": {"Bar": ["###"]}, "pieces": {"Bar": 2}}
    assert solve(parse_puzzle(spec)).status == "solved"


def test_proved_impossible_is_told_from_not_found():
    """Four T4 fill 4×4, but not with two corners of one shade and two of the other cut out of 4×5."""
    spec = {"region": {"columns": 5, "rows": 4, "blocked": ["a1", "e1", "a4", "e4"]}, "pieces": {"T4": 4}}
    assert solve(parse_puzzle(spec)).status == "impossible"
    assert solve(puzzle("fives-15x16-apart"), limit=0.01).status == "unknown"


def test_a_puzzle_is_a_cornerwise_error_family():
    assert issubclass(PuzzleError, cw.CornerwiseError)

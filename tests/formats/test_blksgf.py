"""Games in the format of other programs: .blksgf files."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cornerwise as cw
from cornerwise.formats.blksgf import format_blksgf, is_blksgf, parse_blksgf
from cornerwise.formats.record import parse_game
from positions import random_game
from test_record import same

DUO = "(\n;GM[Blokus Duo]PB[Ann]PW[Ben]DT[2026-11-15]\n;B[d9,c10,d10,e10,d11]\n;W[j5,i6,j6,k6,j7]C[fine]\n)\n"


@pytest.mark.parametrize("name", ["duo", "classic-4", "classic-2", "classic-3"])
@pytest.mark.parametrize("plies", [0, 7, 500])
def test_a_game_comes_back(name, plies, tmp_path):
    game = random_game(name, plies)
    cw.write_game(game, tmp_path / "game.blksgf")
    text = (tmp_path / "game.blksgf").read_text()
    assert text.startswith("(;GM[Blokus")
    again = cw.read_game(tmp_path / "game.blksgf")
    assert same(game.root, again.root)
    assert again.position == game.position


def test_comments_names_and_variations_come_back():
    game = random_game("duo", 6)
    game.root.comment = "back\\slash, ] and\nmore"
    game.tags = {"seat 1": "Änn [1]", "seat 2": "Ben\\", "date": "2026-11-15"}
    for node in game.main_line()[1:5:2]:
        game.goto(node)
        for move in list(game.position.legal_moves)[3:5]:
            game.play(move)
            game.node.comment = f"instead: {move}"
            game.play(game.position.legal_moves[0])
            game.goto(node)
    again = parse_blksgf(format_blksgf(game))
    assert same(game.root, again.root)
    assert again.tags == game.tags
    assert [node.comment for node in game.root.walk()] == [node.comment for node in again.root.walk()]
    assert again.node is again.main_line()[-1]


def test_what_pentobi_writes_is_read():
    game = parse_game(DUO)
    assert [str(move) for move in game.moves] == ["d9,c10,d10,e10,d11", "j5,i6,j6,k6,j7"]
    assert game.tags == {"seat 1": "Ann", "seat 2": "Ben", "date": "2026-11-15"}
    assert game.node.comment == "fine"
    # Cells as values, colors by name, passes and properties nobody here knows, as in older files.
    blue, yellow = "BLUE[c18][a19][b19][c19][a20]", "YELLOW[r18,r19,s19,t19,t20]"
    older = parse_game(f"(;GM[Blokus]AP[X:1];{blue};{yellow}BM[1];3[];C[pause])")
    assert older.ruleset.name == "classic-4" and len(older.moves) == 2
    assert older.node.comment == "pause"
    spaced = parse_game("(;GM[ blokus duo ]PL[B];Black[d9, c10,\nd10,e10,d11];White[j5,i6,j6,k6,j7])")
    assert spaced.position == game.position
    assert parse_game("(;GM[Blokus Duo];BLUE[d9,c10,d10,e10,d11];GREEN[j5,i6,j6,k6,j7])").position == game.position


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("(;", "ends too early"),
        ("(;)", "does not say which game"),
        ("(;GM[dice-2];1[a1])", "'dice-2'"),
        ("(;GM[Blokus Duo];b[d9,c10,d10,e10,d11])", "belongs to no property"),
        ("(;GM[Blokus Duo];B)", "the property B has no value"),
        ("(;GM[Blokus Duo];B W[j5,i6,j6,k6,j7])", "the property B has no value"),
        ("(;GM[Blokus Duo])(;GM[Blokus])", "more than one game"),
        ("(;GM[Blokus Duo]) rubbish", "text outside of brackets"),
        ("(;GM[Blokus Trigon])", "'Blokus Trigon'"),
        ("(;GM[Blokus Duo];B[d9,c10,d10,e10,d11]", "ends too early"),
        ("(;GM[Blokus Duo] hello world ]", "not well-formed"),
        ("(;[x])", "belongs to no property"),
        ("(;GM[Blokus Duo]AB[a1])", "Line 1: The piece of black on a1 cannot lie there"),
        ("(;GM[Blokus Duo];W[j5,i6,j6,k6,j7])", "Move 1 of the file is one of white, but it is the turn of black"),
        ("(;GM[Blokus Duo];B[a1])", r"Move 1 of the file \('a1'\)"),
        ("(;GM[Blokus Duo];B[what])", r"Move 1 of the file \('what'\)"),
        ("(;GM[Blokus Duo];B[d9,c10,d10,e10,d11](;W[a1]))", "Move 2"),
    ],
)
def test_a_file_that_tells_no_game_is_refused(text, sentence):
    assert is_blksgf(text)
    with pytest.raises(cw.CornerwiseError, match=sentence):
        parse_game(text)


@given(st.lists(st.sampled_from(["(", ")", ";", "GM[Blokus Duo]", "B[d9,c10,d10,e10,d11]", "C", "[x]", "\\", "]"])))
def test_nothing_but_sentences_comes_of_nonsense(pieces):
    with contextlib.suppress(cw.CornerwiseError):
        parse_blksgf("".join(pieces))


def test_depth_is_no_danger():
    deep = "(;GM[Blokus Duo]" + "(;C[x]" * 100_000 + ")" * 100_001
    game = parse_game(deep)
    assert len(game.main_line()) == 100_001 and game.node.comment == "x"
    assert len(parse_game(format_blksgf(game)).main_line()) == 100_001


@pytest.mark.parametrize("first", [cw.start("dice-2"), cw.start("duo", starts="free")])
def test_games_that_do_not_fit_are_refused(first, tmp_path):
    game = cw.Game(first)
    path = tmp_path / "game.blksgf"
    with pytest.raises(cw.CornerwiseError, match="blksgf file"):
        cw.write_game(game, path)
    assert not path.exists()


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path):
    game = random_game("duo", 3)
    for path in (tmp_path / "game.blksgf", tmp_path / "game.json"):
        game.node.comment = ""
        cw.write_game(game, path)
        before = path.read_bytes()
        game.node.comment = "half of \ud83d"
        with pytest.raises(cw.CornerwiseError, match="half a character"):
            cw.write_game(game, path)
        assert path.read_bytes() == before


def test_a_long_comment_costs_little():
    text = "x\\]" * 300_000
    assert parse_game(f"(;GM[Blokus Duo]C[{text}])").root.comment == "x]" * 300_000
    with pytest.raises(cw.NotationError):
        parse_game(f"(;GM[Blokus Duo]C[{text}")

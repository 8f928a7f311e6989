"""Everything a .blksgf file says survives: annotations, strange properties, set-ups, several games, Latin-1; books."""

import pytest

import cornerwise as cw
from cornerwise.formats.sgf import decode
from positions import random_game

SAMPLE = """(;GM[Blokus Duo]AP[X:1]ZZ[a\\]b][c]CA[UTF-8]C[intro]
(;B[e8,d9,e9,f9,e10]TE[1]N[The cross](;W[j4,i5,j5,k5,j6]BM[2])(;W[i4,h5,i5,j5,i6]DO[]V[-3]C[hm]))
(;B[d9,c10,d10,e10,d11]IT[];AW[j4,i5,j5,k5,j6]PL[B];B[f9]BM[1]))
"""


def told(game: cw.Game) -> list[object]:
    return [
        (node.step, node.position, node.glyph, node.comment, node.properties, node.unreadable)
        for node in game.root.walk()
    ]


def test_everything_comes_back(tmp_path):
    path = tmp_path / "a.blksgf"
    path.write_text(SAMPLE + "(;GM[Blokus];1[a17,a18,a19,a20,b20]TE[2])")
    games = list(cw.read_games(path))
    assert [game.ruleset.name for game in games] == ["duo", "classic-4"] and not any(game.errors for game in games)
    assert [node.glyph for node in games[0].root.walk()] == ["", "!", "??", "?!", "!?", "", "?"]
    assert games[0].root.properties == {"AP": ["X:1"], "ZZ": ["a]b", "c"], "CA": ["UTF-8"]}
    (set_up,) = [node for node in games[0].root.walk() if node.parent and node.step is None]
    assert set_up.position.ply == 2 and set_up.position.turn.color == "black"
    cw.write_games(games, tmp_path / "b.blksgf")
    again = list(cw.read_games(tmp_path / "b.blksgf"))
    assert [told(game) for game in games] == [told(game) for game in again]
    for game in games:  # our own records lose nothing either
        cw.write_game(game, tmp_path / "game.json")
        assert told(cw.read_game(tmp_path / "game.json")) == told(game)
    with pytest.raises(cw.NotationError, match="more than one game"):
        cw.read_game(path)


@pytest.mark.parametrize("name", ["duo", "classic-2", "classic-3", "classic-4"])
def test_games_from_the_middle_come_back(name, tmp_path):
    first = random_game(name, 9, seed=2).position
    game = cw.Game(first)
    game.play(game.position.legal_moves[5])
    game.node.glyph = "!"
    cw.write_game(game, tmp_path / "game.blksgf")
    assert told(cw.read_game(tmp_path / "game.blksgf")) == told(game)


def test_a_corrupt_file_keeps_what_was_readable(tmp_path):
    path = tmp_path / "a.blksgf"
    path.write_text(
        "(;GM[Blokus Duo]\n;B[e8,d9,e9,f9,e10]\n(;W[a1]\n;B[f8])\n(;W[j4,i5,j5,k5,j6]))\n(;GM[Blokus Duo];B[e10]"
    )
    one, two = cw.read_games(path)
    assert [str(node.step) for node in one.root.walk()][1:] == ["e8,d9,e9,f9,e10", "j4,i5,j5,k5,j6"]
    assert one.errors == ["Line 3: Move 2 of the file ('a1'): The first white piece must cover j5."]
    assert len(two.moves) == 1 and "line 6" in two.errors[0]
    path.write_text("(;GM[Blokus Duo];W[j4,i5,j5,k5,j6])")
    with pytest.raises(cw.NotationError, match="Line 1"):
        cw.read_game(path)


@pytest.mark.parametrize(
    "line",
    [
        r";B[e10]C[ok];W[a1]C[a \] b]TE[1](;B[f8]ZZ[x][y](;W[j5])(;B[d9]))(;B[b1])",
        ";B[e10](;W[j5])(;W[a1];B[f8])(;W[a2])",
        ";AB[a1][b2]PL[W];W[j5]",
        ";AB[e10]W[a1];W[j5]",
        "(;W[j5])(;B[e10];W[b1])",
    ],
)
def test_what_breaks_the_rules_is_kept_as_it_is(line, tmp_path):
    """Other programs let a file say anything; what cannot be played is written again, here and through a record."""
    path, again = tmp_path / "a.blksgf", tmp_path / "b.blksgf"
    path.write_text(f"(;GM[Blokus Duo]CA[UTF-8]{line})\n")
    (game,) = cw.read_games(path)
    assert game.errors and not any(" a1" in str(node.step) for node in game.root.walk())
    cw.write_games([game], again)
    written, given = (sorted(file.read_text().replace("\n", "")) for file in (again, path))
    assert written == given  # lines may change places, for those that can be played come first
    (same,) = cw.read_games(again)
    assert told(same) == told(game) and len(same.errors) == len(game.errors)
    cw.write_game(game, tmp_path / "game.json")
    assert told(cw.read_game(tmp_path / "game.json")) == told(game)


def test_a_record_keeps_only_lines_as_unreadable(tmp_path):
    game = cw.Game("duo")
    for junk in ([";B[e10"], [";B[e10])(;W[j5]"], ["B[e10]"], [""], [3], "x", ["(;B[e10])"], [";B[e10]) (;W[j5]"]):
        game.root.unreadable = junk
        cw.write_game(game, tmp_path / "game.json")
        with pytest.raises(cw.NotationError, match="unreadable"):
            cw.read_game(tmp_path / "game.json")


def test_a_record_is_a_collection_of_one(tmp_path):
    game = random_game("dice-2", 9, seed=2)
    cw.write_game(game, tmp_path / "game.json")
    (same,) = cw.read_games(tmp_path / "game.json")
    assert told(same) == told(game)
    (tmp_path / "game.json").write_text("{}")
    with pytest.raises(cw.NotationError):
        list(cw.read_games(tmp_path / "game.json"))


def test_a_collection_is_written_from_whatever_yields_games(tmp_path):
    games = [random_game("duo", 3, seed=seed) for seed in (1, 2)]
    for given in (games, tuple(games), iter(games)):
        cw.write_games(given, tmp_path / "a.blksgf")
        assert [told(game) for game in cw.read_games(tmp_path / "a.blksgf")] == [told(game) for game in games]
    for wrong in (None, games[0], "ab", [None], 3):
        with pytest.raises(cw.WrongType):
            cw.write_games(wrong, tmp_path / "b.blksgf")
    assert not (tmp_path / "b.blksgf").exists()


def test_latin_1_is_read(tmp_path):
    path = tmp_path / "a.blksgf"
    for text in ("(;GM[Blokus Duo]CA[ISO-8859-1]PB[Jürgen])", "(;GM[Blokus Duo]PB[Jürgen])"):
        path.write_bytes(text.encode("latin-1"))
        assert cw.read_game(path).tags == {"seat 1": "Jürgen"}
    assert decode("é".encode()) == "é"


def test_visitors_hear_everything(tmp_path):
    path = tmp_path / "a.blksgf"
    path.write_text(SAMPLE * 3)

    class Count(cw.Visitor):
        def __init__(self) -> None:
            self.heard: list[str] = []

        def begin_game(self, properties, line):
            self.heard.append(properties["GM"][0])

        def visit_node(self, properties, line):
            self.heard.append("node")

        def begin_variation(self, line):
            self.heard.append("variation")

        def end_variation(self, line):
            self.heard.append("end of variation")

        def end_game(self, line):
            self.heard.append("end")

        def error(self, sentence):
            self.heard.append(sentence)

    count = Count()
    cw.visit_games(path, count)
    assert [count.heard.count(word) for word in ("Blokus Duo", "node", "variation", "end of variation", "end")] == [
        3, 18, 12, 12, 3,
    ]  # fmt: skip
    path.write_text("(;GM[Blokus Duo];B[e10]")
    count = Count()
    cw.visit_games(path, count)
    assert "ends too early" in count.heard[-1]


def test_books_answer_for_every_symmetric_position(tmp_path):
    path = tmp_path / "book.blksgf"
    path.write_text("(;GM[Blokus Duo](;B[f9,e10,f10,g10,f11]BM[1])(;B[e8,d9,e9,f9,e10]TE[1];W[j4,i5,j5,k5,j6]TE[1]))")
    book = cw.read_book(path)
    first = cw.start("duo")
    assert book.moves(first)[0].glyph == "!"
    for each in book.moves(first):
        assert first.is_legal(each.move)
    for symmetry in first.ruleset.symmetries:
        if symmetry.shift:
            continue
        move = first.ruleset.move(int(symmetry.moves[first.ruleset.parse_move("e8,d9,e9,f9,e10").id]))
        after = first.play(move)
        assert after in book and after.is_legal(book.moves(after)[0].move)
    assert book.moves(first.play("e10")) == []


def test_positions_are_set_up_and_kept():
    for name in ("duo", "classic-2", "classic-3", "3d-tower-3"):
        for seed in range(4):
            position = random_game(name, 11, seed=seed).position
            if position.is_over or position.out:
                continue
            pieces = {c: [p.placement for p in position.placed if p.color == c] for c in position.ruleset.colors}
            again = cw.Position.setup(position.ruleset, pieces, position.turn.color)
            assert again == position
            for color in position.ruleset.colors:
                odd = cw.Position.setup(name, pieces, color)
                assert cw.Position.parse(odd.text) == odd and odd.legal_moves
    lone = cw.Position.setup("classic-4", {"red": ["t1"]}, turn="red")
    assert ".2u." in lone.text and lone.play(lone.legal_moves[0]).turn.color == "green"
    with pytest.raises(cw.NotationError):
        cw.Position.parse(lone.text.replace("2u", "2"))
    with pytest.raises(cw.CornerwiseError, match="dice"):
        cw.Position.setup("dice-2", {})


def test_remarks_are_no_frames_of_a_film(tmp_path):
    path = tmp_path / "a.blksgf"
    path.write_text("(;GM[Blokus Duo];C[who?];B[e10];C[hm];W[j5])")
    game = cw.read_game(path)
    assert [node.is_remark for node in game.root.walk()] == [False, True, False, True, False]
    assert [position.ply for position, _ in game.frames()] == [0, 1, 2]

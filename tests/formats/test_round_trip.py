"""A .blksgf file that is read and written again holds the same nodes with the same properties, in the same order."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise as cw
from test_collection import told

Told = tuple[dict[str, list[str]], list["Told"]]  # a node: its properties and what follows it

TEXT = st.text("aé]\\[();: \nü", max_size=6)
REMARKS = st.fixed_dictionaries(
    {},
    optional={
        "C": TEXT.map(lambda text: [text]),
        "TE": st.sampled_from([["1"], ["2"], ["3"]]),
        "BM": st.sampled_from([["1"], ["2"]]),
        "IT": st.just([""]),
        "N": TEXT.map(lambda text: [text]),
        "ZZ": st.lists(TEXT, min_size=1, max_size=3),
    },
)
KINDS = st.sampled_from(["move", "move", "move", "move", "remark", "pass", "wrong", "set up", "turn", "both"])


class Nodes(cw.Visitor):
    """The trees of a file as it tells them, nothing judged by the rules."""

    def __init__(self, path: Path) -> None:
        self.games: list[Told] = []
        self._at: list[Told] = []
        self._open: list[int] = []
        cw.visit_games(path, self)

    def begin_game(self, properties, line):
        self._at = [(properties, [])]
        self.games.append(self._at[0])

    def visit_node(self, properties, line):
        node: Told = ({key: sorted(own) if key in ("AB", "AW") else own for key, own in properties.items()}, [])
        self._at[-1][1].append(node)
        self._at.append(node)

    def begin_variation(self, line):
        self._open.append(len(self._at))

    def end_variation(self, line):
        del self._at[self._open.pop() :]


def escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


def written(node: Told) -> str:
    """A node and what follows it, as such a file tells them."""
    properties, onward = node
    own = ";" + "".join(key + "".join(f"[{escaped(value)}]" for value in values) for key, values in properties.items())
    if len(onward) == 1:
        return own + written(onward[0])
    return own + "".join(f"({written(each)})" for each in onward)


@st.composite
def trees(draw, position: cw.Position, depth: int = 0) -> Told:
    """A node that follows a position, legal or not, with what follows it."""
    kind = draw(KINDS)
    properties, after = {}, position
    mine = position.turn.color
    key = {"black": "B", "white": "W"}[mine]
    if kind == "wrong":
        properties = {key: ["a1"]}
    elif kind == "pass":
        properties = {key: [""]}
    elif kind == "turn":
        properties = {"PL": [draw(st.sampled_from("BW"))]}
    elif kind != "remark":
        move = draw(st.integers(0, 10_000).map(lambda number: position.legal_moves[number % len(position.legal_moves)]))
        after = position.play(move)
        if kind == "move":
            properties = {key: [str(move)]}
        else:
            properties = {f"A{key}": [str(move)], "PL": ["W" if key == "B" else "B"]}
        if kind == "both":
            reply = after.legal_moves[draw(st.integers(0, 50))]
            properties |= {"W" if key == "B" else "B": [str(reply)]}
            after = after.play(reply)
    properties |= draw(REMARKS)
    count = draw(st.sampled_from([0, 1, 1, 1, 2, 3])) if depth < 4 else 0
    return properties, [draw(trees(after, depth + 1)) for _ in range(count)]


@st.composite
def files(draw) -> tuple[str, str]:
    """The text of a file, and its encoding."""
    named = draw(st.sampled_from(["", "UTF-8", "ISO-8859-1"]))
    texts = []
    for _ in range(draw(st.integers(1, 2))):
        properties, onward = draw(trees(cw.start("duo")))
        head = {"GM": ["Blokus Duo"]} | ({"CA": [named]} if named else {})
        head |= draw(st.fixed_dictionaries({}, optional={"PB": TEXT.map(lambda text: [text]), "AP": st.just(["X"])}))
        texts.append(f"({written((head | properties, onward))})\n")
    text = "".join(texts)
    return text if named else text.replace("é", "e").replace("ü", "u"), named or "UTF-8"


@settings(max_examples=150, deadline=None)
@given(files())
def test_a_file_keeps_its_nodes(tmp_path_factory, file):
    text, encoding = file
    folder = tmp_path_factory.mktemp("trip")
    first, again, recorded = (folder / f"{name}.blksgf" for name in "abc")
    first.write_bytes(text.encode(encoding))
    games = list(cw.read_games(first))
    cw.write_games(games, again)
    assert Nodes(again).games == Nodes(first).games
    again.read_bytes().decode(encoding)
    assert [told(game) for game in cw.read_games(again)] == [told(game) for game in games]
    for number, game in enumerate(games):
        cw.write_game(game, folder / f"{number}.json")
    cw.write_games([cw.read_game(folder / f"{number}.json") for number in range(len(games))], recorded)
    assert recorded.read_bytes() == again.read_bytes()


MOVE, REPLY = "B[e8,d9,e9,f9,e10]", "W[j4,i5,j5,k5,j6]"


@pytest.mark.parametrize(
    "line",
    [
        f"C[one];C[two];{MOVE};C[three]",  # remarks in nodes of their own
        f";B[];{REPLY};W[]C[pass]",  # the oldest way to pass
        f"(;{MOVE};{REPLY})(;{MOVE}C[again];{REPLY})",  # two variations that begin alike
        f"(;W[a1]C[wrong])(;{MOVE})(;B[a1];W[a2])(;{MOVE}N[later])",  # the order of what can be played and what cannot
        f"{MOVE};{REPLY}",  # a move in the first node
        f"A{MOVE}PL[W]{REPLY}C[both]",  # a set-up and a move in one
        f"PL[B];{MOVE};PL[W];PL[W]",  # a turn that was due anyway
        f"AB[a1]PL[W]C[unplayable];{REPLY}(;{MOVE})(;C[x])",
        f"{REPLY}(;{MOVE})(;C[x](;{MOVE}))",
        f";{MOVE};AE[e8,d9,e9,f9,e10]PL[B]",
        f";{MOVE}TE[1]BM[2]IT[]DO[]TE2[1]",
        "PB[]PW[Ann][Ben]DT[]C[]",
        f";{MOVE}{REPLY};C[both moves in one]",
    ],
)
def test_unusual_files_keep_their_nodes(line, tmp_path):
    first, again = tmp_path / "a.blksgf", tmp_path / "b.blksgf"
    first.write_text(f"(;GM[Blokus Duo]{line})")
    games = list(cw.read_games(first))
    cw.write_games(games, again)
    assert Nodes(again).games == Nodes(first).games
    cw.write_game(games[0], tmp_path / "game.json")
    assert told(cw.read_game(tmp_path / "game.json")) == told(games[0])


def test_the_encoding_stays_where_it_can(tmp_path):
    path, again = tmp_path / "a.blksgf", tmp_path / "b.blksgf"
    path.write_bytes("(;GM[Blokus Duo]CA[ISO-8859-1]PB[Jürgen])".encode("latin-1"))
    game = cw.read_game(path)
    cw.write_game(game, again)
    assert again.read_bytes().strip() == "(;GM[Blokus Duo]CA[ISO-8859-1]PB[Jürgen])".encode("latin-1")
    game.root.comment = "Łódź"  # which Latin-1 cannot say
    cw.write_games([cw.read_game(path), game], again)
    assert "CA[ISO" not in again.read_text("utf-8")
    assert [each.root.comment for each in cw.read_games(again)] == ["", "Łódź"]


def test_what_came_joined_is_parted_where_something_comes_between(tmp_path):
    path = tmp_path / "a.blksgf"
    path.write_text(f"(;GM[Blokus Duo]{MOVE};{REPLY})")
    game = cw.read_game(path)
    game.goto(game.root)
    game.root.comment = "now the start has something to say"
    game.play("e10,f10,g10,h10,i10")
    cw.write_game(game, path)
    again = cw.read_game(path)
    assert [str(node.step) for node in again.root.walk()] == [str(node.step) for node in game.root.walk()]
    assert again.root.comment == game.root.comment

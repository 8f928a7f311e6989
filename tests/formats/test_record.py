"""Records: games as files."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cornerwise as cw
from cornerwise.formats.record import format_game, parse_game
from cornerwise.server.play.session.sharing import open_record
from positions import random_game


def same(first, second):
    """Whether two nodes begin the same tree."""
    return (
        first.position == second.position
        and first.step == second.step
        and len(first.children) == len(second.children)
        and all(same(one, other) for one, other in zip(first.children, second.children, strict=True))
    )


@pytest.mark.parametrize("name", cw.rulesets())
def test_a_whole_game_of_every_ruleset_comes_back(name, tmp_path):
    game = random_game(name, 500)
    assert game.position.is_over
    path = tmp_path / "game.json"
    cw.write_game(game, path)
    again = cw.read_game(path)
    assert same(game.root, again.root)
    assert again.position == game.position
    assert json.loads(path.read_text())["result"]["scores"] == list(game.position.scores)


def test_options_seed_tags_and_variations_come_back():
    game = random_game("duo", 6, seed=9, starts="free")
    game.node.comment = "a „fine“ move"
    game.tags = {"seat 1": "Ännchen", "date": "2026-11-15"}
    game.goto(game.main_line()[3])
    for move in list(game.position.legal_moves)[5:8]:
        game.play(move)
        game.play(game.position.legal_moves[0])
        game.undo()
        game.undo()
    again = parse_game(format_game(game))
    assert same(game.root, again.root)
    assert (again.seed, again.tags) == (9, game.tags)
    assert again.node.comment == "a „fine“ move"
    assert again.position.ruleset.options["starts"] == "free"
    assert again.node is again.main_line()[-1]


def test_a_game_may_begin_in_the_middle():
    middle = random_game("3d-tower-3", 7).position
    game = cw.Game(middle)
    game.play(middle.legal_moves[0])
    again = parse_game(format_game(game))
    assert again.root.position == middle and same(game.root, again.root)


def test_every_step_has_a_line_of_its_own():
    game = random_game("dice-2", 6)
    lines = format_game(game).splitlines()
    for step in game.moves:
        assert any(line.strip(" ,") == f'"{step}"' for line in lines)


@pytest.mark.parametrize(
    "change, words",
    [
        ({"format": "something else"}, '"format"'),
        ({"ruleset": "chess"}, "chess"),
        ({"options": {"starts": "anywhere"}}, "anywhere"),
        ({"moves": ["a1"]}, "Step 1"),
        ({"moves": ["zz99"]}, "Step 1"),
        ({"moves": ["roll 1 2"]}, "Step 1"),
        ({"moves": [{"instead": []}]}, "no move or remark"),
        ({"moves": [7]}, "no move or remark"),
        ({"moves": "a1"}, '"moves"'),
        ({"seed": "x"}, '"seed"'),
        ({"tags": {"a": 1}}, '"tags"'),
        ({"start": "nonsense"}, ""),
        ({"result": {"scores": [1, 2]}}, "result"),
    ],
)
def test_a_bad_record_is_one_sentence(change, words):
    data = json.loads(format_game(cw.Game("duo"))) | change
    with pytest.raises(cw.CornerwiseError) as caught:
        parse_game(json.dumps(data))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000])
def test_a_text_that_is_no_record_is_refused(text):
    with pytest.raises(cw.NotationError):
        parse_game(text)


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=9),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=9), inner),
    )
)
def test_any_json_in_place_of_the_moves_is_a_game_or_an_error(moves):
    data = json.loads(format_game(cw.Game("duo"))) | {"moves": moves}
    with contextlib.suppress(cw.CornerwiseError):
        parse_game(json.dumps(data))


def test_files_that_cannot_be_read_or_written_are_one_sentence(tmp_path):
    with pytest.raises(cw.CornerwiseError, match="cannot be read"):
        cw.read_game(tmp_path / "missing.json")
    (tmp_path / "latin.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(cw.CornerwiseError, match="UTF-8"):
        cw.read_game(tmp_path / "latin.json")
    with pytest.raises(cw.CornerwiseError, match="cannot be written"):
        cw.write_game(cw.Game("duo"), tmp_path / "no" / "folder.json")


def test_a_ruleset_of_ones_own_travels_with_its_games():
    rules = cw.parse_ruleset(
        'name = "mini"\nextends = "duo"\nboard = {columns = 7, rows = 7}\nstarts = {cells = ["c5", "e3"]}'
    )
    game = cw.Game(rules)
    game.play(game.position.legal_moves[0])
    again = parse_game(format_game(game))
    assert again.ruleset == rules and same(game.root, again.root)


def test_a_ruleset_of_ones_own_has_a_name_of_its_own():
    rules = cw.parse_ruleset('name = "mini"\nextends = "duo"\nstarts = {cells = ["c5", "e3"]}')
    data = json.loads(format_game(cw.Game(rules)))
    data["spec"]["name"] = "duo"
    with pytest.raises(cw.NotationError, match="another one's name"):
        parse_game(json.dumps(data))


def test_variations_may_not_nest_without_end():
    line = []
    for _ in range(150):
        line = ["e10", {"instead": [line]}]
    data = json.loads(format_game(cw.Game("duo"))) | {"moves": line}
    with pytest.raises(cw.CornerwiseError):
        parse_game(json.dumps(data))


@pytest.mark.parametrize("tags", [{"year": 2026}, {2026: "year"}, {"seat 1": None}])
@pytest.mark.parametrize("name", ["game.json", "game.blksgf"])
def test_tags_that_are_no_texts_write_nothing(tmp_path, name, tags):
    game = cw.Game("duo")
    game.tags = tags
    with pytest.raises(cw.CornerwiseError, match="tags of a game are texts"):
        cw.write_game(game, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_the_page_refuses_what_sets_up_a_position_on_the_way():
    game = cw.Game("duo")
    game.set_up(cw.Position.setup("duo", {"black": ["e10"]}, turn="white"))
    with pytest.raises(cw.NotationError, match="move by move"):
        open_record(format_game(game))


def test_the_page_opens_a_file_with_remarks_between_the_moves():
    text = "(;GM[Blokus Duo];C[who?];B[e10](;C[hm];W[j5])(;W[]C[a pass]))"
    rules, log, _ = open_record(text)
    assert (rules.name, log.position.ply, len(log.nodes)) == ("duo", 2, 3)
    assert open_record(format_game(parse_game(text)))[1].position == log.position

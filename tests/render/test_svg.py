"""SVG pictures of every ruleset."""

import xml.etree.ElementTree as ElementTree

import pytest

import cornerwise as cw
from cornerwise.render import describe, svg
from positions import random_game

SVG = "{http://www.w3.org/2000/svg}"


def classes(picture):
    root = ElementTree.fromstring(picture)
    return [element.get("class", "") for element in root.iter()]


@pytest.mark.parametrize("name", cw.rulesets())
@pytest.mark.parametrize("plies", [0, 1, 12, 200])
def test_every_ruleset_has_a_picture_that_names_and_describes_itself(name, plies):
    game = random_game(name, plies)
    root = ElementTree.fromstring(svg(game.position, last=game.node.last_placed, dots=True))
    assert root.find(f"{SVG}title").text == game.position.ruleset.title
    assert root.find(f"{SVG}desc").text == describe(game.position)
    assert root.get("role") == "img"


@pytest.mark.parametrize("name", ["classic-4", "duo", "dice-3"])
def test_a_flat_picture_outlines_every_piece_once(name):
    position = random_game(name, 9).position
    picture = svg(position, trays=False, marks="none")
    light = 'stroke="#fff"'  # the fine inner light, which only placed pieces have
    assert picture.count(light) == len(position.placed) == 9


def test_the_last_move_has_a_halo_and_only_then():
    game = random_game("duo", 5)
    assert "cw-halo" in classes(svg(game.position, last=game.node.last_placed))
    assert "cw-halo" in classes(svg(game.position, last=game.moves[-1]))
    assert "cw-halo" not in classes(svg(game.position))


@pytest.mark.parametrize("name", ["classic-2", "dice-2", "3d-wall-4"])
def test_dots_mark_what_the_color_to_move_can_reach(name):
    position = random_game(name, 9).position
    plain, dotted = svg(position, trays=False), svg(position, dots=True, trays=False)
    targets = position.targets(position.turn.color, position.turn.sheet)
    if position.ruleset.board.levels > 1:
        expected = len({tuple(position.ruleset.board.coordinates[cell][:2]) for cell in targets})
    else:
        expected = len(targets)
    assert expected > 0
    assert dotted.count("<circle") - plain.count("<circle") == 2 * expected


def test_marks_are_patterns_letters_or_nothing():
    position = random_game("classic-4", 8).position
    assert "cw-blue-pattern" in classes(svg(position, marks="pattern"))
    assert not [name for name in classes(svg(position, marks="letter")) if "pattern" in name]
    assert ">B</text>" in svg(position, marks="letter", coordinates=False)
    assert ">B</text>" not in svg(position, marks="none", coordinates=False)


def test_themes_follow_the_viewer_or_stand_alone():
    position = cw.start("duo")
    assert "prefers-color-scheme:dark" in svg(position)
    assert "prefers-color-scheme" not in svg(position, theme="light")
    assert svg(position, theme="light") != svg(position, theme="dark")


def test_a_dice_picture_crosses_out_used_shapes_and_strikes():
    game = random_game("dice-4", 20)
    position = game.position
    found = classes(svg(position))
    assert found.count("cw-strong") == len(position.placed)
    assert found.count("cw-cross") == sum(position.strikes)
    assert found.count("cw-printed") == 4 * 21 - len(position.placed)


def test_turning_the_table_four_times_is_not_turning_it():
    position = random_game("3d-stairs-3", 12).position
    pictures = [svg(position, view=view) for view in range(5)]
    assert pictures[4] == pictures[0]
    assert len(set(pictures)) == 4


def test_notebooks_show_positions():
    position = cw.start("3d-tower-2")
    assert position._repr_svg_() == svg(position)


def test_notebooks_show_games_with_their_last_move():
    game = random_game("duo", 3)
    assert game._repr_svg_() == svg(game.position, last=game.node.last_placed)


def test_a_ruleset_of_ones_own_is_drawn_too():
    rules = cw.parse_ruleset(
        'name = "mini"\nextends = "duo"\ncolors = ["pink", "gray"]\nboard = {columns = 30, rows = 7, blocked = ["p4"]}'
        '\nstarts = {cells = ["c5", "e3"]}'
    )
    position = cw.start(rules)
    for _ in range(4):
        position = position.play(position.legal_moves[0])
    root = ElementTree.fromstring(svg(position, marks="letter", dots=True))
    words = [element.text for element in root.iter(f"{SVG}text")]
    assert "P" in words and "G" in words and "ad" in words
    assert "cw-plate" in classes(svg(position))


def test_the_description_says_who_is_to_move_and_who_won():
    assert describe(cw.start("duo")) == "0 pieces placed, black is to play. Scores: seat 1: -89, seat 2: -89."
    assert describe(cw.start("dice-2")).startswith("0 pieces placed, the dice are to be rolled.")
    over = random_game("duo", 99).position
    assert f"first is {' and '.join(f'seat {seat + 1}' for seat in over.winners)}" in describe(over)


@pytest.mark.parametrize("name", ["duo", "classic-3", "3d-tower-2", "dice-2"])
def test_seats_are_called_by_their_names(name: str) -> None:
    position = cw.start(name)
    seats = position.ruleset.seats
    names = [f"Ann <{seat}> & a rather long name" for seat in range(seats)]
    root = ElementTree.fromstring(svg(position, names=names))
    words = [element.text for element in root.iter(f"{SVG}tspan")]
    called = [word for word in words if word and word.startswith("Ann")]
    assert called == [f"Ann <{seat}> & a rathe…" for seat in range(seats)]
    assert "seat" not in " ".join(word or "" for word in words).lower()
    assert "Ann <1>" in describe(position, names)
    with pytest.raises(cw.CornerwiseError, match="all"):
        svg(position, names=["Ann"])
    with pytest.raises(TypeError):
        svg(position, names="Ann")  # type: ignore[arg-type]


def test_what_svg_returns_is_text_that_a_notebook_shows():
    for picture in (cw.start("duo").svg(), cw.Game("duo").svg(animated=True), cw.start("3d-tower-2").svg()):
        assert isinstance(picture, str) and picture._repr_svg_() == picture
        assert type(picture._repr_svg_()) is str

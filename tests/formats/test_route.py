"""Routes between positions."""

import pytest

import cornerwise as cw
from cornerwise.formats.route import route
from positions import random_game


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-3", "classic-2", "3d-pyramid-4"])
def test_a_route_from_the_start_leads_to_the_position(ruleset):
    for seed in range(3):
        goal = random_game(ruleset, 12, seed).position
        here = cw.start(ruleset)
        for move in route(here, goal):
            here = here.play(move)
        assert here == goal


def test_a_short_route_is_what_was_played():
    game = random_game("classic-4", 30)
    before = game.root.position
    for move in game.moves[:26]:
        before = before.play(move)
    assert route(before, game.position) == list(game.moves[26:])
    assert route(game.position, game.position) == []


def test_there_is_no_way_back_and_none_across():
    game = random_game("duo", 8)
    assert route(game.position, cw.start("duo")) is None
    assert route(game.position, random_game("duo", 10, 2).position) is None
    assert route(cw.start("classic-4"), game.position) is None


def test_dice_hide_their_routes():
    game = random_game("dice-2", 6)
    with pytest.raises(cw.CornerwiseError, match="rolls"):
        route(cw.start("dice-2"), game.position)

"""Players that need no search."""

import pytest

import cornerwise as cw
from cornerwise.player import GreedyPlayer, RandomPlayer, player
from cornerwise.throw import throw
from positions import random_game


@pytest.mark.parametrize("name", cw.rulesets())
def test_players_choose_legal_moves_and_the_same_seed_the_same_ones(name):
    game = random_game(name, 6)
    if game.position.turn.actor == cw.CHANCE:
        game.roll(throw(game.position, 3))
    for kind in (RandomPlayer, GreedyPlayer):
        move = kind(seed=3).choose(game.position)
        assert move in game.position.legal_moves
        assert kind(seed=3).choose(game.position) == move


def test_random_players_reach_every_move():
    position = random_game("duo", 30).position
    moves = set(position.legal_moves)
    chooser = RandomPlayer(seed=1)
    assert {chooser.choose(position) for _ in range(40 * len(moves))} == moves


def test_greedy_plays_big_pieces_first_in_flat_games():
    game = cw.Game("classic-4")
    greedy = GreedyPlayer(seed=1)
    for _ in range(16):
        game.play(greedy.choose(game.position))
    assert {len(move.cells) for move in game.moves} == {5}


def test_greedy_saves_its_strikes():
    game = cw.Game("dice-2")
    greedy = GreedyPlayer(seed=1)
    while not game.position.is_over:
        if game.position.turn.actor == cw.CHANCE:
            game.roll(throw(game.position, 3))
            continue
        move = greedy.choose(game.position)
        if move.strike:
            assert all(other.strike for other in game.position.legal_moves)
        game.play(move)


@pytest.mark.parametrize("name", ["duo", "3d-tower-2", "3d-pyramid-2"])
def test_greedy_beats_random(name):
    won = 0
    for number in range(10):
        seats = [GreedyPlayer(number), RandomPlayer(number)]
        if number % 2:
            seats.reverse()
        position = cw.start(name)
        while not position.is_over:
            position = position.play(seats[position.turn.actor].choose(position))
        won += position.ranks[number % 2] < position.ranks[1 - number % 2]
    assert won >= 8


def test_players_have_names():
    assert isinstance(player("greedy"), GreedyPlayer)
    with pytest.raises(cw.CornerwiseError, match="greedy"):
        player("grandmaster")


def test_no_move_no_choice():
    for position in (cw.start("dice-2"), random_game("duo", 99).position):
        for kind in (RandomPlayer, GreedyPlayer):
            with pytest.raises(cw.CornerwiseError, match="no move"):
                kind().choose(position)

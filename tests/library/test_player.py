"""Players that need no search."""

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.engine.level import Level
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


class Watcher:
    """Plays the first legal move in one of three ways, and keeps what it was told."""

    def __init__(self, way=lambda move: move):
        self.way, self.told = way, []

    def choose(self, position, *, last=None):
        self.told.append(last)
        return self.way(position.legal_moves[0])


class Plain:
    def choose(self, position):
        return position.legal_moves[-1]


@pytest.mark.parametrize("name", ["duo", "dice-3", "classic-teams"])
def test_a_game_among_any_players(name):
    seats = cw.ruleset(name).seats
    first = Watcher(str)
    players = [first, Plain(), Watcher(lambda move: move.id), Plain()][:seats]
    game = cw.play_game(players, name, seed=4)
    assert game.position.is_over and game.seed == 4
    assert cw.play_game([Watcher(), Plain(), Watcher(), Plain()][:seats], name, seed=4).moves == game.moves
    assert first.told[0] is None and first.told[1] in game.moves


class Broken:
    def choose(self, position):
        raise KeyError("lost")


@pytest.mark.parametrize("nonsense", ["a1", "", np.zeros(3), None, -1, 3.5, 10**9, object()])
def test_nonsense_is_the_players_fault(nonsense):
    with pytest.raises(cw.PlayerError, match="The player at seat 1 chose"):
        cw.play_game([Plain(), Watcher(lambda move: nonsense)], "duo")


def test_what_is_no_player_is_refused():
    with pytest.raises(cw.WrongType, match="seed"):
        cw.play_game([Plain(), Plain()], "duo", seed="x")
    with pytest.raises(cw.WrongType, match="choose"):
        cw.play_game([Plain(), 5], "duo")
    with pytest.raises(cw.CornerwiseError, match="2 seats, not 3"):
        cw.play_game([Plain()] * 3, "duo")


def test_a_player_that_raises_is_named_with_its_seat():
    with pytest.raises(cw.PlayerError, match=r"^The player at seat 1 \(Broken\) failed: KeyError: 'lost'$") as failed:
        cw.play_game([Plain(), Broken()], "duo")
    assert isinstance(failed.value.__cause__, KeyError)
    # An engine for another game says so in its own sentence.
    engine = cw.Engine("duo", limit=cw.Limit(simulations=5))
    with pytest.raises(cw.PlayerError, match=r"seat 0 \(Engine\) failed: This engine plays duo, not 3d-wall-2\.$"):
        cw.play_game([engine, Plain()], "3d-wall-2")


@pytest.mark.parametrize("end", [KeyboardInterrupt, SystemExit])
def test_an_interruption_is_nobodys_fault(end):
    class Interrupted:
        def choose(self, position):
            raise end

    game = cw.Game("duo")
    with pytest.raises(end):
        cw.play_game([Plain(), Interrupted()], game)
    assert len(game.moves) == 1


def test_players_say_what_they_are():
    assert repr(RandomPlayer(3)) == "RandomPlayer(seed=3)" and repr(GreedyPlayer()) == "GreedyPlayer(seed=None)"
    assert repr(cw.Engine("duo", 5, seed=2)) == "<Engine duo, level 5, seed 2>"
    assert repr(cw.Engine("duo", limit=cw.Limit(simulations=800))) == "<Engine duo, 800 simulations, seed 0>"
    both = cw.Engine("classic", limit=cw.Limit(seconds=0.5, cpu_seconds=2))
    assert repr(both) == "<Engine classic-4, 0.5 s, 2 CPU s, seed 0>"
    own = cw.Engine("duo", Level(50, care=0.5), cw.Limit(seconds=3))
    assert repr(own) == "<Engine duo, level simulations=50/care=0.5/taste=1/blindness=0, 3 s, seed 0>"

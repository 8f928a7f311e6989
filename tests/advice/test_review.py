"""Reviews: mistakes that are found, at their cost."""

import pytest

import cornerwise as cw
from cornerwise.advice.review import reviewing
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.player import GreedyPlayer
from positions import random_game


def played(seed=1):
    """A Duo game by greedy players in which white throws away its tenth move."""
    game, players = cw.Game("duo"), [GreedyPlayer(seed), GreedyPlayer(seed + 1)]
    while not game.position.is_over:
        if game.position.ply == 5:
            worst = min(game.position.legal_moves, key=lambda move: (len(move.cells), str(move)))
            game.play(worst)
        else:
            game.play(players[game.position.turn.actor].choose(game.position))
    return game


def test_a_review_finds_the_move_that_was_thrown_away():
    game = played()
    with Engine("duo", memory_mb=64) as engine:
        review = engine.review(game, Limit(simulations=600))
    assert [move.move for move in review.moves] == list(game.moves)
    thrown = review.moves[5]
    assert thrown.seat == 1 and thrown.cost > 0.1 and thrown in review.costliest(4)
    assert thrown.best != thrown.move and thrown.best in thrown.position.legal_moves
    assert thrown.win_after[1] < thrown.win_before[1]
    assert thrown.findings()
    last = review.moves[-1]
    assert sum(last.win_after) == 1 and last.score_after == tuple(map(float, game.position.scores))
    for move in review.moves:
        assert 0 <= move.cost <= 1 and (move.cost > 0 or move.points > 0) == (move.best != move.move)
        assert move.points == 0 or move.cost == 0


def test_a_review_of_dice_and_of_an_unfinished_game():
    for ruleset, plies in (("dice-2", 8), ("classic-3", 10)):
        game = random_game(ruleset, plies)
        with Engine(ruleset, memory_mb=64) as engine:
            review = engine.review(game, Limit(simulations=50))
        assert [move.move for move in review.moves] == list(game.moves)


def test_a_game_without_moves_has_an_empty_review():
    with Engine("duo", memory_mb=32) as engine:
        review = engine.review(cw.Game("duo"))
    assert review.moves == () and review.costliest() == ()


def test_a_move_that_no_search_would_try_is_judged_by_what_follows():
    """The single square at the start: the last move of its game, so no later search tells what it was worth."""
    game = cw.Game("duo")
    game.play("e10")
    with Engine("duo", memory_mb=64) as engine:
        [thrown] = engine.review(game, Limit(simulations=1500)).moves
    assert thrown.cost > 0.15


def test_before_the_dice_are_thrown_a_review_looks_at_several_throws():
    game = cw.Game("dice-2")
    game.roll("1 6")
    game.play(next(move for move in game.position.legal_moves if not move.strike))
    game.play(next(move for move in game.position.legal_moves if not move.strike))
    assert game.position.rolls
    asked = []
    asking, search = reviewing(game), Engine("dice-2", memory_mb=64)
    with search:
        position = next(asking)
        with pytest.raises(StopIteration):
            while True:
                asked.append(position)
                position = asking.send(search.search(position, Limit(simulations=60)))
    thrown = [position for position in asked if position.round == 1]
    assert len(thrown) >= 6 and len({position.dice for position in thrown}) > 1


@pytest.mark.parametrize("seed", [2, 3, 7, 13])
def test_points_given_away_in_a_decided_game_are_told(seed):
    """One color is left and cannot win or lose any more: the points lost are those it could still have had."""

    def most(position, seat):
        if position.is_over:
            return position.scores[seat]
        return max(most(position.play(move), seat) for move in position.legal_moves)

    game = random_game("duo", 999, seed)
    befores = [node.parent.position for node in game.main_line() if node.step is not None]
    alone = next(index for index in range(len(befores)) if len({each.turn.color for each in befores[index:]}) == 1)
    seat = befores[alone].turn.actor
    with Engine("duo", memory_mb=64) as engine:
        review = engine.review(game, Limit(simulations=300))
    last = review.moves[alone:]
    assert len(last) >= 2 and all(move.cost == 0 for move in last)
    assert sum(move.points for move in last) == most(befores[alone], seat) - game.position.scores[seat] > 0
    costliest = max(last, key=lambda move: move.points)
    assert costliest.score_before[seat] - costliest.score_after[seat] == costliest.points
    assert costliest in review.costliest(99)

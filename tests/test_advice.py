"""Advice and reviews: numbers that add up, moves that are legal, mistakes that are found."""

import pytest

import cornerwise as cw
from cornerwise.advice import Candidate, _certainty
from cornerwise.engine import Engine
from cornerwise.level import Limit
from cornerwise.player import GreedyPlayer
from cornerwise.throw import throw
from positions import forced, random_game

LIMIT = Limit(simulations=300)


@pytest.mark.parametrize(
    "ruleset", ["duo", "classic-4", "classic-teams", "classic-3", "3d-tower-2x4", "dice-4"]
)
def test_advice_speaks_for_every_seat(ruleset):
    position = random_game(ruleset, 9).position
    if position.rolls:
        position = position.roll(throw(position, 1))
    with Engine(ruleset, memory_mb=64) as engine:
        advice = engine.advise(position, LIMIT, count=3)
    seats = position.ruleset.seats
    assert 1 <= len(advice.candidates) <= 3
    assert len(advice.win) == len(advice.score) == seats
    teams = position.ruleset.teams
    for candidate in advice.candidates:
        assert candidate.move in position.legal_moves
        assert sum(candidate.win[team[0]] for team in teams) == pytest.approx(1, abs=0.02)
        assert len(candidate.score) == seats
        assert 0 <= candidate.error <= 1 and candidate.visits > 0
        for reason in candidate.reasons:
            assert reason.sentence.endswith(".") and reason.value != reason.usual
            assert all(0 <= cell < position.ruleset.board.cell_count for cell in reason.cells)
    assert 0 <= advice.confidence <= 1
    assert str(advice.best.move) in str(advice)


def test_a_clear_case_is_called_clear():
    """Late in a game that one move decides, the search proves it and says so."""
    with Engine("duo", memory_mb=32) as engine:
        advice = engine.advise(forced("duo"), LIMIT)
    assert advice.confidence == 1.0 and len(advice.candidates) == 1


def test_moves_that_are_proved_equal_are_called_equal():
    equal = better = 0
    for seed in range(12):
        position = random_game("duo", 26, seed=seed).position
        if position.is_over:
            continue
        with Engine("duo", memory_mb=32) as engine:
            advice = engine.advise(position, Limit(simulations=5000))
        proved = [candidate for candidate in advice.candidates[:2] if candidate.is_proved]
        if len(position.legal_moves) == 1:
            assert str(advice).startswith("There is only one move (")
        elif len(proved) == 2 and proved[0].score == proved[1].score:
            equal += 1
            assert advice.confidence == 0.5 and str(advice).startswith("Several moves look equally good")
        elif len(proved) == 2:
            better += 1
            assert advice.confidence == 1.0 and str(advice).startswith("The first move is clearly best")
    assert equal and better


@pytest.mark.parametrize("count", [0, -1, 1.5, "3"])
def test_advice_is_about_one_move_or_more(count):
    with Engine("duo", memory_mb=32) as engine, pytest.raises(cw.CornerwiseError, match="one move or more"):
        engine.advise(cw.start("duo"), LIMIT, count=count)


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
    assert thrown.reasons()
    last = review.moves[-1]
    assert sum(last.win_after) == 1 and last.score_after == tuple(map(float, game.position.scores))
    for move in review.moves:
        assert 0 <= move.cost <= 1 and (move.cost > 0) == (move.best != move.move)


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


def test_a_move_is_clearly_best_only_if_no_other_comes_near():
    move = next(iter(cw.start("duo").legal_moves))
    first, second, third = (
        Candidate(move, (win, 1 - win), (-20.0, -25.0), 400, error, False, ())
        for win, error in ((0.69, 0.03), (0.60, 0.05), (0.68, 0.05))
    )
    assert _certainty((first, second), 0) > 0.95
    assert 0.5 < _certainty((first, second, third), 0) < 0.75
    assert _certainty((first, second, third), 0) == _certainty((first, third), 0)

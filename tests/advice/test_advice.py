"""Advice and reviews: numbers that add up, moves that are legal, mistakes that are found."""

import re
from types import SimpleNamespace

import pytest

import cornerwise as cw
from cornerwise.advice.advice import Advice, Candidate, _certainty, deviation, make_advice
from cornerwise.advice.review import _prospect, reviewing
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.player import GreedyPlayer
from cornerwise.throw import throw
from positions import forced, random_game

LIMIT = Limit(simulations=300)


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-teams", "classic-3", "3d-tower-2x4", "dice-4"])
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
        for reason in candidate.findings:
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
        proved = [candidate for candidate in advice.candidates[:2] if candidate.is_exact]
        if len(position.legal_moves) == 1:
            assert str(advice).startswith("There is only one move for ")
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


def test_a_move_is_clearly_best_only_if_no_other_comes_near():
    move = next(iter(cw.start("duo").legal_moves))
    first, second, third = (
        Candidate(move, (win, 1 - win), (-20.0, -25.0), 400, error, False, False, ())
        for win, error in ((0.69, 0.03), (0.60, 0.05), (0.68, 0.05))
    )
    assert _certainty((first, second), 0) > 0.95
    assert 0.5 < _certainty((first, second, third), 0) < 0.75
    assert _certainty((first, second, third), 0) == _certainty((first, third), 0)


def candidates(*wins_visits):
    move = next(iter(cw.start("duo").legal_moves))
    return tuple(
        Candidate(move, (win, 1 - win), (-20.0, -25.0), visits, 1.96 * deviation(win, visits), False, False, ())
        for win, visits in wins_visits
    )


def test_words_say_what_the_numbers_say():
    def words(*found, ruleset="duo"):
        position = cw.start(ruleset)
        return str(Advice(position, found, (), (), _certainty(found, 0), 100, 1.0))

    assert words(*candidates((0.6, 9000), (0.4, 900))).startswith("The first move is clearly best for black")
    assert words(*candidates((0.5, 9000), (0.5, 4000))).startswith("Several moves look equally good for black")
    # What was hardly looked at is no rival, whatever it promises.
    assert words(*candidates((0.6, 9000), (0.4, 900), (0.7, 20))).startswith("The first move is clearly best")
    assert words(*candidates((0.4, 9000), (0.6, 4000))).startswith("The first move is preferred for black, though")
    hopeless = words(*candidates((0.0, 9000), (0.0, 4000)))
    assert "hardly a chance left to win; the score decides" in " ".join(hopeless.split())
    assert all(len(line) <= 80 for line in hopeless.splitlines())


def test_win_chances_of_other_seeds_lie_within_the_error():
    position = random_game("duo", 8, seed=2).position
    found = []
    for seed in range(8):
        with Engine("duo", memory_mb=64, seed=seed) as engine:
            found += [
                (each.move, each.win[position.turn.actor], each.error)
                for each in engine.advise(position, Limit(simulations=1500), count=2).candidates
            ]
    move = found[0][0]
    wins, errors = zip(*((win, error) for each, win, error in found if each == move), strict=True)
    assert len(wins) >= 3
    assert max(wins) - min(wins) < 2 * max(errors)


def test_a_strike_is_not_wasted_on_what_the_dice_allow():
    position = cw.start("dice-2").roll("1 1")
    with Engine("dice-2", memory_mb=64) as engine:
        advice = engine.advise(position, Limit(simulations=4000), count=50)
    free = {shape for die in position.dice for shape in position.ruleset.rows[die]}
    struck = [each.move for each in advice.candidates if each.move.strike]
    assert struck and not any(move.shape in free for move in struck)


def test_a_search_that_was_stopped_at_once_still_advises():
    position = cw.start("dice-2").roll("1 1")
    rules = position.ruleset
    wasteful = next(move for move in position.legal_moves if move.strike and move.shape in rules.rows[1])
    result = SimpleNamespace(
        moves=[wasteful.id], win=[(0.5, 0.5)], score=[(9.0, 9.0)], visits=[1], decided=[False], exact=[False],
        simulations=1, seconds=0.0, value_win=(0.5, 0.5), value_score=(9.0, 9.0),
    )  # fmt: skip
    assert make_advice(position, result).best.move == wasteful


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


def test_how_sure_it_is_does_not_depend_on_how_many_moves_are_shown():
    with Engine("duo", memory_mb=64) as engine:
        result = engine.search(cw.start("duo"), Limit(simulations=2000))
    one, five = (make_advice(cw.start("duo"), result, count) for count in (1, 5))
    assert len(one.candidates) == 1 and one.best.move == five.best.move
    assert one.confidence == five.confidence < 0.95


@pytest.mark.parametrize(
    ("ruleset", "sides"),
    [
        ("duo", ["black", "white"]),
        ("classic-2", ["blue+red", "yellow+green"]),
        ("classic-teams", ["blue+red", "yellow+green"]),
        ("classic-3", ["blue", "yellow", "red"]),
        ("dice-2", ["seat 1", "seat 2"]),
    ],
)
def test_every_sides_chance_and_score_are_told_by_name(ruleset, sides):
    position = cw.start(ruleset)
    if position.rolls:
        position = position.roll("1 6")
    with Engine(ruleset, memory_mb=64) as engine:
        told = str(engine.advise(position, Limit(simulations=50), count=1))
    # What stands above them takes a line or two.
    wins, scores = re.search(r"^   wins .*\n   (?:scores|empty squares) .*$", told, re.MULTILINE)[0].splitlines()
    assert re.findall(r"([a-z+]+(?: \d)?): \d+ %", wins.removeprefix("   wins ")) == sides
    assert re.findall(r"([a-z+]+(?: \d)?): -?\d+\.\d", re.sub("^   (scores|empty squares) ", "", scores)) == sides
    assert all(len(line) <= 80 for line in told.splitlines())


def test_a_review_is_certain_of_what_is_decided_but_not_of_its_score():
    """However few simulations it took: a reused tree may be decided by its first."""
    lines = {"win": [(1.0, 0.0)], "score": [(-3.0, -9.0)], "value_win": (1.0, 0.0), "value_score": (-3.0, -9.0)}
    for decided, exact in ((True, True), (True, False), (False, False)):
        prospect = _prospect(SimpleNamespace(decided=[decided], exact=[exact], simulations=1, **lines))
        assert (prospect.error(0) == 0) is decided and (prospect.score_error(1) == 0) is exact

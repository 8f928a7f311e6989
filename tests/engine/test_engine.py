"""The engine: levels, limits, interruption and what it refuses."""

import math
import resource
import signal
import threading
import time

import pytest

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit, level, parse_strength
from cornerwise.engine.tuning import tuning_of
from cornerwise.player import GreedyPlayer, RandomPlayer
from cornerwise.throw import throw
from positions import random_game


def play(ruleset, players, seed):
    """A game to its end; `players` by seat."""
    game = cw.Game(ruleset)
    game.seed = seed
    return game.play_on(lambda position: players[position.turn.actor].choose(position))


@pytest.mark.parametrize("number", [0, 11, -1, 2.5, True, "5"])
def test_there_are_no_other_levels(number):
    with pytest.raises(cw.CornerwiseError, match="from 1 to 10"):
        level(cw.ruleset("duo"), number)


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-3", "3d-tower-3", "dice-3"])
@pytest.mark.parametrize("number", [1, 4])
def test_a_level_plays_whole_legal_games(ruleset, number):
    rules = cw.ruleset(ruleset)
    with Engine(rules, level=number, memory_mb=32) as engine:
        assert play(ruleset, [engine] * rules.seats, 5).is_over


def test_a_weak_level_does_not_look_stupid():
    """Level 1 opens with a large piece, as everybody would."""
    for seed in range(5):
        with Engine("duo", level=1, seed=seed, memory_mb=32) as engine:
            assert len(engine.choose(cw.start("duo")).cells) >= 4


@pytest.mark.parametrize(("ruleset", "number"), [("duo", 5), ("classic-2", 7), ("3d-tower-2", 5), ("dice-2", 5)])
def test_a_middle_level_beats_greedy_play(ruleset, number):
    points = 0.0
    for seed in range(3):
        for seat in (0, 1):
            with Engine(ruleset, level=number, seed=seed, memory_mb=32) as engine:
                players = [GreedyPlayer(seed), GreedyPlayer(seed)]
                players[seat] = engine
                points += play(ruleset, players, seed).win_shares[seat]
    assert points >= 4


def test_one_thread_and_a_seed_give_the_same_moves():
    def moves():
        with Engine("duo", limit=Limit(simulations=80), seed=9, memory_mb=32) as engine:
            position = cw.start("duo")
            for _ in range(8):
                position = position.play(engine.choose(position))
            return position

    assert moves() == moves()


@pytest.mark.parametrize("limit", [{}, {"simulations": 0}, {"seconds": 0.0}])
def test_a_limit_of_zero_is_refused(limit):
    with pytest.raises(cw.CornerwiseError, match="no time to think"):
        Limit(**limit)


@pytest.mark.parametrize(
    "limit",
    [
        {"seconds": -1.0},
        {"cpu_seconds": float("nan")},
        {"simulations": -5},
        {"simulations": 10**20},
        {"seconds": float("inf")},
    ],
)
def test_a_limit_is_positive(limit):
    with pytest.raises(cw.CornerwiseError, match="positive"):
        Limit(**limit)


@pytest.mark.parametrize("limit", [{"simulations": 1.5}, {"simulations": "x"}, {"seconds": "1"}, {"cpu_seconds": None}])
def test_a_limit_is_a_number(limit):
    with pytest.raises(cw.WrongType, match="A limit is"):
        Limit(**limit)


def test_strength_in_words():
    assert parse_strength("level", "7") == (7, None)
    assert parse_strength("time", "0.5") == (None, Limit(cpu_seconds=0.5))
    assert parse_strength("simulations", "1000") == (None, Limit(simulations=1000))
    for kind, value in [
        ("level", "x"),
        ("fly", "1"),
        ("simulations", "1.5"),
        *(("time", word) for word in ("x", "inf", "1_0", "٣", "0x10", "-1", "0")),
    ]:
        with pytest.raises(cw.CornerwiseError):
            parse_strength(kind, value)


def test_there_is_nothing_to_think_about_in_a_finished_game():
    with Engine("duo", level=1, memory_mb=32) as engine:
        with pytest.raises(cw.CornerwiseError, match="over"):
            engine.choose(random_game("duo", 999).position)
        with pytest.raises(cw.CornerwiseError, match="over"):
            engine.advise(random_game("duo", 999).position)


def test_the_dice_come_first():
    with Engine("dice-2", level=1, memory_mb=32) as engine, pytest.raises(cw.CornerwiseError, match="rolled"):
        engine.choose(cw.start("dice-2"))


def test_another_ruleset_is_refused():
    with (
        Engine("duo", level=1, memory_mb=32) as engine,
        pytest.raises(cw.CornerwiseError, match="plays duo, not classic-4"),
    ):
        engine.choose(cw.start("classic-4"))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"threads": 0}, "threads"),
        ({"threads": 9999}, "threads"),
        ({"threads": 1.5}, "threads"),
        ({"memory_mb": 0}, "memory"),
        ({"memory_mb": 10**12}, "memory"),
        ({"memory_mb": "64"}, "memory"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": None}, "seed"),
    ],
)
def test_a_machine_has_bounds(settings, words):
    with pytest.raises(cw.CornerwiseError, match=words):
        Engine("duo", **settings)


def test_a_search_stops_at_once_and_keeps_what_it_has():
    with Engine("duo", limit=Limit(seconds=60), memory_mb=64) as engine:
        found = []
        thinking = threading.Thread(target=lambda: found.append(engine.choose(cw.start("duo"))))
        thinking.start()
        while engine.progress < 50:
            time.sleep(0.01)
        started = time.monotonic()
        engine.stop()
        thinking.join(10)
        assert time.monotonic() - started < 30
        assert found[0] in cw.start("duo").legal_moves
        assert engine.last.simulations >= 50
        # It is ready for the next position.
        assert engine.search(cw.start("duo"), Limit(simulations=10)).simulations == 10


def test_a_search_that_is_stopped_before_it_began_has_a_move_all_the_same():
    """In a late position a proof is tried first, so there is no simulation yet."""
    position, found = random_game("classic-4", 50, seed=0).position, []
    started = time.monotonic()
    with Engine("classic-4", limit=Limit(seconds=60), memory_mb=64) as engine:
        thinking = threading.Thread(target=lambda: found.append(engine.choose(position)))
        thinking.start()
        while thinking.is_alive():
            engine.stop()
            thinking.join(0.001)
    assert found and found[0] in position.legal_moves
    assert time.monotonic() - started < 30


def test_millions_of_simulations_are_added_up_exactly():
    """A seat that is out keeps its score, however often that is added up."""
    position = random_game("dice-2", 20, seed=5).position
    while position.rolls:
        position = position.roll(throw(position, 1))
    with Engine("dice-2", memory_mb=64) as engine:
        result = engine.search(position, Limit(simulations=2_000_000))
    assert result.visits[0] > 1_000_000
    assert result.score[0][0] == position.scores[0] - len(position.ruleset.move(result.best).cells) * (
        position.turn.actor == 0
    )
    assert sum(result.value_win) == pytest.approx(1, abs=1e-4)


def test_a_proof_stays_within_its_memory():
    position = random_game("classic-4", 50, seed=0).position
    with Engine("classic-4", memory_mb=1) as engine:
        engine.search(position, Limit(simulations=1))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        engine.search(position, Limit(simulations=200_000))
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8_000  # kilobytes


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="signals of POSIX")
def test_a_signal_is_heard_in_the_middle_of_a_search():
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Engine("duo", limit=Limit(seconds=60), memory_mb=64) as engine:
            started = time.monotonic()
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                engine.choose(cw.start("duo"))
            assert time.monotonic() - started < 30
            # It is ready for the next position.
            assert engine.search(cw.start("duo"), Limit(simulations=10)).simulations == 10
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_level_and_a_limit_bound_each_other():
    with Engine("duo", level=9, limit=Limit(simulations=5), memory_mb=32) as engine:
        engine.choose(cw.start("duo"))
        assert engine.last.simulations == 5


def test_level_ten_uses_the_time_it_is_given():
    with Engine("duo", level=10, limit=Limit(cpu_seconds=0.3), memory_mb=64) as engine:
        engine.choose(cw.start("duo"))
        assert engine.last.cpu_seconds == pytest.approx(0.3, abs=0.1)


def test_random_play_is_beaten_by_the_weakest_level():
    points = 0.0
    for seed in range(6):
        with Engine("duo", level=1, seed=seed, memory_mb=32) as engine:
            players = [RandomPlayer(seed), RandomPlayer(seed)]
            players[seed % 2] = engine
            points += play("duo", players, seed).win_shares[seed % 2]
    assert points >= 5


def test_among_many_the_place_counts_and_between_two_the_victory():
    for name, place_share in (("classic-4", 0.7), ("classic-4", 0.0), ("classic-2", 0.7)):
        ruleset = cw.ruleset(name)
        tuning = tuning_of(ruleset) | {"place_share": place_share, "score_share": 0.1, "score_scale": 15.0}
        # Backwards from the end of a game to where the result is proved and there is a choice.
        path = random_game(name, 999, 8).node.path()
        results = (Search(ruleset, tuning).run(node.position, simulations=2000) for node in path[-12:-1])
        result = next(found for found in results if found.is_exact and len(found.moves) > 1)
        for utilities, scores in zip(result.utility, result.score, strict=True):
            for seat, utility in enumerate(utilities):
                others = [score for other, score in enumerate(scores) if other != seat]
                best, own = max(others), scores[seat]
                won = (own >= best) / (1 + others.count(own)) if own >= best else 0.0
                beaten = sum((own > other) + 0.5 * (own == other) for other in others) / len(others)
                place = won + place_share * (beaten - won)
                soft = 0.5 + 0.5 * math.tanh((own - best) / 15.0)
                assert utility == pytest.approx(0.9 * place + 0.1 * soft, abs=1e-4)


@pytest.mark.parametrize("ruleset", ["classic-4", "classic-2", "classic-3", "classic-teams"])
def test_first_pieces_are_those_that_proved_to_pay(ruleset):
    """To a search all moves on an empty board look alike; games say Z5, then W (docs/measured/strength.md)."""
    position = cw.start(ruleset)
    with Engine(ruleset, memory_mb=64) as engine:
        for _ in position.ruleset.colors:
            move = position.ruleset.move(engine.search(position, Limit(simulations=300)).best)
            assert move.shape in ("Z5", "W")
            position = position.play(move)


def test_the_weight_of_a_first_piece_is_a_number():
    rules = cw.ruleset("classic-4")
    with pytest.raises(cw.CornerwiseError, match="first piece is a finite number"):
        Search(rules, tuning_of(rules) | {"first_piece": [float("nan")]})

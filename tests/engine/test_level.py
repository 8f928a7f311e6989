"""One computer player: a level's move depends on the position, the move before, the level and the seed alone."""

import threading
from itertools import pairwise

import pytest

import cornerwise as cw
from cornerwise import _core
from cornerwise.engine import Engine
from cornerwise.engine.level import TOP, Level, Limit, level, levels, parse_strength
from cornerwise.throw import throw
from positions import random_game

WEAK = Level(simulations=60, care=0.7, taste=0.5, blindness=0.3)


def line(ruleset, strength, seed, plies=None):
    """The first moves of a game that an engine plays against itself, with what came before each."""
    rules = cw.ruleset(ruleset)
    position, last, found = cw.start(rules), None, []
    with Engine(rules, strength, seed=seed, memory_mb=32) as engine:
        while not position.is_over and (plies is None or len(found) < plies):
            if position.rolls:
                position = position.roll(throw(position, 3))
                continue
            move = engine.choose(position, last=last)
            found.append((position, last, move))
            position, last = position.play(move), move
    return found


@pytest.mark.parametrize("ruleset", cw.rulesets())
def test_every_ruleset_has_levels_that_grow(ruleset):
    found = levels(cw.ruleset(ruleset))
    assert 3 <= len(found) <= TOP
    assert [each.number for each in found] == list(range(1, len(found) + 1))
    assert len({each.key for each in found}) == len(found)
    for weak, strong in pairwise(found):
        assert weak.simulations <= strong.simulations and weak.care <= strong.care
        assert weak.blindness >= strong.blindness and weak != strong
    assert found[-1].care == 1 and found[-1].blindness == 0
    assert level(cw.ruleset(ruleset), 1) == found[0]


@pytest.mark.parametrize("ruleset", ["duo", "classic-3", "3d-tower-2", "dice-2"])
def test_a_new_engine_repeats_every_move_of_a_kept_one(ruleset):
    """No tree and no random numbers are carried over from one move to the next."""
    for position, last, move in line(ruleset, WEAK, 5):
        with Engine(ruleset, WEAK, seed=5, memory_mb=64) as fresh:
            assert fresh.choose(position, last=last) == move


def test_other_seeds_give_other_games():
    assert len({str(line("duo", WEAK, seed, 6)[-1][0]) for seed in range(6)}) == 6


def test_a_level_answers_the_move_before():
    """Which piece came last is part of what is looked at; in some positions it decides."""
    found = line("duo", WEAK, 1)
    with Engine("duo", WEAK, seed=1, memory_mb=32) as engine:
        assert any(engine.choose(position) != move for position, last, move in found if last is not None)


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "3d-pyramid-2", "dice-3"])
def test_a_level_plays_the_same_on_every_instruction_set(ruleset):
    before = _core.kernel()
    games = set()
    try:
        for kernel in _core.kernels():
            _core.use_kernel(kernel)
            games.add(" ".join(str(move) for _, _, move in line(ruleset, WEAK, 8, 12)))
    finally:
        _core.use_kernel(before)
    assert len(games) == 1


def test_a_busy_machine_does_not_weaken_a_level():
    """The limit of a level is its simulations: the same move while other threads burn all cores."""
    strong = Level(simulations=3000)
    quiet = line("duo", strong, 2, 4)
    stop = threading.Event()

    def burn():
        position = cw.start("classic-4")
        while not stop.is_set():
            _core.random_games(position, 200, 1)

    threads = [threading.Thread(target=burn) for _ in range(3)]
    for each in threads:
        each.start()
    try:
        assert [move for _, _, move in line("duo", strong, 2, 4)] == [move for _, _, move in quiet]
    finally:
        stop.set()
        for each in threads:
            each.join()


def test_threads_do_not_change_a_level():
    with Engine("duo", WEAK, seed=4) as one, Engine("duo", WEAK, seed=4, threads=2) as two:
        for position, last, move in line("duo", WEAK, 4, 6):
            assert one.choose(position, last=last) == two.choose(position, last=last) == move


def test_a_level_that_runs_out_of_time_says_so():
    endless = Level(simulations=10**9)
    with Engine("duo", endless, limit=Limit(seconds=0.05), memory_mb=32) as engine:
        assert engine.choose(cw.start("duo")) in cw.start("duo").legal_moves
        assert engine.last is not None and engine.last.is_cut and 0 < engine.last.simulations < 10**9
    with Engine("duo", Level(simulations=100), memory_mb=32) as engine:
        engine.choose(cw.start("duo"))
        assert engine.last is not None and not engine.last.is_cut and engine.last.simulations == 100


def test_a_blind_level_misses_what_its_search_found():
    """It does not see most of the places it could build from, so the best move is often from one of those."""
    position = random_game("duo", 6).position
    missed = 0
    for seed in range(20):
        with Engine("duo", Level(simulations=100, blindness=0.9), seed=seed, memory_mb=32) as engine:
            move = engine.choose(position)
            assert move in position.legal_moves
            missed += engine.last is None or move.id != engine.last.best
    assert missed > 5


def test_a_first_piece_is_never_overlooked():
    start = cw.start("duo")
    with (
        Engine("duo", Level(simulations=50, blindness=1), memory_mb=32) as blind,
        Engine("duo", Level(simulations=50), memory_mb=32) as sharp,
    ):
        assert blind.choose(start) == sharp.choose(start)


def test_without_taste_every_move_may_come():
    position = random_game("duo", 20).position
    moves = set()
    with Engine("duo", Level(simulations=1, care=0, taste=0), memory_mb=32) as engine:
        for seed in range(40 * len(position.legal_moves)):
            engine.seed = seed
            moves.add(engine.choose(position))
    assert len(moves) == len(position.legal_moves)


def test_a_careful_level_plays_what_its_search_found():
    position = random_game("duo", 8).position
    with Engine("duo", Level(simulations=200), memory_mb=32) as engine:
        move = engine.choose(position)
        assert engine.last is not None and move.id == engine.last.best


def test_a_level_of_ones_own_in_words():
    assert parse_strength("level", "simulations=50") == (Level(50), None)
    assert parse_strength("level", "simulations=9/care=0.5/taste=2/blindness=1") == (Level(9, 0.5, 2.0, 1.0), None)
    for text in (
        "care=1",
        "simulations=0",
        "simulations=1.5",
        "simulations=5/care=2",
        "simulations=5/simulations=6",
        "simulations=x",
        "luck=1",
        "simulations=5/",
    ):
        with pytest.raises(cw.NotationError):
            parse_strength("level", text)


@pytest.mark.parametrize("part", ["care", "blindness", "taste"])
def test_a_level_out_of_range_is_refused(part):
    with Engine("duo", Level(simulations=5, **{part: -0.5}), memory_mb=32) as engine, pytest.raises(cw.CornerwiseError):
        engine.choose(cw.start("duo"))

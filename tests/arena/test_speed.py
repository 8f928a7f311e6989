"""The speed of the search: counted in the same positions, and what the policy thinks first."""

import shlex
import sys
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.arena.speed import _our_pace, _position, measure_speed
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.engine.tuning import tuning_of
from interpreter import PYTHON
from positions import random_game

FEW = Limit(simulations=300)  # a count and not a time, so that a busy machine measures the same positions


def test_both_programs_are_measured_at_every_stage():
    command = shlex.join([*PYTHON, "-m", "cornerwise", "gtp", "--simulations", "300", "--memory", "64"])
    paces = list(measure_speed(cw.ruleset("duo"), command, positions=1, limit=FEW))
    # With two thirds of the pieces placed a duel is decided at once.
    assert [pace.ply for pace in paces] == [2, 8, 15, 21]
    assert all(pace.ours > 0 and pace.theirs is not None and pace.theirs > 0 for pace in paces)


def test_every_stage_is_measured_and_playouts_shorten_as_the_board_fills():
    rules = cw.ruleset("classic-4")
    plies = [pace.ply for pace in measure_speed(rules, positions=1, limit=FEW)]
    assert plies == [4, 17, 29, 42, 55]
    search = Search(rules, tuning_of(rules))
    lengths = [len(search.play_out(_position(rules, ply, 1), seed=7)) for ply in plies]
    assert lengths == sorted(lengths, reverse=True) and lengths[0] > 2 * lengths[-1]


def test_positions_decided_at_once_are_passed_over():
    rules = cw.ruleset("duo")
    position = _position(rules, 27, 1)
    assert position is not None and _our_pace(position, FEW, 1) is None
    assert list(measure_speed(rules, positions=1, limit=FEW))[-1].ply == 21
    # There are simulations to count, not the few steps of a proof that took no time.
    with Engine(rules, memory_mb=32) as engine:
        assert engine.search(_position(rules, 21, 1), FEW).simulations == FEW.simulations


def test_a_dice_game_and_no_rival():
    paces = list(measure_speed(cw.ruleset("dice-2"), positions=1, limit=FEW))
    assert paces and all(pace.theirs is None for pace in paces)


def test_a_program_that_does_not_count_is_told_so():
    program = Path(__file__).with_name("gtp_program.py")
    command = shlex.join([sys.executable, str(program), "honest"])
    with pytest.raises(cw.PlayerError, match=r"refused 'reg_genmove|does not say how many"):
        list(measure_speed(cw.ruleset("duo"), command, positions=1, limit=FEW))


@pytest.mark.parametrize("ruleset", ["duo", "classic-3", "3d-wall-4", "dice-2"])
def test_first_thoughts_are_the_priors_of_the_search(ruleset):
    position = random_game(ruleset, 7).position
    if position.rolls:
        position = position.roll(position.rolls[3])
    ids, likely, _ = Search(position.ruleset, tuning_of(position.ruleset)).first_thoughts(position)
    assert ids.tolist() == position.legal_ids.tolist()
    assert likely.sum() == pytest.approx(1) and (likely > 0).any()
    with Engine(ruleset, memory_mb=32) as engine:
        result = engine.search(position, Limit(simulations=200))
    mine = dict(zip(ids.tolist(), likely.tolist(), strict=True))
    for move, prior in zip(result.moves, result.priors, strict=True):
        assert prior == pytest.approx(mine[move])

"""OpenSpiel's own test, and its MCTS against our engine; `make test-env` runs this."""

from __future__ import annotations

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import cornerwise as cw
import cornerwise.adapters.openspiel as adapter
from cornerwise.engine import Engine


@pytest.mark.parametrize("name", ["duo", "classic-4", "classic-teams", "dice-2", "3d-pyramid-2"])
def test_random_simulations(name: str) -> None:
    game = pyspiel.load_game(adapter.game_name(name))
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_every_ruleset_is_registered() -> None:
    names = pyspiel.registered_names()
    assert all(adapter.game_name(name) in names for name in cw.rulesets())


def test_states_follow_positions() -> None:
    chance = np.random.default_rng(1)
    game = pyspiel.load_game("cornerwise_dice_3")
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(int(chance.choice(actions, p=odds)))
            continue
        assert state.legal_actions() == state.position.legal_ids.tolist()
        copy = state.clone()
        state.apply_action(int(chance.choice(state.legal_actions())))
        assert copy.position != state.position
    shares = state.position.win_shares
    assert state.returns() == pytest.approx([(3 * share - 1) / 2 for share in shares])


def test_the_observer_sees_planes_and_features() -> None:
    game = pyspiel.load_game("cornerwise_duo")
    observer = game.make_py_observer()
    observer.set_from(game.new_initial_state(), 0)
    assert observer.dict["planes"].shape == (9, 14, 14) and observer.dict["planes"][0].all()
    assert len(observer.tensor) == 9 * 196 + len(observer.dict["features"])


def test_its_mcts_meets_our_engine() -> None:
    game = pyspiel.load_game("cornerwise_duo")
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    theirs = mcts.MCTSBot(game, 2.0, 8, evaluator, random_state=np.random.RandomState(2))
    with Engine("duo", level=1) as ours:
        while not state.is_terminal():
            is_ours = state.current_player() == 1
            state.apply_action(ours.choose(state.position).id if is_ours else theirs.step(state))
    assert sum(state.returns()) == pytest.approx(0)

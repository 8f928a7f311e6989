"""PettingZoo's own tests, for every ruleset."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import cornerwise as cw
from cornerwise.adapters.pettingzoo import env, raw_env


@pytest.mark.parametrize("name", cw.rulesets())
def test_the_api(name: str, capsys: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder) -> None:
    api_test(env(name), num_cycles=100)
    assert not [str(w.message) for w in recwarn if "cornerwise" in str(w.filename)]


@pytest.mark.parametrize("name", cw.rulesets())
def test_the_seed(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=40)


@pytest.mark.parametrize("name", cw.rulesets())
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(name, render_mode=render_mode))


def test_pictures() -> None:
    pixels = env("3d-wall-2", render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert isinstance(picture, np.ndarray) and picture.shape[2] == 3 and picture.std() > 5


@pytest.mark.parametrize("name", ["classic-4", "classic-3", "dice-4", "3d-tower-3"])
def test_blocked_seats_never_end_early(name: str) -> None:
    game = raw_env(name)
    game.reset(seed=3)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, _ = game.last()
        total[agent] += reward
        if terminated or truncated:
            assert game.position.is_over
            game.step(None)
            continue
        assert len(game.agents) == len(game.possible_agents)
        mask = observation["action_mask"]
        assert np.flatnonzero(mask).tolist() == game.position.legal_ids.tolist()
        assert not any(game.observe(other)["action_mask"].any() for other in game.agents if other != agent)
        game.step(game.action_space(agent).sample(mask))
    assert not game.agents
    best = max(total.values())
    assert {agent for agent in total if total[agent] == best} == {f"seat_{seat}" for seat in game.position.winners}
    assert sum(total.values()) == pytest.approx(0, abs=1e-5)


def test_bad_actions_change_nothing() -> None:
    game = raw_env("duo")
    game.reset(seed=1)
    before = game.position
    for action in (0, -1, 10**9, None, "x"):
        with pytest.raises(cw.CornerwiseError):
            game.step(action)  # type: ignore[arg-type]
        assert game.position == before and game.agent_selection == "seat_0"
    with pytest.raises(cw.CornerwiseError, match="no agent 'seat_9'"):
        game.observe("seat_9")
    with pytest.raises(cw.CornerwiseError, match="render mode"):
        env("duo", render_mode="film")


def test_a_copy_of_a_game_goes_its_own_way() -> None:
    game = env("dice-2")
    game.reset(seed=1)
    before, other = game.unwrapped.position, copy.deepcopy(game)
    other.step(int(np.flatnonzero(other.observe(other.agent_selection)["action_mask"])[0]))
    assert game.unwrapped.position == before != other.unwrapped.position

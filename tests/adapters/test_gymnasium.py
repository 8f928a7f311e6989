"""Gymnasium's own checks, and one seat against opponents of every kind."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import cornerwise as cw
from cornerwise.adapters.gymnasium import SeatEnv, SeatVectorEnv, register


class Masked(SeatEnv):
    """Plays a legal move whatever is asked, as a checker that knows no masks needs it."""

    def step(self, action: Any) -> Any:
        legal = np.flatnonzero(self.action_masks())
        return super().step(legal[int(action) % len(legal)])


@pytest.mark.parametrize("name", ["duo", "classic-4", "dice-2", "3d-pyramid-2"])
def test_gymnasium_is_content(name: str) -> None:
    check_env(Masked(name, opponent="random"), skip_render_check=True)


@pytest.mark.parametrize("seat", [0, 3, None])
def test_one_seat_plays_whole_games(seat: int | None) -> None:
    env, chance = SeatEnv("classic-4", "greedy", seat), np.random.default_rng(1)
    seats = []
    for game in range(4):
        _, info = env.reset(seed=game)
        seats.append(info["seat"])
        ended, total = False, 0.0
        while not ended:
            assert env.position.turn.actor == info["seat"]
            _, reward, ended, truncated, info = env.step(chance.choice(np.flatnonzero(env.action_masks())))
            total += reward
            assert not truncated
        assert env.position.is_over and not env.action_masks().any()
        won = info["seat"] in env.position.winners
        assert total == pytest.approx(1 if won and len(env.position.winners) == 1 else -1 / 3) or won
    assert len(set(seats)) > 1 if seat is None else seats == [seat] * 4


@pytest.mark.parametrize("opponent", ["random", "greedy", "level:1", cw.GreedyPlayer(3)])
def test_opponents(opponent: Any) -> None:
    env = SeatEnv("duo", opponent, seat=1)
    env.reset(seed=1)
    assert env.position.ply == 1
    env.step(np.flatnonzero(env.action_masks())[0])
    assert env.position.ply == 3
    env.close()


def test_what_makes_no_sense_is_refused() -> None:
    class Mad:
        def choose(self, position: cw.Position) -> str:
            return "a1"

    env = SeatEnv("duo", Mad(), seat=1)
    with pytest.raises(cw.PlayerError, match="The opponent chose 'a1'"):
        env.reset(seed=1)
    with pytest.raises(cw.CornerwiseError, match="seats from 0 to 1"):
        SeatEnv("duo", seat=2)
    for seat in ("x", 1.5, True):
        with pytest.raises(cw.WrongType, match="A seat is a whole number"):
            SeatEnv("duo", seat=seat)  # type: ignore[arg-type]
    with pytest.raises(cw.CornerwiseError, match="choose"):
        SeatEnv("duo", opponent=5)  # type: ignore[arg-type]
    with pytest.raises(cw.CornerwiseError, match="There is no side"):
        SeatEnv("duo", opponent="nobody")
    env = SeatEnv("duo", "random", seat=0)
    env.reset(seed=1)
    with pytest.raises(cw.IllegalMove):
        env.step(np.int64(0))
    assert env.position.ply == 0


def test_it_is_registered() -> None:
    register()
    env = gymnasium.make("cornerwise/dice-2-v0", opponent="random")
    assert env.unwrapped.position.ruleset.name == "dice-2"  # type: ignore[attr-defined]
    with_vector = gymnasium.make_vec("cornerwise/duo-v0", num_envs=3)
    assert with_vector.reset(seed=1)[1]["action_mask"].shape == (3, 13729)


@pytest.mark.parametrize("name", ["duo", "dice-4"])
def test_a_vector_of_games(name: str) -> None:
    env, chance = SeatVectorEnv(7, name, "greedy"), np.random.default_rng(2)
    observation, info = env.reset(seed=5)
    again = SeatVectorEnv(7, name, "greedy", threads=2)
    again.reset(seed=5)
    over, ends = np.zeros(7, bool), 0
    for _ in range(60):
        assert env.observation_space.contains(observation)
        masks = info["action_mask"]
        assert (masks.any(axis=1) == ~over).all()
        actions = np.array([chance.choice(np.flatnonzero(row)) if row.any() else 0 for row in masks])
        observation, rewards, over, truncated, info = env.step(actions)
        other = again.step(actions)
        assert np.array_equal(rewards, other[1]) and np.array_equal(observation["planes"], other[0]["planes"])
        assert (rewards[~over] == 0).all() and not truncated.any()
        ends += int(over.sum())
    assert ends > 7
    with pytest.raises(cw.CornerwiseError):
        env.step(np.full(7, 10**6))

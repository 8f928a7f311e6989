"""Every ruleset as a PettingZoo environment: agents take turns, and masks say what they may do."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from cornerwise._core import Position, Ruleset
from cornerwise.env import Batch
from cornerwise.env.action import ids_of
from cornerwise.env.observation import largest_feature
from cornerwise.env.picture import pixels
from cornerwise.errors import CornerwiseError
from cornerwise.render import terminal

RENDER_MODES = ("ansi", "human", "rgb_array")


def env(ruleset: str | Ruleset = "classic-4", render_mode: str | None = None) -> AECEnv:
    """The environment of a ruleset, guarded against calls in the wrong order.

    >>> duo = env("duo")
    >>> duo.reset(seed=1)
    >>> duo.agent_selection
    'seat_0'
    """
    return wrappers.OrderEnforcingWrapper(raw_env(ruleset, render_mode))


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment itself.

    A seat that can no longer place is not asked again, but it stays until the game is over; then all end together. An
    illegal action raises IllegalMove and changes nothing. Dice are thrown inside, from the seed.
    """

    def __init__(self, ruleset: str | Ruleset = "classic-4", render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise CornerwiseError(f"There is no render mode {render_mode!r}; choose one of {', '.join(RENDER_MODES)}.")
        self.render_mode = render_mode
        self._batch = Batch(ruleset, 1, auto_reset=False)
        rules = self._batch.ruleset
        self.metadata = {
            "name": f"cornerwise_{rules.key}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(rules.seats)]
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, max(1, rules.board.levels), self._batch.plane_shape, np.uint8),
                "features": gymnasium.spaces.Box(0, largest_feature(rules), (self._batch.feature_count,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (rules.move_count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(rules.move_count) for agent in self.possible_agents}

    @property
    def position(self) -> Position:
        """The position of the game."""
        return self._batch.position(0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What `observe` gives."""
        return cast("gymnasium.spaces.Space[Any]", self.observation_spaces[agent])

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """All move ids; `sample` takes a mask as it is."""
        return cast("gymnasium.spaces.Space[Any]", self.action_spaces[agent])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game; a seed decides its dice."""
        self._batch.reset(seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._batch.seats[0])]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Planes and features in the frame of the seat to move, and the mask: empty unless `agent` has that seat."""
        if agent not in self.possible_agents:
            raise CornerwiseError(f"There is no agent {agent!r}; the agents are {', '.join(self.possible_agents)}.")
        mask = np.zeros((1, self._batch.action_count), np.int8)
        if self._batch.seats[0] == self.possible_agents.index(agent):
            self._batch.masks(mask)
        return {"observation": self._batch.planes()[0], "features": self._batch.features()[0], "action_mask": mask[0]}

    def step(self, action: int | None) -> None:
        """Plays a move id for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise CornerwiseError(f"{agent} is to move: a step takes the id of a move, not None.")
        self._batch.step(ids_of([action]))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._batch.ended[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            for name, reward in zip(self.possible_agents, self._batch.rewards[0].tolist(), strict=True):
                self.rewards[name] = reward
        else:
            self.agent_selection = self.possible_agents[int(self._batch.seats[0])]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as text, as pixels, or printed."""
        if self.render_mode == "rgb_array":
            return pixels(self.position)
        text = terminal(self.position)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to give back."""

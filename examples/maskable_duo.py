"""MaskablePPO of sb3-contrib learns Duo from nothing: with a policy that scores moves by their cells.

    pip install 'cornerwise[env]' sb3-contrib
    python examples/maskable_duo.py --minutes 4

A policy with an output of its own for each of 13,729 moves has to see most of them before it knows anything. This one
looks at the board and gives every cell two worths, to be covered and to become a corner; a move is worth the sum over
its cells and corners, plus what its shape is worth now. Masks, update and everything else are MaskablePPO's own.
"""

import argparse
import time

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import cornerwise as cw
from cornerwise.adapters.gymnasium import observation_space
from cornerwise.env import Batch
from cornerwise.env.opponent import Opponent

RULES = cw.ruleset("duo")
CELLS = RULES.board.cell_count


class Games(VecEnv):
    """Many games at once, of which the learner has the seats in turn; the reward tells how clear a victory was."""

    def __init__(self, count: int, opponent: str) -> None:
        self.batch = Batch(RULES, count)
        self.opponent = Opponent(opponent, self.batch)
        self.mine = np.arange(count) % RULES.seats
        self.margins: list[int] = []
        self.render_mode = None
        super().__init__(count, observation_space(self.batch), spaces.Discrete(self.batch.action_count))

    def reset(self):
        self.batch.reset(seed=1)
        self.let_opponents_move(np.zeros(self.num_envs, np.float32))
        return self.observe()

    def step_async(self, actions) -> None:
        self.actions = np.asarray(actions)

    def step_wait(self):
        rewards = np.zeros(self.num_envs, np.float32)
        self.batch.step(self.actions)
        ended = self.reward(rewards) | self.let_opponents_move(rewards)
        return self.observe(), rewards, ended, [{} for _ in rewards]

    def let_opponents_move(self, rewards) -> np.ndarray:
        ended = np.zeros(self.num_envs, bool)
        while (waiting := self.batch.seats != self.mine).any():
            self.batch.step(self.opponent.choose(waiting))
            ended |= self.reward(rewards)
        return ended

    def reward(self, rewards) -> np.ndarray:
        ended = self.batch.ended.astype(bool)
        scores = self.batch.final_scores[ended]
        margins = (scores[:, 0] - scores[:, 1]) * np.where(self.mine[ended] == 0, 1, -1)
        rewards[ended] = np.tanh(margins / 15)
        self.margins += margins.tolist()
        return ended

    def observe(self):
        return {"planes": self.batch.planes(), "features": self.batch.features()}

    def env_method(self, method_name, *args, indices=None, **kwargs):
        return list(getattr(self.batch, {"action_masks": "masks"}[method_name])())

    def has_attr(self, attr_name) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name, indices=None):
        return [getattr(self, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None) -> None: ...

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs

    def close(self) -> None:
        self.opponent.close()


class Board(BaseFeaturesExtractor):
    """Two worths for every cell, then the features and a summary of the board."""

    def __init__(self, space, channels: int = 32) -> None:
        planes, features = space["planes"].shape[0], space["features"].shape[0]
        super().__init__(space, 2 * CELLS + features + channels)
        self.enter = nn.Conv2d(planes, channels, 3, padding=1)
        self.told = nn.Linear(features, channels)
        self.inner = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2))
        self.worth = nn.Conv2d(channels, 2, 1)

    def forward(self, seen):
        features = seen["features"].float()
        board = torch.relu(self.enter(seen["planes"].float()) + self.told(features)[:, :, None, None])
        for layer in self.inner:
            board = torch.relu(board + layer(board))
        return torch.cat([self.worth(board).flatten(1), features, board.mean((2, 3))], 1)


class Moves(nn.Module):
    """A score for every move, from the worths of its cells, of the corners it opens and of its shape."""

    def __init__(self, summary: int) -> None:
        super().__init__()
        touches = torch.zeros(2 * CELLS, len(RULES.atlas))
        for move, row in enumerate(RULES.atlas.cells.tolist()):
            own = {cell for cell in row if cell >= 0}
            beside = {cell for each in own for cell in RULES.board.edge_neighbors(each)}
            corners = {cell for each in own for cell in RULES.board.corner_neighbors(each)} - own - beside
            touches[[*own, *(CELLS + cell for cell in corners)], move] = 1
        self.register_buffer("touches", touches, persistent=False)
        self.register_buffer("shapes", torch.from_numpy(RULES.atlas.shapes.astype(np.int64)), persistent=False)
        self.shape = nn.Linear(summary, len(RULES.shapes))

    def forward(self, seen):
        return seen[:, : 2 * CELLS] @ self.touches + self.shape(seen[:, 2 * CELLS :])[:, self.shapes]


class Worth(nn.Sequential):
    """The expected result, from the summary."""

    def forward(self, seen):
        return super().forward(seen[:, 2 * CELLS :])


class MovePolicy(MaskableMultiInputActorCriticPolicy):
    """MaskablePPO's policy with these three parts."""

    def __init__(self, *args, **kwargs) -> None:
        kwargs |= {"net_arch": [], "ortho_init": False, "features_extractor_class": Board}
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule) -> None:
        super()._build(lr_schedule)
        summary = self.features_dim - 2 * CELLS
        self.action_net = Moves(summary)
        self.value_net = Worth(nn.Linear(summary, 64), nn.ReLU(), nn.Linear(64, 1))
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


class Until(BaseCallback):
    """Ends the training after some minutes, and tells how it goes."""

    def __init__(self, games: Games, minutes: float) -> None:
        super().__init__()
        self.games, self.end = games, time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.end

    def _on_rollout_end(self) -> None:
        won = np.mean(np.array(self.games.margins[-400:]) > 0)
        print(f"{self.num_timesteps:7,} steps, {len(self.games.margins):6,} games; of the last 400 won {won:.1%}")


def points(model: MaskablePPO, opponent: str, games: int = 200) -> float:
    """Points in games that the model plays as well as it can, half of them from each seat."""
    batch = Batch(RULES, games, seed=99, auto_reset=False)
    rival, mine = Opponent(opponent, batch), np.arange(games) % 2
    while (batch.seats >= 0).any():
        ids = np.array(rival.choose((batch.seats >= 0) & (batch.seats != mine)))
        if len(own := np.flatnonzero(batch.seats == mine)):
            seen = {"planes": batch.planes()[own], "features": batch.features()[own]}
            ids[own], _ = model.predict(seen, action_masks=batch.masks()[own], deterministic=True)
        batch.step(ids)
    margins = (batch.final_scores[:, 0] - batch.final_scores[:, 1]) * np.where(mine == 0, 1, -1)
    return float((margins > 0).sum() + 0.5 * (margins == 0).sum())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--opponent", default="random", help="random, greedy, or a side such as level:1")
    parser.add_argument("--games", type=int, default=32, help="games at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the model")
    given = parser.parse_args()
    games = Games(given.games, given.opponent)
    ppo = {"n_steps": 32, "batch_size": 128, "n_epochs": 3, "learning_rate": 1e-3, "gamma": 1.0, "ent_coef": 0.003}
    model = MaskablePPO(MovePolicy, games, seed=given.seed, device="cpu", **ppo)
    model.learn(1_000_000_000, callback=Until(games, given.minutes))
    if given.save:
        model.save(given.save)
    for opponent in ("random", "greedy"):
        print(f"{points(model, opponent):g} of 200 points against {opponent} play")


if __name__ == "__main__":
    main()

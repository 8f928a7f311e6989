"""A policy for Duo that learns from nothing: it plays against greedy play and prefers what led to better scores.

    pip install 'cornerwise[env]' torch
    python examples/learn_duo.py --minutes 15

A small convolutional network looks at the planes once and gives every cell two worths: to be covered, and to become a
corner. A move is worth the sum over its cells and corners, plus what its shape is worth now. Only legal moves are
scored, so there is no mask anywhere. The update is PPO's.
"""

import argparse
import json
import time

import numpy as np
import torch
from torch import nn

import cornerwise as cw
from cornerwise.env import Batch

RULES = cw.ruleset("duo")
CELLS = RULES.board.cell_count


def corners_of_placements(width: int = 12) -> np.ndarray:
    """The cells at which each placement opens corners, padded with a cell beyond the board."""
    board, atlas = RULES.board, RULES.atlas
    rows = np.full((len(atlas), width), CELLS)
    for placement, cells in enumerate(atlas.cells.tolist()):
        own = {cell for cell in cells if cell >= 0}
        beside = {other for cell in own for other in board.edge_neighbors(cell)}
        found = {other for cell in own for other in board.corner_neighbors(cell)} - own - beside
        rows[placement, : len(found)] = sorted(found)
    return rows


PLACED = torch.from_numpy(np.where(RULES.atlas.cells < 0, CELLS, RULES.atlas.cells).astype(np.int64))
OPENED = torch.from_numpy(corners_of_placements())
SHAPES = torch.from_numpy(RULES.atlas.shapes.astype(np.int64))


class Policy(nn.Module):
    """Scores for legal moves, and the expected result."""

    def __init__(self, planes: int, features: int, channels: int = 32) -> None:
        super().__init__()
        self.enter = nn.Conv2d(planes, channels, 3, padding=1)
        self.told = nn.Linear(features, channels)
        self.inner = nn.ModuleList(nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2))
        self.worth = nn.Conv2d(channels, 2, 1)
        self.shape = nn.Linear(features + channels, len(RULES.shapes))
        self.value = nn.Sequential(nn.Linear(features + channels, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, planes, features, ids):
        """Scores of `ids`, padded with −1, and a value for every game."""
        seen = torch.relu(self.enter(planes.float()) + self.told(features)[:, :, None, None])
        for layer in self.inner:
            seen = torch.relu(seen + layer(seen))
        worth = nn.functional.pad(self.worth(seen).flatten(2), (0, 1))  # the cell beyond the board is worth nothing
        pooled = torch.cat([features, seen.mean((2, 3))], 1)
        known, rows = ids.clamp(min=0), torch.arange(len(ids))[:, None, None]
        scores = worth[:, 0][rows, PLACED[known]].sum(2) + worth[:, 1][rows, OPENED[known]].sum(2)
        scores = scores + self.shape(pooled).gather(1, SHAPES[known])
        return scores.masked_fill(ids < 0, -1e9), self.value(pooled)[:, 0]


def padded(batch: Batch, games: np.ndarray) -> torch.Tensor:
    """The legal ids of some games as rows of one tensor."""
    ids, offsets = batch.legal()
    lengths = np.diff(offsets)[games]
    rows = np.full((len(games), lengths.max()), -1)
    inside = np.arange(rows.shape[1]) < lengths[:, None]
    rows[inside] = np.concatenate([ids[offsets[game] : offsets[game + 1]] for game in games])
    return torch.from_numpy(rows)


@torch.no_grad()
def play(policy: Policy, games: int, seed: int, best: bool = False):
    """Games against greedy play, seats in turn: everything that was decided, and every margin."""
    batch = Batch(RULES, games, seed=seed, auto_reset=False)
    learner = np.arange(games) % 2
    steps: list[tuple] = []
    while (batch.seats >= 0).any():
        mine = np.flatnonzero(batch.seats == learner)
        ids = batch.choose_greedily(where=(batch.seats >= 0) & (batch.seats != learner))
        if len(mine):
            legal = padded(batch, mine)
            planes, features = torch.from_numpy(batch.planes()[mine]), torch.from_numpy(batch.features()[mine])
            scores, _ = policy(planes, features, legal)
            noise = 0 if best else -torch.log(-torch.log(torch.rand_like(scores).clamp(1e-9, 1 - 1e-7)))
            choice = (scores + noise).argmax(1)
            ids[mine] = legal.gather(1, choice[:, None])[:, 0].numpy()
            chosen = torch.log_softmax(scores, 1).gather(1, choice[:, None])[:, 0]
            steps.append((planes, features, legal, choice, chosen, torch.from_numpy(mine)))
        batch.step(ids)
    scores = batch.final_scores
    return steps, torch.from_numpy((scores[:, 0] - scores[:, 1]) * np.where(learner == 0, 1, -1)).float()


def learn(policy: Policy, optimizer, steps, margins, epochs: int = 2) -> None:
    """PPO: what led to more than expected becomes likelier, but not too fast."""
    results = torch.tanh(margins / 15)
    for _ in range(epochs):
        for number in np.random.permutation(len(steps)):
            planes, features, legal, choice, before, games = steps[number]
            scores, value = policy(planes, features, legal)
            likely = torch.log_softmax(scores, 1)
            ratio = (likely.gather(1, choice[:, None])[:, 0] - before).exp()
            gain = results[games] - value.detach()
            gain = gain / (gain.std() + 1e-3) if len(gain) > 1 else gain
            follow = torch.min(ratio * gain, ratio.clamp(0.8, 1.2) * gain).mean()
            doubt = -(likely.exp() * likely.clamp(min=-50)).sum(1).mean()
            loss = -follow + 0.5 * nn.functional.mse_loss(value, results[games]) - 0.003 * doubt
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--games", type=int, default=256, help="games per round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", help="a file for the curve, a line of JSON per round")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    np.random.seed(given.seed)
    shape = Batch(RULES, 1)
    policy = Policy(shape.plane_shape[0], shape.feature_count)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < 60 * given.minutes:
        rounds += 1
        steps, margins = play(policy, given.games, given.seed * 1_000_000 + rounds)
        learn(policy, optimizer, steps, margins)
        line = {"minutes": round((time.monotonic() - began) / 60, 2), "games": rounds * given.games}
        line |= {"margin": round(float(margins.mean()), 1), "won": round(float((margins > 0).float().mean()), 3)}
        print(line, flush=True)
        if given.log:
            with open(given.log, "a") as file:
                file.write(json.dumps(line) + "\n")
    _, margins = play(policy, 200, 999, best=True)
    points = float((margins > 0).float().sum() + 0.5 * (margins == 0).float().sum())
    print(f"{points:g} of 200 points against greedy play, {100 * points / 200:.1f} %")


if __name__ == "__main__":
    main()

"""How fast batches are: steps per CPU second of one core, beside blokus-rl if its Python is given, and where bytes go.

    python -m venv /tmp/rival && /tmp/rival/bin/pip install blokus-rl==0.4.0
    python benchmarks/learning/environments.py --rival /tmp/rival/bin/python

Choosing a move is not timed, here or there: both loops time the step and what is read after it. How well threads share
the work is measured by benchmarks/learning/threads.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import time
from collections.abc import Callable

import numpy as np

from cornerwise.env import Batch

RULESETS = ("classic-4", "duo", "3d-pyramid-4", "dice-4")
RIVAL_WAY = "blokus-rl 0.4.0: observation and dense mask"
RIVAL = """
import json, sys, time
import numpy as np
from blokus_rl import BlokusEnv
env, chance = BlokusEnv(), np.random.default_rng(1)
steps, spent = 0, 0.0
while spent < float(sys.argv[1]):
    env.reset()
    while env.agents:
        agent = env.agent_selection
        start = time.process_time()
        observation = env.observe(agent)
        spent += time.process_time() - start
        action = None
        if not env.terminations[agent]:
            legal = np.flatnonzero(observation["action_mask"])
            action = legal[chance.integers(len(legal))]
            steps += 1
        start = time.process_time()
        env.step(action)
        spent += time.process_time() - start
print(json.dumps({"steps": steps, "seconds": spent}))
"""


def steps_per_second(
    batch: Batch, read: Callable[[], object], seconds: float, clock: Callable[[], float] = time.process_time
) -> float:
    """Steps per second of a batch in which everything that `read` reads is read after every step."""
    steps, spent = 0, 0.0
    while spent < seconds:
        ids = batch.sample()
        start = clock()
        batch.step(ids)
        read()
        spent += clock() - start
        steps += len(batch)
    return steps / spent


def rival_steps_per_second(python: str, seconds: float) -> float:
    """The same of blokus-rl."""
    run = subprocess.run([python, "-c", RIVAL, str(seconds)], capture_output=True, text=True, check=True)
    told = json.loads(run.stdout)
    return float(told["steps"] / told["seconds"])


def ways(batch: Batch) -> dict[str, Callable[[], object]]:
    """What a loop may read after a step, into arrays of its own."""
    n = len(batch)
    masks, packed = np.empty((n, batch.action_count), np.bool_), batch.packed_masks()
    planes, features = batch.planes(), batch.features()
    lists = np.empty(n * 2000, np.int32), np.empty(n + 1, np.int64)
    return {
        "nothing": lambda: None,
        "legal lists": lambda: batch.legal(lists),
        "planes and features": lambda: (batch.planes(planes), batch.features(features)),
        "planes, features, legal lists": lambda: (batch.planes(planes), batch.features(features), batch.legal(lists)),
        "planes, features, packed masks": lambda: (
            batch.planes(planes),
            batch.features(features),
            batch.packed_masks(packed),
        ),
        "planes, features, dense masks": lambda: (batch.planes(planes), batch.features(features), batch.masks(masks)),
    }


def main() -> None:
    """Prints a table per ruleset, then what a game takes in memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rival", help="the Python of an environment with blokus-rl 0.4.0")
    parser.add_argument("--games", type=int, default=64, help="games in a batch")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds per figure")
    parser.add_argument("--rounds", type=int, default=3, help="the best of so many")
    parser.add_argument("--rulesets", nargs="*", default=RULESETS, choices=RULESETS)
    given = parser.parse_args()
    for name in given.rulesets:
        batch = Batch(name, given.games, seed=1)
        is_theirs = given.rival and name == "classic-4"
        best: dict[str, float] = {}
        # The rival runs between our own, so that a machine that others use is as busy for it as for us.
        for _ in range(given.rounds):
            for way, read in ways(batch).items():
                best[way] = max(best.get(way, 0.0), steps_per_second(batch, read, given.seconds))
            if is_theirs:
                best[RIVAL_WAY] = max(best.get(RIVAL_WAY, 0.0), rival_steps_per_second(given.rival, given.seconds))
        print(f"\n{name}, {given.games} games")
        for way, rate in best.items():
            beside = f"  {rate / best[RIVAL_WAY]:6.1f} x blokus-rl" if is_theirs else ""
            print(f"  {way:46} {rate:12,.0f} steps/s{beside}")
        sizes = {
            "state": batch.nbytes // len(batch),
            "planes": int(np.prod(batch.plane_shape)),
            "features": 4 * batch.feature_count,
            "dense mask": batch.action_count,
            "packed mask": (batch.action_count + 7) // 8,
        }
        print("  bytes per game: " + ", ".join(f"{what} {size:,}" for what, size in sizes.items()))


if __name__ == "__main__":
    main()

"""MaskablePPO learns on our environments as they are; `make test-env` runs this."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

from cornerwise.adapters.gymnasium import SeatEnv
from cornerwise.arena.tournament import Tournament, play_tournament
from cornerwise.env import Batch


@pytest.mark.parametrize("name", ["duo", "dice-2"])
def test_maskable_ppo_learns_and_plays(name: str) -> None:
    env = SeatEnv(name, opponent="random")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    observation, _ = env.reset(seed=2)
    ended = False
    while not ended:
        masks = get_action_masks(env)
        action, _ = model.predict(observation, action_masks=masks)
        assert masks[action]
        observation, _, ended, _, _ = env.step(np.int64(action))


def test_the_example_learns_in_small(tmp_path: Path) -> None:
    names = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "maskable_duo.py"))
    games = names["Games"](8, "random")
    model = MaskablePPO(names["MovePolicy"], games, n_steps=16, batch_size=64, n_epochs=1, seed=1, device="cpu")
    before = [part.detach().clone() for part in model.policy.parameters()]
    model.learn(512)
    assert any(not torch.equal(old, new) for old, new in zip(before, model.policy.parameters(), strict=True))
    assert len(games.margins) > 8 and 0 <= names["points"](model, "random", 8) <= 8
    model.save(tmp_path / "duo")
    again = MaskablePPO.load(tmp_path / "duo", device="cpu")
    assert names["points"](again, "greedy", 8) == names["points"](model, "greedy", 8)


def test_a_model_plays_in_a_tournament_as_the_docs_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = Path(__file__).parents[2] / "docs" / "learning" / "environments.md"
    code = next(
        block for block in re.findall(r"```python\n(.*?)```", docs.read_text("utf-8"), re.S) if "Learned" in block
    )
    env = SeatEnv("duo", opponent="random")
    MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=16, n_epochs=1, device="cpu").save(tmp_path / "duo")
    (tmp_path / "learned.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    table = play_tournament(Tournament("duo", {"m": "python:learned.py:Learned", "g": "greedy"}, games=2))
    assert len(table.rows) == 2 and not table.spoiled


def test_torch_reads_and_owns_arrays_without_copying() -> None:
    batch = Batch("duo", 8, seed=1)
    planes = torch.empty((8, *batch.plane_shape), dtype=torch.uint8)
    masks = torch.empty((8, batch.action_count), dtype=torch.bool)
    batch.planes(out=planes)
    batch.masks(out=masks)
    assert planes[:, 0].all() and np.array_equal(masks.numpy(), batch.masks())
    ids = torch.multinomial(masks.float(), 1)[:, 0]
    batch.step(ids)
    seats = batch.seats
    assert torch.from_dlpack(batch.planes()).data_ptr() and seats.tolist() == [1] * 8

"""The example that learns, in small; `make test-env` runs this."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import torch

from cornerwise.env import Batch

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_duo.py"


def test_it_plays_and_learns_in_small() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 150
    names = runpy.run_path(str(EXAMPLE))
    torch.set_num_threads(1)
    torch.manual_seed(1)
    np.random.seed(1)
    shape = Batch(names["RULES"], 1)
    policy = names["Policy"](shape.plane_shape[0], shape.feature_count)
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    before = torch.cat([part.detach().flatten().clone() for part in policy.parameters()])
    for number in (1, 2):
        steps, margins = names["play"](policy, 16, number)
        assert len(margins) == 16
        names["learn"](policy, optimizer, steps, margins)
    after = torch.cat([part.detach().flatten() for part in policy.parameters()])
    assert after.isfinite().all() and (after != before).float().mean() > 0.5
    _, margins = names["play"](policy, 8, 3, best=True)
    assert len(margins) == 8

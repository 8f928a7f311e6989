"""The policy: how promising every legal move looks before any search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cornerwise._core import Position, sketches
from cornerwise.tuning import Tuning

REASONABLE = 0.1
"""A move that looks less likely than this share of the likeliest is never played for its looks."""


def first_thoughts(
    position: Position, tuning: Tuning, last: int = -1
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """The ids of the legal moves and how likely the policy would play each; unreasonable ones not at all."""
    ids, rows, phase = sketches(position, last)
    shape, levels = np.asarray(tuning["shape"][phase]), np.asarray(tuning["level"][phase])
    features = np.arange(levels.shape[0])
    weights = shape[rows[:, 0]] + levels[features[None, :], rows[:, 1:]].sum(axis=1)
    likely = np.exp((weights - weights.max()) * tuning.get("tree_sharpness", 1.0))
    likely[likely < REASONABLE] = 0.0
    return ids, likely / likely.sum()

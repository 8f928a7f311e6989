"""The policy: how promising every legal move looks before any search."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cornerwise._core import Position, Search

REASONABLE = 0.1
"""A move that looks less likely than this share of the likeliest is never played for its looks."""


def first_thoughts(
    position: Position, search: Search, last: int = -1, taste: float = 1.0
) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """The ids of the legal moves and how likely the policy would play each; unreasonable ones not at all."""
    ids, likely, _ = search.first_thoughts(position, last)
    likely = (likely / likely.max()).astype(np.float64) ** taste
    likely[likely < REASONABLE] = 0.0
    return ids, likely / likely.sum()

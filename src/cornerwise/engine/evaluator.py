"""Evaluators: callables from outside, such as networks, that judge many positions of a search at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from cornerwise._core import Position
from cornerwise.errors import EvaluatorError

TOLERANCE = 1e-3
"""By so much a share may leave the range from 0 to 1, as numbers with few bits do."""


class Leaves(TypedDict):
    """Positions that an evaluator judges: the arrays of `cornerwise.env.Batch` and of data sets, and the positions."""

    planes: NDArray[np.uint8]
    """(n, planes, rows, columns)."""
    features: NDArray[np.float32]
    """(n, features)."""
    ids: NDArray[np.int32]
    """The legal moves of all positions: those of position i are ids[offsets[i]:offsets[i + 1]]."""
    offsets: NDArray[np.int64]
    """(n + 1,)."""
    positions: list[Position]


Evaluator = Callable[[Leaves], tuple[Any, Any]]
"""Gives (policy, shares): a weight, 0 or more, for each of the ids; and (n, seats) shares of the victory, the seat to
move first, as data sets have them."""


def checked_evaluator(
    evaluator: Evaluator, seats: int
) -> Callable[..., tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """The evaluator as the search calls it; whatever goes wrong becomes one EvaluatorError."""

    def evaluate(
        planes: Any, features: Any, ids: Any, offsets: Any, positions: list[Position]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        leaves = Leaves(planes=planes, features=features, ids=ids, offsets=offsets, positions=positions)
        # What it may write over is not what is checked.
        count, n = len(ids), len(positions)
        try:
            found = evaluator(leaves)
        except Exception as error:
            raise EvaluatorError(f"The evaluator failed: {type(error).__name__}: {error}") from error
        if not (isinstance(found, tuple | list) and len(found) == 2):
            raise EvaluatorError(f"An evaluator gives a pair, policy and shares, not {type(found).__name__}.")
        policy, shares = _numbers(found[0], "policy", (count,)), _numbers(found[1], "shares", (n, seats))
        if count and policy.min() < 0:
            raise EvaluatorError("The policy of an evaluator has weights of 0 or more; give exp(logits), not logits.")
        if shares.min() < -TOLERANCE or shares.max() > 1 + TOLERANCE:
            raise EvaluatorError(
                "The shares of an evaluator are parts of the victory, 0 to 1; a value v from −1 to 1 is (v + 1) / 2."
            )
        return policy, shares.clip(0, 1)

    return evaluate


def _numbers(value: Any, noun: str, shape: tuple[int, ...]) -> NDArray[np.float32]:
    try:
        array = np.asarray(value)
        if array.dtype.kind not in "fiu":
            raise TypeError(f"of {array.dtype}")
        numbers = np.ascontiguousarray(array, np.float32)
    except Exception as error:
        raise EvaluatorError(f"The {noun} of an evaluator is an array of numbers: {error}") from error
    if numbers.shape != shape:
        raise EvaluatorError(f"The {noun} of an evaluator has the shape {shape} here, not {numbers.shape}.")
    if not np.isfinite(numbers).all():
        raise EvaluatorError(f"The {noun} of an evaluator is finite; this one has infinities or NaN.")
    return numbers

"""Elo: what results say about the difference between two players, and how certain that is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959964


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


def share(groups: Sequence[float]) -> Estimate:
    """The share of the points, from independent groups of games that depend on each other inside (pairs)."""
    count = len(groups)
    if count == 0:
        return Estimate(0.5, 0.0, 1.0)
    mean = sum(groups) / count
    spread = math.sqrt(sum((each - mean) ** 2 for each in groups) / (count - 1)) if count > 1 else 0.0
    if spread == 0:
        return _wilson(mean, count)
    half = Z95 * spread / math.sqrt(count)
    return Estimate(mean, max(0.0, mean - half), min(1.0, mean + half))


def elo(points: Estimate) -> Estimate:
    """A share of the points as a rating difference; infinite if one side won everything."""
    return Estimate(*(rating(part) for part in (points.value, points.low, points.high)))


def rating(part: float) -> float:
    """The rating difference at which one side scores this share of the points."""
    if part <= 0:
        return -math.inf
    if part >= 1:
        return math.inf
    return 400 * math.log10(part / (1 - part))


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent values."""
    count = len(values)
    if count == 0:
        return Estimate(0.0, -math.inf, math.inf)
    middle = sum(values) / count
    if count == 1:
        return Estimate(middle, -math.inf, math.inf)
    half = Z95 * math.sqrt(sum((each - middle) ** 2 for each in values) / (count - 1) / count)
    return Estimate(middle, middle - half, middle + half)


def _wilson(part: float, count: int) -> Estimate:
    """Wilson's interval, which stays honest where every game ended alike."""
    squared = Z95 * Z95
    center = (part + squared / (2 * count)) / (1 + squared / count)
    half = Z95 / (1 + squared / count) * math.sqrt(part * (1 - part) / count + squared / (4 * count * count))
    # At the ends the interval closes on 0 or 1, which rounding must not hide.
    return Estimate(part, 0.0 if part == 0 else center - half, 1.0 if part == 1 else center + half)

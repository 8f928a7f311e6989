"""Standings: what games among two to four players, alone or in teams, say about everybody's strength."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cornerwise.arena.elo import Estimate

PRIOR = 0.5
"""Everybody has half drawn a game with a player of rating 0, so that nobody's rating is infinite."""
RESAMPLES = 200
ROUNDS = 400


@dataclass(frozen=True)
class Standing:
    """One line of the table."""

    name: str
    rating: Estimate
    """In Elo; the mean of all players is 0.

    The interval holds 95 % of the resampled ratings, and is at least as wide as the likelihood of the games says.
    """
    games: int
    points: float
    """Victories, where those who win together share one."""


@dataclass(frozen=True)
class Outcome:
    """What one game says: how every player in it did against the others, and which games belong together."""

    places: Mapping[int, float]
    """Player → mean rank of its seats."""
    points: Mapping[int, float]
    """Player → its share of the victory."""
    group: tuple[int, ...]
    """Games with the same group depend on each other: the same players and opening."""


def standings(names: Sequence[str], games: Sequence[Outcome], seed: int = 1) -> list[Standing]:
    """The table, best first."""
    size = len(names)
    groups: dict[tuple[int, ...], list[Outcome]] = {}
    for game in games:
        groups.setdefault(game.group, []).append(game)
    tables = [comparisons(size, group) for group in groups.values()]
    found = rate(size, games)
    chance = random.Random(seed)
    drawn = (
        ratings(np.array([np.sum(chance.choices(tables, k=len(tables)), axis=0) for _ in range(RESAMPLES)]))
        if tables
        else found[None]
    )
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    # Few openings, or ones that all ended alike, resample to the same table again and again.
    margin = 1.96 * deviations(comparisons(size, games), found)
    low, high = np.minimum(low, found - margin), np.maximum(high, found + margin)
    rows = [
        Standing(
            name,
            Estimate(float(found[i]), float(low[i]), float(high[i])),
            sum(i in game.places for game in games),
            sum(game.points.get(i, 0.0) for game in games),
        )
        for i, name in enumerate(names)
    ]
    return sorted(rows, key=lambda row: -row.rating.value)


def rate(players: int, games: Sequence[Outcome]) -> NDArray[np.float64]:
    """Everybody's rating by these games."""
    return ratings(comparisons(players, games))


def comparisons(players: int, games: Sequence[Outcome]) -> NDArray[np.float64]:
    """How often the player of a row did better than the one of a column; ties are halves."""
    wins = np.zeros((players, players))
    for game in games:
        for one, mine in game.places.items():
            for other, theirs in game.places.items():
                if one != other:
                    wins[one, other] += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    return wins


def ratings(wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The likeliest Elo ratings by Bradley and Terry, where wins[i, j] counts the games i did better in than j.

    Several such tables, with an axis before, are rated at once.
    """
    met, won = wins + wins.swapaxes(-1, -2), wins.sum(axis=-1) + PRIOR
    strength = np.ones(won.shape)
    for _ in range(ROUNDS):
        # Hunter's minorization: every round makes the results likelier.
        expected = (met / (strength[..., :, None] + strength[..., None, :])).sum(axis=-1) + 2 * PRIOR / (strength + 1)
        renewed = won / expected
        done = np.allclose(renewed, strength, rtol=1e-9)
        strength = renewed
        if done:
            break
    found = 400 / math.log(10) * np.log(strength)
    return np.asarray(found - found.mean(axis=-1, keepdims=True))


def deviations(wins: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far the ratings found may be off: how flat the likelihood is around them if games are independent."""
    elo = 400 / math.log(10)
    better = 1 / (1 + np.exp((found[None, :] - found[:, None]) / elo))
    average = 1 / (1 + np.exp(-found / elo))
    told = (wins + wins.T) * better * (1 - better)
    curvature = np.diag(told.sum(axis=1) + 2 * PRIOR * average * (1 - average)) - told
    centered = np.eye(len(found)) - 1 / len(found)
    return np.asarray(elo * np.sqrt(np.diag(centered @ np.linalg.inv(curvature) @ centered)))

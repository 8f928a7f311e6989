"""The sequential probability ratio test: when enough games have been played to tell two hypotheses apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cornerwise.errors import CornerwiseError

LEAST_GROUPS = 4
"""Before so many independent groups of games nothing is decided."""


@dataclass(frozen=True)
class Sprt:
    """Whether a side is `elo1` stronger rather than `elo0`, with these chances to be wrong.

    >>> test = Sprt(0, 20)
    >>> [round(bound, 2) for bound in test.bounds]
    [-2.94, 2.94]
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """The chance to accept `elo1` though `elo0` is true."""
    beta: float = 0.05
    """The chance to accept `elo0` though `elo1` is true."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise CornerwiseError("elo1 must be larger than elo0.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise CornerwiseError("The chances to be wrong, alpha and beta, are between 0 and 0.5.")

    @property
    def bounds(self) -> tuple[float, float]:
        """Below the first `elo0` is accepted, above the second `elo1`."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def log_ratio(self, groups: Sequence[float]) -> float:
        """How much likelier `elo1` is, as a logarithm, by the shares of the points in independent groups of games.

        A group is an opening in all its seatings, so what is unfair about an opening cancels out. By the central limit
        theorem (the usual approximation of a generalized test).
        """
        return self._log_ratio(len(groups), sum(groups), sum(each * each for each in groups))

    def _log_ratio(self, count: int, total: float, squares: float) -> float:
        if count < LEAST_GROUPS:
            return 0.0
        mean = total / count
        variance = (squares - total * mean) / (count - 1)
        # Where all groups ended alike their spread is not zero, only not seen yet.
        variance = max(variance, 0.25 / (count + 1))
        low, high = share_of(self.elo0), share_of(self.elo1)
        return count * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, groups: Sequence[float]) -> str | None:
        """Which hypothesis is accepted, "elo0" or "elo1"; None while both may be true."""
        return self._verdict(self.log_ratio(groups))

    def _verdict(self, ratio: float) -> str | None:
        low, high = self.bounds
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


class Evidence:
    """What speaks for one hypothesis or the other, as the games of the openings come back in any order.

    Openings count in their order, so the verdict does not depend on which games came back first. The first verdict is
    the last: what comes later is not looked at. An opening with a spoiled game is left out.
    """

    def __init__(self, test: Sprt, size: int) -> None:
        """`size` games are an opening."""
        self.test = test
        self.openings = 0
        """That count."""
        self.log_ratio = 0.0
        self.verdict: str | None = None
        self._size = size
        self._games: dict[int, list[float]] = {}
        self._spoiled: set[int] = set()
        self._next = 0
        self._total = self._squares = 0.0

    def add(self, opening: int, points: float | None) -> None:
        """A game of an opening, and what the first player made of it; None if it was spoiled."""
        if points is None:
            self._spoiled.add(opening)
        else:
            self._games.setdefault(opening, []).append(points)
        while self.verdict is None:
            games = self._games.get(self._next, [])
            if len(games) == self._size:
                self._count(sum(games) / self._size)
            elif self._next not in self._spoiled:
                return
            self._next += 1

    def _count(self, share: float) -> None:
        self.openings += 1
        self._total += share
        self._squares += share * share
        self.log_ratio = self.test._log_ratio(self.openings, self._total, self._squares)
        self.verdict = self.test._verdict(self.log_ratio)


def share_of(elo: float) -> float:
    """The share of the points that a difference of ratings makes."""
    return 1 / (1 + 10 ** (-elo / 400))

"""A rating: how strong somebody is, how certain that is, and what one game says about it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from openskill.models import PlackettLuce

from cornerwise.errors import CornerwiseError

POINTS = 400 / math.log(10)
"""Points per unit of log-odds: who is 400 points ahead ranks first ten times out of eleven."""
START, SPREAD = 1500.0, 250.0
"""Where everybody begins, and how far from there the middle two thirds of all people are expected."""
DRIFT = 5.0
"""How much surer than it was a rating may never be taken before a game: people learn and forget."""
SETTLED = 120.0
"""A rating less sure than this is provisional."""
CAUTION = 2.0
"""A number is given ± this many standard deviations, which holds for 19 people of 20."""


@dataclass(frozen=True)
class Rating:
    """What is known about somebody's strength on a ladder after some games.

    >>> print(Rating())
    1500? ± 500
    >>> print(Rating(1623.4, 61.8, 40))
    1623 ± 124
    """

    mu: float = START
    sigma: float = SPREAD
    games: int = 0

    @property
    def number(self) -> int:
        """The one number that is shown."""
        return round(self.mu)

    @property
    def uncertainty(self) -> int:
        """What stands after the ±."""
        return round(CAUTION * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether too few games have been played for the number to mean much."""
        return self.sigma > SETTLED

    @property
    def bound(self) -> float:
        """The cautious bound, by which a ranking is ordered: so strong at least, most likely."""
        return self.mu - CAUTION * self.sigma

    def __str__(self) -> str:
        return f"{self.number}{'?' if self.is_provisional else ''} ± {self.uncertainty}"


def fixed(number: float) -> Rating:
    """The rating of a computer, which is known and stays as it is."""
    return Rating(float(number), 0.0)


def rate(teams: Sequence[Sequence[Rating]], ranks: Sequence[int]) -> list[list[Rating]]:
    """The ratings after a game between teams, often of one each; equal ranks are a tie.

    The same ratings in the same order give the same numbers to the last bit.
    """
    model = _model(*_sizes(teams, ranks))
    sides = [[model.rating(each.mu, each.sigma) for each in team] for team in teams]
    after = model.rate(sides, ranks=[float(rank) for rank in ranks])
    return [
        [Rating(new.mu, new.sigma, old.games + 1) for old, new in zip(team, side, strict=True)]
        for team, side in zip(teams, after, strict=True)
    ]


def chances(teams: Sequence[Sequence[Rating]]) -> list[float]:
    """How likely every team is to come first, by the model that `rate` learns with."""
    _, size = _sizes(teams)
    # As `rate` does: what is not known about anybody makes every difference tell less.
    doubt = sum(each.sigma**2 + DRIFT**2 for team in teams for each in team)
    width = math.sqrt(POINTS**2 * size + doubt)
    strengths = [sum(each.mu for each in team) / width for team in teams]
    top = max(strengths)
    weights = [math.exp(strength - top) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


def _sizes(teams: Sequence[Sequence[Rating]], ranks: Sequence[int] | None = None) -> tuple[int, int]:
    """How many teams there are and how many are in each."""
    sizes = {len(team) for team in teams}
    if len(teams) < 2 or len(sizes) != 1 or 0 in sizes:
        raise CornerwiseError("A rated game needs two teams or more, with equally many people in each.")
    if ranks is not None and len(ranks) != len(teams):
        raise CornerwiseError(f"{len(teams)} teams need {len(teams)} ranks, not {len(ranks)}.")
    return len(teams), sizes.pop()


@lru_cache(maxsize=16)
def _model(count: int, size: int) -> PlackettLuce:
    """The model for so many teams of this size.

    Plackett and Luce's own width of a game grows with the number of teams, so that 400 points would mean less with four
    seats than with two. Here beta is chosen so that the width of a game between people who are known well is always
    POINTS, and the root of the size times that for teams, whose strengths and luck add up. gamma is 1: in simulations
    (docs/measured/ratings.md) the uncertainty is then right; openskill's own choice overstates it and lets numbers run
    apart.
    """
    return PlackettLuce(
        mu=START,
        sigma=SPREAD,
        beta=POINTS * math.sqrt(size / count),
        tau=DRIFT,
        gamma=_full,
    )


def _full(*_: object) -> float:
    return 1.0

"""A simulated club of people whose strength is known: are their ratings right, how soon, and do they stay so?"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cornerwise.server.ratings.rating import POINTS, Rating, chances, fixed, rate

LEVELS = (1000, 1150, 1300, 1450, 1600, 1750, 1900, 2050)
"""Computers of the club; they are as strong as their numbers say."""
REACH = 150.0
"""How far apart in rating, about, people are who sit down together."""


@dataclass(frozen=True)
class Club:
    """What is simulated: everybody plays one game a round."""

    seats: int = 2
    size: int = 1
    """How many are in a team."""
    people: int = 240
    rounds: int = 100
    mean: float = 1500.0
    spread: float = 250.0
    advantage: float = 0.0
    """By how many points the first seat is better off than the last; seats are drawn at random."""
    grain: float = 0.0
    """Performances this close are a tie."""
    computers: float = 0.0
    """The part of all tables at which a computer sits."""
    newcomers: float = 0.0
    """The part of all people who leave every round and are replaced by newcomers."""
    seed: int = 1


@dataclass
class Member:
    """Somebody of the club."""

    strength: float
    rating: Rating = field(default_factory=Rating)


@dataclass(frozen=True)
class Finding:
    """How good the ratings of everybody present are after a round."""

    round: int
    error: float
    """Root of the mean square of rating − strength, after a shift of all that makes no difference to anybody."""
    sigma: float
    within: float
    """The part of people whose strength lies within the ± of their number."""
    slope: float
    """By how much ratings lie apart for every point that strengths do."""
    correlation: float
    """Spearman's, between the order by rating and the order by strength."""
    drift: float
    """The mean of rating − strength."""


@dataclass(frozen=True)
class Forecast:
    """The chance that was given to a team to come first, and what it made: 1, a share of a tie, or 0."""

    chance: float
    points: float


def simulate(club: Club) -> Iterator[tuple[Finding, list[Forecast]]]:
    """What is found after every round, and what had been forecast of its games."""
    rng = random.Random(club.seed)
    members = [Member(rng.gauss(club.mean, club.spread)) for _ in range(club.people)]
    for number in range(1, club.rounds + 1):
        if club.newcomers:
            for index in rng.sample(range(club.people), round(club.newcomers * club.people)):
                members[index] = Member(rng.gauss(club.mean, club.spread))
        forecasts: list[Forecast] = []
        for table in _tables(club, members, rng):
            forecasts += _play(club, table, rng)
        yield find(number, members), forecasts


def _tables(club: Club, members: list[Member], rng: random.Random) -> Iterator[list[Member]]:
    """Who sits down together: people of about the same rating, here and there with a computer."""
    queue = sorted(members, key=lambda member: member.rating.mu + rng.gauss(0, REACH))
    while len(queue) >= club.seats:
        if rng.random() < club.computers:
            table, queue = queue[: club.seats - 1], queue[club.seats - 1 :]
            middle = sum(member.rating.mu for member in table) / len(table)
            level = min(LEVELS, key=lambda number: abs(number - middle))
            table.append(Member(level, fixed(level)))
        else:
            table, queue = queue[: club.seats], queue[club.seats :]
        rng.shuffle(table)
        yield table


def _play(club: Club, table: list[Member], rng: random.Random) -> list[Forecast]:
    """One game: performances are strengths with luck, whose spread is what 400 points for ten to one says."""
    teams = [table[first :: club.seats // club.size] for first in range(club.seats // club.size)]
    performances = []
    for number, team in enumerate(teams):
        luck = sum(-POINTS * math.log(-math.log(rng.random())) for _ in team)
        seat = club.advantage * (0.5 - number / (len(teams) - 1))
        performance = sum(member.strength for member in team) + luck + seat
        performances.append(round(performance / club.grain) if club.grain else performance)
    ranks = [1 + sum(other > own for other in performances) for own in performances]
    before = [[member.rating for member in team] for team in teams]
    winners = ranks.count(1)
    forecasts = [
        Forecast(chance, 1 / winners if rank == 1 else 0.0) for chance, rank in zip(chances(before), ranks, strict=True)
    ]
    for team, after in zip(teams, rate(before, ranks), strict=True):
        for member, rating in zip(team, after, strict=True):
            if member.rating.sigma > 0:
                member.rating = rating
    return forecasts


def find(number: int, members: Sequence[Member]) -> Finding:
    """How good the ratings of these people are."""
    count = len(members)
    mean = sum(member.strength for member in members) / count
    rated = sum(member.rating.mu for member in members) / count
    errors = [member.rating.mu - rated - (member.strength - mean) for member in members]
    within = sum(abs(error) < 2 * member.rating.sigma for error, member in zip(errors, members, strict=True))
    product = sum((member.rating.mu - rated) * (member.strength - mean) for member in members)
    by_rating = sorted(range(count), key=lambda each: members[each].rating.mu)
    by_strength = sorted(range(count), key=lambda each: members[each].strength)
    place = {each: at for at, each in enumerate(by_strength)}
    squares = sum((at - place[each]) ** 2 for at, each in enumerate(by_rating))
    return Finding(
        round=number,
        error=math.sqrt(sum(error * error for error in errors) / count),
        sigma=sum(member.rating.sigma for member in members) / count,
        within=within / count,
        slope=product / sum((member.strength - mean) ** 2 for member in members),
        correlation=1 - 6 * squares / (count * (count * count - 1)),
        drift=rated - mean,
    )


def calibration(forecasts: Sequence[Forecast], bins: int = 10) -> list[tuple[float, float, int]]:
    """Forecasts sorted into bins by chance: the mean chance, the mean of what was made, and how many."""
    found = []
    for bin in range(bins):
        inside = [each for each in forecasts if bin <= each.chance * bins < bin + 1]
        if inside:
            chance, points = (sum(getattr(each, part) for each in inside) for part in ("chance", "points"))
            found.append((chance / len(inside), points / len(inside), len(inside)))
    return found

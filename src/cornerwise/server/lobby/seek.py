"""A seek: somebody's wish to play, on any of several terms, with people of a certain strength."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cornerwise.server.wire.terms import DAY, SECOND, Terms

SeekKind = Literal["quick", "open", "challenge", "private"]

RANGE = 150
"""How far apart in rating two people who press Play now may be at first."""
WIDENING = 25
"""How many points are added every second they wait."""
FILL_AFTER = 12 * SECOND
"""How long a seek waits for people before the computer fills its empty seats, where everybody agreed to that."""
ABSENT_AFTER = 20 * SECOND
"""How long a seek for a live game outlives the last sign of its seeker."""
ANY = 10**9
"""A rating that nobody reaches."""
LASTS = 7 * DAY
"""How long a seek for a turn-based game stays."""


@dataclass(frozen=True)
class Seek:
    """An offer to play; it meets others by `matching`.

    A quick or open seek meets whoever fits. A challenge meets only the person it is `to`, a private one only those who
    have its link; both meet a seek that `wants` them.
    """

    id: str
    person: str
    kind: SeekKind
    terms: tuple[Terms, ...]
    numbers: tuple[int, ...]
    """The seeker's rating on the ladder of each of the terms."""
    made: int
    """When it was made, UTC in milliseconds."""
    seen: int
    """When the seeker was last known to be there."""
    low: int | None = None
    high: int | None = None
    """The ratings accepted; None where there is no bound."""
    fill: int | None = None
    """The level of the computer the seeker would have on empty seats; None for people only."""
    to: str | None = None
    """The person a challenge is for."""
    wants: str | None = None
    """The seek this one answers."""
    is_declined: bool = False
    """Whether the person a challenge was for has said no; it stays until the seeker closes it or it expires."""
    avoids: frozenset[str] = frozenset()
    """People this seeker blocked."""

    @property
    def is_live(self) -> bool:
        """Whether it is a wish to play now, which ends when the seeker leaves."""
        return any(terms.tempo.is_live for terms in self.terms)

    def is_alive(self, now: int) -> bool:
        """Whether the wish still stands at a moment."""
        return now - self.seen <= ABSENT_AFTER if self.is_live else now - self.made <= LASTS

    def number(self, terms: Terms) -> int:
        """The seeker's rating for some of the terms."""
        return self.numbers[self.terms.index(terms)]

    def accepts(self, other: Seek, terms: Terms, now: int) -> bool:
        """Whether this seeker would sit at a table on these terms with the other."""
        mine, theirs = self.number(terms), other.number(terms)
        low, high = self.named if other.wants == self.id else self.range(mine, terms, now)
        return self.welcomes(other) and low <= theirs <= high

    def welcomes(self, other: Seek) -> bool:
        """Whether this seeker would sit at a table with the other, on whatever terms and however strong."""
        if self.is_declined or other.person == self.person or other.person in self.avoids:
            return False
        if self.kind == "challenge" and self.to != other.person:
            return False
        if self.kind in ("challenge", "private") and other.wants != self.id:
            return False
        return self.wants is None or other.wants == self.wants or other.id == self.wants

    @property
    def named(self) -> tuple[int, int]:
        """The ratings accepted from whoever asks for this seek by name."""
        return self.low if self.low is not None else -ANY, self.high if self.high is not None else ANY

    def range(self, mine: int, terms: Terms, now: int) -> tuple[int, int]:
        """The ratings accepted of others; where nobody is named, those near `mine`, and further away every second."""
        low, high = self.named
        if self.kind != "quick" or not terms.is_rated:
            return low, high
        reach = RANGE + WIDENING * (max(0, now - self.made) // SECOND)
        return max(low, mine - reach), min(high, mine + reach)

    @property
    def kept(self) -> dict[str, Any]:
        """What the store keeps as one value."""
        return {
            "terms": [terms.model_dump() for terms in self.terms],
            "numbers": list(self.numbers),
            "low": self.low,
            "high": self.high,
            "fill": self.fill,
            "wants": self.wants,
            **({"is_declined": True} if self.is_declined else {}),  # an older process does not know it
        }

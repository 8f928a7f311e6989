"""Which seeks make a table: the one that has waited longest meets whoever is nearest to it in strength."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import cornerwise as cw
from cornerwise.server.lobby.seek import FILL_AFTER, Seek
from cornerwise.server.wire.terms import Terms


@dataclass(frozen=True)
class Match:
    """Seeks that make a table: the people of `seeks`, and computers of `level` on the other seats."""

    terms: Terms
    seeks: tuple[Seek, ...]
    computers: int
    level: int | None


class Wish(NamedTuple):
    """A seek as far as some of its terms go: the seeker's rating, and the ratings accepted."""

    seek: Seek
    terms: Terms
    number: int
    low: int
    high: int


def match(seeks: Iterable[Seek], now: int) -> Match | None:
    """The first table some of these seeks can make, or None.

    Whoever has waited longest comes first; of the terms, those the seeker named first. All seeks are compared with each
    other while nobody else can write, so whatever does not depend on both is worked out before.
    """
    alive = sorted((seek for seek in seeks if seek.is_alive(now)), key=lambda seek: (seek.made, seek.id))
    wishes = {seek.id: [(_key(terms), _wish(seek, terms, now)) for terms in seek.terms] for seek in alive}
    by_terms: dict[str, list[Wish]] = {}
    for each in wishes.values():
        for key, wish in each:
            by_terms.setdefault(key, []).append(wish)
    seats = {key: _seats(same[0].terms) for key, same in by_terms.items()}
    for anchor in alive:
        if anchor.wants is not None:  # it sits down with the seek it wants, or not at all
            continue
        welcome = {other.id for other in alive if anchor.welcomes(other) and other.welcomes(anchor)}
        if not welcome and anchor.fill is None:
            continue
        for key, wish in wishes[anchor.id]:
            found = _gather(wish, [other for other in by_terms[key] if other.seek.id in welcome], seats[key], now)
            if found is not None:
                return found
    return None


def _wish(seek: Seek, terms: Terms, now: int) -> Wish:
    number = seek.number(terms)
    return Wish(seek, terms, number, *seek.range(number, terms, now))


def _seats(terms: Terms) -> int:
    return cw.ruleset(terms.ruleset, **terms.options).seats


def _gather(wish: Wish, others: list[Wish], seats: int, now: int) -> Match | None:
    """The table an anchor gets on some of its terms, if there is one."""
    anchor, terms, mine, low, high = wish
    least, most = anchor.named
    fitting = [
        other
        for other in others
        if other.low <= mine <= other.high
        and (low <= other.number <= high or (other.seek.wants == anchor.id and least <= other.number <= most))
    ]

    def distance(other: Wish) -> tuple[bool, int, int, str]:
        return other.seek.wants != anchor.id, abs(other.number - mine), other.seek.made, other.seek.id

    party = [anchor]
    for other in (each.seek for each in sorted(fitting, key=distance)):
        if len(party) == seats:
            break
        if all(one.accepts(other, terms, now) and other.accepts(one, terms, now) for one in party[1:]):
            party.append(other)
    if len(party) == seats:
        return Match(terms, tuple(party), 0, None)
    levels = [seek.fill for seek in party if seek.fill is not None]
    if len(levels) < len(party) or not _may_fill(anchor, party, now):
        return None
    return Match(terms, tuple(party), seats - len(party), min(levels))


def _may_fill(anchor: Seek, party: list[Seek], now: int) -> bool:
    """Whether the empty seats may be filled now: at once with the person invited, else after a while."""
    if anchor.kind == "challenge":
        return len(party) > 1
    if anchor.kind == "private":
        return False  # the one who made the table says when it is full
    return now - anchor.made >= FILL_AFTER


def _key(terms: Terms) -> str:
    return terms.model_dump_json()

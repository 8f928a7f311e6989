"""Which seeks make a table: the one that has waited longest meets whoever is nearest to it in strength."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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


def match(seeks: Iterable[Seek], now: int) -> Match | None:
    """The first table some of these seeks can make, or None.

    Whoever has waited longest comes first; of the terms, those the seeker named first.
    """
    alive = sorted((seek for seek in seeks if seek.is_alive(now)), key=lambda seek: (seek.made, seek.id))
    by_terms: dict[str, list[Seek]] = {}
    for seek in alive:
        for terms in seek.terms:
            by_terms.setdefault(_key(terms), []).append(seek)
    for anchor in alive:
        for terms in anchor.terms:
            found = _gather(anchor, terms, by_terms[_key(terms)], now)
            if found is not None:
                return found
    return None


def _gather(anchor: Seek, terms: Terms, others: list[Seek], now: int) -> Match | None:
    """The table an anchor gets on some of its terms, if there is one."""
    if anchor.wants is not None:  # it sits down with the seek it wants, or not at all
        return None
    seats = cw.ruleset(terms.ruleset, **terms.options).seats
    mine = anchor.number(terms)

    def distance(seek: Seek) -> tuple[bool, int, int, str]:
        return seek.wants != anchor.id, abs(seek.number(terms) - mine), seek.made, seek.id

    party = [anchor]
    for other in sorted((seek for seek in others if seek.id != anchor.id), key=distance):
        if len(party) == seats:
            break
        if all(one.accepts(other, terms, now) and other.accepts(one, terms, now) for one in party):
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

"""Who sits down at a table and how strong they are; works on a transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.lobby.matching import Match
from cornerwise.server.play.table.opening import Sitter
from cornerwise.server.ratings.ladder import Ladder, ladder_of
from cornerwise.server.ratings.rating import Rating, fixed
from cornerwise.server.store.tables import PersonRow, RatingRow
from cornerwise.server.wire.table import Standing
from cornerwise.server.wire.terms import Terms


def ladder_for(terms: Terms) -> Ladder | None:
    """The ladder on which these terms are rated, were they rated."""
    return ladder_of(terms.ruleset, terms.tempo.is_live)


def ratings_of(transaction: Transaction, person: str) -> dict[str, Rating]:
    """Somebody's ratings by ladder."""
    rows = select(RatingRow.ladder, RatingRow.mu, RatingRow.sigma, RatingRow.games).where(RatingRow.person == person)
    return {ladder: Rating(mu, sigma, games) for ladder, mu, sigma, games in transaction.execute(rows)}


def numbers_of(transaction: Transaction, person: str, wishes: Sequence[Terms]) -> tuple[int, ...]:
    """Somebody's rating for each of these terms."""
    known = ratings_of(transaction, person)
    ladders = [ladder_for(terms) for terms in wishes]
    return tuple((known.get(ladder.key, Rating()) if ladder else Rating()).number for ladder in ladders)


def sitters(transaction: Transaction, match: Match) -> list[Sitter]:
    """Everybody a match brings to a table, computers last."""
    ladder = ladder_for(match.terms)
    found = []
    for seek in match.seeks:
        known = ratings_of(transaction, seek.person)
        rating = known.get(ladder.key, Rating()) if ladder is not None else None
        name = transaction.scalar(select(PersonRow.name).where(PersonRow.id == seek.person)) or ""
        found.append(Sitter(seek.person, name, None, _standing(rating)))
    for _ in range(match.computers):
        assert match.level is not None
        anchor = ladder.anchor(match.level) if ladder is not None else None
        rating = fixed(anchor) if anchor is not None else None
        found.append(Sitter(f"computer-{match.level}", "", match.level, _standing(rating)))
    return found


def _standing(rating: Rating | None) -> Standing | None:
    return None if rating is None else Standing(number=rating.number, is_provisional=rating.is_provisional, after=None)

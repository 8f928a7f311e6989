"""Repetition: what the same two people play again and again within a day says ever less about either.

Decided once, when a game ends, and kept with the result, so that recomputing follows from the results alone.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from sqlalchemy import case, select
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.orm import aliased

from cornerwise.server.store.tables import PersonRow, ResultRow, ResultSeatRow

MOST = 5
"""Games against one opponent within a day that count for somebody."""
DAY = 24 * 3600 * 1000  # milliseconds
LOOKED_AT = 200  # of somebody's latest results
GUEST = ""  # all guests are one opponent for those with an account, because anybody can be any number of them


def is_repetition(transaction: Transaction, ladder: str, person: str, opponents: list[str], ended: int) -> bool:
    """Whether somebody has played enough games that count within a day against one of these opponents."""
    kinds = select(PersonRow.id, PersonRow.kind).where(PersonRow.id.in_([person, *opponents]))
    kind_of: dict[str, str] = {id: kind for id, kind in transaction.execute(kinds)}
    has_account = kind_of.get(person) == "account"
    met = _met(transaction, ladder, person, ended)
    counts: dict[str, set[int]] = defaultdict(set)
    for seq, other, kind in met:
        counts[other].add(seq)
        if has_account and kind != "account":
            counts[GUEST].add(seq)
    names = {GUEST if has_account and kind_of.get(other) != "account" else other for other in opponents}
    return any(len(counts[name]) >= MOST for name in names)


def _met(transaction: Transaction, ladder: str, person: str, ended: int) -> list[Any]:
    """The numbers of the day's results that count for somebody, with everybody met there and what they are."""
    mine = (
        select(ResultSeatRow.seq, ResultSeatRow.team, ResultSeatRow.counts)
        .where(ResultSeatRow.person == person, ResultSeatRow.ladder == ladder)
        .order_by(ResultSeatRow.seq.desc())
        .limit(LOOKED_AT)
        .subquery()
    )
    other = aliased(ResultSeatRow)
    kind = case((PersonRow.deleted.is_(None), PersonRow.kind), else_="deleted")
    return list(
        transaction.execute(
            select(mine.c.seq, other.person, kind)
            .join(ResultRow, (ResultRow.ladder == ladder) & (ResultRow.seq == mine.c.seq))
            .join(other, (other.ladder == ladder) & (other.seq == mine.c.seq) & (other.team != mine.c.team))
            .join(PersonRow, PersonRow.id == other.person)
            .where(mine.c.counts, other.is_fixed.is_(False))
            .where(ResultRow.annulled.is_(None), ResultRow.ended > ended - DAY)
        )
    )

"""Whom somebody does not want to hear or meet, and what people tell the moderators; works on a transaction."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import BarRow, ReportRow

BarKind = Literal["mute", "block"]


def set_bar(transaction: Transaction, person: str, other: str, kind: BarKind | None, now: int) -> None:
    """Mute or block somebody, or (None) neither any more."""
    if kind is None:
        transaction.execute(delete(BarRow).where(BarRow.person == person, BarRow.other == other))
    else:
        transaction.merge(BarRow(person=person, other=other, kind=kind, made=now))


def barred(transaction: Transaction, person: str, kind: BarKind) -> frozenset[str]:
    """Whom somebody has muted (who is blocked is not heard either), or blocked."""
    kinds = ("mute", "block") if kind == "mute" else ("block",)
    return frozenset(transaction.scalars(select(BarRow.other).where(BarRow.person == person, BarRow.kind.in_(kinds))))


def is_blocked(transaction: Transaction, one: str, other: str) -> bool:
    """Whether either has blocked the other."""
    pair = or_(
        (BarRow.person == one) & (BarRow.other == other),
        (BarRow.person == other) & (BarRow.other == one),
    )
    return transaction.scalar(select(BarRow.person).where(BarRow.kind == "block", pair).limit(1)) is not None


def add_report(transaction: Transaction, by: str, about: str, game: str, reason: str, note: str, now: int) -> bool:
    """Keep a report, once per game and pair of people; False when it was known already."""
    known = select(ReportRow.id).where(ReportRow.by == by, ReportRow.about == about, ReportRow.game == game)
    if transaction.scalar(known) is not None:
        return False
    transaction.add(ReportRow(made=now, by=by, about=about, game=game, reason=reason, note=note))
    return True

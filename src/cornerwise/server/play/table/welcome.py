"""Who may sit down at a table with others now; works on a transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.table.aborts import aborts_since
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import PersonRow
from cornerwise.server.wire.terms import MINUTE, Terms

HASTY = 6  # games aborted within an hour, after which rated games must wait


def expect_welcome(transaction: Transaction, person: str, wishes: Iterable[Terms], now: int) -> None:
    """Refuse somebody who may not play with others for now, or rated games to somebody who has just aborted many."""
    until = transaction.scalar(select(PersonRow.suspended_until).where(PersonRow.id == person))
    if until is not None and until > now:
        day = datetime.fromtimestamp(until / 1000, UTC).strftime("%Y-%m-%d %H:%M")
        sentence = f"You cannot play with others until {day} UTC; the host has decided so."
        raise Refusal("refused", sentence, "suspended", until=until)
    if any(terms.is_rated for terms in wishes) and aborts_since(transaction, person, now - 60 * MINUTE) >= HASTY:
        sentence = "You have aborted many games; play unrated ones, or wait an hour."
        raise Refusal("refused", sentence, "aborted_often")

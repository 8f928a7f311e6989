"""Aborts: games ended without a result are free, but counted; works on a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import AbortRow


def add_abort(transaction: Transaction, person: str, game: str, now: int) -> dict[str, Any]:
    """Count that somebody ended a game without a result."""
    transaction.merge(AbortRow(game=game, person=person, made=now))
    return {}


def aborts_since(transaction: Transaction, person: str, moment: int) -> int:
    """How many games somebody has aborted since a moment."""
    counted = select(func.count()).select_from(AbortRow).where(AbortRow.person == person, AbortRow.made >= moment)
    return transaction.scalar(counted) or 0

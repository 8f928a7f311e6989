"""Answers that workers have found, kept until whoever asked has read them; works on a transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables.answers import AnswerRow


def find_answer(transaction: Transaction, key: str) -> dict[str, Any] | None:
    """The answer to a question, if there is one yet."""
    return transaction.scalar(select(AnswerRow.answer).where(AnswerRow.key == key))


def keep_answer(transaction: Transaction, key: str, answer: dict[str, Any], now: int) -> None:
    """Keep an answer; one that is there already stays, so that what was done twice is kept once."""
    kept = insert(AnswerRow).values(key=key, answer=answer, made=now)
    transaction.execute(kept.on_conflict_do_nothing())


def drop_answers(transaction: Transaction, before: int) -> None:
    """Forget answers made before a moment."""
    transaction.execute(delete(AnswerRow).where(AnswerRow.made < before))

"""The table of answers that workers have found."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row


class AnswerRow(Row):
    """The answer to a question, by the question's key."""

    __tablename__ = "answers"

    key: Mapped[str] = mapped_column(String(200), primary_key=True)
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger, index=True)

"""What all rows of the database have in common, and the dates they tell."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy.orm import DeclarativeBase


def now() -> datetime:
    """The present time in UTC; stored without a zone, since SQLite keeps none."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


class Row(DeclarativeBase):
    """A row of any table of the database."""

"""What all tables have in common: the family they belong to, and the time they tell."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from sqlalchemy.orm import DeclarativeBase


def now() -> datetime:
    """The present time in UTC; stored without a zone, since SQLite keeps none."""
    return datetime.now(UTC).replace(tzinfo=None, microsecond=0)


def milliseconds() -> int:
    """The present time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


class Tables(DeclarativeBase):
    """The family of all tables."""

"""The lobby: seeks, bars, reports, rulings and aborts; moments are milliseconds UTC."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row

#: Marks the column that says whose row it is: that person may take it along. Who was blocked or reported may not, since
#: that is somebody else's secret.
WHOSE = {"is_whose": True}


class SeekRow(Row):
    """An open seek; it is deleted in the transaction that makes its table, so that it is given away once."""

    __tablename__ = "seeks"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(32), index=True, info=WHOSE)
    kind: Mapped[str] = mapped_column(String(16))
    to: Mapped[str | None] = mapped_column(String(32), index=True)
    made: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class BarRow(Row):
    """Somebody does not want to hear (mute) or meet (block) somebody else."""

    __tablename__ = "bars"

    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=WHOSE)
    other: Mapped[str] = mapped_column(String(32), primary_key=True, index=True)
    kind: Mapped[str] = mapped_column(String(8))
    made: Mapped[int] = mapped_column(BigInteger)


class ReportRow(Row):
    """What somebody told the moderators about somebody at a table."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    made: Mapped[int] = mapped_column(BigInteger)
    by: Mapped[str] = mapped_column(String(32), info=WHOSE)
    about: Mapped[str] = mapped_column(String(32), index=True)
    game: Mapped[str] = mapped_column(String(32))
    reason: Mapped[str] = mapped_column(String(16))
    note: Mapped[str] = mapped_column(Text)
    handled: Mapped[int | None] = mapped_column(BigInteger)


class RulingRow(Row):
    """What a moderator decided on the site, about a person or a game."""

    __tablename__ = "rulings"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=True)
    made: Mapped[int] = mapped_column(BigInteger)
    by: Mapped[str] = mapped_column(String(32), index=True, info=WHOSE)
    kind: Mapped[str] = mapped_column(String(16))
    person: Mapped[str | None] = mapped_column(String(32))
    game: Mapped[str | None] = mapped_column(String(32))
    detail: Mapped[str] = mapped_column(String(80))


class AbortRow(Row):
    """Somebody ended a game without a result, or never came to it."""

    __tablename__ = "aborts"
    __table_args__ = (Index("ix_aborts_person_made", "person", "made"),)

    game: Mapped[str] = mapped_column(String(32), primary_key=True)
    person: Mapped[str] = mapped_column(String(32), primary_key=True, info=WHOSE)
    made: Mapped[int] = mapped_column(BigInteger)

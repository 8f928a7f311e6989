"""The tables of games: what they were opened with, who sits there, what was played and thought."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Tables, now


class GameRow(Tables):
    """A game: what it was opened with, and where in its log the table stands."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    seed: Mapped[str] = mapped_column(String(64))
    computer_seed: Mapped[int] = mapped_column(BigInteger, server_default="0")
    token: Mapped[str] = mapped_column(String(64))
    ply: Mapped[int]
    is_paused: Mapped[bool]
    opened: Mapped[datetime] = mapped_column(default=now)
    played: Mapped[datetime] = mapped_column(default=now)
    #: Grows by one with every change anybody can see.
    seq: Mapped[int] = mapped_column(default=0, server_default="0")
    #: From when (milliseconds, UTC) any process may make the computer's move; null where it has none to make.
    due: Mapped[int | None] = mapped_column(BigInteger, index=True)


class SeatRow(Tables):
    """Who sits on a seat of a game."""

    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(40))
    level: Mapped[int]
    token: Mapped[str] = mapped_column(String(64))
    has_resigned: Mapped[bool]
    stand_in: Mapped[int | None]


class EntryRow(Tables):
    """One move or roll of a game's log: written once, never changed, unique per game and ply."""

    __tablename__ = "entries"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    after: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    made: Mapped[datetime] = mapped_column(default=now)


class ForecastRow(Tables):
    """What the computer thought of a ply: the win chance of every seat."""

    __tablename__ = "forecasts"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    wins: Mapped[list[float]] = mapped_column(JSON)

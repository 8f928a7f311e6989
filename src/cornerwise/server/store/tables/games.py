"""The tables of games: what they were opened with, who sits there, what was played and thought."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row, now

LINKS = text("terms IS NULL")
UNFILED = text("summary IS NULL")


class GameRow(Row):
    """A game: what it was opened with, and where in its log the table stands."""

    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_outcome_since", "outcome", "since"),
        Index("ix_games_links", "played", sqlite_where=LINKS, postgresql_where=LINKS),
        Index("ix_games_unfiled", "id", sqlite_where=UNFILED, postgresql_where=UNFILED),
    )

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    ruleset: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, str]] = mapped_column(JSON)
    seed: Mapped[str] = mapped_column(String(64))
    computer_seed: Mapped[int] = mapped_column(BigInteger, server_default="0")
    #: SHA-256 of the host's token; empty where there is no host.
    hash: Mapped[str] = mapped_column(String(64))
    ply: Mapped[int]
    is_paused: Mapped[bool]
    opened: Mapped[datetime] = mapped_column(default=now)
    played: Mapped[datetime] = mapped_column(default=now)
    #: Grows by one with every change anybody can see.
    seq: Mapped[int] = mapped_column(default=0, server_default="0")
    #: From when (milliseconds, UTC) any process may make the computer's move; null where it has none to make.
    due: Mapped[int | None] = mapped_column(BigInteger, index=True)
    #: What was agreed before the game; null for a game without terms, which has none of what follows.
    terms: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    clocks: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    #: When the present turn began, and when its time is out (milliseconds, UTC).
    since: Mapped[int | None] = mapped_column(BigInteger)
    deadline: Mapped[int | None] = mapped_column(BigInteger, index=True)
    outcome: Mapped[str | None] = mapped_column(String(16))
    ended: Mapped[int | None] = mapped_column(BigInteger)
    is_public: Mapped[bool] = mapped_column(default=False, server_default=false())
    #: The seat that is to act.
    actor: Mapped[int | None]
    #: What is being asked, the ratings, the rematch.
    table: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    #: What a list tells of the game; null for games of earlier versions until they have been looked through.
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class SeatRow(Row):
    """Who sits on a seat of a game."""

    __tablename__ = "seats"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(40))
    level: Mapped[int]
    #: SHA-256 of the token of the seat's link, and that token as only the host's opens it; empty where there is none.
    hash: Mapped[str] = mapped_column(String(64))
    sealed: Mapped[str] = mapped_column(String(128), server_default="")
    has_resigned: Mapped[bool]
    stand_in: Mapped[int | None]
    person: Mapped[str | None] = mapped_column(String(32), index=True, info={"is_whose": True})


class EntryRow(Row):
    """One move, roll or retirement of a game's log: written once, never changed, unique per game and ply."""

    __tablename__ = "entries"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    after: Mapped[int]
    kind: Mapped[str] = mapped_column(String(16))
    text: Mapped[str] = mapped_column(Text)
    made: Mapped[datetime] = mapped_column(default=now)
    #: What it took of the clock, in milliseconds; null where no clock ran.
    spent: Mapped[int | None] = mapped_column(BigInteger)


class PulseRow(Row):
    """When some process last looked after the clocks; the one row there is has the id 1."""

    __tablename__ = "pulse"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[int] = mapped_column(BigInteger)  # milliseconds UTC


class ForecastRow(Row):
    """What the computer thought of a ply: the win chance of every seat."""

    __tablename__ = "forecasts"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ply: Mapped[int] = mapped_column(primary_key=True)
    wins: Mapped[list[float]] = mapped_column(JSON)

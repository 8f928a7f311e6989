"""The tables of the archive: public games that have ended, in the form in which they are searched and listed."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row


def shown(name: str, *columns: str) -> Index:
    """An index over the games that everybody may find, newest last."""
    where = text("hidden IS NULL")
    return Index(name, *columns, "ended", "game", sqlite_where=where, postgresql_where=where)


def first(name: str, *columns: str) -> Index:
    """An index over the games of a person, each once, newest last."""
    # Each in the words in which it is asked.
    sqlite, postgres = text("is_first = 1"), text("is_first")
    return Index(name, "person", *columns, "ended", "game", sqlite_where=sqlite, postgresql_where=postgres)


class ArchiveRow(Row):
    """A public game that has ended, written in the transaction that ended it."""

    __tablename__ = "archive"
    __table_args__ = (
        shown("ix_archive_ended"),
        shown("ix_archive_ruleset", "ruleset"),
        shown("ix_archive_ladder", "ladder"),
        shown("ix_archive_rated", "is_rated"),
        shown("ix_archive_live", "is_live"),
    )

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    ended: Mapped[int] = mapped_column(BigInteger)  # milliseconds UTC
    ruleset: Mapped[str] = mapped_column(String(40))
    ladder: Mapped[str | None] = mapped_column(String(40))
    is_live: Mapped[bool]
    is_rated: Mapped[bool]
    has_computers: Mapped[bool]
    moves: Mapped[int]
    scores: Mapped[list[int]] = mapped_column(JSON)
    hidden: Mapped[int | None] = mapped_column(BigInteger)  # when a moderator took it out of the lists


class ArchiveSeatRow(Row):
    """Who sat on a seat of an archived game and how it ended for them."""

    __tablename__ = "archive_seats"
    __table_args__ = (
        first("ix_archive_seats_person"),
        first("ix_archive_seats_result", "result"),
        first("ix_archive_seats_ruleset", "ruleset"),
    )

    game: Mapped[str] = mapped_column(ForeignKey("archive.game"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"))
    is_first: Mapped[bool]  # of the seats this person had: the computer may have several
    ended: Mapped[int] = mapped_column(BigInteger)  # as of the game, like the ruleset: an index needs them here
    ruleset: Mapped[str] = mapped_column(String(40))
    result: Mapped[str] = mapped_column(String(8))  # won, shared or lost
    rank: Mapped[int]
    level: Mapped[int | None]  # of a computer
    number: Mapped[int | None]  # the rating before the game
    after: Mapped[int | None]  # and after it, where it was rated

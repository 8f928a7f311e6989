"""The tables of people: who they are, how they prove it, where they are signed in, which games they claim."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ColumnElement, ForeignKey, Index, String, func
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row


class PersonRow(Row):
    """A guest, an account, a computer player or a bot; times are milliseconds UTC.

    A deleted person's row stays, empty of everything but its id, so that results still add up.
    """

    __tablename__ = "persons"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    name: Mapped[str] = mapped_column(String(40))
    name_key: Mapped[str | None] = mapped_column(String(80), unique=True)
    country: Mapped[str | None] = mapped_column(String(2), index=True)
    made: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger, index=True)
    suspended_until: Mapped[int | None] = mapped_column(BigInteger)
    is_moderator: Mapped[bool]
    deleted: Mapped[int | None] = mapped_column(BigInteger)


#: Digits that are written for letters.
DIGITS = (("3", "e"), ("4", "a"), ("5", "s"), ("7", "t"), ("8", "b"))


def looks_of(key: Any) -> ColumnElement[str]:
    """What the name of a key looks like, with the letters for which digits stand."""
    for digit, letter in DIGITS:
        key = func.replace(key, digit, letter)
    return key  # type: ignore[no-any-return]


Index("ix_persons_looks", looks_of(PersonRow.__table__.c.name_key))


class VisitRow(Row):
    """A signed-in browser; its cookie holds the token of which only the SHA-256 is kept."""

    __tablename__ = "visits"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    made: Mapped[int] = mapped_column(BigInteger)
    seen: Mapped[int] = mapped_column(BigInteger, index=True)
    proved: Mapped[int] = mapped_column(BigInteger)
    agent: Mapped[str] = mapped_column(String(200))


class BotRow(Row):
    """A bot and whose it is; of its token only the SHA-256 is kept, and nothing once it was revoked."""

    __tablename__ = "bots"

    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)
    owner: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    made: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int | None] = mapped_column(BigInteger)


class CredentialRow(Row):
    """A way to prove who one is: a passkey, a password, one recovery code."""

    __tablename__ = "credentials"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    made: Mapped[int] = mapped_column(BigInteger)
    used: Mapped[int | None] = mapped_column(BigInteger)


class ChallengeRow(Row):
    """The question a passkey must answer; it is taken away by the first answer."""

    __tablename__ = "challenges"

    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    person: Mapped[str | None] = mapped_column(ForeignKey("persons.id"), index=True)
    made: Mapped[int] = mapped_column(BigInteger, index=True)


class ClaimRow(Row):
    """A game that follows a person to every device: as its host (seat −1) or on a seat.

    Whoever shows the game's token may claim it; the token works as before.
    """

    __tablename__ = "claims"

    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)
    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    made: Mapped[int] = mapped_column(BigInteger)

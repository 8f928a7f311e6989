"""The tables of notices: who wants to be told where, what is still to be told, and the server's own keys."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row


class KeyRow(Row):
    """A secret of the server that all its processes share."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(String(32), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class SubscriptionRow(Row):
    """A browser that wants to be told: one per visit, gone with it."""

    __tablename__ = "subscriptions"

    visit: Mapped[str] = mapped_column(ForeignKey("visits.hash", ondelete="CASCADE"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), index=True)
    endpoint: Mapped[str] = mapped_column(Text)
    p256dh: Mapped[str] = mapped_column(String(100))
    auth: Mapped[str] = mapped_column(String(32))
    language: Mapped[str] = mapped_column(String(2))
    made: Mapped[int] = mapped_column(BigInteger)
    sent: Mapped[int | None] = mapped_column(BigInteger)  # when it was last told something
    failures: Mapped[int]  # refusals in a row


class AddressRow(Row):
    """An e-mail address at which a person wants to be told."""

    __tablename__ = "addresses"

    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)
    address: Mapped[str] = mapped_column(String(254))
    language: Mapped[str] = mapped_column(String(2))
    made: Mapped[int] = mapped_column(BigInteger)  # when the question whether it is theirs was sent
    verified: Mapped[int | None] = mapped_column(BigInteger)
    sent: Mapped[int | None] = mapped_column(BigInteger)  # when it was last told something


class NoticeRow(Row):
    """That it became somebody's turn: kept with the move, told by whichever process takes it up first."""

    __tablename__ = "notices"

    game: Mapped[str] = mapped_column(ForeignKey("games.id"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)
    ply: Mapped[int]  # the turn it is about
    stage: Mapped[str] = mapped_column(String(8))  # push, then mail
    due: Mapped[int] = mapped_column(BigInteger, index=True)  # from when a process may take it up
    tries: Mapped[int]

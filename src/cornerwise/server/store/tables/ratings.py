"""The tables of ratings: results in order, what they say about people, and how many stand where in a ranking."""

from __future__ import annotations

from sqlalchemy import BigInteger, Double, ForeignKey, ForeignKeyConstraint, Index, String, text, true
from sqlalchemy.orm import Mapped, mapped_column

from cornerwise.server.store.tables.family import Row


def listed(name: str, *columns: str) -> Index:
    """An index over those who are in a ranking."""
    where = text("listed IS NOT NULL")
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


class LadderRow(Row):
    """A ladder somebody has played on; whoever changes anything of it locks this row first."""

    __tablename__ = "ladders"

    key: Mapped[str] = mapped_column(String(40), primary_key=True)
    seq: Mapped[int]  # the number of its latest result


class ResultRow(Row):
    """A rated game that has ended: number `seq` of its ladder."""

    __tablename__ = "results"

    ladder: Mapped[str] = mapped_column(ForeignKey("ladders.key"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game: Mapped[str] = mapped_column(ForeignKey("games.id"), unique=True)
    ended: Mapped[int] = mapped_column(BigInteger)  # milliseconds UTC
    annulled: Mapped[int | None] = mapped_column(BigInteger)  # when a moderator struck it out


class ResultSeatRow(Row):
    """Who sat on a seat of a rated game, where they ended, and their rating before and after it."""

    __tablename__ = "result_seats"
    __table_args__ = (
        ForeignKeyConstraint(["ladder", "seq"], ["results.ladder", "results.seq"]),
        Index("ix_result_seats_person", "person", "ladder", "seq"),
    )

    ladder: Mapped[str] = mapped_column(String(40), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"))
    is_fixed: Mapped[bool]  # a computer, whose number at that time is `mu`
    counts: Mapped[bool] = mapped_column(default=True, server_default=true())  # whether it may change the rating
    team: Mapped[int]
    rank: Mapped[int]
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    mu_after: Mapped[float] = mapped_column(Double)
    sigma_after: Mapped[float] = mapped_column(Double)


class RatingRow(Row):
    """What the results of a ladder say about a person, and where that puts them in its ranking."""

    __tablename__ = "ratings"
    __table_args__ = (
        # The last columns are there so that counting need not look at the rows.
        listed("ix_ratings_world", "ladder", "bound", "person", "week", "listed"),
        listed("ix_ratings_country", "ladder", "country", "bound", "person", "week", "listed"),
        listed("ix_ratings_past", "ladder", "week", "past_bound", "person", "country", "listed"),
    )

    ladder: Mapped[str] = mapped_column(ForeignKey("ladders.key"), primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True, index=True)
    mu: Mapped[float] = mapped_column(Double)
    sigma: Mapped[float] = mapped_column(Double)
    games: Mapped[int]
    peak: Mapped[float | None] = mapped_column(Double)  # the highest mu that was not provisional
    updated: Mapped[int] = mapped_column(BigInteger)
    bound: Mapped[float] = mapped_column(Double)  # mu − 2 sigma, by which the ranking is ordered
    week: Mapped[int]  # of the latest result
    past_bound: Mapped[float | None] = mapped_column(Double)  # at the beginning of that week; null: no result before it
    listed: Mapped[int | None] = mapped_column(BigInteger)  # since when in the ranking; null: not in it
    country: Mapped[str] = mapped_column(String(2))  # of the person, "" where not told: sorted with the bound


class StandingRow(Row):
    """How many people of a ranking have the same cautious bound up to a tenth, now and when a week began.

    A rank is a sum over these rows and a short count, so that it need not count everybody who stands higher.
    """

    __tablename__ = "standings"

    ladder: Mapped[str] = mapped_column(ForeignKey("ladders.key"), primary_key=True)
    country: Mapped[str] = mapped_column(String(2), primary_key=True)  # "*": the world
    step: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # the bound in tenths, rounded down
    people: Mapped[int]
    week: Mapped[int]  # of the latest change
    past_people: Mapped[int]  # at the beginning of that week

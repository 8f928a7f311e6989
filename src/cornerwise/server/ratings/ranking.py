"""A ranking: who stands where on a ladder, in the world or in a country, in pages that stay quick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Double, Row, Select, and_, case, func, inspect, literal, or_, select, tuple_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.orm import aliased
from sqlalchemy.sql.functions import GenericFunction

from cornerwise.server.ratings.rating import Rating
from cornerwise.server.ratings.standings import STEPS, WORLD, beginning, bound_before, step, top
from cornerwise.server.store.tables import PersonRow, RatingRow, StandingRow

COLUMNS = [column for column in inspect(RatingRow).columns if column.key not in ("ladder", "peak", "updated")]
PAGE = 50
NEIGHBORS = 3


@dataclass(frozen=True)
class Place:
    """Somebody's place in a ranking; `moved` is by how many since the week began, None who is new."""

    rank: int
    person: str
    name: str
    country: str | None
    rating: Rating
    bound: float
    moved: int | None


@dataclass(frozen=True)
class Cursor:
    """A place between two people of a ranking, whoever comes and goes around it."""

    bound: float
    person: str

    def __str__(self) -> str:
        return f"{self.bound!r}~{self.person}"


def parse_cursor(text: str) -> Cursor | None:
    """The cursor a text stands for, or None."""
    bound, mark, person = text.partition("~")
    try:
        return Cursor(float(bound), person) if mark and float(bound) == float(bound) else None
    except ValueError:
        return None


class Ranking:
    """The ranking of a ladder as a transaction sees it, in the world or a country; people moved since `week` began."""

    def __init__(self, transaction: Transaction, ladder: str, week: int, country: str | None = None) -> None:
        self.transaction = transaction
        self.ladder = ladder
        self.week = week
        self.country = country

    @property
    def size(self) -> int:
        """How many people are in it."""
        return self._sum(StandingRow.people)

    def after(self, cursor: Cursor | None, count: int = PAGE) -> list[Place]:
        """The people who follow a cursor, or the best."""
        return self._places(self._rows(self._below(cursor).limit(count)))

    def before(self, cursor: Cursor, count: int = PAGE) -> list[Place]:
        """The people just before a cursor."""
        return self._places(self._rows(self._above(cursor).limit(count)))

    def find(self, person: str) -> Place | None:
        """Where a person stands."""
        places = self._places(self._rows(self._query().where(RatingRow.person == person)))
        return places[0] if places else None

    def neighbors(self, person: str, count: int = NEIGHBORS) -> list[Place]:
        """A person's place between the nearest ones above and below; nothing for somebody who is not in the ranking."""
        own = self._rows(self._query().where(RatingRow.person == person))
        if not own:
            return []
        cursor = Cursor(own[0].bound, person)
        above, below = self._above(cursor).limit(count), self._below(cursor).limit(count)
        return self._places([*self._rows(above), *own, *self._rows(below)])

    def rank(self, bound: float, person: str) -> int:
        """The rank of somebody with this bound: all higher steps, and those on the same one who stand before."""
        higher = self._sum(StandingRow.people, StandingRow.step > step(bound))
        before = select(func.count()).where(
            *self._listed(), *self._ahead(RatingRow.bound, literal(bound), literal(person), literal(top(step(bound))))
        )
        return 1 + higher + self.transaction.scalars(before).one()

    # ---- the queries --------------------------------------------------------------------------

    def _listed(self, row: Any = RatingRow) -> list[ColumnElement[bool]]:
        """The conditions that pick the people of this ranking, in the words of the indexes."""
        parts = [row.ladder == self.ladder, row.listed.is_not(None)]
        return parts if self.country is None else [*parts, row.country == self.country]

    def _ahead(self, bound: Any, than: Any, person: Any, top: Any) -> list[ColumnElement[bool]]:
        """The conditions that pick those who stand before somebody on the same step.

        As a comparison of pairs PostgreSQL would expect a third of all people and take its time to prepare for them.
        """
        return [bound >= than, bound < top, or_(bound > than, RatingRow.person > person)]

    def _query(self) -> Select[Any]:
        return (
            select(*COLUMNS, PersonRow.name, PersonRow.country.label("home"))
            .join(PersonRow, PersonRow.id == RatingRow.person)
            .where(*self._listed())
        )

    def _below(self, cursor: Cursor | None) -> Select[Any]:
        query = self._query().order_by(RatingRow.bound.desc(), RatingRow.person.desc())
        if cursor is None:
            return query
        return query.where(tuple_(RatingRow.bound, RatingRow.person) < (cursor.bound, cursor.person))

    def _above(self, cursor: Cursor) -> Select[Any]:
        query = self._query().order_by(RatingRow.bound, RatingRow.person)
        return query.where(tuple_(RatingRow.bound, RatingRow.person) > (cursor.bound, cursor.person))

    def _sum(self, column: Any, *conditions: ColumnElement[bool]) -> int:
        """A sum over the steps of this ranking."""
        return self.transaction.scalar(select(func.sum(column)).where(*self._steps(), *conditions)) or 0

    def _steps(self) -> list[ColumnElement[bool]]:
        """The conditions that pick the steps of this ranking."""
        return [StandingRow.ladder == self.ladder, StandingRow.country == (self.country or WORLD)]

    def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        return self.transaction.execute(query).all()

    def _places(self, rows: Sequence[Row[Any]]) -> list[Place]:
        """The places of people who stand next to each other in the ranking."""
        if not rows:
            return []
        found = sorted(rows, key=lambda row: (row.bound, row.person), reverse=True)
        first = self.rank(found[0].bound, found[0].person)
        past = self._past_ranks(found)
        return [
            Place(
                rank=rank,
                person=row.person,
                name=row.name,
                country=row.home,
                rating=Rating(row.mu, row.sigma, row.games),
                bound=row.bound,
                moved=past[row.person] - rank if row.person in past else None,
            )
            for rank, row in enumerate(found, first)
        ]

    def _past_ranks(self, rows: Sequence[Any]) -> dict[str, int]:
        """The ranks these people had when the week began, as far as they were there."""
        bounds = {row.person: bound for row in rows if (bound := bound_before(row, self.week)) is not None}
        if not bounds:
            return {}
        steps = sorted({step(bound) for bound in bounds.values()})
        held = case((StandingRow.week < self.week, StandingRow.people), else_=StandingRow.past_people)
        count = self._sum(held, StandingRow.step > steps[-1])
        # Added up here: a window function over the same rows takes SQLite twice as long.
        downward = (
            select(StandingRow.step, held)
            .where(*self._steps(), StandingRow.step.between(steps[0], steps[-1]))
            .order_by(StandingRow.step.desc())
        )
        higher: dict[int, int] = {}
        for at, people in self.transaction.execute(downward):
            higher[at] = count
            count += people
        same = self._before_on_step(list(bounds))
        return {person: 1 + higher[step(bound)] + same[person] for person, bound in bounds.items()}

    def _before_on_step(self, persons: list[str]) -> dict[str, int]:
        """How many stood before each of these people on the same step when the week began, in one query."""
        one = aliased(RatingRow)
        start = case((one.week < self.week, one.bound), else_=one.past_bound)
        was_there = and_(*self._listed(), RatingRow.listed < beginning(self.week))

        def standing(bound: Any, weeks: ColumnElement[bool]) -> Any:
            ahead = self._ahead(bound, start, one.person, (floor(start * STEPS) + 1.0) / float(STEPS))
            return select(func.count()).select_from(RatingRow).where(was_there, weeks, *ahead).scalar_subquery()

        query = select(
            one.person,
            standing(RatingRow.bound, RatingRow.week < self.week)
            + standing(RatingRow.past_bound, RatingRow.week == self.week),
        ).where(one.ladder == self.ladder, one.person.in_(persons))
        return {person: count for person, count in self.transaction.execute(query)}


class floor(GenericFunction[float]):
    """Rounding down in the database; SQLite does not always know how."""

    type = Double()
    inherit_cache = True


@compiles(floor, "sqlite")
def _floor_in_sqlite(function: floor, compiler: Any, **options: Any) -> str:
    value = compiler.process(function.clauses, **options)
    return f"(CAST({value} AS INTEGER) - ({value} < CAST({value} AS INTEGER)))"

"""All people of a server: found by visit or name, created as guests, each act written in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.names import check_name, folded, guest_name, looks
from cornerwise.server.people.person import Person
from cornerwise.server.ratings.results import relist
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import GameRow, PersonRow, SeatRow, milliseconds
from cornerwise.server.store.tables.people import looks_of

T = TypeVar("T")

TRIES = 8  # a guest's number is drawn that often, each time from more numbers


class People:
    """The people of a server; every act is written whole or not at all."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def do(self, work: Callable[[Transaction], T]) -> T:
        """Do work in one transaction; what it returns has been kept, what it raises has changed nothing."""
        return await self.store.write(work)

    async def look(self, work: Callable[[Transaction], T]) -> T:
        """Look something up; nothing is written."""
        return await self.store.read(work)

    async def find(self, name: str) -> Person:
        """The person of that name, however it is written, or a refusal."""
        return await self.look(lambda transaction: person_named(transaction, name))


def person(row: PersonRow) -> Person:
    """A row as a person."""
    return Person(
        id=row.id,
        kind=row.kind,  # type: ignore[arg-type]
        name=row.name,
        country=row.country,
        made=row.made,
        seen=row.seen,
        suspended_until=row.suspended_until,
        is_moderator=row.is_moderator,
        deleted=row.deleted,
    )


def row_named(transaction: Transaction, name: str) -> PersonRow | None:
    """The row of the person of that name, however it is written."""
    return transaction.scalar(select(PersonRow).where(PersonRow.name_key == folded(name)))


def person_named(transaction: Transaction, name: str) -> Person:
    """The person of that name, however it is written, or a refusal."""
    row = row_named(transaction, name)
    if row is None:
        raise Refusal("unknown_person", "There is nobody with that name here.", "unknown_person")
    return person(row)


def new_guest(transaction: Transaction, now: int | None = None) -> Person:
    """A new guest, with a name of a form that nobody can choose."""
    now = milliseconds() if now is None else now
    for extra in range(TRIES):
        name = guest_name(5 + extra)
        row = PersonRow(
            id=secrets.token_urlsafe(12),
            kind="guest",
            name=name,
            name_key=folded(name),
            country=None,
            made=now,
            seen=now,
            suspended_until=None,
            is_moderator=False,
            deleted=None,
        )
        try:
            with transaction.begin_nested():
                transaction.add(row)
        except IntegrityError:
            continue  # the number is taken
        return person(row)
    raise Refusal("busy", "There are too many guests; try again in a moment.", "many_guests")


def change(transaction: Transaction, whose: str, name: str | None, country: str | None) -> Person:
    """Change a person's name or country, where given; "" takes the country away."""
    row = transaction.get_one(PersonRow, whose)
    if name is not None and name != row.name:
        rename(transaction, row, check_name(name))
    if country is not None:
        if country and country not in COUNTRIES:
            raise Refusal("refused", "Name a country by its two letters, such as CH.", "unknown_country")
        row.country = country or None
        relist(transaction, whose, milliseconds())
    return person(row)


def rename(transaction: Transaction, row: PersonRow, name: str) -> set[str]:
    """Give a person a checked name, wherever they sit too, unless somebody else looks like that already; the games."""
    taken = Refusal("refused", f"Somebody is called {name} already, or nearly so.", "name_taken", name=name)
    alike = select(PersonRow.id).where(looks_of(PersonRow.name_key) == looks(name), PersonRow.id != row.id)
    if transaction.scalar(alike.limit(1)) is not None:
        raise taken
    row.name, row.name_key = name, folded(name)
    try:
        transaction.flush()
    except IntegrityError:  # somebody else took it at this moment
        raise taken from None
    games = set(transaction.scalars(select(SeatRow.game).where(SeatRow.person == row.id)))
    transaction.execute(update(SeatRow).where(SeatRow.person == row.id).values(name=name))
    playing = GameRow.outcome == "playing"
    transaction.execute(update(GameRow).where(GameRow.id.in_(games), playing).values(seq=GameRow.seq + 1))
    return games

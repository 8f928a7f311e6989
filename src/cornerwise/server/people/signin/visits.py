"""Visits: browsers that are signed in; an opaque token in a cookie, of which the database keeps only the hash."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session as Transaction
from starlette.requests import HTTPConnection

from cornerwise.server.people.people import People, person
from cornerwise.server.people.person import Person
from cornerwise.server.store.tables import PersonRow, VisitRow, milliseconds
from cornerwise.server.store.tokens import hashed

SECOND = 1000
HOUR, DAY = 3600 * SECOND, 24 * 3600 * SECOND
LASTS = 180 * DAY  # a browser that stays away longer is signed out
RENEWED = HOUR  # how often at most a visit's last sight is written down
FRESH = 15 * 60 * SECOND  # how long a proof of who one is permits to change credentials
AGENT_LENGTH = 200

COOKIE = "visit"
SECURE_COOKIE = "__Host-visit"  # the prefix makes browsers insist on Secure, this host and the whole path


@dataclass(frozen=True)
class Visit:
    """A signed-in browser; times are milliseconds UTC."""

    hash: str  # SHA-256 of the cookie's token, in hex
    person: Person
    made: int
    seen: int
    proved: int  # when this browser last proved whose it is
    agent: str

    def is_fresh(self, now: int) -> bool:
        """Whether the proof of who this is was given a short while ago."""
        return now - self.proved <= FRESH


def new_visit(transaction: Transaction, whose: str, agent: str, now: int | None = None) -> str:
    """Sign a browser in and return its token, which is kept nowhere."""
    now = milliseconds() if now is None else now
    token = secrets.token_urlsafe(32)
    transaction.add(
        VisitRow(hash=hashed(token), person=whose, made=now, seen=now, proved=now, agent=agent[:AGENT_LENGTH])
    )
    return token


def find_visit(transaction: Transaction, token: str, now: int | None = None) -> Visit | None:
    """The visit a token opens, unless it has ended."""
    now = milliseconds() if now is None else now
    row = transaction.get(VisitRow, hashed(token))
    if row is None or now - row.seen > LASTS:
        return None
    whose = transaction.get_one(PersonRow, row.person)
    return Visit(row.hash, person(whose), row.made, row.seen, row.proved, row.agent)


def renew_visit(transaction: Transaction, visit: Visit, now: int | None = None) -> None:
    """Note that a browser was here, so that its visit lasts as long again."""
    now = milliseconds() if now is None else now
    transaction.execute(update(VisitRow).where(VisitRow.hash == visit.hash).values(seen=now))
    transaction.execute(update(PersonRow).where(PersonRow.id == visit.person.id).values(seen=now))


def is_open(transaction: Transaction, hash: str) -> bool:
    """Whether a visit has not ended."""
    return transaction.get(VisitRow, hash) is not None


def visits_of(transaction: Transaction, whose: str, now: int | None = None) -> list[VisitRow]:
    """The browsers in which a person is signed in, the last used first."""
    since = (milliseconds() if now is None else now) - LASTS
    rows = select(VisitRow).where(VisitRow.person == whose, VisitRow.seen > since).order_by(VisitRow.seen.desc())
    return list(transaction.scalars(rows))


def end_visit(transaction: Transaction, hash: str) -> None:
    """Sign one browser out."""
    transaction.execute(delete(VisitRow).where(VisitRow.hash == hash))


def end_visits(transaction: Transaction, whose: str, but: str | None = None) -> int:
    """Sign a person out everywhere, or everywhere but in one browser; returns how many were signed out."""
    rows = delete(VisitRow).where(VisitRow.person == whose)
    if but is not None:
        rows = rows.where(VisitRow.hash != but)
    return transaction.execute(rows).rowcount  # type: ignore[attr-defined,no-any-return]


def token_of(connection: HTTPConnection) -> str | None:
    """The token in a browser's cookie; over https only the cookie that nobody else can have set."""
    name = SECURE_COOKIE if is_secure(connection) else COOKIE
    token = connection.cookies.get(name)
    return token if token and len(token) <= 64 else None


def is_secure(connection: HTTPConnection) -> bool:
    """Whether the server is reached over https, as its host has told it."""
    return str(connection.app.state.settings.url).startswith("https:")


async def visit_of(connection: HTTPConnection) -> Visit | None:
    """The visit a request or a WebSocket belongs to; looked up once per connection."""
    if not hasattr(connection.state, "visit"):
        token = token_of(connection)
        people: People = connection.app.state.people
        found = None if token is None else await people.look(lambda transaction: find_visit(transaction, token))
        if found is not None and milliseconds() - found.seen > RENEWED:
            await people.do(lambda transaction: renew_visit(transaction, found))
        connection.state.visit = found
    return connection.state.visit  # type: ignore[no-any-return]


async def person_of(connection: HTTPConnection) -> Person | None:
    """The person a request or a WebSocket comes from, or None for somebody who has only looked so far."""
    visit = await visit_of(connection)
    return None if visit is None else visit.person

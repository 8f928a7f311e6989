"""Erasure: forgetting a person, so that their results stay but tell nobody whose they were."""

from __future__ import annotations

import asyncio

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.people.people import People
from cornerwise.server.people.signin.visits import DAY, LASTS
from cornerwise.server.ratings.results import relist
from cornerwise.server.store.games import HOST
from cornerwise.server.store.tables import (
    AbortRow,
    AddressRow,
    BarRow,
    BotRow,
    ChallengeRow,
    ClaimRow,
    CredentialRow,
    GameRow,
    NoticeRow,
    PersonRow,
    ReportRow,
    SeatRow,
    SeekRow,
    SubscriptionRow,
    VisitRow,
    milliseconds,
)

PERIOD = 3600.0  # seconds between sweeps
OWN = (
    SubscriptionRow,
    AddressRow,
    NoticeRow,
    ClaimRow,
    ChallengeRow,
    CredentialRow,
    VisitRow,
    SeekRow,
    BarRow,
    AbortRow,
    BotRow,
)
BATCH = 20  # guests forgotten at a time: it takes some milliseconds for each, in which nobody else writes
PAUSE = 0.2  # seconds in which others may write


def erase(transaction: Transaction, whose: str, now: int | None = None) -> set[str]:
    """Forget a person; returns the games in which their name was taken off a seat.

    The row stays with nothing but its random id: results of games add up as before.
    """
    games: set[str] = set()
    for bot in transaction.scalars(select(BotRow.person).where(BotRow.owner == whose)).all():
        games |= erase(transaction, bot, now)  # who has gone answers for no bot
    for claim in transaction.scalars(select(ClaimRow).where(ClaimRow.person == whose)):
        seats = update(SeatRow).where(SeatRow.game == claim.game)
        own = SeatRow.kind == "here" if claim.seat == HOST else SeatRow.seat == claim.seat
        transaction.execute(seats.where(own).values(name=""))
        games.add(claim.game)
    games |= set(transaction.scalars(select(SeatRow.game).where(SeatRow.person == whose)))
    transaction.execute(update(SeatRow).where(SeatRow.person == whose).values(name=""))
    transaction.execute(update(GameRow).where(GameRow.id.in_(games)).values(seq=GameRow.seq + 1))
    for table in OWN:
        transaction.execute(delete(table).where(table.person == whose))
    transaction.execute(delete(SeekRow).where(SeekRow.to == whose))
    transaction.execute(delete(BarRow).where(BarRow.other == whose))
    transaction.execute(update(ReportRow).where(ReportRow.by == whose).values(note=""))
    row = transaction.get_one(PersonRow, whose)
    row.name, row.name_key, row.country = "", None, None
    row.is_moderator, row.suspended_until = False, None
    row.deleted = milliseconds() if now is None else now
    relist(transaction, whose, row.deleted)
    return games


def sweep(transaction: Transaction, now: int | None = None) -> int:
    """Forget ended visits, and guests nobody can be any more; returns how many guests."""
    now = milliseconds() if now is None else now
    transaction.execute(delete(VisitRow).where(VisitRow.seen < now - LASTS))
    lost = (
        select(PersonRow.id)
        .where(PersonRow.kind == "guest", PersonRow.deleted.is_(None), PersonRow.seen < now - DAY)
        .where(~select(VisitRow.hash).where(VisitRow.person == PersonRow.id).exists())
        .limit(BATCH)
    )
    found = list(transaction.scalars(lost))
    for guest in found:
        erase(transaction, guest, now)
    return len(found)


async def sweep_people(people: People) -> None:
    """Sweep until nothing is left to forget."""
    while await people.do(sweep) == BATCH:
        await asyncio.sleep(PAUSE)

"""Retention: games nobody has touched for long are forgotten; nothing rated, and nothing public that was finished."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.store.tables import (
    ArchiveRow,
    ClaimRow,
    EntryRow,
    ForecastRow,
    GameRow,
    NoticeRow,
    PersonRow,
    ResultRow,
    SeatRow,
    milliseconds,
)
from cornerwise.server.wire.terms import DAY

PERIOD = 3600.0  # seconds between sweeps
BATCH = 100  # games forgotten at a time
PAUSE = 0.5  # seconds in which others may write
ABORTED = 30  # days a game without a result is kept


def abandoned(transaction: Transaction, now: int, days: int, but: Collection[str] = ()) -> list[str]:
    """Games of links that nobody has played for so many days and no account keeps, and tables that were aborted."""
    before = datetime.fromtimestamp(now / 1000, UTC).replace(tzinfo=None) - timedelta(days=days)
    kept = (
        select(ClaimRow.game)
        .join(PersonRow, PersonRow.id == ClaimRow.person)
        .where(ClaimRow.game == GameRow.id, PersonRow.kind == "account")
    )
    links = select(GameRow.id).where(GameRow.terms.is_(None), GameRow.played < before, ~kept.exists())
    tables = select(GameRow.id).where(GameRow.outcome == "aborted", GameRow.ended < now - ABORTED * DAY)
    # Whatever else they are: what counts or can be found by others stays.
    counted = select(ResultRow.game).where(ResultRow.game == GameRow.id).exists()
    filed = select(ArchiveRow.game).where(ArchiveRow.game == GameRow.id).exists()
    found: list[str] = []
    for wanted in (links, tables):
        found += transaction.scalars(wanted.where(~counted, ~filed).limit(BATCH))
    return [game for game in found if game not in but][:BATCH]


def forget(transaction: Transaction, games: Collection[str]) -> None:
    """Delete games with everything that belongs to them."""
    for table in (EntryRow, ForecastRow, SeatRow, ClaimRow, NoticeRow):
        transaction.execute(delete(table).where(table.game.in_(games)))
    transaction.execute(delete(GameRow).where(GameRow.id.in_(games)))


def sweep_games(transaction: Transaction, now: int, days: int, but: Collection[str] = ()) -> int:
    """Forget some abandoned games; how many."""
    found = abandoned(transaction, now, days, but)
    if found:
        forget(transaction, found)
    return len(found)


async def sweep(sessions: Sessions, days: int) -> None:
    """Forget all abandoned games but those that are open here; with 0 days, none."""
    if days == 0:
        return
    while await sessions.store.write(lambda transaction: sweep_games(transaction, milliseconds(), days, sessions.live)):
        await asyncio.sleep(PAUSE)

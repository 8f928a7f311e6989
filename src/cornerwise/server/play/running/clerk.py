"""The clerk: looks through the games of earlier versions, so that lists and the archive know them too."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.archive.filing import file_game
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.table.result import filed_game
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import GameRow

logger = logging.getLogger(__name__)

AT_ONCE = 20  # games looked through before others get their turn
PAUSE = 0.2  # seconds between two such rounds
PERIOD = 60.0  # seconds between two looks when nothing was left to do


def unfiled(transaction: Transaction, beyond: str) -> list[str]:
    """Games without a summary, in the order of their names."""
    wanted = select(GameRow.id).where(GameRow.summary.is_(None), GameRow.id > beyond)
    return list(transaction.scalars(wanted.order_by(GameRow.id).limit(AT_ONCE)))


def file_session(transaction: Transaction, session: Session) -> bool:
    """Keep a summary of a game as it stood, and file it if it has ended in public; False if it has moved on since."""
    where = GameRow.id == session.game, GameRow.seq == session.seq, GameRow.summary.is_(None)
    kept = transaction.execute(update(GameRow).where(*where).values(summary=session.summary))
    if kept.rowcount != 1:  # type: ignore[attr-defined]
        return False
    table = session.table
    if table is not None and table.terms.is_public and table.outcome in ("over", "annulled"):
        moves = session.log.node.number
        file_game(transaction, filed_game(session.game, session.position, moves, table, session.seats, session.ranks))
    return True


async def look_through(sessions: Sessions, beyond: str = "") -> str | None:
    """Look through some games; the name of the last, or None when none was left."""
    found = await sessions.store.read(unfiled, beyond)
    for game in found:
        try:
            session = await sessions.find(game)
            await sessions.store.write(file_session, session)
        except Unavailable:
            raise
        except Exception:  # one damaged game must not keep the others waiting
            logger.exception("Game %s cannot be read, so no list can tell of it", game)
    return found[-1] if found else None


async def file_older_games(sessions: Sessions) -> None:
    """Do so until nothing is left, and again now and then, for as long as the server runs."""
    beyond: str | None = ""
    while True:
        try:
            beyond = await look_through(sessions, beyond or "")
        except Unavailable:
            logger.warning("Older games could not be looked through: the database does not answer")
            beyond = None
        await asyncio.sleep(PAUSE if beyond else PERIOD)

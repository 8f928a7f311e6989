"""Farewell: the tables of somebody who is about to be forgotten, so that nobody there waits for them."""

from __future__ import annotations

import logging

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.acts import resign
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import BotRow, GameRow, SeatRow

logger = logging.getLogger(__name__)


def seats_held(transaction: Transaction, person: str) -> list[tuple[str, int, str | None]]:
    """The seats that a person and their bots hold at tables that go on: game, seat, whose."""
    whose = [person, *transaction.scalars(select(BotRow.person).where(BotRow.owner == person))]
    held = (
        select(SeatRow.game, SeatRow.seat, SeatRow.person)
        .join(GameRow, GameRow.id == SeatRow.game)
        .where(SeatRow.person.in_(whose), SeatRow.kind == "person", GameRow.outcome == "playing")
    )
    return [(game, seat, holder) for game, seat, holder in transaction.execute(held)]


async def leave_tables(sessions: Sessions, person: str) -> None:
    """Let a person resign wherever they play: their seats retire, or before a second move the game is aborted."""
    for game, seat, holder in await sessions.store.read(seats_held, person):
        try:
            async with sessions.hold(game) as session:
                await resign(session, Viewer(person=holder), seat)
        except Refusal as refusal:  # it has ended meanwhile, or the seat has retired
            logger.info("Nobody had to resign in %s: %s", game, refusal.sentence)
        except Unavailable:
            raise
        except Exception:  # a damaged game keeps nobody from being forgotten
            logger.exception("Nobody could resign in %s", game)

"""What happens at a table besides moving: resigning, aborting, asking and agreeing, and time running out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.session.session import Session, exclusive
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table.aborts import add_abort
from cornerwise.server.play.table.opening import open_next, open_rematch
from cornerwise.server.play.table.table import Table
from cornerwise.server.play.table.welcome import expect_welcome
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import Seat
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.wire.table import OfferKind

LEVEL = 3  # of the computer that stands in for somebody whose time is out
LATE = 2  # moves after which a game is no longer aborted


def table_of(session: Session) -> Table:
    """The session's table, or a refusal: a game without terms has none."""
    if session.table is None:
        raise Refusal("refused", "This game has no terms; nothing can be asked here.")
    return session.table


def own_seat(session: Session, viewer: Viewer) -> Seat:
    """The seat of somebody at the table."""
    for seat in session.seats:
        if session.is_yours(viewer, seat):
            return seat
    raise Refusal("not_yours", "You have no seat at this table.", "no_seat")


def people(session: Session) -> set[int]:
    """The seats whose persons still have a say: computers and those who retired have none."""
    gone = set(session.position.retired) if session.table is not None and session.table.is_playing else set()
    return {seat.seat for seat in session.seats if seat.person is not None and seat.kind == "person"} - gone


def may_abort(session: Session, viewer: Viewer) -> bool:
    """Whether somebody may end the game without a result: before their own second move."""
    if session.table is None or session.is_over:
        return False
    mine = [seat.seat for seat in session.seats if session.is_yours(viewer, seat)]
    return bool(mine) and session.log.moves_of(mine[0]) < LATE


def takeback_target(session: Session, number: int) -> int | None:
    """The ply before a seat's last move, or None."""
    for ply in session.log.back(session.log.at):
        entry = session.log.nodes[ply].entry
        if entry is None or entry.kind == "retire":  # who left has left
            return None
        if entry.kind == "move" and session.log.nodes[entry.after].position.turn.actor == number:
            return entry.after
    return None


def may_take_back(session: Session, viewer: Viewer) -> bool:
    """Whether somebody may ask for the last move back."""
    if session.table is None or session.table.terms.is_rated or session.is_over:
        return False
    mine = [seat.seat for seat in session.seats if session.is_yours(viewer, seat)]
    return bool(mine) and takeback_target(session, mine[0]) is not None


@exclusive
async def abort(session: Session, viewer: Viewer) -> None:
    """End the game without a result."""
    table, seat = table_of(session), own_seat(session, viewer)
    if session.is_over:
        raise Refusal("refused", "The game is over.", "over")
    if session.log.moves_of(seat.seat) >= LATE:
        raise Refusal("refused", "You have made two moves; now you can only resign.", "abort_late")
    await _abort(session, table, seat)


async def _abort(session: Session, table: Table, seat: Seat, *, is_late: bool = False) -> None:
    now, person, game = milliseconds(), seat.person, session.game
    assert person is not None
    ended = table.aborted(seat.seat, now, is_late=is_late)
    await session.keep(ended, lambda transaction: add_abort(transaction, person, game, now))


@exclusive
async def resign(session: Session, viewer: Viewer, number: int) -> None:
    """Give up for a seat. Before one's second move at a table there is nothing to give up yet: the game is aborted."""
    seat = session.seat(number)
    if not session.is_yours(viewer, seat):
        sentence = f"Seat {number + 1} is not yours to resign for."
        raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
    if session.is_over:
        raise Refusal("refused", "The game is over.", "over")
    if seat.has_resigned or seat.seat in session.position.retired:
        raise Refusal("refused", "You have resigned already.", "resigned")
    if session.table is None:  # where others still play, the computer plays on for the seat
        await session.sit([replace(seat, stand_in=seat.level, has_resigned=True)])
    elif session.log.moves_of(number) < LATE:
        await _abort(session, session.table, seat)
    else:
        await session.retire(number)


@exclusive
async def offer(session: Session, viewer: Viewer, kind: OfferKind) -> str | None:
    """Ask for something, or say yes to it; when everybody has, it happens. Answers with the game a rematch opened."""
    table, seat = table_of(session), own_seat(session, viewer)
    if kind == "rematch":
        return await _rematch(session, table.agree("rematch", seat.seat), seat)
    if table.terms.is_rated:
        raise Refusal("refused", "In a rated game moves cannot be taken back.", "rated_stands")
    if session.is_over:
        raise Refusal("refused", "The game is over.", "over")
    known = table.offer("takeback")
    to = known.to if known is not None else takeback_target(session, seat.seat)
    if to is None:
        raise Refusal("refused", "There is no move of yours to take back.", "no_undo")
    agreed = table.agree("takeback", seat.seat, to)
    made = agreed.offer("takeback")
    assert made is not None
    if people(session) <= set(made.agreed):
        await session.take_back(agreed.withdraw("takeback"), to)
    else:
        await session.keep(agreed)
    return None


async def _rematch(session: Session, table: Table, seat: Seat) -> str | None:
    if not session.is_over:
        raise Refusal("refused", "The game is not over yet.", "not_over")
    if table.next is not None:
        return table.next
    made = table.offer("rematch")
    assert made is not None
    now, person = milliseconds(), seat.person or ""
    following = open_rematch(table, session.seats, now) if people(session) <= set(made.agreed) else None

    def agreed(transaction: Transaction) -> Mapping[str, Any]:
        expect_welcome(transaction, person, (table.terms,), now)
        return {} if following is None else open_next(transaction, following, now)

    if following is not None:
        table = replace(table.withdraw("rematch"), next=following.id)
    await session.keep(table, also=agreed)
    return table.next


@exclusive
async def decline(session: Session, viewer: Viewer, kind: OfferKind) -> None:
    """Say no, or ask no longer."""
    table = table_of(session)
    own_seat(session, viewer)
    if table.offer(kind) is not None:
        await session.keep(table.withdraw(kind))


@exclusive
async def time_out(session: Session) -> bool:
    """Do what the terms say once the time of the seat to act is out; False when it is not."""
    table = session.table
    if table is None or session.is_over or not table.clock.is_out(milliseconds()):
        return False
    number = table.clock.seat
    assert number is not None
    if table.clock.grace is not None:
        await _abort(session, table, session.seats[number], is_late=True)
    elif table.terms.on_timeout == "retire":
        await session.retire(number)
    else:
        await session.stand_in_for(number, LEVEL)
    return True

"""Turns to notify people of: stored with the move, and picked up by one process; works on a transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.store.tables import GameRow, NoticeRow, SeatRow
from cornerwise.server.wire.terms import MINUTE, SECOND

PUSH_AFTER = 10 * SECOND  # whoever is at the table sees it without being told
MAIL_AFTER = 15 * MINUTE  # whoever looked at the browser's message needs no e-mail
LEASE = 2 * MINUTE  # how long a process has to tell before another may
TRIES = 5


@dataclass(frozen=True)
class Turn:
    """A turn somebody is to be told of."""

    game: str
    person: str
    title: str
    names: tuple[str, ...]
    """Of the others at the table; empty for a computer."""
    deadline: int | None
    stage: str
    tries: int
    due: int


def add_turn(transaction: Transaction, game: str, person: str, ply: int, now: int) -> None:
    """It has become somebody's turn: they will be told, unless they have moved by then."""
    transaction.merge(NoticeRow(game=game, person=person, ply=ply, stage="push", due=now + PUSH_AFTER, tries=0))


def due_turns(transaction: Transaction, now: int, most: int) -> list[tuple[str, str]]:
    """The turns to tell of by now, by game and person, the longest overdue first."""
    wanted = select(NoticeRow.game, NoticeRow.person).where(NoticeRow.due <= now).order_by(NoticeRow.due).limit(most)
    return [(game, person) for game, person in transaction.execute(wanted)]


def claim_turn(transaction: Transaction, game: str, person: str, now: int) -> Turn | None:
    """Take a turn up for this process alone; None where another was first, or where the turn is over already."""
    where = NoticeRow.game == game, NoticeRow.person == person
    taken = update(NoticeRow).where(*where, NoticeRow.due <= now).values(due=now + LEASE, tries=NoticeRow.tries + 1)
    if transaction.execute(taken).rowcount != 1:  # type: ignore[attr-defined]
        return None
    row = transaction.scalars(select(NoticeRow).where(*where).execution_options(populate_existing=True)).one()
    about = transaction.get(GameRow, game, populate_existing=True)
    seats = list(transaction.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat)))
    actor = None if about is None or about.outcome != "playing" else about.actor
    is_theirs = actor is not None and 0 <= actor < len(seats) and seats[actor].person == person
    if about is None or not is_theirs or about.ply != row.ply or row.tries > TRIES:
        transaction.delete(row)
        return None
    others = [seat for seat in seats if seat.person != person]
    return Turn(
        game,
        person,
        cw.ruleset(about.ruleset, **about.options).title,
        tuple(seat.name if seat.kind == "person" else "" for seat in others),
        about.deadline,
        row.stage,
        row.tries,
        row.due,
    )


def put_off(transaction: Transaction, turn: Turn, due: int, stage: str) -> None:
    """Tell of it later, or by other means."""
    where = NoticeRow.game == turn.game, NoticeRow.person == turn.person, NoticeRow.due == turn.due
    tries = 0 if stage != turn.stage else turn.tries
    transaction.execute(update(NoticeRow).where(*where).values(due=due, stage=stage, tries=tries))


def drop_turn(transaction: Transaction, turn: Turn) -> None:
    """It has been told."""
    where = NoticeRow.game == turn.game, NoticeRow.person == turn.person, NoticeRow.due == turn.due
    transaction.execute(delete(NoticeRow).where(*where))

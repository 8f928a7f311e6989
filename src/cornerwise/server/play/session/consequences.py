"""What a change brings with it, in the same transaction: clock and table, the computer's turn, notices, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.notices.turns import add_turn
from cornerwise.server.play.session.log import Log
from cornerwise.server.play.table.actor import acting
from cornerwise.server.play.table.result import close
from cornerwise.server.play.table.table import Table
from cornerwise.server.store.games import Also, EntryKind, Seat
from cornerwise.server.store.tables import milliseconds

LEASE = 6000  # milliseconds a process may think about the computer's move before it must say that it still does


def due_after(position: cw.Position, seats: Sequence[Seat], is_paused: bool) -> int | None:
    """From when another process may make the computer's move, should this one fail to; None where it has none."""
    if position.is_over or is_paused or seats[acting(position)].computer is None:
        return None
    return milliseconds() + LEASE


def turned(table: Table, seat: Seat, now: int, has_moved: bool) -> Table:
    """The table when it is a seat's turn; no clock runs for a computer, or for one that stands in."""
    return table.turned(seat.seat, now, seat.computer is None, is_first=not has_moved)


def table_after(
    table: Table, log: Log, seats: Sequence[Seat], kind: EntryKind, position: cw.Position, thought: int | None
) -> tuple[Table, int | None]:
    """The table after an entry that leads to a position, and what it took of the clock."""
    now, actor = milliseconds(), acting(position)
    fresh = set(position.retired) - set(log.position.retired)
    if table.clock.seat in fresh and table.clock.is_out(now):
        table = replace(table, timed_out=(*table.timed_out, table.clock.seat))
    if kind == "retire" and actor == table.clock.seat and not position.is_over:
        # Somebody left out of turn: the clock that runs goes on. Nobody can agree any more to go back to before that.
        return table.withdraw("takeback"), None
    table, spent = table.moved(thought, kind == "move", now)
    if position.is_over:
        return table.closed("over", now), spent
    has_moved = kind == "move" and actor == acting(log.position)
    return turned(table, seats[actor], now, has_moved or log.moves_of(actor) > 0), spent


def with_result(game: str, table: Table, position: cw.Position, moves: int, seats: Sequence[Seat]) -> Also | None:
    """What else is kept when this ends a table: the result, everybody's new rating, the game in the archive."""
    if table.is_playing:
        return None
    sitting = tuple(seats)
    return lambda transaction: close(transaction, game, position, moves, table, sitting)


def with_notice(game: str, table: Table, seats: Sequence[Seat], ply: int, also: Also | None) -> Also | None:
    """What else is kept when it becomes a person's turn in a game of days: that they are to be told."""
    if table.actor is None or table.terms.tempo.is_live or not table.is_playing:
        return also
    seat, now = seats[table.actor], milliseconds()
    if seat.computer is not None or seat.person is None:
        return also
    person = seat.person

    def telling(transaction: Transaction) -> Mapping[str, Any]:
        add_turn(transaction, game, person, ply, now)
        return {} if also is None else also(transaction)

    return telling

"""The pulse of the servers: time in which no server ran, or none reached the database, is on nobody's clock."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import GameRow, PulseRow
from cornerwise.server.wire.terms import SECOND

LATE = 3 * SECOND
"""After so long without a pulse nobody was there; a shorter pause is the server's ordinary delay."""


def beat(transaction: Transaction, now: int, is_back: bool) -> list[str]:
    """Note that a server looks after the clocks; the games whose clocks were set forward by the time nobody did.

    Only a process that `is_back`, because it has just begun or could do nothing for a while, looks for such a time.
    """
    running = select(GameRow.id, GameRow.since).where(GameRow.deadline.is_not(None))
    if not is_back:
        # Whose row is locked has a pulse: nobody waits for it in the middle of a transaction that moves pieces.
        free = transaction.scalar(select(PulseRow).with_for_update(skip_locked=True))
        if free is not None and transaction.execute(running.limit(1)).first() is not None:
            free.at = max(free.at, now)
        return []
    row = transaction.scalars(select(PulseRow).with_for_update()).one()
    if row.at == 0:  # the first server of this database that keeps one
        row.at = now
        return []
    lost = {game: now - max(row.at, since or 0) for game, since in transaction.execute(running)}
    credited = {game: gap for game, gap in lost.items() if gap > LATE}
    for game, gap in credited.items():
        moved = {"since": GameRow.since + gap, "deadline": GameRow.deadline + gap, "seq": GameRow.seq + 1}
        transaction.execute(update(GameRow).where(GameRow.id == game).values(moved))
    row.at = max(row.at, now)
    return list(credited)

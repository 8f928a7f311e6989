"""Games as lines of a list, from what the store keeps with every change: nothing is replayed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.store.tables import GameRow, SeatRow
from cornerwise.server.wire.resources import GameSummary

COLUMNS = (
    GameRow.id,
    GameRow.ruleset,
    GameRow.options,
    GameRow.ply,
    GameRow.opened,
    GameRow.played,
    GameRow.terms,
    GameRow.summary,
)


@lru_cache(maxsize=256)
def _title(ruleset: str, options: tuple[tuple[str, str], ...]) -> str:
    return cw.ruleset(ruleset, **dict(options)).title


def summaries(
    transaction: Transaction, games: Sequence[str], person: str | None
) -> tuple[dict[str, GameSummary], list[str]]:
    """The games somebody may see, and those of earlier versions that have no summary yet."""
    rows = transaction.execute(select(*COLUMNS).where(GameRow.id.in_(games))).all()
    seats: dict[str, list[tuple[str, str | None]]] = {row.id: [] for row in rows}
    sat = select(SeatRow.game, SeatRow.name, SeatRow.person).where(SeatRow.game.in_(games))
    for game, name, whose in transaction.execute(sat.order_by(SeatRow.game, SeatRow.seat)):
        seats[game].append((name, whose))
    found: dict[str, GameSummary] = {}
    unfiled = []
    for row in rows:
        is_private = row.terms is not None and not row.terms["is_public"]
        if is_private and person not in {whose for _, whose in seats[row.id] if whose is not None}:
            continue
        if row.summary is None:
            unfiled.append(row.id)
            continue
        found[row.id] = GameSummary(
            game=row.id,
            ruleset=row.ruleset,
            title=_title(row.ruleset, tuple(sorted(row.options.items()))),
            options=row.options,
            ply=row.ply,
            names=tuple(name for name, _ in seats[row.id]),
            opened=row.opened.isoformat() + "Z",
            played=row.played.isoformat() + "Z",
            **row.summary,
        )
    return found, unfiled

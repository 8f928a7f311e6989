"""Filing: a public game goes into the archive in the transaction that ends it; works on a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.ratings.ladder import ladder_of
from cornerwise.server.store.tables import ArchiveRow, ArchiveSeatRow, GameRow

Result = Literal["won", "shared", "lost"]


@dataclass(frozen=True)
class FiledSeat:
    """Who sat on a seat and how it ended for them; `level` is that of a computer."""

    person: str
    rank: int
    level: int | None
    number: int | None
    after: int | None


@dataclass(frozen=True)
class FiledGame:
    """A public game that has ended; seats in order, `ended` in milliseconds UTC."""

    game: str
    ended: int
    ruleset: str
    is_live: bool
    is_rated: bool
    moves: int
    scores: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    seats: tuple[FiledSeat, ...]


def results(ranks: Sequence[int], teams: Sequence[Sequence[int]]) -> tuple[Result, ...]:
    """How a game ended for every seat: winning with one's partner is no shared victory.

    >>> results((1, 3, 1, 3), ((0, 2), (1, 3)))
    ('won', 'lost', 'won', 'lost')
    >>> results((1, 1), ((0,), (1,)))
    ('shared', 'shared')
    """
    winners = sum(any(ranks[seat] == 1 for seat in team) for team in teams)
    best: Result = "won" if winners == 1 else "shared"
    return tuple(best if rank == 1 else "lost" for rank in ranks)


def file_game(transaction: Transaction, filed: FiledGame) -> bool:
    """Put a game into the archive; False where it is there already, or where it is no longer public."""
    is_public = transaction.scalar(select(GameRow.is_public).where(GameRow.id == filed.game))
    if not is_public or transaction.get(ArchiveRow, filed.game) is not None:
        return False
    ladder = ladder_of(filed.ruleset, filed.is_live)
    transaction.add(
        ArchiveRow(
            game=filed.game,
            ended=filed.ended,
            ruleset=filed.ruleset,
            ladder=None if ladder is None else ladder.key,
            is_live=filed.is_live,
            is_rated=filed.is_rated,
            has_computers=any(seat.level is not None for seat in filed.seats),
            moves=filed.moves,
            scores=list(filed.scores),
            hidden=None,
        )
    )
    transaction.flush()
    ends = results([seat.rank for seat in filed.seats], filed.teams)
    known: set[str] = set()
    for number, (seat, result) in enumerate(zip(filed.seats, ends, strict=True)):
        transaction.add(
            ArchiveSeatRow(
                game=filed.game,
                seat=number,
                person=seat.person,
                is_first=seat.person not in known,
                ended=filed.ended,
                ruleset=filed.ruleset,
                result=result,
                rank=seat.rank,
                level=seat.level,
                number=seat.number,
                after=seat.after,
            )
        )
        known.add(seat.person)
    transaction.flush()
    return True


def hide_game(transaction: Transaction, game: str, hidden: int | None) -> bool:
    """Take a game out of every list from a moment on, or (None) put it back; False where there is no such table.

    Whoever has its link can still open it.
    """
    row = transaction.get(GameRow, game)
    if row is None or row.terms is None or not row.terms["is_public"]:
        return False
    row.is_public = hidden is None
    transaction.execute(update(ArchiveRow).where(ArchiveRow.game == game).values(hidden=hidden))
    if hidden is None and row.outcome == "over" and transaction.get(ArchiveRow, game) is None:
        row.summary = None  # it ended while it was hidden: the clerk files it
    return True

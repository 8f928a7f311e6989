"""The games that follow a person to every device: tables where they sit, and games opened by link that they claimed.

Whoever shows a game's token may claim the game. The token works as before, for whoever else has it too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select, union
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.games import HOST
from cornerwise.server.store.tables import ClaimRow, GameRow, SeatRow, milliseconds
from cornerwise.server.store.tokens import hashed

MOST = 200  # games listed


@dataclass(frozen=True)
class ClaimedGame:
    """A game that follows a person: as its host, on seats, or both."""

    game: str
    is_host: bool
    seats: tuple[int, ...]


def hashes_of(transaction: Transaction, game: str) -> dict[int, str]:
    """The hashes of a game's tokens: the host's and every seat's; none where there is no such game."""
    row = transaction.get(GameRow, game)
    if row is None:
        return {}
    seats = transaction.execute(select(SeatRow.seat, SeatRow.hash).where(SeatRow.game == game))
    return {HOST: row.hash} | {seat: hash for seat, hash in seats}


def claim(transaction: Transaction, whose: str, game: str, tokens: Iterable[str], now: int | None = None) -> bool:
    """Let a game follow a person as far as these tokens open it; returns whether they open anything."""
    now = milliseconds() if now is None else now
    shown = set(map(hashed, tokens))
    opened = [seat for seat, hash in hashes_of(transaction, game).items() if hash in shown]
    for seat in opened:
        if transaction.get(ClaimRow, (whose, game, seat)) is None:
            transaction.add(ClaimRow(person=whose, game=game, seat=seat, made=now))
    return bool(opened)


def claimed_seats(transaction: Transaction, whose: str, game: str) -> frozenset[int]:
    """The seats whose tokens a person has shown before, on whichever device; HOST is the host's."""
    return frozenset(transaction.scalars(select(ClaimRow.seat).where(ClaimRow.person == whose, ClaimRow.game == game)))


def claimed_games(transaction: Transaction, whose: str) -> list[ClaimedGame]:
    """The games that follow a person, the last played first."""
    claimed = select(ClaimRow.game, ClaimRow.seat).where(ClaimRow.person == whose)
    seated = select(SeatRow.game, SeatRow.seat).where(SeatRow.person == whose, SeatRow.kind == "person")
    mine = union(claimed, seated).subquery()
    rows = select(mine.c.game, mine.c.seat).join(GameRow, GameRow.id == mine.c.game)
    seats: dict[str, list[int]] = {}
    for game, seat in transaction.execute(rows.order_by(GameRow.played.desc(), mine.c.game).limit(4 * MOST)):
        if game in seats or len(seats) < MOST:
            seats.setdefault(game, []).append(seat)
    return [
        ClaimedGame(game, HOST in found, tuple(sorted(seat for seat in found if seat != HOST)))
        for game, found in seats.items()
    ]


def hand_over(transaction: Transaction, guest: str, account: str) -> None:
    """Let a guest's games follow the account that signs in in the guest's browser."""
    for row in transaction.scalars(select(ClaimRow).where(ClaimRow.person == guest)):
        if transaction.get(ClaimRow, (account, row.game, row.seat)) is None:
            transaction.add(ClaimRow(person=account, game=row.game, seat=row.seat, made=row.made))
        transaction.delete(row)

"""Claims: games opened by link that follow a person to every device.

Whoever shows a game's token may claim the game. The token works as before, for whoever else has it too.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import ClaimRow, GameRow, SeatRow, milliseconds

HOST = -1  # the seat a claim names when it is the host's


@dataclass(frozen=True)
class ClaimedGame:
    """A game that follows a person: as its host, on seats, or both."""

    game: str
    is_host: bool
    seats: tuple[int, ...]


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def secrets_of(transaction: Transaction, game: str) -> dict[int, str]:
    """The tokens of a game: the host's and every seat's; none where there is no such game."""
    row = transaction.get(GameRow, game)
    if row is None:
        return {}
    seats = transaction.execute(select(SeatRow.seat, SeatRow.token).where(SeatRow.game == game))
    return {HOST: row.token} | {seat: token for seat, token in seats}


def claim(transaction: Transaction, whose: str, game: str, tokens: Iterable[str], now: int | None = None) -> bool:
    """Let a game follow a person as far as these tokens open it; returns whether they open anything."""
    now = milliseconds() if now is None else now
    shown = list(tokens)
    opened = [
        seat
        for seat, token in secrets_of(transaction, game).items()
        if token and any(same(token, each) for each in shown)
    ]
    for seat in opened:
        if transaction.get(ClaimRow, (whose, game, seat)) is None:
            transaction.add(ClaimRow(person=whose, game=game, seat=seat, made=now))
    return bool(opened)


def claimed_tokens(transaction: Transaction, whose: str, game: str) -> frozenset[str]:
    """The tokens a person has shown before, on whichever device."""
    rows = select(ClaimRow.seat).where(ClaimRow.person == whose, ClaimRow.game == game)
    seats = set(transaction.scalars(rows))
    if not seats:
        return frozenset()
    return frozenset(token for seat, token in secrets_of(transaction, game).items() if seat in seats)


def claimed_games(transaction: Transaction, whose: str) -> list[ClaimedGame]:
    """The games that follow a person, the last claimed first."""
    rows = select(ClaimRow).where(ClaimRow.person == whose).order_by(ClaimRow.made.desc(), ClaimRow.game)
    seats: dict[str, list[int]] = {}
    for row in transaction.scalars(rows):
        seats.setdefault(row.game, []).append(row.seat)
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

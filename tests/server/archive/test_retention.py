"""What is forgotten and what never is, on SQLite and on PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime

from shelves import DAY, NOON, shelve, somebody
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.play.running.retention import ABORTED, sweep_games
from cornerwise.server.store.tables import ClaimRow, EntryRow, GameRow, PersonRow, SeatRow


def at(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC).replace(tzinfo=None)


def link(transaction: Transaction, game: str, played: int) -> None:
    """A game opened by link, with a seat and a move."""
    row = {"ruleset": "duo", "options": {}, "seed": "", "hash": "", "ply": 1, "is_paused": False}
    transaction.add(GameRow(id=game, opened=at(played), played=at(played), **row))
    transaction.flush()
    seat = {"kind": "here", "name": "", "level": 1, "hash": "", "has_resigned": False}
    transaction.add(SeatRow(game=game, seat=0, **seat))
    transaction.add(EntryRow(game=game, ply=1, after=0, kind="move", text="a1", made=at(played)))
    transaction.flush()


def names(transaction: Transaction) -> set[str]:
    return set(transaction.scalars(select(GameRow.id)))


def test_only_what_nobody_needs_is_forgotten(transaction: Transaction) -> None:
    ann, bob = somebody(transaction, "Ann"), somebody(transaction, "Bob")
    transaction.get_one(PersonRow, ann).kind = "account"
    old = NOON - 401 * DAY
    for game, played in (("old", old), ("new", NOON - 399 * DAY), ("kept", old), ("guests", old), ("open", old)):
        link(transaction, game, played)
    transaction.add(ClaimRow(person=ann, game="kept", seat=-1, made=old))
    transaction.add(ClaimRow(person=bob, game="guests", seat=-1, made=old))
    shelve(transaction, "public", (ann, bob), (1, 2), ended=old)
    shelve(transaction, "private", (ann, bob), (1, 2), ended=old, is_public=False)
    for game, ended in (("aborted", NOON - (ABORTED + 1) * DAY), ("just-aborted", NOON - DAY)):
        shelve(transaction, game, (ann, bob), (1, 2), ended=ended, is_public=False)
        transaction.get_one(GameRow, game).outcome = "aborted"
    transaction.flush()
    assert sweep_games(transaction, NOON, 400, {"open"}) == 3
    left = {"new", "kept", "open", "public", "private", "just-aborted"}
    assert names(transaction) == left
    assert set(transaction.scalars(select(EntryRow.game))) == {"new", "kept", "open"}
    assert sweep_games(transaction, NOON, 400) == 1, "once nobody has it open"
    assert sweep_games(transaction, NOON, 400) == 0

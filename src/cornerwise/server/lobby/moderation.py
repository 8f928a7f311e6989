"""What moderators do: read reports, rename, suspend, annul a result; works on a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.archive.filing import hide_game
from cornerwise.server.lobby.seeks import drop_seeks, read_seeks
from cornerwise.server.people.names import check_name
from cornerwise.server.people.people import rename as rename_row
from cornerwise.server.people.people import row_named
from cornerwise.server.ratings.recompute import annul as annul_result
from cornerwise.server.store.tables import GameRow, PersonRow, ReportRow
from cornerwise.server.wire.terms import DAY


@dataclass(frozen=True)
class Report:
    """A report as a moderator reads it."""

    id: int
    made: int
    by: str
    about: str
    game: str
    reason: str
    note: str
    is_handled: bool


def person_called(transaction: Transaction, name: str) -> PersonRow:
    """The person of a name, however it is written, or of an id."""
    row = row_named(transaction, name) or transaction.get(PersonRow, name)
    if row is None:
        raise CornerwiseError(f"There is nobody called {name[:40]!r} here.")
    return row


def reports(transaction: Transaction, with_handled: bool = False) -> list[Report]:
    """The reports that wait for a moderator, oldest first, or all."""
    wanted = select(ReportRow).order_by(ReportRow.id)
    if not with_handled:
        wanted = wanted.where(ReportRow.handled.is_(None))
    rows = transaction.scalars(wanted).all()
    people = {row.by for row in rows} | {row.about for row in rows}
    named = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(people))
    names: dict[str, str] = {id: name for id, name in transaction.execute(named)}
    return [
        Report(
            row.id,
            row.made,
            names.get(row.by) or "(deleted)",
            names.get(row.about) or "(deleted)",
            row.game,
            row.reason,
            row.note,
            row.handled is not None,
        )
        for row in rows
    ]


def handle(transaction: Transaction, numbers: Sequence[int], now: int) -> int:
    """Mark reports as handled; how many there were."""
    marked = update(ReportRow).where(ReportRow.id.in_(numbers), ReportRow.handled.is_(None)).values(handled=now)
    return transaction.execute(marked).rowcount  # type: ignore[attr-defined,no-any-return]


def rename(transaction: Transaction, name: str, new: str) -> str:
    """Give somebody another name, at the tables where they sit too; what it is now."""
    row = person_called(transaction, name)
    rename_person(transaction, row, new)
    return row.name


def rename_person(transaction: Transaction, row: PersonRow, new: str) -> set[str]:
    """Give a person another name wherever they sit; the games at which it changed."""
    return rename_row(transaction, row, check_name(new))


def suspend(transaction: Transaction, name: str, days: int, now: int) -> int | None:
    """Keep somebody from playing with others for some days (0: no longer); until when."""
    row = person_called(transaction, name)
    if row.kind == "computer":
        raise CornerwiseError("Computers cannot be suspended.")
    return suspend_person(transaction, row, days, now)


def suspend_person(transaction: Transaction, row: PersonRow, days: int, now: int) -> int | None:
    """Keep a person from playing with others for some days, and take their offers back; until when."""
    row.suspended_until = now + days * DAY if days > 0 else None
    drop_seeks(transaction, [seek.id for seek in read_seeks(transaction, row.id) if seek.person == row.id])
    return row.suspended_until


def annul(transaction: Transaction, game: str, now: int) -> int:
    """Strike out the result of a rated game; how many people's ratings changed."""
    row = transaction.get(GameRow, game)
    if row is None or row.terms is None:
        raise CornerwiseError(f"There is no table {game[:40]!r} here.")
    recount = annul_result(transaction, game, now)
    row.outcome = "annulled"
    row.seq += 1
    return len(recount.changed)


def hide(transaction: Transaction, game: str, is_hidden: bool, now: int) -> None:
    """Take a public game out of the archive and of the list of games to watch, or put it back."""
    if not hide_game(transaction, game, now if is_hidden else None):
        raise CornerwiseError(f"There is no public table {game[:40]!r} here.")


def appoint(transaction: Transaction, name: str, is_moderator: bool) -> None:
    """Make somebody a moderator, or no longer."""
    row = person_called(transaction, name)
    if row.kind != "account":
        raise CornerwiseError(f"{row.name} has no account; only people with an account can be moderators.")
    row.is_moderator = is_moderator

"""Rulings: what a moderator decides on the site, kept with who decided it; works on a transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.lobby import moderation
from cornerwise.server.people.person import Person
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import PersonRow, RulingRow, SeatRow

RulingKind = Literal["suspend", "restore", "rename", "annul", "hide", "show", "handle"]
MOST = 100  # rulings listed
OWN_CASE = Refusal("not_yours", "Nobody judges their own case; another moderator or the host can.", "own_case")


@dataclass(frozen=True)
class Ruling:
    """A decision as moderators and the host read it; `person` is a name."""

    made: int
    by: str
    kind: RulingKind
    person: str | None
    game: str | None
    detail: str


def rulings(transaction: Transaction, most: int = MOST) -> list[Ruling]:
    """What was decided last, newest first."""
    rows = transaction.scalars(select(RulingRow).order_by(RulingRow.id.desc()).limit(most)).all()
    people = {row.by for row in rows} | {row.person for row in rows}
    named = select(PersonRow.id, PersonRow.name).where(PersonRow.id.in_(people - {None}))
    names: dict[str, str] = {id: name for id, name in transaction.execute(named)}
    return [
        Ruling(
            row.made,
            names.get(row.by, ""),
            row.kind,  # type: ignore[arg-type]
            None if row.person is None else names.get(row.person, ""),
            row.game,
            row.detail,
        )
        for row in rows
    ]


def suspend(transaction: Transaction, judge: Person, person: str, days: int, now: int) -> None:
    """Keep somebody from playing with others for some days, or (0) no longer."""
    row = _accused(transaction, judge, person)
    moderation.suspend_person(transaction, row, days, now)
    _keep(transaction, judge, "suspend" if days else "restore", now, person=row.id, detail=str(days or ""))


def rename(transaction: Transaction, judge: Person, person: str, new: str, now: int) -> set[str]:
    """Give somebody another name, the old one kept with the ruling; the games at which it changed."""
    row = _accused(transaction, judge, person)
    before = row.name
    games = moderation.rename_person(transaction, row, new)
    _keep(transaction, judge, "rename", now, person=row.id, detail=before)
    return games


def annul(transaction: Transaction, judge: Person, game: str, now: int) -> None:
    """Strike out the result of a rated game."""
    _expect_stranger(transaction, judge, game)
    _done(lambda: moderation.annul(transaction, game, now))
    _keep(transaction, judge, "annul", now, game=game)


def hide(transaction: Transaction, judge: Person, game: str, is_hidden: bool, now: int) -> None:
    """Take a public game out of the archive and of the list of games to watch, or put it back."""
    _expect_stranger(transaction, judge, game)
    _done(lambda: moderation.hide(transaction, game, is_hidden, now))
    _keep(transaction, judge, "hide" if is_hidden else "show", now, game=game)


def handle(transaction: Transaction, judge: Person, report: int, now: int) -> None:
    """Mark a report as handled."""
    if moderation.handle(transaction, [report], now):
        _keep(transaction, judge, "handle", now, detail=str(report))


def _done(work: Callable[[], object]) -> None:
    """Do what the host may do by command; what makes no sense is refused."""
    try:
        work()
    except CornerwiseError as error:
        raise Refusal("refused", str(error), "no_ruling") from error


def _accused(transaction: Transaction, judge: Person, person: str) -> PersonRow:
    """Somebody whom this moderator may judge."""
    row = transaction.get(PersonRow, person)
    if row is None or row.kind == "computer" or row.deleted is not None:
        raise Refusal("unknown_person", "There is nobody with that name here.", "unknown_person")
    if row.id == judge.id:
        raise OWN_CASE
    if row.is_moderator:
        raise Refusal("not_yours", "Only the host judges moderators.", "host_judges")
    return row


def _expect_stranger(transaction: Transaction, judge: Person, game: str) -> None:
    """Refuse somebody who sits at the table."""
    mine = select(SeatRow.seat).where(SeatRow.game == game, SeatRow.person == judge.id)
    if transaction.scalar(mine.limit(1)) is not None:
        raise OWN_CASE


def _keep(
    transaction: Transaction,
    judge: Person,
    kind: RulingKind,
    now: int,
    person: str | None = None,
    game: str | None = None,
    detail: str = "",
) -> None:
    transaction.add(RulingRow(made=now, by=judge.id, kind=kind, person=person, game=game, detail=detail))

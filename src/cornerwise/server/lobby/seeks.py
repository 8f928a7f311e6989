"""Seeks in the database; works on a transaction. Matching deletes them in the transaction that opens their table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.lobby.bars import barred
from cornerwise.server.lobby.matching import Match, match
from cornerwise.server.lobby.seek import ABSENT_AFTER, LASTS, Seek
from cornerwise.server.store.tables import BarRow, SeekRow
from cornerwise.server.wire.terms import Terms

MOST = 500  # seeks that are looked at in one go
DECLINED = 3  # challenges of one person that are kept after they were turned down
KNOWN = frozenset(field.name for field in fields(Seek))


class Taken(Exception):
    """One of the seeks is gone already."""


def read_seeks(transaction: Transaction, person: str | None = None) -> list[Seek]:
    """All open seeks, oldest first, or those of a person and the challenges to them.

    Of too many, everybody's newest comes before anybody's next, and who was seen last before who may have left.
    """
    turn = func.row_number().over(partition_by=SeekRow.person, order_by=(SeekRow.made.desc(), SeekRow.id))
    wanted = select(SeekRow).order_by(turn, SeekRow.seen.desc(), SeekRow.id).limit(MOST)
    if person is not None:
        wanted = wanted.where((SeekRow.person == person) | (SeekRow.to == person))
    rows = sorted(transaction.scalars(wanted), key=lambda row: (row.made, row.id))
    blocks: dict[str, set[str]] = {}
    seekers = {row.person for row in rows}
    bars = select(BarRow.person, BarRow.other).where(BarRow.kind == "block", BarRow.person.in_(seekers))
    for one, other in transaction.execute(bars):
        blocks.setdefault(one, set()).add(other)
    return [_seek(row, frozenset(blocks.get(row.person, ()))) for row in rows]


def _seek(row: SeekRow, avoids: frozenset[str]) -> Seek:
    data: dict[str, Any] = dict(row.data)
    return Seek(
        id=row.id,
        person=row.person,
        kind=row.kind,  # type: ignore[arg-type]
        terms=tuple(Terms.model_validate(terms) for terms in data.pop("terms")),
        numbers=tuple(data.pop("numbers")),
        made=row.made,
        seen=row.seen,
        to=row.to,
        avoids=avoids,
        # While servers are restarted in turn, a newer one may keep more than this one knows.
        **{key: value for key, value in data.items() if key in KNOWN},
    )


def find_seek(transaction: Transaction, seek: str) -> Seek | None:
    """The seek of that name, if it is still open."""
    row = transaction.get(SeekRow, seek)
    return None if row is None else _seek(row, barred(transaction, row.person, "block"))


def add_seek(transaction: Transaction, seek: Seek) -> None:
    """Keep a seek; a quick one, or another answer, takes the place of the person's last of that kind."""
    if seek.kind == "quick":
        transaction.execute(delete(SeekRow).where(SeekRow.person == seek.person, SeekRow.kind == "quick"))
    transaction.add(
        SeekRow(
            id=seek.id,
            person=seek.person,
            kind=seek.kind,
            to=seek.to,
            made=seek.made,
            seen=seek.seen,
            data=seek.kept,
        )
    )
    transaction.flush()


def drop_seeks(transaction: Transaction, seeks: Collection[str]) -> int:
    """Delete these seeks; how many there were."""
    return transaction.execute(delete(SeekRow).where(SeekRow.id.in_(seeks))).rowcount  # type: ignore[attr-defined,no-any-return]


def decline_seek(transaction: Transaction, seek: Seek) -> None:
    """Keep that a challenge was turned down, for whoever made it; only the newest few, because they fill the lobby."""
    declined = replace(seek, is_declined=True)
    transaction.execute(update(SeekRow).where(SeekRow.id == seek.id).values(data=declined.kept))
    others = (
        select(SeekRow)
        .where(SeekRow.person == seek.person, SeekRow.kind == "challenge", SeekRow.id != seek.id)
        .order_by(SeekRow.made.desc(), SeekRow.id)
    )
    kept = [row.id for row in transaction.scalars(others) if row.data.get("is_declined")]
    drop_seeks(transaction, kept[DECLINED - 1 :])


def touch_seeks(transaction: Transaction, people: Collection[str], now: int) -> None:
    """These people are still there."""
    transaction.execute(update(SeekRow).where(SeekRow.person.in_(people)).values(seen=now))


def sweep_seeks(transaction: Transaction, now: int) -> set[str]:
    """Delete seeks whose seekers have left or that nobody answered; whose they were."""
    unseen = select(SeekRow).where(SeekRow.seen < now - ABSENT_AFTER).order_by(SeekRow.seen.desc()).limit(MOST)
    old = select(SeekRow).where(SeekRow.made < now - LASTS).order_by(SeekRow.made).limit(MOST)
    found = [_seek(row, frozenset()) for wanted in (unseen, old) for row in transaction.scalars(wanted)]
    dead = {seek.id: seek.person for seek in found if not seek.is_alive(now)}
    if dead:
        drop_seeks(transaction, list(dead))
    return set(dead.values())


def meet(
    transaction: Transaction, now: int, open_table: Callable[[Transaction, Match, int], str]
) -> list[tuple[str, Match]]:
    """Open a table for every match there is; the seeks are gone in the same transaction.

    Whoever gets a live table stops seeking other live ones. Where a seek was taken back at this moment, Taken is raised
    and nothing has happened.
    """
    if transaction.get_bind().dialect.name == "postgresql":  # one process at a time; SQLite has one writer anyway
        transaction.execute(text("SELECT pg_advisory_xact_lock(200119)"))
    made: list[tuple[str, Match]] = []
    while (found := match(read_seeks(transaction), now)) is not None:
        wanted = [seek.id for seek in found.seeks]
        if drop_seeks(transaction, wanted) != len(wanted):
            raise Taken
        if found.terms.tempo.is_live:
            _stop_seeking(transaction, {seek.person for seek in found.seeks})
        made.append((open_table(transaction, found, now), found))
    return made


def _stop_seeking(transaction: Transaction, people: Iterable[str]) -> None:
    """Drop the other live wishes of people who play now; what they have offered for turn-based games stands."""
    rows = transaction.scalars(select(SeekRow).where(SeekRow.person.in_(list(people)))).all()
    live = [row.id for row in rows if _seek(row, frozenset()).is_live]
    if live:
        drop_seeks(transaction, live)

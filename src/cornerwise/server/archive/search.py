"""Searching the archive: pages of games, newest first, that stay quick among a million."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select, tuple_
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.orm import aliased

from cornerwise.server.archive.filing import Result
from cornerwise.server.people.person import computer_id
from cornerwise.server.store.tables import ArchiveRow, ArchiveSeatRow, GameRow, PersonRow

PAGE = 25


@dataclass(frozen=True)
class Wanted:
    """What games are looked for; None means any. `since` and `until` are milliseconds UTC, the latter excluded."""

    person: str | None = None
    result: Result | None = None
    """How the game ended for that person."""
    ruleset: str | None = None
    ladder: str | None = None
    is_live: bool | None = None
    is_rated: bool | None = None
    level: int | None = None
    """A computer of this level sat there."""
    has_computers: bool | None = None
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True)
class Cursor:
    """A place between two games of the archive, whatever is filed meanwhile."""

    ended: int
    game: str

    def __str__(self) -> str:
        return f"{self.ended}~{self.game}"


@dataclass(frozen=True)
class FoundSeat:
    """A seat of a found game; the name is empty when the person was deleted."""

    name: str
    kind: str
    level: int | None
    rank: int
    score: int
    number: int | None
    after: int | None


@dataclass(frozen=True)
class FoundGame:
    """A game of the archive as it is listed."""

    game: str
    ended: int
    ruleset: str
    is_live: bool
    is_rated: bool
    is_annulled: bool
    moves: int
    seats: tuple[FoundSeat, ...]


@dataclass(frozen=True)
class Found:
    """A page of games, newest first, and where it goes on to either side; None at an end."""

    games: tuple[FoundGame, ...]
    before: Cursor | None
    after: Cursor | None


def parse_cursor(text: str) -> Cursor | None:
    """The cursor a text stands for, or None."""
    ended, mark, game = text.partition("~")
    return Cursor(int(ended), game) if mark and game and ended.isdecimal() and len(ended) < 16 else None


def search(
    transaction: Transaction,
    wanted: Wanted,
    after: Cursor | None = None,
    before: Cursor | None = None,
    count: int = PAGE,
) -> Found:
    """The newest games that are wanted, or those that follow (older) or precede (newer) a place."""
    query, ended, game = _query(wanted)
    place = tuple_(ended, game)
    if before is not None:
        query = query.where(place > (before.ended, before.game)).order_by(ended, game)
    elif after is not None:
        query = query.where(place < (after.ended, after.game)).order_by(ended.desc(), game.desc())
    else:
        query = query.order_by(ended.desc(), game.desc())
    rows = list(transaction.execute(query.limit(count + 1)))
    has_more = len(rows) > count
    rows = rows[:count]
    if before is not None:
        if not has_more:  # near the newest: the whole first page
            return search(transaction, wanted, count=count)
        rows.reverse()
    games = _games(transaction, rows)
    places = [Cursor(found.ended, found.game) for found in games]
    is_first = after is None and before is None
    has_older = has_more or before is not None
    return Found(
        games,
        before=places[0] if places and not is_first else None,
        after=places[-1] if places and has_older else None,
    )


def _query(wanted: Wanted) -> tuple[Select[Any], Any, Any]:
    """The query without its order, and the two columns it is ordered by."""
    columns = [column for column in ArchiveRow.__table__.columns if column.key not in ("hidden", "ladder")]
    query = select(*columns).where(ArchiveRow.hidden.is_(None))
    ended: Any = ArchiveRow.ended
    game: Any = ArchiveRow.game
    level = None if wanted.level is None else computer_id(wanted.level)
    whose = wanted.person or level
    if whose is not None:
        # Somebody's games are found by their seats; the index has the same order.
        seat = aliased(ArchiveSeatRow)
        query = query.join(seat, seat.game == ArchiveRow.game).where(seat.person == whose, seat.is_first)
        ended, game = seat.ended, seat.game
        if wanted.result is not None:
            query = query.where(seat.result == wanted.result)
        if wanted.ruleset is not None:
            query = query.where(seat.ruleset == wanted.ruleset)
        if wanted.person is not None and level is not None:
            other = aliased(ArchiveSeatRow)
            query = query.where(select(other.seat).where(other.game == seat.game, other.person == level).exists())
    elif wanted.ruleset is not None:
        query = query.where(ArchiveRow.ruleset == wanted.ruleset)
    return query.where(*_conditions(wanted, ended)), ended, game


def _conditions(wanted: Wanted, ended: Any) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if wanted.ladder is not None:
        found.append(ArchiveRow.ladder == wanted.ladder)
    is_narrow = any(each is not None for each in (wanted.person, wanted.level, wanted.ruleset, wanted.ladder))
    for column, value in (
        (ArchiveRow.is_live, wanted.is_live),
        (ArchiveRow.is_rated, wanted.is_rated),
        (ArchiveRow.has_computers, wanted.has_computers),
    ):
        if value is not None:
            # Half of all games may be rated: such an index must not be preferred to one that finds fewer.
            found.append((func.coalesce(column, False) if is_narrow else column) == value)
    if wanted.since is not None:
        found.append(ended >= wanted.since)
    if wanted.until is not None:
        found.append(ended < wanted.until)
    return found


def _games(transaction: Transaction, rows: list[Row[Any]]) -> tuple[FoundGame, ...]:
    """The games of these rows, with who sat there and whether a moderator has annulled them."""
    games = [row.game for row in rows]
    columns = (
        ArchiveSeatRow.game,
        ArchiveSeatRow.rank,
        ArchiveSeatRow.level,
        ArchiveSeatRow.number,
        ArchiveSeatRow.after,
        PersonRow.name,
        PersonRow.kind,
    )
    sat = select(*columns).join(PersonRow, PersonRow.id == ArchiveSeatRow.person)
    seats: dict[str, list[Row[Any]]] = defaultdict(list)
    ordered = sat.where(ArchiveSeatRow.game.in_(games)).order_by(ArchiveSeatRow.game, ArchiveSeatRow.seat)
    for seat in transaction.execute(ordered):
        seats[seat.game].append(seat)  # type: ignore[arg-type]
    struck = select(GameRow.id).where(GameRow.id.in_(games), GameRow.outcome == "annulled")
    annulled = set(transaction.scalars(struck))
    return tuple(
        FoundGame(
            game=row.game,
            ended=row.ended,
            ruleset=row.ruleset,
            is_live=row.is_live,
            is_rated=row.is_rated,
            is_annulled=row.game in annulled,
            moves=row.moves,
            seats=tuple(
                FoundSeat(seat.name, seat.kind, seat.level, seat.rank, score, seat.number, seat.after)
                for seat, score in zip(seats[row.game], row.scores, strict=True)
            ),
        )
        for row in rows
    )

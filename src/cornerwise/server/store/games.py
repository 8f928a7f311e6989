"""Games in the database: opened once, read whole or from a ply on, and changed under a sequence number."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from functools import cache
from typing import Any, Literal, cast

from sqlalchemy import Table, Update, bindparam, insert, select, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.tables import EntryRow, ForecastRow, GameRow, SeatRow, now
from cornerwise.server.wire.wire import SeatKind

Also = Callable[[Transaction], Mapping[str, Any]]
EntryKind = Literal["move", "roll", "retire"]
HOST = -1  # stands for the host where somebody claims seats


class Conflict(Exception):
    """Somebody else has changed that game already."""


@dataclass(frozen=True)
class Entry:
    """One move, roll or retirement: number `ply` of the log, following entry `after`.

    `spent` is what it took of the clock, in milliseconds.
    """

    ply: int
    after: int
    kind: EntryKind
    text: str
    spent: int | None = None


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat; the hash is that of its link's token, which the host's token unseals.

    The seat stays its person's while the computer stands in at a level.
    """

    seat: int
    kind: SeatKind
    name: str
    level: int
    hash: str
    has_resigned: bool = False
    stand_in: int | None = None
    person: str | None = None
    sealed: str = ""

    @property
    def computer(self) -> int | None:
        """The level at which the computer plays this seat now; None where its person does."""
        return self.level if self.kind == "computer" else self.stand_in


@dataclass(frozen=True)
class StoredGame:
    """A game as the store holds it."""

    id: str
    ruleset: str
    options: dict[str, str]
    seed: str
    computer_seed: int
    hash: str
    ply: int
    is_paused: bool
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    forecasts: dict[int, tuple[float, ...]]
    opened: datetime
    played: datetime
    seq: int = 0
    due: int | None = None
    terms: dict[str, Any] | None = None
    clocks: dict[str, Any] | None = None
    since: int | None = None
    deadline: int | None = None
    outcome: str | None = None
    ended: int | None = None
    is_public: bool = False
    actor: int | None = None
    table: dict[str, Any] | None = None
    summary: dict[str, Any] | None = None


def open_game(transaction: Transaction, game: StoredGame) -> None:
    """Keep a new game with its seats and whatever log it begins with."""
    columns = {key: value for key, value in vars(game).items() if key not in ("seats", "entries", "forecasts")}
    transaction.execute(insert(GameRow), columns)
    transaction.execute(insert(SeatRow), [{"game": game.id, **vars(seat)} for seat in game.seats])
    if game.entries:
        transaction.execute(insert(EntryRow), [{"game": game.id, **vars(entry)} for entry in game.entries])
    for ply, wins in game.forecasts.items():
        transaction.add(ForecastRow(game=game.id, ply=ply, wins=list(wins)))


ENTRY = select(*(getattr(EntryRow, each.name) for each in fields(Entry))).order_by(EntryRow.ply)
SEAT = select(*(getattr(SeatRow, each.name) for each in fields(Seat))).order_by(SeatRow.seat)


def read_game(transaction: Transaction, game: str, beyond: int = 0) -> StoredGame | None:
    """The game of that name, or None; with only the entries of its log beyond a ply."""
    row = transaction.get(GameRow, game)
    if row is None:
        return None
    columns = {column.key: getattr(row, column.key) for column in GameRow.__table__.columns}
    seats = transaction.execute(SEAT.where(SeatRow.game == game))
    entries = transaction.execute(ENTRY.where(EntryRow.game == game, EntryRow.ply > beyond))
    forecasts = transaction.execute(select(ForecastRow.ply, ForecastRow.wins).where(ForecastRow.game == game))
    return StoredGame(
        **columns,
        seats=tuple(Seat(*seat) for seat in seats),
        entries=tuple(Entry(*entry) for entry in entries),
        forecasts={ply: tuple(wins) for ply, wins in forecasts},
    )


def change_game(
    transaction: Transaction,
    game: str,
    seq: int,
    columns: Mapping[str, Any],
    entry: Entry | None = None,
    seats: Sequence[Seat] = (),
    forecasts: Mapping[int, Sequence[float]] | None = None,
    also: Also | None = None,
) -> Mapping[str, Any]:
    """Change a game that stands at a sequence number, which grows by one; or raise Conflict and change nothing.

    `also` is done in the same transaction; the columns it answers with are kept too, and returned.
    """
    more = also(transaction) if also is not None else {}
    values: dict[str, Any] = {"seq": seq + 1, **columns, **more}
    if entry is not None:
        values |= {"ply": entry.ply, "played": now()}
    # Every move comes this way: the connection itself, and statements that are there already.
    connection = transaction.connection()
    changed = connection.execute(_update(tuple(values)), {"_game": game, "_seq": seq, **values})
    if changed.rowcount != 1:
        raise Conflict(f"{game} does not stand at {seq} any more")
    if entry is not None:
        connection.execute(APPEND, {"game": game, **vars(entry)})
    for seat in seats:
        transaction.execute(update(SeatRow).where(SeatRow.game == game, SeatRow.seat == seat.seat).values(**vars(seat)))
    for ply, wins in (forecasts or {}).items():
        transaction.merge(ForecastRow(game=game, ply=ply, wins=[float(win) for win in wins]))
    return more


GAMES = cast(Table, GameRow.__table__)
APPEND = insert(cast(Table, EntryRow.__table__))


@cache
def _update(columns: tuple[str, ...]) -> Update:
    """The statement that changes these columns of a game."""
    where = GAMES.c.id == bindparam("_game"), GAMES.c.seq == bindparam("_seq")
    return update(GAMES).where(*where).values({column: bindparam(column) for column in columns})


def due_games(transaction: Transaction, now: int, most: int) -> list[tuple[str, int]]:
    """The games in which the computer should have moved by now, the longest overdue first."""
    wanted = select(GAMES.c.id, GAMES.c.due).where(GAMES.c.due <= now).order_by(GAMES.c.due).limit(most)
    return [(game, due) for game, due in transaction.execute(wanted)]


def set_due(transaction: Transaction, game: str, was: int | None, due: int | None) -> bool:
    """Say from when any process may make the computer's move; False when another process has said so before."""
    where = GAMES.c.id == game, GAMES.c.due.is_(None) if was is None else GAMES.c.due == was
    return transaction.connection().execute(update(GAMES).where(*where).values(due=due)).rowcount == 1


def sequence_numbers(transaction: Transaction, games: Sequence[str]) -> dict[str, int]:
    """Where these games stand."""
    found = transaction.execute(select(GameRow.id, GameRow.seq).where(GameRow.id.in_(games)))
    return {game: seq for game, seq in found}

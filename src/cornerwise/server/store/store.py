"""The store: games as logs of moves in SQLite; what it has answered survives a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine, create_engine, event, select, update
from sqlalchemy.exc import DatabaseError, IntegrityError
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.store.tables import EntryRow, ForecastRow, GameRow, SeatRow, now
from cornerwise.server.wire.wire import SeatKind

P = ParamSpec("P")
T = TypeVar("T")


class Conflict(Exception):
    """Somebody else has written that ply of that game already."""


@dataclass(frozen=True)
class Entry:
    """One move or roll: number `ply` of the log, following entry `after`."""

    ply: int
    after: int
    kind: Literal["move", "roll"]
    text: str


@dataclass(frozen=True)
class Seat:
    """Who sits on a seat; the token is the secret of its link.

    The seat stays its person's while the computer stands in at a level.
    """

    seat: int
    kind: SeatKind
    name: str
    level: int
    token: str
    has_resigned: bool = False
    stand_in: int | None = None

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
    token: str
    ply: int
    is_paused: bool
    seats: tuple[Seat, ...]
    entries: tuple[Entry, ...]
    forecasts: dict[int, tuple[float, ...]]
    opened: datetime
    played: datetime


def database(data: Path) -> Path:
    """The file in a data directory that holds the games."""
    return data / "cornerwise.sqlite3"


def connect(path: Path) -> Engine:
    """Open the database at `path`, made or brought up to date as needed."""
    engine = create_engine(f"sqlite:///{path}")

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DatabaseError as error:
        raise CornerwiseError(f"The games in {str(path)!r} cannot be read: {error.orig}.") from None
    except CommandError:
        raise CornerwiseError(f"The games in {str(path)!r} were kept by a newer Cornerwise.") from None
    return engine


class Store:
    """All games; every method returns only when the database has kept what it was given.

    One thread does all the work, in order, so that the event loop never waits for the disk.
    """

    def __init__(self, path: Path) -> None:
        self.engine = connect(path)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="store")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do blocking work, such as a method of this store, in the store's thread."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self.thread.shutdown()
        self.engine.dispose()

    def open_game(self, game: StoredGame) -> None:
        """Keep a new game with its seats and whatever log it begins with."""
        with Transaction(self.engine) as transaction, transaction.begin():
            transaction.add(
                GameRow(
                    id=game.id,
                    ruleset=game.ruleset,
                    options=game.options,
                    seed=game.seed,
                    token=game.token,
                    ply=game.ply,
                    is_paused=game.is_paused,
                    opened=game.opened,
                    played=game.played,
                )
            )
            transaction.flush()
            transaction.add_all(SeatRow(game=game.id, **vars(seat)) for seat in game.seats)
            transaction.add_all(EntryRow(game=game.id, **vars(entry)) for entry in game.entries)

    def read_game(self, game: str) -> StoredGame | None:
        """The game of that name, or None."""
        with Transaction(self.engine) as transaction:
            row = transaction.get(GameRow, game)
            if row is None:
                return None
            seats = transaction.scalars(select(SeatRow).where(SeatRow.game == game).order_by(SeatRow.seat))
            entries = transaction.scalars(select(EntryRow).where(EntryRow.game == game).order_by(EntryRow.ply))
            forecasts = transaction.scalars(select(ForecastRow).where(ForecastRow.game == game))
            return StoredGame(
                id=row.id,
                ruleset=row.ruleset,
                options=dict(row.options),
                seed=row.seed,
                token=row.token,
                ply=row.ply,
                is_paused=row.is_paused,
                seats=tuple(
                    Seat(s.seat, s.kind, s.name, s.level, s.token, s.has_resigned, s.stand_in)  # type: ignore[arg-type]
                    for s in seats
                ),
                entries=tuple(Entry(e.ply, e.after, e.kind, e.text) for e in entries),  # type: ignore[arg-type]
                forecasts={f.ply: tuple(f.wins) for f in forecasts},
                opened=row.opened,
                played=row.played,
            )

    def append(self, game: str, entry: Entry) -> None:
        """Write the next entry of a game's log and go there, or raise Conflict and change nothing."""
        with Transaction(self.engine) as transaction:
            try:
                transaction.add(EntryRow(game=game, **vars(entry)))
                transaction.execute(
                    update(GameRow).where(GameRow.id == game).values(ply=entry.ply, is_paused=False, played=now())
                )
                transaction.commit()
            except IntegrityError as error:
                raise Conflict(f"{game} has a ply {entry.ply} already") from error

    def go(self, game: str, ply: int, is_paused: bool) -> None:
        """Remember where in its log a game stands and whether the computer waits."""
        with Transaction(self.engine) as transaction, transaction.begin():
            transaction.execute(update(GameRow).where(GameRow.id == game).values(ply=ply, is_paused=is_paused))

    def set_seats(self, game: str, seats: Iterable[Seat]) -> None:
        """Remember who sits on these seats."""
        with Transaction(self.engine) as transaction, transaction.begin():
            for seat in seats:
                transaction.merge(SeatRow(game=game, **vars(seat)))

    def set_forecasts(self, game: str, forecasts: dict[int, Sequence[float]]) -> None:
        """Remember what the computer thinks of these plies."""
        with Transaction(self.engine) as transaction, transaction.begin():
            for ply, wins in forecasts.items():
                transaction.merge(ForecastRow(game=game, ply=ply, wins=[float(win) for win in wins]))

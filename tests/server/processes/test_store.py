"""The store, on SQLite and on PostgreSQL: a game changes in order, everything is found again, writes are shared."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import event, text, update
from sqlalchemy.orm import Session as Transaction

from cornerwise.errors import CornerwiseError
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.ratings.results import lock
from cornerwise.server.store import database
from cornerwise.server.store.database import connect, in_directory, open_engine
from cornerwise.server.store.games import Conflict, Entry, Seat, StoredGame, change_game, open_game, read_game
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import LadderRow, Row, now
from postgres import Postgres

SEATS = (Seat(0, "here", "Ann", 1, "token-of-seat-one"), Seat(1, "computer", "", 3, "token-of-seat-two"))
GAME = StoredGame("game-one", "duo", {"starts": "free"}, "00", 7, "host", 0, False, SEATS, (), {}, now(), now())


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of either kind."""
    if request.param == "sqlite":
        return in_directory(tmp_path)
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh()


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store(url)
    yield store
    store.close()


def move(ply: int, by: str = "a1") -> Entry:
    return Entry(ply, ply - 1, "move", by)


def test_a_game_is_found_again(store: Store) -> None:
    async def run() -> None:
        await store.write(open_game, GAME)
        assert await store.read(read_game, "game-one") == GAME
        assert await store.read(read_game, "game-two") is None

    asyncio.run(run())


def test_the_log_grows_in_order_and_never_changes(store: Store) -> None:
    async def run() -> None:
        await store.write(open_game, GAME)
        await store.write(change_game, "game-one", 0, {"is_paused": True}, move(1))
        await store.write(change_game, "game-one", 1, {}, Entry(2, 1, "roll", "1 2"))
        for seq in (0, 1, 3):
            with pytest.raises(Conflict):
                await store.write(change_game, "game-one", seq, {"is_paused": False}, move(3))
        found = await store.read(read_game, "game-one")
        assert found is not None
        assert (found.ply, found.seq, found.is_paused) == (2, 2, True)
        assert found.entries == (move(1), Entry(2, 1, "roll", "1 2"))
        later = await store.read(read_game, "game-one", 1)
        assert later is not None
        assert later.entries == (Entry(2, 1, "roll", "1 2"),)

    asyncio.run(run())


def test_of_two_processes_one_has_each_number(url: str) -> None:
    stores = [Store(url) for _ in range(2)]

    async def write(number: int) -> int:
        won = 0
        for seq in range(40):
            try:
                await stores[number].write(change_game, "game-one", seq, {}, move(seq + 1, f"by {number}"))
                won += 1
            except Conflict:
                pass
        return won

    async def run() -> None:
        await stores[0].write(open_game, GAME)
        assert sum(await asyncio.gather(write(0), write(1))) == 40
        found = await stores[1].read(read_game, "game-one")
        assert found is not None
        assert [entry.ply for entry in found.entries] == list(range(1, 41))

    asyncio.run(run())
    for store in stores:
        store.close()


def test_seats_and_forecasts_are_kept(store: Store) -> None:
    async def run() -> None:
        await store.write(open_game, GAME)
        changed = replace(SEATS[1], kind="link", name="Bea")
        await store.write(change_game, "game-one", 0, {}, seats=[changed])
        await store.write(change_game, "game-one", 1, {}, forecasts={1: (0.25, 0.75)})
        await store.write(change_game, "game-one", 2, {}, forecasts={1: (0.5, 0.5)})
        found = await store.read(read_game, "game-one")
        assert found is not None
        assert found.seats == (SEATS[0], changed)
        assert found.forecasts == {1: (0.5, 0.5)}

    asyncio.run(run())


def test_writes_that_arrive_together_share_a_transaction_and_not_a_fault(store: Store) -> None:
    commits = 0

    @event.listens_for(store.engine, "commit")
    def count(_: object) -> None:
        nonlocal commits
        commits += 1

    async def run() -> None:
        nonlocal commits
        for number in range(20):
            await store.write(open_game, replace(GAME, id=f"game-{number:03}"))
        commits = 0
        writes = [store.write(change_game, f"game-{number:03}", 0, {}, move(1)) for number in range(20)]
        await asyncio.gather(*writes)
        assert commits <= 3
        # One of many that cannot be: the others are written all the same, and it is told so.
        wrong = [7, 13]
        writes = [
            store.write(change_game, f"game-{number:03}", 9 if number in wrong else 1, {}, move(2))
            for number in range(20)
        ]
        answers = await asyncio.gather(*writes, return_exceptions=True)
        assert [number for number, answer in enumerate(answers) if isinstance(answer, Conflict)] == wrong
        for number in range(20):
            found = await store.read(read_game, f"game-{number:03}")
            assert found is not None
            assert found.ply == (1 if number in wrong else 2)

    asyncio.run(run())


def test_reading_does_not_wait_for_writing(store: Store) -> None:
    async def run() -> None:
        await store.write(open_game, GAME)
        begun, gate = asyncio.Event(), asyncio.Event()
        loop = asyncio.get_running_loop()

        def slow(transaction: Transaction) -> None:
            change_game(transaction, "game-one", 0, {}, move(1))
            loop.call_soon_threadsafe(begun.set)
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result(20)

        writing = asyncio.ensure_future(store.write(slow))
        await begun.wait()
        found = await asyncio.wait_for(store.read(read_game, "game-one"), 10)
        assert found is not None
        assert found.ply == 0, "what is not yet on the disk is not yet seen"
        gate.set()
        await writing

    asyncio.run(run())


def test_migrations_make_the_tables_of_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Row.metadata) == []
        if connection.dialect.name == "sqlite":
            assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
            assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL: every commit is on the disk
            assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_a_locked_database_is_unavailable_and_then_goes_on(tmp_path: Path) -> None:
    store = Store(in_directory(tmp_path))

    async def run() -> None:
        await store.write(open_game, GAME)
        other = sqlite3.connect(tmp_path / "cornerwise.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.write(change_game, "game-one", 0, {}, move(1))
        other.execute("ROLLBACK")
        other.close()
        await store.write(change_game, "game-one", 0, {}, move(1))

    asyncio.run(run())
    store.close()


def test_a_migration_is_all_or_nothing(tmp_path: Path) -> None:
    """Killed at any of its steps, the next start finds a database it can bring up to date."""
    program = """
import os, sys
from sqlalchemy import Engine, event
from cornerwise.errors import CornerwiseError
from cornerwise.server.store.database import connect
steps = int(sys.argv[2])
@event.listens_for(Engine, "before_cursor_execute")
def count(connection, cursor, statement, parameters, context, executemany):
    global steps
    steps -= 1
    if steps == 0:
        os._exit(9)
connect(sys.argv[1])
"""
    done = 9
    step = 0
    while done == 9:
        step += 17
        url = in_directory(tmp_path / str(step))
        (tmp_path / str(step)).mkdir()
        done = subprocess.run([sys.executable, "-c", program, url, str(step)]).returncode
        store = Store(url)
        with store.engine.connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), Row.metadata) == []
        store.close()
    assert done == 0
    assert step > 17, "nothing was ever interrupted"


def test_links_of_earlier_versions_are_hashed_and_still_open(url: str, tmp_path: Path) -> None:
    """Kept plain until revision 0013; whoever reads the database now finds nothing that opens a seat."""
    engine = open_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    games = {f"game-{number}": f"the-host-of-game-{number}" for number in range(1201)}  # more than two batches
    with engine.execution_options(writes=True).begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0013")
        connection.execute(
            text(
                "INSERT INTO games (id, ruleset, options, seed, token, ply, is_paused, opened, played)"
                " VALUES (:id, 'duo', '{}', '00', :token, 0, :no, :now, :now)"
            ),
            [{"id": game, "token": token, "now": now(), "no": False} for game, token in games.items()],
        )
        connection.execute(
            text(
                "INSERT INTO seats (game, seat, kind, name, level, token, has_resigned)"
                " VALUES (:game, :seat, 'link', '', 1, :token, :no)"
            ),
            [
                {"game": game, "seat": seat, "token": f"seat-{seat}-of-{game}", "no": False}
                for game in games
                for seat in range(2)
            ],
        )
    engine.dispose()
    store = Store(url)

    async def run() -> None:
        for game in ("game-0", "game-777", "game-1200"):
            stored = await store.read(read_game, game)
            assert stored is not None
            session = Session(stored, store)
            host, guest = (Viewer(frozenset({token})) for token in (games[game], f"seat-1-of-{game}"))
            assert session.is_host(host) and not session.is_host(guest)
            assert session.holds(guest, session.seats[1]) and not session.holds(guest, session.seats[0])
            assert [session.link_token(host, seat) for seat in session.seats] == [
                f"seat-{seat}-of-{game}" for seat in range(2)
            ]
            assert session.link_token(guest, session.seats[0]) is None

    asyncio.run(run())
    with store.engine.connect() as connection:
        rows = [*connection.execute(text("SELECT * FROM games")), *connection.execute(text("SELECT * FROM seats"))]
    store.close()
    assert len(rows) == 3 * len(games)
    assert not any("the-host-of" in str(row) or "-of-game" in str(row) for row in rows)
    for file in tmp_path.glob("cornerwise.sqlite3*"):
        assert b"-of-game" not in file.read_bytes(), f"{file.name} holds a token still"


def test_what_is_no_database_is_said_in_a_sentence() -> None:
    with pytest.raises(CornerwiseError, match=r"cannot be read: .*\.$"):
        connect("postgresql://nobody:secret@127.0.0.1:1/none")


def test_batches_that_wait_for_each_other_are_kept_once(postgres: Postgres) -> None:
    """Moves share transactions, so two processes may end games of two ladders in opposite order: it costs a moment."""
    stores = [Store(postgres.fresh())]
    stores.append(Store(stores[0].url))
    meeting = Barrier(2)

    async def run() -> None:
        for ladder in ("duo-live", "classic-live"):
            await stores[0].write(lock, ladder)

        def end(transaction: Transaction, ladder: str) -> None:
            seq = lock(transaction, ladder) + 1
            transaction.execute(update(LadderRow).where(LadderRow.key == ladder).values(seq=seq))
            with contextlib.suppress(BrokenBarrierError):  # when both have one, each asks for the other's
                meeting.wait(2)
                meeting.abort()

        def begin(transaction: Transaction) -> None:
            """Keeps the writer busy until what follows waits together."""
            time.sleep(0.2)

        work = []
        for store, ladders in zip(stores, (("duo-live", "classic-live"), ("classic-live", "duo-live")), strict=True):
            work += [store.write(begin), *(store.write(end, ladder) for ladder in ladders)]
        await asyncio.gather(*work)
        for ladder in ("duo-live", "classic-live"):
            assert await stores[0].write(lock, ladder) == 2

    try:
        asyncio.run(run())
    finally:
        for store in stores:
            store.close()


def test_work_given_up_for_another_process_is_done_again(postgres: Postgres) -> None:
    """Forgetting a person locks games and then ladders, the end of a game the other way round."""
    stores = [Store(postgres.fresh())]
    stores.append(Store(stores[0].url))
    meeting = Barrier(2)

    async def run() -> None:
        for ladder in ("duo-live", "classic-live"):
            await stores[0].write(lock, ladder)

        def count(transaction: Transaction, ladders: tuple[str, str]) -> None:
            for ladder in ladders:
                seq = lock(transaction, ladder) + 1
                transaction.execute(update(LadderRow).where(LadderRow.key == ladder).values(seq=seq))
                with contextlib.suppress(BrokenBarrierError):  # when both have one, each asks for the other's
                    meeting.wait(10)
                    meeting.abort()

        orders = (("duo-live", "classic-live"), ("classic-live", "duo-live"))
        await asyncio.gather(*(store.write(count, order) for store, order in zip(stores, orders, strict=True)))
        for ladder in orders[0]:
            assert await stores[0].write(lock, ladder) == 2, "both were counted, and once"

    try:
        asyncio.run(run())
    finally:
        for store in stores:
            store.close()

"""The store: a ply is written once, everything is found again, the tables are what the models say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from cornerwise.server.store.store import Conflict, Entry, Seat, Store, StoredGame
from cornerwise.server.store.tables import Tables, now

SEATS = (Seat(0, "here", "Ann", 1, "token-of-seat-one"), Seat(1, "computer", "", 3, "token-of-seat-two"))
GAME = StoredGame("game-one", "duo", {"starts": "free"}, "00", "host", 0, False, SEATS, (), {}, now(), now())


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.sqlite3")


def test_a_game_is_found_again(store: Store) -> None:
    store.open_game(GAME)
    assert store.read_game("game-one") == GAME
    assert store.read_game("game-two") is None


def test_the_log_grows_and_never_changes(store: Store) -> None:
    store.open_game(GAME)
    store.append("game-one", Entry(1, 0, "move", "a1"))
    store.append("game-one", Entry(2, 1, "roll", "1 2"))
    with pytest.raises(Conflict):
        store.append("game-one", Entry(2, 1, "move", "b1"))
    found = store.read_game("game-one")
    assert found is not None
    assert found.ply == 2
    assert found.entries == (Entry(1, 0, "move", "a1"), Entry(2, 1, "roll", "1 2"))


def test_two_writers_cannot_both_have_a_ply(tmp_path: Path) -> None:
    stores = [Store(tmp_path / "games.sqlite3") for _ in range(2)]
    stores[0].open_game(GAME)

    def write(number: int) -> int:
        won = 0
        for ply in range(1, 41):
            try:
                stores[number].append("game-one", Entry(ply, ply - 1, "move", f"by {number}"))
                won += 1
            except Conflict:
                pass
        return won

    with ThreadPoolExecutor(2) as threads:
        assert sum(threads.map(write, range(2))) == 40


def test_seats_and_forecasts_are_kept(store: Store) -> None:
    store.open_game(GAME)
    changed = replace(SEATS[1], kind="link", name="Bea")
    store.set_seats("game-one", [changed])
    store.set_forecasts("game-one", {1: (0.25, 0.75)})
    store.set_forecasts("game-one", {1: (0.5, 0.5)})
    found = store.read_game("game-one")
    assert found is not None
    assert found.seats == (SEATS[0], changed)
    assert found.forecasts == {1: (0.5, 0.5)}


def test_migrations_make_the_tables_of_the_models(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Tables.metadata) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1

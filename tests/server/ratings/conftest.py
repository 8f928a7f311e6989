"""A database with people in it, in SQLite and in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from club import Club
from sqlalchemy import Engine

from cornerwise.server.store.database import connect, in_directory
from postgres import Postgres


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty database with all tables."""
    if request.param == "sqlite":
        engine = connect(in_directory(tmp_path))
    else:
        server: Postgres = request.getfixturevalue("postgres")
        engine = connect(server.fresh())
    yield engine
    engine.dispose()


@pytest.fixture
def club(database: Engine) -> Club:
    """Some people who play each other."""
    return Club(database)

"""Fixtures: a real server on the loopback, and a store of either kind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cornerwise.server.store.database import in_directory
from cornerwise.server.store.store import Store
from postgres import Postgres
from serving import ADDRESSES, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for every test that leaves it as it was."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0


@pytest.fixture(autouse=True)
def own_address(request: pytest.FixtureRequest) -> None:
    """Let every test ask the common server from an address of its own, so that none uses up what others may ask."""
    if "server" in request.fixturenames and sys.platform == "linux":  # where 127.0.0.0/8 is this machine
        found = request.getfixturevalue("server")
        if isinstance(found, Server):
            found.come_from(next(ADDRESSES))


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server a test may kill, if it starts it again."""
    server = Server(tmp_path_factory.mktemp("own"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One PostgreSQL for every test that leaves it running; each takes a database of its own."""
    postgres = Postgres()
    yield postgres
    postgres.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store, once in SQLite and once in PostgreSQL."""
    is_postgres = request.param == "postgresql"
    store = Store(request.getfixturevalue("postgres").fresh() if is_postgres else in_directory(tmp_path))
    yield store
    store.close()

"""Fixtures: a push service, a mail server, and a store of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from services import MailServer, PushService

from cornerwise.server.store.database import in_directory
from cornerwise.server.store.store import Store


@pytest.fixture
def push_service() -> Iterator[PushService]:
    """A push service on the loopback."""
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    """A mail server on the loopback."""
    server = MailServer()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store, once in SQLite and once in PostgreSQL."""
    is_postgres = request.param == "postgresql"
    store = Store(request.getfixturevalue("postgres").fresh() if is_postgres else in_directory(tmp_path))
    yield store
    store.close()

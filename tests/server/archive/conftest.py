"""Fixtures: a transaction on a store of either kind."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.database import connect, in_directory


@pytest.fixture(params=["sqlite", "postgresql"])
def transaction(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Transaction]:
    """A transaction on an empty database, once in SQLite and once in PostgreSQL."""
    is_postgres = request.param == "postgresql"
    engine = connect(request.getfixturevalue("postgres").fresh() if is_postgres else in_directory(tmp_path))
    with Transaction(engine.execution_options(writes=True)) as transaction:
        yield transaction
    engine.dispose()

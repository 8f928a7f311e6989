"""A database with people in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from club import Club

from cornerwise.server.store.store import connect, database


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """Some people who play each other, in a database with all tables."""
    engine = connect(database(tmp_path))
    yield Club(engine)
    engine.dispose()

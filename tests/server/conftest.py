"""Fixtures: a real server on the loopback."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for every test that leaves it as it was."""
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    assert server.stop() == 0


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server a test may kill."""
    server = Server(tmp_path / "data")
    yield server
    server.kill()

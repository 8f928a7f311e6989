"""Fixtures: people in every role at a real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from cornerwise.server.lobby.moderation import appoint
from cornerwise.server.store.database import in_directory, within
from serving import Client, Server
from strangers import Stranger

PASSWORD = "seven corners meet"


@pytest.fixture(scope="session")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """Somebody without a visit, four guests and a moderator, each with an open line, at a server of their own."""
    data = tmp_path_factory.mktemp("roles")
    server = Server(data)
    with ExitStack() as stack:
        found: dict[str, Client] = {
            role: stack.enter_context(Stranger(server)) for role in ("first", "second", "third", "blocked")
        }
        judge = stack.enter_context(Stranger(server))
        kept = judge.http.put("/api/people/me/password", json={"name": "The judge", "password": PASSWORD})
        assert kept.status_code == 200, kept.text
        within(in_directory(data), lambda transaction: appoint(transaction, "The judge", True))
        judge.visit = judge.http.cookies["visit"]
        found["moderator"] = stack.enter_context(judge.again())
        found["nobody"] = stack.enter_context(server.connect())
        found["nobody"].server = server  # type: ignore[attr-defined]
        yield found
    assert server.stop() == 0

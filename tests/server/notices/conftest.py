"""Fixtures: a push service and a mail server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from services import MailServer, PushService


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

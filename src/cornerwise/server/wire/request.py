"""What every message has in common: a request's number, and the answer that carries it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cornerwise.server.wire.wire import Wire


class Request(Wire):
    """What every client message has; an answer carries the same number in `reply`."""

    id: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = None


class Answer(Wire):
    """What every answer has: the number of the request it answers, or null."""

    reply: int | None = None

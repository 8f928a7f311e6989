"""The routes of the lobby: what is fetched once; everything that moves comes over the live connection."""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter, Request, Response

from cornerwise.server.http.api import problems, tagged
from cornerwise.server.play.tempos import presets
from cornerwise.server.wire.lobby import Phrase, Reason, Tempos, TempoView

router = APIRouter(prefix="/api")
SEATS = (2, 3, 4)


@router.get("/tempos", response_model=Tempos, responses=problems())
def tempos(request: Request) -> Response:
    """The tempos on offer by the number of seats, what may be said at a table, and what can be reported."""
    found = [
        TempoView(name=name, seats=seats, kind=tempo.kind, initial=tempo.initial, increment=tempo.increment)
        for seats in SEATS
        for name, tempo in presets(seats).items()
    ]
    return tagged(request, Tempos(tempos=tuple(found), phrases=get_args(Phrase), reasons=get_args(Reason)))

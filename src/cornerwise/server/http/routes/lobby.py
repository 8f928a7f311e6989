"""The routes of the lobby: what is fetched once; everything that moves comes over the live connection."""

from __future__ import annotations

from typing import Annotated, get_args

from fastapi import APIRouter, Path, Request, Response

from cornerwise.server.http.live.lobby_line import LobbyBoard
from cornerwise.server.http.routes.api import AllSessions, problems, tagged
from cornerwise.server.lobby.lobby import GONE
from cornerwise.server.play.table.tempos import presets
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.views.lobby import seek_view
from cornerwise.server.wire.lobby import Phrase, Reason, RunningTables, SeekId, SeekView, Tempos, TempoView

router = APIRouter(prefix="/api")
SEATS = (2, 3, 4)


@router.get("/tables", responses=problems())
async def tables(request: Request) -> RunningTables:
    """Public games that go on, for whoever wants to watch."""
    board: LobbyBoard = request.app.state.board
    return RunningTables(tables=(await board.view()).lobby.tables)


@router.get("/tempos", response_model=Tempos, responses=problems())
def tempos(request: Request) -> Response:
    """The tempos on offer by the number of seats, what may be said at a table, and what can be reported."""
    found = [
        TempoView(name=name, seats=seats, kind=tempo.kind, initial=tempo.initial, increment=tempo.increment)
        for seats in SEATS
        for name, tempo in presets(seats).items()
    ]
    return tagged(request, Tempos(tempos=tuple(found), phrases=get_args(Phrase), reasons=get_args(Reason)))


@router.get("/seeks/{seek}", responses=problems())
async def seek(seek: Annotated[SeekId, Path()], sessions: AllSessions) -> SeekView:
    """What a link invites to: the game, the terms and who asks. Whoever has the link may know."""
    found = await sessions.store.read(seek_view, seek, milliseconds())
    if found is None:
        raise GONE
    return found

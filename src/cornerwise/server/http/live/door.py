"""The door to the live connection: opened before the layers that only requests need.

A request goes through routers, exception handlers and compression, and each of them would stay in memory for as long as
a WebSocket is open: a fifth of what a connection takes.
"""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from cornerwise.server.http.live.connection import Connection
from cornerwise.server.http.visitor import while_signed_in
from cornerwise.server.people.signin.visits import person_of
from cornerwise.server.refusal import NOT_KEPT
from cornerwise.server.store.store import Unavailable
from cornerwise.server.wire.wire import OUTDATED, VERSION

PATH = "/api/live"


class Door:
    """Middleware that takes the connections of pages and programs; everything else goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection, or let what is none pass."""
        if scope["type"] == "websocket" and scope["path"] == PATH:
            await serve(WebSocket(scope, receive, send))
        else:
            await self.app(scope, receive, send)


async def serve(websocket: WebSocket) -> None:
    """Let somebody in and serve the connection until it ends."""
    state = websocket.app.state
    try:
        person = await person_of(websocket)
    except Unavailable:
        await websocket.send_denial_response(PlainTextResponse(NOT_KEPT.sentence, 503))
        return
    await websocket.accept()
    if websocket.query_params.get("wire", str(VERSION)) != str(VERSION):
        await websocket.close(OUTDATED, "This page is not of the server's version; load it anew.")
        return
    line = Connection(websocket, state.sessions, state.lobby, state.board, person)
    await while_signed_in(websocket, line.run())

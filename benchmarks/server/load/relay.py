"""A bare relay to compare the server with: same stack, same fan-out, same durable write, no rules.

A game is a name, a move any text: it is written in the same batched way, then sent to everybody at the table.
"""

from __future__ import annotations

import json
import socket
import sys
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from sqlalchemy import text
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.database import in_directory, open_engine
from cornerwise.server.store.writer import Writer

INSERT = text("INSERT INTO entries VALUES (:game, :ply, :move)")


def append(game: str, ply: int, move: str, transaction: Transaction) -> None:
    """Write a move."""
    transaction.execute(INSERT, {"game": game, "ply": ply, "move": move})


def packed(**message: object) -> str:
    """A message as JSON without spaces."""
    return json.dumps(message, separators=(",", ":"))


def create_relay(data: Path) -> FastAPI:
    """The relay as an app."""
    tables: dict[str, list[WebSocket]] = defaultdict(list)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        engine = open_engine(in_directory(data))
        with engine.begin() as connection:
            connection.execute(
                text("CREATE TABLE entries (game TEXT, ply INTEGER, move TEXT, PRIMARY KEY (game, ply))")
            )
        app.state.writer = Writer(engine)
        yield
        app.state.writer.close()

    app = FastAPI(lifespan=lifespan)

    @app.websocket("/api/live")
    async def live(websocket: WebSocket) -> None:
        await websocket.accept()
        try:
            while True:
                message = json.loads(await websocket.receive_text())
                game = message["game"]
                if message["type"] == "join":
                    tables[game].append(websocket)
                else:
                    ply = message["ply"] + 1
                    await app.state.writer.submit(partial(append, game, ply, message["move"]))
                    change = packed(type="change", game=game, ply=ply, move=message["move"])
                    for member in tables[game]:
                        await member.send_text(change)
                await websocket.send_text(packed(type="done", reply=message.get("id")))
        except WebSocketDisconnect:
            pass

    return app


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    options = {"log_level": "warning", "ws": "websockets-sansio", "ws_per_message_deflate": False}
    uvicorn.Server(uvicorn.Config(create_relay(Path(sys.argv[1])), **options)).run(sockets=[listener])

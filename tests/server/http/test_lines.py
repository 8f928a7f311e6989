"""What an open line costs the server."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest
from hostile import Hostile
from starlette.types import Message
from starlette.websockets import WebSocket

from cornerwise.server.bus.local import LocalBus
from cornerwise.server.http.live.connection import Connection, error_message
from cornerwise.server.http.live.lobby_line import LobbyBoard
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.database import in_directory
from cornerwise.server.store.store import Store
from cornerwise.server.think.pool import Pool
from cornerwise.server.wire.resources import NewGame
from serving import Server

PAGE = os.sysconf("SC_PAGESIZE")


def resident(server: Server) -> int:
    """Bytes of memory the server holds."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * PAGE


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is told by Linux only")
def test_a_line_costs_little_memory(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with ExitStack() as stack:

            def open_lines(count: int) -> int:
                for _ in range(count):
                    stack.enter_context(Hostile(server.url)).upgrade()
                return resident(server)

            # The first ones warm the server up, and now and then it takes memory for something else.
            sizes = [open_lines(200) for _ in range(5)]
            least = min(after - before for before, after in pairwise(sizes))
            assert least / 200 <= 34 * 1024, "kilobytes for a line that does nothing"
    finally:
        server.stop()


def test_whoever_is_cut_off_while_sitting_down_leaves_again(tmp_path: Path) -> None:
    async def work(store: Store, sessions: Sessions) -> None:
        game, _ = await sessions.open(NewGame(ruleset="duo"))
        said: asyncio.Queue[Message] = asyncio.Queue()

        async def send(_: Message) -> None:
            pass

        websocket = WebSocket({"type": "websocket", "path": "/", "headers": []}, said.get, send)
        said.put_nowait({"type": "websocket.connect"})
        await websocket.accept()
        lobby = Lobby(store, sessions.bus)
        connection = Connection(websocket, sessions, lobby, LobbyBoard(store, sessions.bus))
        async with sessions.lock:  # somebody else is sitting down
            running = asyncio.create_task(connection.run())
            message = {"type": "join", "id": 1, "game": game, "tokens": []}
            said.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})
            for _ in range(20):
                await asyncio.sleep(0)
            running.cancel()
            for _ in range(20):
                await asyncio.sleep(0)
        await asyncio.wait((running,))
        everybody = asyncio.all_tasks() - {asyncio.current_task()}
        hearing = [task for task in everybody if "_hear" in repr(task.get_coro())]
        await asyncio.gather(*hearing)
        session = sessions.live.get(game)
        assert session is None or not session.members, "nobody is at the table any more"

    store = Store(in_directory(tmp_path))
    pool = Pool(1)

    async def go() -> None:
        sessions = Sessions(store, pool, 0.0, LocalBus())
        try:
            await work(store, sessions)
        finally:
            sessions.close()

    try:
        asyncio.run(go())
    finally:
        pool.close()
        store.close()


def test_whoever_leaves_while_something_is_said_is_no_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(store: Store, sessions: Sessions) -> None:
        said: asyncio.Queue[Message] = asyncio.Queue()

        async def send(message: Message) -> None:
            if message["type"] == "websocket.send":
                raise OSError  # as the server does once the browser has gone

        websocket = WebSocket({"type": "websocket", "path": "/", "headers": []}, said.get, send)
        said.put_nowait({"type": "websocket.connect"})
        await websocket.accept()
        lobby = Lobby(store, sessions.bus)
        connection = Connection(websocket, sessions, lobby, LobbyBoard(store, sessions.bus))
        running = asyncio.create_task(connection.run())
        for _ in range(20):
            await asyncio.sleep(0)
            connection.send(error_message(Refusal("busy", "The server is busy."), None, None))
        await asyncio.wait_for(running, 10)

    store = Store(in_directory(tmp_path))
    pool = Pool(1)

    async def go() -> None:
        sessions = Sessions(store, pool, 0.0, LocalBus())
        try:
            await work(store, sessions)
        finally:
            sessions.close()

    try:
        asyncio.run(go())
    finally:
        pool.close()
        store.close()
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]

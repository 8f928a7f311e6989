"""The wire: its TypeScript is fresh and its description complete."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import get_args

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cornerwise.server.wire import messages
from cornerwise.server.wire.wire import OUTDATED, VERSION
from serving import Server

ROOT = Path(__file__).resolve().parents[3]


def test_typescript_is_fresh() -> None:
    wire_types = runpy.run_path(str(ROOT / "tools" / "wire_types.py"))
    assert (ROOT / "web" / "src" / "wire.ts").read_text() == wire_types["source"](), "run `make wire`"


def test_every_message_and_error_is_documented() -> None:
    text = (ROOT / "docs" / "programs" / "protocols.md").read_text()
    for union in (messages.ClientMessage, messages.ServerMessage):
        for model in get_args(get_args(union)[0]):
            assert f"`{get_args(model.model_fields['type'].annotation)[0]}`" in text, model
    for code in get_args(messages.ErrorCode):
        assert f"`{code}`" in text


def test_every_message_survives_the_wire() -> None:
    text = '{"type": "play", "game": "abcdefghij", "ply": 3, "move": "e8,d9"}'
    message = messages.client_messages.validate_json(text)
    assert message == messages.client_messages.validate_json(message.model_dump_json())


def test_a_page_of_another_version_is_told_so(server: Server) -> None:
    address = server.url.replace("http", "ws") + "/api/live"
    with connect(f"{address}?wire={VERSION}") as socket:
        socket.send('{"type": "time", "id": 1}')
        assert '"type":"time"' in socket.recv(10)
    with connect(f"{address}?wire={VERSION + 1}") as socket:
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == OUTDATED

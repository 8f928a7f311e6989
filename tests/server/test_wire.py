"""The wire: its TypeScript is fresh and its description complete."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import get_args

from cornerwise.server.wire import messages

ROOT = Path(__file__).resolve().parent.parent.parent


def test_typescript_is_fresh() -> None:
    wire_types = runpy.run_path(str(ROOT / "tools" / "wire_types.py"))
    assert (ROOT / "web" / "src" / "wire.ts").read_text() == wire_types["source"](), "run `make wire`"


def test_every_message_and_error_is_documented() -> None:
    text = (ROOT / "docs" / "protocols.md").read_text()
    for union in (messages.ClientMessage, messages.ServerMessage):
        for model in get_args(get_args(union)[0]):
            assert f"`{get_args(model.model_fields['type'].annotation)[0]}`" in text, model
    for code in get_args(messages.ErrorCode):
        assert f"`{code}`" in text


def test_every_message_survives_the_wire() -> None:
    text = '{"type": "play", "game": "abcdefghij", "ply": 3, "move": "e8,d9"}'
    message = messages.client_messages.validate_json(text)
    assert message == messages.client_messages.validate_json(message.model_dump_json())

"""Strangers: wrong origins, floods, oversized messages; and what every answer tells the browser."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from serving import Server


def test_every_answer_has_the_headers(server: Server) -> None:
    for path in ("/", "/api/welcome", "/api/games/nonsense1", "/api/nothing", "/game/abc"):
        headers = server.http.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert (
            headers["content-security-policy"].count("unsafe") == 1
        )  # the kernel compiled for the browser, nothing else
        assert "script-src 'self' 'wasm-unsafe-eval';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"


def test_other_origins_are_refused(server: Server) -> None:
    with pytest.raises(InvalidStatus) as refused:
        server.connect(origin="https://evil.example")
    assert refused.value.response.status_code == 403
    with server.connect(origin=server.url) as own:
        assert own.ask("join", game="no-such-game")["code"] == "unknown_game"
    body = {"ruleset": "duo"}
    wrong = server.http.post("/api/games", json=body, headers={"Origin": "https://evil.example"})
    assert wrong.status_code == 403
    right = server.http.post("/api/games", json=body, headers={"Origin": server.url})
    assert right.status_code == 201


def test_an_oversized_message_is_refused(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        client.socket.send(json.dumps({"type": "join", "game": "a" * 20_000}))
        assert client.receive()["code"] == "too_large"
        assert client.play()["type"] == "done"


def test_a_huge_message_ends_the_connection_and_nobody_elses(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as client, server.connect() as rude:
        with pytest.raises(ConnectionClosed) as closed:
            rude.socket.send("x" * 1_000_000)
            rude.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        assert client.play()["type"] == "done"


def test_bytes_are_refused(server: Server) -> None:
    with server.connect() as client:
        client.socket.send(b"\x00\x01")
        assert client.receive()["code"] == "malformed"


def test_a_flood_is_slowed_down_and_then_cut_off(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as client, server.connect() as rude:
        codes = []
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(500):
                rude.socket.send('{"type": "join", "game": "no-such-game"}')
            while True:
                codes.append(rude.receive()["code"])
        assert "too_fast" in codes
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert client.play()["type"] == "done"


def test_an_oversized_body_is_refused(server: Server) -> None:
    answer = server.http.post("/api/games", content=b"x" * 200_000)
    assert answer.status_code == 413


def test_no_file_outside_the_page_is_served(server: Server) -> None:
    for path in (
        "/../settings.py",
        "/..%2fsettings.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/%00",
        "//etc/passwd",
    ):
        answer = server.http.get(path)
        assert "Settings" not in answer.text
        assert "create_app" not in answer.text
        assert "root:" not in answer.text

"""Whoever keeps to no rules is cut off, and nobody else notices."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from hostile import Hostile

from cornerwise.server.http.limits import HEAD_BYTES, REPLAYS, REQUEST_SECONDS
from cornerwise.server.http.routes.api import RECORD
from cornerwise.server.play.running.sessions import MEMBERS
from serving import Server

PING, PONG, TEXT, CONTINUED = 0x9, 0xA, 0x1, 0x0

# A server that soon asks whether somebody is there, on lines that hold little: on one machine they hold megabytes.
IMPATIENT = """
import socket
from cornerwise.server.http import limits
limits.KEEPALIVE = 1.0
bind = socket.socket.bind
def narrow(self, address):
    self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
    bind(self, address)
socket.socket.bind = narrow
"""


def is_well(server: Server) -> bool:
    """Whether others are still served."""
    return server.http.get("/api/welcome").status_code == 200


@pytest.mark.parametrize("begin", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: ", b"GET / HTTP/1.1\r\n"])
def test_endless_headers_end(server: Server, begin: bytes) -> None:
    more = b"a: b\r\n" * 2000 if begin.endswith(b"\r\n") else b"a" * 12_000
    with Hostile(server.url) as line:
        line.send(begin)
        sent = 0
        while line.send(more):
            sent += len(more)
            assert sent < 20_000_000, "the server listens for ever"
        assert line.ends_within(5) is not None
    assert is_well(server)


def test_long_headers_get_a_sentence(server: Server) -> None:
    with Hostile(server.url) as line:
        line.send(f"GET / HTTP/1.1\r\nHost: {line.host}\r\nX: ".encode() + b"a" * HEAD_BYTES + b"\r\n\r\n")
        assert line.answer().startswith(b"HTTP/1.1 431 ")
    with Hostile(server.url) as line:
        line.send(f"GET /api/welcome HTTP/1.1\r\nHost: {line.host}\r\nX: ".encode() + b"a" * 8000 + b"\r\n\r\n")
        assert line.answer().startswith(b"HTTP/1.1 200 ")


def test_slow_requests_end(server: Server) -> None:
    """A byte now and then does not hold a line, neither in the headers nor in the body."""
    begun = time.monotonic()
    with contextlib.ExitStack() as stack:
        silent, headed, bodied = (stack.enter_context(Hostile(server.url)) for _ in range(3))
        headed.send(b"GET / HTTP/1.1\r\nHost: ")
        bodied.send(f"POST /api/games HTTP/1.1\r\nHost: {bodied.host}\r\nContent-Length: 9\r\n\r\n".encode())
        while time.monotonic() < begun + REQUEST_SECONDS - 2:
            time.sleep(1)
            headed.send(b"a")
        for line in (silent, headed, bodied):
            assert line.ends_within(8) is not None
    assert is_well(server)


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_a_flood_of_control_frames_ends(server: Server, opcode: int) -> None:
    with Hostile(server.url) as line:
        line.upgrade()
        flood = Hostile.frame(opcode, b"x" * 100) * 100
        rounds = 0
        while line.send(flood) and rounds < 1000:
            rounds += 1
        assert rounds < 1000
    assert is_well(server)


def test_a_message_in_endless_parts_ends(server: Server) -> None:
    with Hostile(server.url) as line:
        line.upgrade()
        line.send(Hostile.frame(TEXT, b"", is_last=False))
        flood = Hostile.frame(CONTINUED, b"", is_last=False) * 1000
        rounds = 0
        while line.send(flood) and rounds < 1000:
            rounds += 1
        assert rounds < 1000
    assert is_well(server)


def test_who_never_reads_is_not_there(tmp_path: Path) -> None:
    """A full line takes no polite close either: whoever sits behind it is cut off, and the others are told."""
    server = Server(tmp_path, before=IMPATIENT)
    try:
        game = server.open("classic-4", "link", "link", "link", "link")
        with server.join(game) as host, Hostile(server.url, room=4096) as line:
            line.upgrade()
            token = host.snapshot["seats"][0]["token"]
            join = json.dumps({"type": "join", "id": 1, "game": game["game"], "tokens": [token]}).encode()
            for _ in range(20):
                line.send(Hostile.frame(TEXT, join))
            host.wait(lambda snapshot: snapshot["seats"][0]["is_connected"])
            host.wait(lambda snapshot: not snapshot["seats"][0]["is_connected"], timeout=10)
            assert is_well(server)
    finally:
        server.stop()


def test_an_orderly_ping_is_answered(server: Server) -> None:
    with Hostile(server.url) as line:
        line.upgrade()
        line.send(Hostile.frame(PING, b"hello"))
        assert line.answer()[:2] == bytes([0x80 | PONG, 5])


def test_lines_per_address_are_bounded(tmp_path: Path) -> None:
    server = Server(tmp_path, "--lines", "20")
    try:
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(Hostile(server.url)) for _ in range(40)]
            ended = sum(line.ends_within(0.3) is not None for line in lines)
            assert ended >= 20
        assert is_well(server)
    finally:
        server.stop()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "", "[::1", "127.0.0.1.evil.example"])
def test_strange_hosts_are_refused(server: Server, host: str) -> None:
    """A stranger's name that leads here does not make the stranger's page ours."""
    answer = server.http.get("/api/welcome", headers={"Host": host})
    assert answer.status_code in (400, 421)


@pytest.mark.parametrize("host", ["localhost:1234", "[::1]:80", "192.168.1.7", "den:8000", "den.local"])
def test_names_of_home_are_served(server: Server, host: str) -> None:
    assert server.http.get("/api/welcome", headers={"Host": host}).status_code == 200


def test_nobody_says_who_they_are_in_a_header(server: Server) -> None:
    """Without a proxy that is believed, another address in every header earns no other allowance."""
    codes = {
        server.http.get("/api/games/nonsense1", headers={"X-Forwarded-For": f"10.0.0.{n % 250}"}).status_code
        for n in range(300)
    }
    assert 429 in codes


@pytest.mark.parametrize("path", ["a" * 300, "a" * 5000, "assets/" + "a" * 300 + ".js", "%ff%fe", "a/" * 900])
def test_strange_paths_are_answered(server: Server, path: str) -> None:
    answer = server.http.get(f"/{path}")
    assert answer.status_code in (200, 404)
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_drawing_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Pictures are drawn elsewhere, once each, and rationed; others are answered meanwhile."""
    server = Server(tmp_path)
    try:
        game = server.open("classic-4", "here", "here", "here", "here")
        with server.join(game) as client:
            for _ in range(12):
                client.play()
        address = f"/api/games/{game['game']}/picture"
        assert server.http.get(f"{address}.png").content.startswith(b"\x89PNG")  # the process is up
        with ThreadPoolExecutor(30) as many:
            asked = [many.submit(httpx.get, f"{server.url}{address}.png?ply={n % 12}", timeout=60) for n in range(60)]
            slowest = 0.0
            while not all(each.done() for each in asked):
                begun = time.monotonic()
                assert is_well(server)
                slowest = max(slowest, time.monotonic() - begun)
        codes = Counter(each.result().status_code for each in asked)
        assert set(codes) <= {200, 429, 503}
        assert slowest < 2
        begun = time.monotonic()
        assert server.http.get(f"{address}.png?ply=1").status_code in (200, 429)
        assert time.monotonic() - begun < 1
    finally:
        server.stop()


def test_a_film_nobody_waits_for_is_given_up(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        game = server.open("duo", "here", "here")
        with server.join(game) as client:
            for _ in range(24):
                client.play(client.snapshot["legal"][-1])
        address = f"/api/games/{game['game']}/picture"
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{server.url}{address}.gif", timeout=0.2)
        begun = time.monotonic()
        assert server.http.get(f"{address}.svg").status_code == 200
        waited = time.monotonic() - begun
        film = server.http.get(f"{address}.gif", timeout=90)
        whole = time.monotonic() - begun - waited
        assert film.content.startswith(b"GIF8")
        assert waited < max(3.0, whole)  # the process was free before the film would have been ready
    finally:
        server.stop()


def test_watchers_neither_think_nor_crowd_out_the_host(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        game = server.open("duo", "here", "here")
        with contextlib.ExitStack() as stack:
            watchers = [stack.enter_context(server.connect()) for _ in range(MEMBERS + 1)]
            answers = [watcher.ask("join", game=game["game"]) for watcher in watchers]
            assert [answer["type"] for answer in answers] == ["done"] * MEMBERS + ["error"]
            assert answers[-1]["kind"] == "full"
            host = stack.enter_context(server.join(game))
            assert host.play()["type"] == "done"
            asked = watchers[0].ask("advise", game=game["game"], ply=0)
            assert asked["kind"] == "copy_to_ask"
    finally:
        server.stop()


def test_a_list_of_games_replays_nothing_and_no_damaged_game_spoils_it(tmp_path: Path) -> None:
    """Summaries are kept with every change: a list shows even a game whose log can no longer be read."""
    server = Server(tmp_path)
    try:
        opened = [server.open("duo", "here", "here") for _ in range(3)]
        for each in opened:
            with server.join(each) as client:
                client.play()
        whole, damaged, lost = (each["game"] for each in opened)
        assert server.stop() == 0
        with contextlib.closing(sqlite3.connect(tmp_path / "cornerwise.sqlite3")) as database, database:
            database.execute("UPDATE entries SET text = 'nonsense' WHERE game <> ?", (whole,))
            database.execute("UPDATE games SET summary = NULL WHERE id = ?", (lost,))
        server.start()
        address = f"/api/games?ids={whole},{damaged},{lost}," + ",".join(f"nonsense{n:03}" for n in range(57))
        for _ in range(4):
            games = server.http.get(address).json()["games"]
            assert [(each["game"], each["ply"]) for each in games] == [(whole, 1), (damaged, 1)]
        assert server.http.get(f"/api/games/{damaged}").json()["sentence"].endswith(".")
        assert server.http.get(f"/api/games?ids={whole},{'x' * 2000}").status_code == 422
    finally:
        server.stop()


def test_records_to_open_are_rationed(server: Server) -> None:
    """A long record takes a quarter of a second to replay, so an address may open some at once and then few."""
    codes = Counter(server.http.post("/api/games", json={"record": "{}"}).status_code for _ in range(60))
    assert codes[422] >= REPLAYS.burst // RECORD
    assert codes[429] > 0
    assert server.http.get("/api/games/nonsense1").status_code == 404, "other requests go on"


def test_the_seed_of_the_dice_stays_secret_after_a_resignation(server: Server) -> None:
    game = server.open("dice-2", "here", "here")
    with server.join(game) as client:
        assert client.ask("resign", game=game["game"], seat=0)["type"] == "done"
        client.wait(lambda snapshot: snapshot["is_over"])
        assert client.snapshot["fairness"]["seed"] is None

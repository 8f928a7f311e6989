"""Two servers on one PostgreSQL behind nginx with TLS, with the very configuration docs/hosting/host.md gives."""

from __future__ import annotations

import contextlib
import os
import signal
import ssl
import threading
from collections import Counter
from pathlib import Path

import httpx
import pytest
from nginx import Nginx, program

from postgres import Postgres
from serving import Client, Server

needs_nginx = pytest.mark.skipif(
    not program() and os.environ.get("CORNERWISE_TESTS") != "all",
    reason="nginx is not installed; Debian: apt-get install nginx-light",
)


@needs_nginx
def test_two_servers_behind_nginx_are_one_site(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.fresh()
    servers: list[Server] = []
    nginx = None
    try:
        for number in range(2):
            (tmp_path / str(number)).mkdir()
            more = ("--database", database, "--proxy", "127.0.0.1", "--url", "https://localhost")
            servers.append(Server(tmp_path / str(number), *more))
        nginx = Nginx(tmp_path, [server.url for server in servers])
        trusted = ssl.create_default_context(cafile=str(nginx.certificate))
        with httpx.Client(base_url=nginx.url, verify=trusted, timeout=20) as browser:
            assert browser.get("/ready").text == "ready\n"
            assert "Content-Security-Policy" in browser.get("/api/welcome").headers
            assert browser.get("/metrics").status_code in (403, 404), "figures are not for everybody"
            game = servers[0].open("duo", "here", "here")
            answers = [browser.get(f"/api/games/{game['game']}").json() for _ in range(6)]
            assert all(answer["game"] == game["game"] for answer in answers), "whichever server was asked"
        address = nginx.url.replace("https", "wss") + "/api/live"
        with Client(address, ssl=trusted) as one, Client(address, ssl=trusted) as two:
            for page in (one, two):
                page.join(game["game"], game["token"])
            one.play()
            two.wait(lambda snapshot: snapshot["ply"] == one.snapshot["ply"])  # what one server took, the other tells
    finally:
        if nginx is not None:
            nginx.close()
        codes = [server.stop() for server in servers]
    assert codes == [0, 0]


@needs_nginx
def test_servers_restarted_one_after_another_interrupt_nobody(postgres: Postgres, tmp_path: Path) -> None:
    """Every request is answered and every move is made while both servers are replaced, as the docs tell it."""
    database = postgres.fresh()
    servers: list[Server] = []
    nginx = None
    is_over = threading.Event()
    answers: Counter[int] = Counter()
    asking: list[threading.Thread] = []

    def ask() -> None:
        with httpx.Client(base_url=nginx.url, verify=trusted, timeout=60) as browser:  # type: ignore[union-attr]
            while not is_over.is_set():
                answers[browser.get("/api/tempos").status_code] += 1
                is_over.wait(0.1)  # a fifth of what one address may ask for

    try:
        for number in range(2):
            (tmp_path / str(number)).mkdir()
            more = ("--database", database, "--proxy", "127.0.0.1", "--url", "https://localhost")
            servers.append(Server(tmp_path / str(number), *more))
        nginx = Nginx(tmp_path, [server.url for server in servers])
        trusted = ssl.create_default_context(cafile=str(nginx.certificate))
        address = nginx.url.replace("https", "wss") + "/api/live"
        game = servers[0].open("duo", "here", "here")
        asking.append(threading.Thread(target=ask))
        asking[0].start()
        page = Client(address, ssl=trusted)
        page.join(game["game"], game["token"])
        for number, server in enumerate(servers):
            assert page.play()["type"] == "done"
            seen = page.snapshot["ply"]
            server.process.send_signal(signal.SIGTERM)
            assert server.process.wait(60) in (0, -signal.SIGTERM)  # in good order, it repeats the signal
            with contextlib.suppress(Exception):
                page.context.__exit__(None, None, None)
            page = Client(address, ssl=trusted)  # as a page does that lost its connection
            page.join(game["game"], game["token"])
            assert page.snapshot["ply"] == seen, "it goes on where it was"
            assert page.play()["type"] == "done"
            servers[number] = Server(server.data, "--port", server.url.rpartition(":")[2], *server.arguments)
        is_over.set()
        asking[0].join()
        page.context.__exit__(None, None, None)
        assert set(answers) == {200} and answers[200] > 10
    finally:
        is_over.set()
        for asked in asking:
            asked.join()
        if nginx is not None:
            nginx.close()
        for server in servers:
            if server.process.poll() is None:
                server.stop()

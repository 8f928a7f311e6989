"""Two servers on one PostgreSQL behind nginx with TLS, with the very configuration docs/hosting/host.md gives."""

from __future__ import annotations

import os
import ssl
from pathlib import Path

import httpx
import pytest
from nginx import Nginx, program

from postgres import Postgres
from serving import Client, Server


@pytest.mark.skipif(
    not program() and os.environ.get("CORNERWISE_TESTS") != "all",
    reason="nginx is not installed; Debian: apt-get install nginx-light",
)
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

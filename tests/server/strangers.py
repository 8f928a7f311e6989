"""Strangers: guests with a visit of their own and an open line, as two browsers would be."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx

from serving import Client, Json, Server

BLITZ = {"kind": "fischer", "initial": 180_000, "increment": 2_000}
QUICK = {"kind": "move", "initial": 5_000, "increment": 0}
DAYS = {"kind": "days", "initial": 86_400_000, "increment": 0}


def terms(ruleset: str = "duo", **more: Any) -> Json:
    """Terms as a page sends them; rated and public unless said otherwise."""
    return {
        "ruleset": ruleset,
        "options": {},
        "tempo": BLITZ,
        "is_rated": True,
        "is_public": True,
        "on_timeout": "retire",
        **more,
    }


class Stranger(Client):
    """A guest at the server, in the lobby, remembering what it said last."""

    def __init__(self, server: Server, name: str | None = None, visit: str | None = None) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=20, headers={"x-cornerwise": "1"})
        if visit is None:
            answer = self.http.post("/api/people/me", json={})
            assert answer.status_code == 200, answer.text
        else:
            self.http.cookies.set("visit", visit)
        self.visit = visit or self.http.cookies["visit"]
        if name is not None:
            answer = self.http.patch("/api/people/me", json={"name": name})
            assert answer.status_code == 200, answer.text
        self.name = self.http.get("/api/people/me").json()["person"]["name"]
        self.lobby: Json = {}
        self.mine: Json = {}
        self.phrases: list[Json] = []
        url = server.url.replace("http", "ws") + "/api/live"
        super().__init__(url, additional_headers={"Cookie": f"visit={self.visit}"})
        self.ask("enter_lobby")
        self.until(lambda: bool(self.lobby and self.mine))

    def again(self) -> Stranger:
        """The same person in another browser."""
        return Stranger(self.server, visit=self.visit)

    def receive(self, timeout: float = 10) -> Json:
        """The next message."""
        message = super().receive(timeout)
        if message["type"] == "lobby":
            self.lobby = message
        elif message["type"] == "mine":
            self.mine = message
        elif message["type"] == "said":
            self.phrases.append(message)
        return message

    def until(self, condition: Callable[[], bool], seconds: float = 20) -> None:
        """Receive until something holds."""
        end = time.monotonic() + seconds
        while not condition():
            self.receive(max(0.05, end - time.monotonic()))

    def seek(self, *wanted: Json, **more: Any) -> Json:
        """Offer to play."""
        return self.ask("seek", seek={"terms": list(wanted or [terms()]), **more})

    def table(self) -> str:
        """The game this stranger plays, as soon as there is one; it is joined."""
        self.until(lambda: bool(self.mine["tables"]))
        game = str(self.mine["tables"][0]["game"])
        answer = self.join(game)
        assert answer["type"] == "done", answer
        return game

    @property
    def seat(self) -> int:
        """The seat of this stranger at the table."""
        (seat,) = [seat["seat"] for seat in self.snapshot["seats"] if seat["is_yours"]]
        return int(seat)

    def code(self, type: str, **fields: Any) -> str:
        """The code with which something is refused, or its type."""
        answer = self.ask(type, **fields)
        return str(answer.get("code", answer["type"]))


def look_again(server: Server) -> None:
    """Let the lobby of a server look once more who could meet; it looks at all seeks before it answers a new one."""
    with Stranger(server) as bystander:
        odd = terms(tempo={"kind": "fischer", "initial": 91_000, "increment": 0})
        seek = bystander.seek(odd, kind="open")["seek"]
        assert bystander.ask("cancel", seek=seek)["type"] == "done"


def meet(server: Server, count: int = 2, **more: Any) -> list[Stranger]:
    """So many strangers at one table, in the order of the seats."""
    strangers = [Stranger(server) for _ in range(count)]
    first, *others = strangers
    seek = first.seek(terms(**more), kind="private")["seek"]
    for stranger in others:
        answer = stranger.ask("accept", seek=seek)
        assert answer["type"] == "done", answer
    for stranger in strangers:
        stranger.table()
    return sorted(strangers, key=lambda stranger: stranger.seat)


def play_in(strangers: list[Stranger]) -> None:
    """Two moves by everybody: from then on whoever leaves has resigned."""
    play_out(strangers, 2 * len(strangers))


def play_out(strangers: list[Stranger], most: int = 1000) -> None:
    """Let everybody move whenever it is their turn, until the game is over or so many moves were made."""
    for _ in range(most):
        newest = max(stranger.snapshot["ply"] for stranger in strangers)
        for stranger in strangers:
            stranger.wait(lambda snapshot, newest=newest: snapshot["ply"] >= newest)  # type: ignore[misc]
        if any(stranger.snapshot["is_over"] for stranger in strangers):
            return
        mover = next((each for each in strangers if each.is_mine()), None)
        if mover is None:
            strangers[0].receive()
            continue
        answer = mover.act()
        assert answer["type"] == "done", answer

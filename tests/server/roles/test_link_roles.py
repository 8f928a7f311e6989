"""Every message at a game opened by link, tried by every role on a real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from document import Row, rows

from serving import Client, Json, Server

HEADING = "Games opened by link"
# What is sent for each line of the table, beside the game. `ply` is 1 after the first move, else 0.
MESSAGES: dict[str, Json] = {
    "`join`": {},
    "`leave`": {},
    "`play`": {"ply": 0, "move": "FIRST"},
    "`roll`": {"ply": 0},
    "`undo`": {"ply": 1},
    "`redo`": {"ply": 0},
    "`goto`": {"ply": 1, "to": 0},
    "`set_seat` to the computer, before the first move": {"seat": 0, "kind": "computer"},
    "`set_seat` to the computer, in mid-game": {"seat": 0, "kind": "computer"},
    "`set_seat` with another name": {"seat": 0, "kind": "link", "name": "Mallory"},
    "`stand_in` for the seat to move": {"seat": 0, "level": 1},
    "`stand_in` no longer": {"seat": 0, "level": None},
    "`resign` the seat to move": {"seat": 0},
    "`finish`": {"level": 1},
    "`start`": {},
    "`stop` its play": {"job": "play"},
    "`explain`": {"ply": 0, "cells": [0]},
    "`advise`": {"ply": 0, "seconds": 0.05},
    "`review`": {},
    "`abort`": {},
    "`offer`": {"offer": "takeback"},
    "`decline`": {"offer": "takeback"},
    "`say`": {"phrase": "hello"},
    "`report`": {"seat": 0, "reason": "name"},
    "`enter_lobby`": {},
    "`leave_lobby`": {},
    "`time`": {},
    "`solve`": {"puzzle": "soma", "hint": "region"},
    "`stop` advice": {"job": "advise"},
}
MOVED = {"undo", "redo", "goto", "review"}  # after the first move of the seat to move
MID_GAME = ("`set_seat` to the computer, in mid-game", "`set_seat` with another name")
GAMELESS = {"enter_lobby", "leave_lobby", "time", "solve"}
ROLES = ("not joined", "watcher", "seat to move", "other seat", "host", "host alone")


class Game:
    """A game with somebody in every role; seat 1 is to move. The host alone has a game with no links."""

    def __init__(self, server: Server, stack: ExitStack, row: Row) -> None:
        ruleset = "dice-2" if row.word == "roll" else "duo"
        self.linked = server.open(ruleset, "link", "link")
        self.alone = server.open(ruleset, "here", "here")
        host = stack.enter_context(server.join(self.linked))
        tokens = [seat["token"] for seat in host.snapshot["seats"]]
        self.clients: dict[str, Client] = {
            "not joined": stack.enter_context(server.connect()),
            "watcher": stack.enter_context(server.connect()),
            "seat to move": stack.enter_context(server.join(self.linked, tokens[0])),
            "other seat": stack.enter_context(server.join(self.linked, tokens[1])),
            "host": host,
            "host alone": stack.enter_context(server.join(self.alone)),
        }
        self.clients["watcher"].join(self.linked["game"])
        if row.word in MOVED or row.name in MID_GAME:
            self.everybody_moves()
        if row.name in MID_GAME:  # the seat to move is the first again
            self.everybody_moves("other seat")
        if row.word == "redo":
            self.back(server)
        if row.name == "`stand_in` no longer":
            for role, game in (("seat to move", self.linked), ("host alone", self.alone)):
                assert self.clients[role].ask("stand_in", game=game["game"], seat=0, level=1)["type"] == "done"
                self.clients[role].wait(lambda snapshot: snapshot["at"] == 1)  # the computer has moved for it
        self.settle()

    def everybody_moves(self, seat: str = "seat to move") -> None:
        """One move at each of the two games."""
        for role in (seat, "host alone"):
            client = self.clients[role]
            client.wait(lambda _, client=client: client.is_mine())  # type: ignore[misc]
            assert client.act()["type"] == "done"

    def back(self, server: Server) -> None:
        """The host alone goes back, so that there is something to redo; linked games cannot."""
        assert self.clients["host alone"].at_table("undo")["type"] == "done"

    def settle(self) -> None:
        """Wait until everybody knows the same."""
        newest = max(self.clients[role].snapshot["seq"] for role in ("seat to move", "other seat"))
        for role in ("watcher", "seat to move", "other seat", "host"):
            self.clients[role].wait(lambda snapshot: snapshot["seq"] >= newest)

    def attempt(self, row: Row, role: str) -> Json:
        """Let a role try what a row says."""
        client = self.clients[role]
        fields: dict[str, Any] = dict(MESSAGES[row.name])
        game = self.alone if role == "host alone" else self.linked
        if row.word not in GAMELESS:
            fields["game"] = game["game"]
        if fields.get("move") == "FIRST":
            fields["move"] = self.clients["seat to move"].snapshot["legal"][0]
        if "ply" in fields and row.word == "redo" and role != "host alone":
            fields["ply"] = 1
        if role == "host alone" and fields.get("kind") == "link":
            fields["kind"] = "here"
        return client.ask(row.word, **fields)

    def seq(self) -> int:
        """What is kept of the game with links, as its host hears it."""
        self.clients["host"].ask("explain", game=self.linked["game"], ply=999, cells=[0])
        return int(self.clients["host"].snapshot["seq"])


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_the_table_is_complete() -> None:
    table = rows(HEADING)
    assert [row.name for row in table] == list(MESSAGES)
    assert all(tuple(row.cells) == ROLES for row in table)


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row.name)
def test_each_role_gets_what_it_may(server: Server, stack: ExitStack, row: Row) -> None:
    game = Game(server, stack, row)
    before = game.seq()
    for role, code in row.refused.items():
        answer = game.attempt(row, role)
        assert answer["type"] == "error", (role, answer)
        assert answer["code"] == code, (role, answer)
        assert answer["sentence"].endswith("."), answer
    assert game.seq() == before, "something was changed by whoever may not"
    for number, role in enumerate(row.allowed):
        if number > 0:
            game = Game(server, stack, row)
        answer = game.attempt(row, role)
        assert answer["type"] != "error", (role, answer)

"""Every message at a table with terms, tried by every role on a real server."""

from __future__ import annotations

from typing import Any

import pytest
from document import Row, rows

from serving import Client, Json
from strangers import Stranger, terms

HEADING = "Tables with terms"
CASUAL = {"is_rated": False}
# What is sent for each line of the table, beside the game, and the terms of the game it is tried at.
MESSAGES: dict[str, tuple[Json, Json]] = {
    "`join` a public table": ({}, {}),
    "`join` a private table": ({}, CASUAL | {"is_public": False}),
    "`leave`": ({}, {}),
    "`play`": ({"ply": 0, "move": "FIRST"}, {}),
    "`roll`": ({"ply": 0}, {"ruleset": "dice-2", **CASUAL}),
    "`undo`": ({"ply": 0}, CASUAL),
    "`redo`": ({"ply": 0}, CASUAL),
    "`goto`": ({"ply": 0, "to": 0}, CASUAL),
    "`set_seat` of the seat to move": ({"seat": 0, "kind": "computer", "name": "Mallory"}, CASUAL),
    "`stand_in` for the seat to move": ({"seat": 0, "level": 1}, CASUAL),
    "`resign` the seat to move": ({"seat": 0}, {}),
    "`finish`": ({"level": 1}, CASUAL),
    "`start`": ({}, CASUAL),
    "`stop` its play": ({"job": "play"}, CASUAL),
    "`explain`": ({"ply": 0, "cells": [0]}, {}),
    "`advise`, rated": ({"ply": 0, "seconds": 0.05}, {}),
    "`advise`, casual": ({"ply": 0, "seconds": 0.05}, CASUAL),
    "`review`, rated": ({}, {}),
    "`review`, casual": ({}, CASUAL),
    "`abort`": ({}, {}),
    "`offer` a takeback, rated": ({"offer": "takeback"}, {}),
    "`offer` a takeback, casual": ({"offer": "takeback"}, CASUAL),
    "`offer` a rematch, in mid-game": ({"offer": "rematch"}, {}),
    "`decline`": ({"offer": "takeback"}, CASUAL),
    "`say`": ({"phrase": "hello"}, {}),
    "`report` the seat to move": ({"seat": 0, "reason": "name"}, {}),
}
MOVED = ("`review`, casual", "`review`, rated", "`offer` a takeback, casual")
ROLES = ("nobody", "watcher", "seat to move", "other seat", "moderator")


class Table:
    """A table with somebody in every role."""

    def __init__(self, people: dict[str, Client], row: Row) -> None:
        self.clients = {role: people[who] for role, who in zip(ROLES, WHO, strict=True)}
        one, other = people["first"], people["second"]
        assert isinstance(one, Stranger) and isinstance(other, Stranger)
        wanted = terms(**MESSAGES[row.name][1])
        seek = one.seek(wanted, kind="private")["seek"]
        known = {table["game"] for table in one.mine["tables"]}
        assert other.ask("accept", seek=seek)["type"] == "done"
        one.until(lambda: any(table["game"] not in known for table in one.mine["tables"]))
        (self.game,) = {table["game"] for table in one.mine["tables"]} - known
        one.join(self.game)
        if one.seat == 1:
            self.clients |= {"seat to move": other, "other seat": one}
        if row.word != "join":
            for role in ("seat to move", "other seat", "watcher", "nobody", "moderator"):
                assert self.clients[role].join(self.game)["type"] == "done"
        if row.name in MOVED:
            self.move()

    def move(self) -> None:
        """One move of each seat, so that there is something to look back at and to take back."""
        for role in ("seat to move", "other seat"):
            client = self.clients[role]
            client.wait(lambda _, client=client: client.is_mine())  # type: ignore[misc]
            assert client.act()["type"] == "done"

    def attempt(self, row: Row, role: str) -> Json:
        """Let a role try what a row says."""
        fields: dict[str, Any] = {"game": self.game, **MESSAGES[row.name][0]}
        if fields.get("move") == "FIRST":
            fields["move"] = self.clients["seat to move"].snapshot["legal"][0]
        return self.clients[role].ask(row.word, **fields)

    def seq(self) -> int:
        """What is kept of the game, as a sitter hears it."""
        client = self.clients["other seat"]
        client.join(self.game)
        return int(client.snapshot["seq"])

    def end(self) -> None:
        """Leave the table; a game nobody goes on with would fill the lists."""
        for client in self.clients.values():
            client.ask("leave", game=self.game)


WHO = ("nobody", "third", "first", "second", "moderator")


def test_the_table_is_complete() -> None:
    table = rows(HEADING)
    assert [row.name for row in table] == list(MESSAGES)
    assert all(tuple(row.cells) == ROLES for row in table)


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row.name)
def test_each_role_gets_what_it_may(people: dict[str, Client], row: Row) -> None:
    table = Table(people, row)
    before = table.seq()
    for role, code in row.refused.items():
        answer = table.attempt(row, role)
        assert answer["type"] == "error", (role, answer)
        assert answer["code"] == code, (role, answer)
        assert answer["sentence"].endswith("."), answer
    assert table.seq() == before, "something was changed by whoever may not"
    for number, role in enumerate(row.allowed):
        if number > 0:
            table.end()
            table = Table(people, row)
        answer = table.attempt(row, role)
        assert answer["type"] != "error", (role, answer)
    table.end()

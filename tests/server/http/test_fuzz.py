"""Whatever a client sends, it gets an answer, nothing breaks and nobody else notices."""

from __future__ import annotations

import json
from typing import Any, get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from cornerwise.server.wire import messages
from serving import Client, Server

TYPES = [
    get_args(model.model_fields["type"].annotation)[0]
    for model in get_args(get_args(messages.ClientMessage)[0])
    if model not in (messages.Solve, messages.Advise, messages.ReviewGame)
]
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=8), part, max_size=4),
    max_leaves=12,
)
SMALL = st.integers(-2, 12)


def fields(game: str) -> st.SearchStrategy[dict[str, Any]]:
    """Messages that are nearly right: every field sometimes sensible, sometimes not, sometimes missing."""
    return st.fixed_dictionaries(
        {"type": st.sampled_from(TYPES)},
        optional={
            "id": SMALL | st.text(max_size=3) | st.just(2**40),
            "game": st.just(game) | ANYTHING,
            "ply": SMALL | ANYTHING,
            "to": SMALL | ANYTHING,
            "move": st.integers(0, 30_000) | st.sampled_from(["a1", "e5,e6", "4*:a1", ""]) | ANYTHING,
            "seat": SMALL | ANYTHING,
            "kind": st.sampled_from(["here", "link", "computer"]) | ANYTHING,
            "level": SMALL | ANYTHING,
            "cells": st.lists(st.integers(-5, 5000), max_size=9) | ANYTHING,
            "job": st.sampled_from(["play", "advise", "review", "solve"]) | ANYTHING,
            "tokens": ANYTHING,
        },
    )


class Fuzzer:
    """A stranger who keeps reconnecting."""

    def __init__(self, server: Server, game: str) -> None:
        self.server, self.game = server, game
        self.client: Client | None = None

    def throw(self, text: str) -> None:
        """Send something and then a well-formed request, which must be answered."""
        for _ in range(3):
            if self.client is None:
                self.client = self.server.connect()
                self.client.number = 1_000_000  # what is thrown has other numbers
            try:
                self.client.socket.send(text)
                answer = self.client.ask("join", game=self.game)
                assert all(heard.get("code") != "internal" for heard in self.client.heard)
                self.client.heard.clear()
                if answer.get("code") == "too_fast":  # a new connection has a fresh allowance
                    self.client.close()
                    self.client = None
                else:
                    assert answer["type"] == "done", answer
                return
            except ConnectionClosed:
                self.client = None
        raise AssertionError("the server hung up three times")


def test_fuzz(server: Server) -> None:
    game = server.open("dice-2", "here", "here")
    fuzzer = Fuzzer(server, game["game"])
    with server.join(game) as host:
        before = host.snapshot["position"]

        @settings(max_examples=100, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        @given(fields(game["game"]).map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=60))
        def run(text: str) -> None:
            fuzzer.throw(text.encode("utf-8", "replace").decode())

        run()
        host.join(game["game"], game["token"])
        assert host.snapshot["position"] == before
        assert host.act()["type"] == "done"

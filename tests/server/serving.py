"""A real server on the loopback, and a client that talks to it as a page would."""

from __future__ import annotations

import itertools
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

Json = dict[str, Any]
ADDRESSES = (f"127.0.{n // 250}.{n % 250 + 2}" for n in itertools.count())


def from_elsewhere() -> httpx.HTTPTransport:
    """A way to ask from an address nobody has asked from yet, where 127.0.0.0/8 is this machine."""
    return httpx.HTTPTransport(local_address=next(ADDRESSES) if sys.platform == "linux" else None)


class Server:
    """`cornerwise serve` as a process of its own."""

    def __init__(self, data: Path, *arguments: str, before: str = "") -> None:
        """Serve games from a directory; `before` is done in the process before it serves."""
        self.data = data
        self.arguments = arguments
        self.program = ("-m", "cornerwise")
        if before:
            self.program = ("-c", f"{before}\nimport runpy\nrunpy.run_module('cornerwise', run_name='__main__')")
        self.start()

    def start(self) -> None:
        """Start it and wait until it says where it is open."""
        command = [sys.executable, *self.program, "serve", "--port", "0", "--pace", "0", "--guests", "100000"]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), *self.arguments], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        assert found, f"the server said {line!r}"
        self.url = found[0]
        self.come_from("127.0.0.1")

    def come_from(self, address: str) -> None:
        """Ask from one of this machine's own addresses: what anybody may ask for is counted by address."""
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=self.url, timeout=20, transport=transport)

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Ask it to end and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)

    def open(self, ruleset: str, *seats: str, **more: Any) -> Json:
        """Open a game; a seat is "here", "link" or "computer"."""
        body = {"ruleset": ruleset, "seats": [{"kind": seat, "level": 1} for seat in seats], **more}
        answer = self.http.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def connect(self, **options: Any) -> Client:
        """Open a WebSocket."""
        return Client(self.url.replace("http", "ws") + "/api/live", **options)

    def join(self, game: Json, *tokens: str) -> Client:
        """Open a WebSocket and sit down: as the host unless other tokens are given."""
        client = self.connect()
        client.join(game["game"], *(tokens or [game["token"]]))
        return client


def applied(snapshot: Json, change: Json) -> Json:
    """The snapshot after a change, as docs/programs/protocols.md says."""
    after = snapshot | change["set"] | {"seq": change["seq"], "ply": change["ply"]}
    if change.get("steps"):
        after["steps"] = snapshot["steps"][: change["steps"]["keep"]] + change["steps"]["add"]
    after["sheets"] = list(snapshot["sheets"])
    for tail in change.get("placed", ()):
        sheet = snapshot["sheets"][tail["sheet"]]
        placed = sheet["placed"][: tail["keep"]] + tail["add"]
        cells = [-1] * len(sheet["cells"])
        for piece in placed:
            for cell in piece["cells"]:
                cells[cell] = piece["color"]
        after["sheets"][tail["sheet"]] = {"cells": cells, "placed": placed}
    return after


class Client:
    """A page's side of a WebSocket: remembers the newest snapshot and everything else that came."""

    def __init__(self, url: str, **options: Any) -> None:
        self.context = connect(url, **options)
        self.socket = self.context.__enter__()
        self.snapshot: Json = {}
        self.heard: list[Json] = []
        self.number = 0

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self.context.__exit__(None, None, None)

    def receive(self, timeout: float = 10) -> Json:
        """The next message."""
        message: Json = json.loads(self.socket.recv(timeout))
        if message["type"] == "snapshot":
            self.snapshot = message
        elif message["type"] == "change" and message["game"] == self.snapshot.get("game"):
            assert message["after"] == self.snapshot["seq"], "a change was left out"
            self.snapshot = applied(self.snapshot, message)
        self.heard.append(message)
        return message

    def ask(self, type: str, **fields: Any) -> Json:
        """Send a message and return what answers it."""
        return self.answer(self.say(type, **fields))

    def say(self, type: str, **fields: Any) -> int:
        """Send a message and return its number."""
        self.number += 1
        self.socket.send(json.dumps({"type": type, "id": self.number, **fields}))
        return self.number

    def answer(self, number: int) -> Json:
        """What answered a request, or what will."""
        heard = iter(self.heard[-20:])
        while True:
            message = next(heard, None) or self.receive()
            if message.get("reply") == number and message["type"] != "thinking":
                return message

    def join(self, game: str, *tokens: str) -> Json:
        """Join a game; afterwards `snapshot` is its."""
        return self.ask("join", game=game, tokens=list(tokens))

    def at_table(self, type: str, **fields: Any) -> Json:
        """Ask something about the present ply of the present game."""
        return self.ask(type, game=self.snapshot["game"], ply=self.snapshot["ply"], **fields)

    def play(self, move: int | str | None = None) -> Json:
        """Play a move, the first legal one unless another is given."""
        return self.at_table("play", move=self.snapshot["legal"][0] if move is None else move)

    def wait(self, condition: Callable[[Json], bool], timeout: float = 20) -> Json:
        """Receive until the newest snapshot fulfils a condition."""
        end = time.monotonic() + timeout
        while not condition(self.snapshot):
            self.receive(max(0.01, end - time.monotonic()))
        return self.snapshot

    def is_mine(self) -> bool:
        """Whether it is this client's turn, to move or to throw."""
        return bool(self.snapshot["legal"] or self.snapshot["may_roll"])

    def act(self) -> Json:
        """Throw the dice or play the last legal move, whichever is due."""
        if self.snapshot["may_roll"]:
            return self.at_table("roll")
        return self.play(self.snapshot["legal"][-1])

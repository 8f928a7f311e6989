"""What ends is freed at once: the collector of garbage looks at what is old far too seldom to be waited for."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

from serving import Server

WATCH = """
import gc, json, signal
from collections import Counter
from cornerwise.server import app
KINDS = ("Session", "Feed", "Driver", "Connection", "SocketLine", "HttpLine")
def count(*_):
    ours = (type(each) for each in gc.get_objects() if str(type(each).__module__).startswith("cornerwise.server"))
    found = Counter(kind.__name__ for kind in ours)
    print(json.dumps({kind: found[kind] for kind in KINDS}), flush=True)
async def never():
    gc.collect()
    gc.disable()
    signal.signal(signal.SIGUSR1, count)
app.tidy = never
"""


def held(server: Server) -> dict[str, int]:
    """How many objects of each kind the server has."""
    server.process.send_signal(signal.SIGUSR1)
    assert server.process.stdout is not None
    found: dict[str, int] = json.loads(server.process.stdout.readline())
    return found


def test_games_and_lines_that_ended_are_freed_without_a_collection(tmp_path: Path) -> None:
    server = Server(tmp_path, before=WATCH)
    try:
        for _ in range(3):
            game = server.open("duo", "here", "computer")
            with server.join(game) as host, server.connect() as watcher:
                watcher.join(game["game"])
                for _ in range(2):
                    host.wait(lambda _, host=host: host.is_mine())
                    assert host.play()["type"] == "done"
                during = held(server)
        assert during["Session"] >= 1 and during["Driver"] >= 1 and during["SocketLine"] >= 2
        server.http.close()
        end = time.monotonic() + 10
        while (left := sum(held(server).values())) and time.monotonic() < end:
            time.sleep(0.1)
        assert not left, held(server)
    finally:
        server.stop()

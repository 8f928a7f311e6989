"""Ten faults of each kind; `make test-faults` makes a hundred of each."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from breaking import Disk
from faults import VICTIMS, Victim, strike
from sqlalchemy import event, select
from sqlalchemy.exc import DBAPIError

from cornerwise.server.store.store import Store
from postgres import Postgres
from relay import Relay
from serving import Server


@pytest.mark.parametrize("victim", VICTIMS)
def test_no_acknowledged_move_is_lost(victim: Victim) -> None:
    moves, resumed = strike(victim, kills=10)
    assert moves > 20
    assert resumed > 0 or "server" not in victim


def test_a_line_that_falls_silent_is_told_and_given_up(postgres: Postgres, tmp_path: Path) -> None:
    """The other end is gone and nothing says so: everybody is told in a sentence, and it goes on when it can."""
    relay = Relay(postgres.port)
    server = Server(tmp_path, "--database", relay.through(postgres.fresh()))
    try:
        with server.join(server.open("duo", "here", "here")) as client:
            assert client.play()["type"] == "done"
            relay.silence()
            begun = time.monotonic()
            number = client.say("play", game=client.snapshot["game"], ply=1, move=client.snapshot["legal"][-1])
            while not (answer := [each for each in client.heard if each.get("reply") == number]):
                client.receive(40)
            assert (answer[0]["type"], answer[0]["code"]) == ("error", "busy")
            assert time.monotonic() - begun < 30
            assert client.snapshot["at"] == 1, "shown before it was kept"
            assert server.http.get("/health").status_code == 200
            relay.mend()
            end = time.monotonic() + 40
            while client.play(client.snapshot["legal"][-1])["type"] != "done":
                assert time.monotonic() < end, "the games do not go on"
                time.sleep(0.2)
            # A line that breaks under a commit leaves open whether it was kept; what is shown is what is kept.
            shown = client.wait(lambda snapshot: snapshot["at"] >= 2)
            with server.connect() as fresh:
                fresh.join(shown["game"])
                assert fresh.snapshot["steps"] == shown["steps"], client.heard
        assert server.stop() == 0
    finally:
        server.kill()
        relay.close()


def test_a_line_that_falls_silent_while_it_is_made_ready_is_cut(postgres: Postgres) -> None:
    """What is said to a new connection before anybody uses it may go unanswered too."""
    relay = Relay(postgres.port)
    store = Store(relay.through(postgres.fresh()))
    store.engine.dispose()
    event.listen(store.engine, "connect", lambda *_: relay.silence(), insert=True)

    async def run() -> None:
        reading = asyncio.ensure_future(store.run(store._read, lambda transaction: transaction.scalar(select(1))))
        while relay.flowing.is_set():
            await asyncio.sleep(0.01)
        for _ in range(100):
            assert store.hangs is not None
            store.hangs.cut(0.5)
            if (await asyncio.wait({reading}, timeout=0.1))[0]:
                break
        assert reading.done(), "the thread waits for ever"
        with pytest.raises(DBAPIError):
            await reading

    try:
        asyncio.run(run())
    finally:
        relay.close()
        store.close()


def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    disk = Disk(tmp_path)
    server = Server(tmp_path)
    try:
        with server.join(server.open("duo", "here", "here")) as client:
            assert client.play()["type"] == "done"
            disk.fill()
            answer = client.play(client.snapshot["legal"][-1])
            while answer["type"] == "done":  # what has room in the log's last page
                answer = client.play(client.snapshot["legal"][-1])
            assert answer["code"] == "busy"
            assert answer["sentence"].endswith(".")
            at = client.snapshot["at"]
            disk.free()
            assert client.play(client.snapshot["legal"][-1])["type"] == "done"
            assert client.snapshot["at"] == at + 1
    finally:
        server.kill()
        disk.close()

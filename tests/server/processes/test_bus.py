"""The bus: listeners hear their topic and no other, one's fault is not another's, and stopping stops."""

from __future__ import annotations

import asyncio

import psycopg
import pytest

from cornerwise.server.bus.bus import Note
from cornerwise.server.bus.local import LocalBus
from cornerwise.server.bus.postgres import PostgresBus
from postgres import Postgres


def test_listeners_hear_their_topic_until_they_stop() -> None:
    bus, heard = LocalBus(), []
    stop = bus.subscribe("game:one", heard.append)
    bus.subscribe("game:two", lambda note: heard.append({"two": note}))
    bus.publish("game:one", {"seq": 1})
    bus.publish("lobby", {"seq": 2})
    assert heard == [{"seq": 1}]
    stop()
    stop()
    bus.publish("game:one", {"seq": 3})
    bus.publish("game:two", {"seq": 4})
    assert heard == [{"seq": 1}, {"two": {"seq": 4}}]


def test_one_listeners_fault_is_not_the_others() -> None:
    bus, heard = LocalBus(), []

    def fail(_: object) -> None:
        raise RuntimeError("broken")

    bus.subscribe("lobby", fail)
    bus.subscribe("lobby", heard.append)
    bus.publish("lobby", {})
    assert heard == [{}]


def test_processes_hear_each_other_through_postgresql(postgres: Postgres) -> None:
    """Notes cross, also after everybody was cut off; who was cut off is told so."""

    async def run() -> None:
        url = postgres.fresh()
        one, two = PostgresBus(url), PostgresBus(url)
        heard: asyncio.Queue[Note] = asyncio.Queue()
        gaps: asyncio.Queue[None] = asyncio.Queue()
        two.subscribe("lobby", heard.put_nowait)
        two.on_gap(lambda: gaps.put_nowait(None))
        await one.start()
        await two.start()
        await gaps.get()
        for number in range(100):
            one.publish("lobby", {"number": number})
        assert [(await asyncio.wait_for(heard.get(), 10))["number"] for _ in range(100)] == list(range(100))
        with psycopg.connect(url, autocommit=True) as admin:
            own = "pid <> pg_backend_pid() AND datname = current_database()"
            admin.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {own}")  # type: ignore[arg-type]
        await asyncio.wait_for(gaps.get(), 10)
        one.publish("lobby", {"number": 100})
        assert (await asyncio.wait_for(heard.get(), 10))["number"] == 100
        with pytest.raises(ValueError, match="too long"):
            one.publish("lobby", {"text": "x" * 9000})
        await one.close()
        await two.close()

    asyncio.run(run())

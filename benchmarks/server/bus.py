"""Measure the bus of several processes: how long a note takes through PostgreSQL, and how many it carries."""

from __future__ import annotations

import asyncio
import sys
import time

from cornerwise.server.bus.bus import Note
from cornerwise.server.bus.postgres import PostgresBus


async def main(url: str, rate: int = 200, seconds: int = 10, flood: int = 20_000) -> None:
    """Notes at a steady rate, then as many as it carries."""
    one, two = PostgresBus(url), PostgresBus(url)
    times: list[float] = []
    last = asyncio.Event()

    def hear(note: Note) -> None:
        times.append(time.perf_counter() - note["at"])
        if note.get("is_last"):
            last.set()

    two.subscribe("game:one", hear)
    await one.start()
    await two.start()
    for _ in range(rate * seconds):
        one.publish("game:one", {"at": time.perf_counter()})
        await asyncio.sleep(1 / rate)
    await asyncio.sleep(1)
    ordered = sorted(times)
    p50, p99 = (1000 * ordered[int(share * len(ordered))] for share in (0.5, 0.99))
    print(f"{len(ordered)} notes at {rate}/s: p50 {p50:.1f} ms, p99 {p99:.1f} ms")
    begun = time.perf_counter()
    for number in range(flood):
        one.publish("game:one", {"at": begun, "is_last": number == flood - 1})
        if number % 500 == 0:
            await asyncio.sleep(0)
    await asyncio.wait_for(last.wait(), 120)
    print(f"{flood / (time.perf_counter() - begun):.0f} notes/s at most")
    await one.close()
    await two.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))

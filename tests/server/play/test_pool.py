"""The pool: bounded, fair between people, stoppable."""

from __future__ import annotations

import asyncio
import threading
import time

import pytest

import cornerwise as cw
from cornerwise.server.think.pool import Busy, Control, Pool, Stopped
from cornerwise.server.think.question import Choose


def test_people_take_turns() -> None:
    async def scene() -> list[str]:
        pool, order = Pool(1), []
        gate = threading.Event()
        pool.submit("gate", lambda _: gate.wait(10))
        jobs = [pool.submit(asker, lambda _, asker=asker: order.append(asker)) for asker in "aaaabbc"]
        # The third job of a is begun after one of b, one of c, and two of a, and before the rest.
        assert [pool.ahead(job) for job in jobs] == [0, 3, 5, 6, 1, 4, 2]
        gate.set()
        await asyncio.gather(*(job.future for job in jobs))
        pool.close()
        return order

    assert asyncio.run(scene()) == ["a", "b", "c", "a", "b", "a", "a"]


def test_nobody_fills_the_queue_alone() -> None:
    async def scene() -> None:
        pool, gate = Pool(1, capacity=16), threading.Event()
        jobs = [pool.submit("gate", lambda _: gate.wait(10))]
        jobs += [pool.submit("many", lambda _: True) for _ in range(4)]
        with pytest.raises(Busy):
            pool.submit("many", lambda _: True)
        jobs.append(pool.submit("few", lambda _: True))
        assert pool.ahead(jobs[-1]) == 1, "one turn of the other comes first"
        gate.set()
        await asyncio.gather(*(job.future for job in jobs))
        pool.close()

    asyncio.run(scene())


def test_quick_moves_of_one_keep_no_slow_move_of_another_waiting() -> None:
    async def scene() -> list[str]:
        pool, order = Pool(1), []
        gate = threading.Event()
        for _ in range(2):
            pool.submit("gate", lambda _: gate.wait(10), is_quick=True)
        jobs = [pool.submit("quick", lambda _: order.append("quick"), is_quick=True) for _ in range(6)]
        jobs.append(pool.submit("slow", lambda _: order.append("slow")))
        gate.set()
        await asyncio.gather(*(job.future for job in jobs))
        pool.close()
        return order

    assert "slow" in asyncio.run(scene())[:4]


def test_a_quick_move_passes_those_of_strong_computers() -> None:
    def choose(game: str, level: int) -> Choose:
        return Choose.at(game, 0, cw.start("duo"), None, level, seed=1)

    assert [choose("a", level).is_quick for level in (1, 8, 9, 10)] == [True, True, False, False]

    async def scene() -> list[str]:
        pool, order = Pool(1), []
        gate = threading.Event()
        pool.submit("gate", lambda _: gate.wait(10))
        jobs = [pool.submit(game, lambda _, game=game: order.append(game)) for game in "abc"]
        quick = pool.submit("d", lambda _: order.append("d"), is_quick=True)
        assert pool.ahead(quick) == 0
        await asyncio.wait_for(quick.future, 10)  # while the only other thread is still busy
        gate.set()
        await asyncio.gather(*(job.future for job in jobs))
        pool.close()
        return order

    assert asyncio.run(scene()) == ["d", "a", "b", "c"]


def test_no_more_threads_than_workers() -> None:
    running, most = 0, 0
    lock = threading.Lock()

    def work(_: Control) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1

    async def scene() -> None:
        pool = Pool(3)
        await asyncio.gather(*(pool.submit(str(n), work).future for n in range(20)))
        pool.close()

    asyncio.run(scene())
    assert most == 3


def test_a_job_can_be_stopped_while_it_waits_and_while_it_runs() -> None:
    async def scene() -> None:
        pool = Pool(1)
        running = pool.submit("a", lambda control: control.stop.wait(10))
        waiting = pool.submit("b", lambda _: None)
        pool.stop(waiting)
        with pytest.raises(Stopped):
            await waiting.future
        pool.stop(running)
        with pytest.raises(Stopped):
            await running.future
        assert await pool.submit("c", lambda _: 7).future == 7
        pool.close()

    asyncio.run(scene())


def test_a_full_queue_refuses_and_an_error_reaches_the_asker() -> None:
    def fail(_: Control) -> None:
        raise ZeroDivisionError

    async def scene() -> None:
        pool = Pool(1, capacity=2)
        gate = threading.Event()
        pool.submit("a", lambda _: gate.wait(10))
        pool.submit("a", lambda _: None)
        failing = pool.submit("b", fail)
        with pytest.raises(Busy):
            pool.submit("c", lambda _: None)
        gate.set()
        with pytest.raises(ZeroDivisionError):
            await failing.future
        pool.close()

    asyncio.run(scene())


def test_long_work_leaves_a_thread_for_moves() -> None:
    async def scene() -> None:
        pool = Pool(2)
        gate = threading.Event()
        long = [pool.submit(game, lambda _: gate.wait(10), is_long=True) for game in "abc"]
        assert await asyncio.wait_for(pool.submit("a", lambda _: "moved").future, 5) == "moved"
        assert [pool.ahead(job) for job in long] == [0, 0, 1]
        gate.set()
        await asyncio.gather(*(job.future for job in long))
        pool.close()

    asyncio.run(scene())

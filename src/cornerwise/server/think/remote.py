"""Workers seen from a server: questions go into the queue, answers come back through the store."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any, TypeVar

import procrastinate
import psycopg
from procrastinate.exceptions import ConnectorException

from cornerwise.server.bus.bus import Bus, Note
from cornerwise.server.store.answers import find_answer
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.think import jobs as queue
from cornerwise.server.think.pool import Busy, Job, Stopped
from cornerwise.server.think.question import Question

logger = logging.getLogger(__name__)

T = TypeVar("T")
LOOK = 1.0  # seconds after which one looks for an answer even if nobody said that there is one
CAPACITY = 64  # long questions that may wait
AWAY = (ConnectorException, psycopg.Error, Unavailable)


class Workers:
    """Has questions answered by `cornerwise worker`, in however many processes on however many machines."""

    is_remote = True

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        self.jobs: procrastinate.App = queue.open_jobs(store.url, connections=4)
        self.waiting = dict.fromkeys(queue.QUEUES, 0)
        self._tasks: dict[Job[Any], asyncio.Task[None]] = {}
        self._begun: set[Job[Any]] = set()
        self._counting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to use the queue."""
        await asyncio.to_thread(queue.make_tables, self.store.url)
        await self.jobs.open_async()
        self._counting = asyncio.create_task(self._count(), name="count of questions")

    async def close(self) -> None:
        """Let go of the queue; what waits there is answered for whoever asks next."""
        tasks = [*self._tasks.values(), *filter(None, [self._counting])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.jobs.close_async()

    def ask(self, asker: str, question: Question[T]) -> Job[T]:
        """Have somebody's question answered, or raise Busy."""
        if question.is_long and self.waiting[queue.LONG] >= CAPACITY:
            raise Busy
        job: Job[T] = Job(asker, question.answer, question.is_long, question.is_quick)
        self._tasks[job] = asyncio.create_task(self._wait(job, question), name=f"question {question.key}")
        return job

    def ahead(self, job: Job[Any]) -> int:
        """How many questions wait with this one, as far as that is known; 0 as soon as it is thought about."""
        return 0 if job in self._begun else self.waiting[queue.queue_of(job)]

    def stop(self, job: Job[Any]) -> None:
        """Ask no longer; a worker that thinks about it stops."""
        if (task := self._tasks.get(job)) is not None:
            task.cancel()

    async def _wait(self, job: Job[T], question: Question[T]) -> None:
        """Ask until there is an answer; a database that is away or a worker that dies only delays it."""
        heard = asyncio.Event()
        stop = self.bus.subscribe(f"think:{question.key}", partial(self._hear, job, heard))
        try:
            while not job.future.done():
                with contextlib.suppress(*AWAY):
                    found = await self.store.read(find_answer, question.key)
                    if found is not None:
                        job.future.set_result(question.read(found))
                        break
                    await queue.put(self.jobs, question, job.asker)
                heard.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(heard.wait(), LOOK)
        except asyncio.CancelledError:
            with contextlib.suppress(TimeoutError, *AWAY):
                await asyncio.wait_for(queue.withdraw(self.jobs, question), LOOK)
            if not job.future.done():
                job.future.set_exception(Stopped())
            raise
        except Exception as error:
            logger.exception("The question %s could not be asked", question.key)
            if not job.future.done():
                job.future.set_exception(error)
        finally:
            stop()
            self._tasks.pop(job, None)
            self._begun.discard(job)

    def _hear(self, job: Job[Any], heard: asyncio.Event, note: Note) -> None:
        if "progress" in note:
            self._begun.add(job)
            job.control.measure = partial(note.get, "progress")
        elif "failed" in note:
            if not job.future.done():
                job.future.set_exception(RuntimeError(note["failed"]))
            heard.set()
        else:
            heard.set()

    async def _count(self) -> None:
        while True:
            with contextlib.suppress(*AWAY):
                for name in self.waiting:
                    self.waiting[name] = await queue.waiting(self.jobs, name)
            await asyncio.sleep(LOOK)

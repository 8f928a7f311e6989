"""A worker: takes questions from the queue in the database, thinks, and stores the answers; it serves nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from procrastinate import JobContext

from cornerwise.server.bus.postgres import PostgresBus
from cornerwise.server.store.answers import drop_answers, find_answer, keep_answer
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.think import jobs as queue
from cornerwise.server.think.pool import Control, Stopped, spare
from cornerwise.server.think.question import Choose, Json, Question
from cornerwise.server.views.advice import AskAdvice, AskReview

logger = logging.getLogger(__name__)

QUESTIONS: dict[str, type[Question[Any]]] = {each.kind: each for each in (Choose, AskAdvice, AskReview)}
INTERVAL = 0.25  # seconds between two reports of progress
RETRY = 1.0  # seconds before the database is tried again
LONGEST = 3_600_000  # milliseconds an answer waits to be read


class Worker:
    """Some threads that think about whatever any server asks."""

    def __init__(self, url: str, threads: int) -> None:
        self.url = url
        self.threads = threads

    async def run(self) -> None:
        """Think until told to stop."""
        await asyncio.to_thread(queue.make_tables, self.url)
        self.store = Store(self.url)
        self.bus = PostgresBus(self.url)
        await self.bus.start()
        self.pool = ThreadPoolExecutor(sum(count for _, count in self.shares), thread_name_prefix="thinking")
        jobs = queue.open_jobs(self.url, connections=6)
        jobs.task(name=queue.TASK, pass_context=True)(self.think)
        async with jobs.open_async():
            tasks = [asyncio.create_task(self._work(jobs, *share)) for share in self.shares]
            tasks.append(asyncio.create_task(self._rescue(jobs)))
            stopping = asyncio.Event()
            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, stopping.set)
            told = asyncio.create_task(stopping.wait())
            await asyncio.wait([*tasks, told], return_when=asyncio.FIRST_COMPLETED)
            for task in (*tasks, told):
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    logger.error("The worker failed", exc_info=ended)
        await self.bus.close()
        self.pool.shutdown()
        self.store.close()

    @property
    def shares(self) -> tuple[tuple[list[str], int], ...]:
        """How many threads queues may have: long work takes none of those of moves; some are for quick ones."""
        moves = [queue.MOVES, queue.QUICK]
        return (moves, self.threads), ([queue.QUICK], spare(self.threads)), ([queue.LONG], max(1, self.threads // 2))

    async def _work(self, jobs: Any, names: list[str], count: int) -> None:
        """Take questions of queues for ever; a database that was away, or took this worker for dead, is met anew."""
        while True:
            try:
                await self._take(jobs, names, count)
            except Exception as error:
                logger.warning("The queue of %s broke off: %s", names[0], error)
            await asyncio.sleep(RETRY)

    async def _take(self, jobs: Any, names: list[str], count: int) -> None:
        await jobs.run_worker_async(
            queues=names,
            concurrency=count,
            name=names[0],
            delete_jobs="always",
            fetch_job_polling_interval=1.0,
            abort_job_polling_interval=1.0,
            update_heartbeat_interval=queue.BEAT,
            stalled_worker_timeout=queue.LOST,
            shutdown_graceful_timeout=1.0,
            install_signal_handlers=False,  # each would take them from the others
        )

    async def think(self, context: JobContext, kind: str, question: Json) -> None:
        """Answer one question, unless somebody has meanwhile."""
        asked = QUESTIONS[kind].model_validate(question)
        if await self._keep_trying(lambda: self.store.read(find_answer, asked.key)) is None:
            control = Control()
            thinking = asyncio.get_running_loop().run_in_executor(self.pool, asked.answer, control)
            try:
                answer = await self._watch(asked.key, control, thinking)
            except (asyncio.CancelledError, Stopped):  # nobody wants to know any more, or the worker is told to stop
                control.end()
                with contextlib.suppress(Exception):
                    await thinking
                raise
            except Exception as error:
                logger.exception("The question %s could not be answered", asked.key)
                self.bus.publish(f"think:{asked.key}", {"failed": str(error)[:200]})
                return
            written = asked.write(answer)
            await self._keep_trying(lambda: self.store.write(keep_answer, asked.key, written, milliseconds()))
        self.bus.publish(f"think:{asked.key}", {})

    async def _watch(self, key: str, control: Control, thinking: asyncio.Future[Any]) -> Any:
        while not thinking.done():
            self.bus.publish(f"think:{key}", {"progress": control.progress})
            await asyncio.wait({thinking}, timeout=INTERVAL)
        return thinking.result()

    async def _keep_trying(self, work: Any) -> Any:
        """Reach the database, which may be away for a moment."""
        while True:
            try:
                return await work()
            except Unavailable:
                logger.warning("The database does not answer; trying again")
                await asyncio.sleep(RETRY)

    async def _rescue(self, jobs: Any) -> None:
        while True:
            await asyncio.sleep(queue.BEAT)
            try:
                await queue.rescue(jobs)
                await self.store.write(drop_answers, milliseconds() - LONGEST)
            except Exception as error:
                logger.warning("The queue could not be looked after: %s", error)

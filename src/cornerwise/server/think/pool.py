"""A bounded pool in which the computer thinks: fair between people, never on the event loop."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Stopped(Exception):
    """The work was stopped before it had an answer."""


class Busy(Exception):
    """The queue is full."""


class Control:
    """What a piece of work sees of the outside: whether it should stop, and where to say how far it is."""

    def __init__(self) -> None:
        self.stop = threading.Event()
        self.measure: Callable[[], float | None] = lambda: None
        self.text = ""
        self.draft: Any = None
        """What the answer would be by now, where the work tells."""
        self._listeners: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    @property
    def progress(self) -> float | None:
        """How far the work is, 0 to 1, where it can be told."""
        return self.measure()

    def listen(self, halt: Callable[[], None]) -> None:
        """Have `halt` called when the work should stop; at once if it should have already."""
        with self._lock:
            self._listeners.append(halt)
        if self.stop.is_set():
            halt()

    def end(self) -> None:
        """Ask the work to stop."""
        self.stop.set()
        with self._lock:
            listeners = list(self._listeners)
        for halt in listeners:
            halt()


class Job(Generic[T]):
    """One piece of work for somebody; wait for `future`, look at `control` for progress."""

    def __init__(self, asker: str, work: Callable[[Control], T], is_long: bool, is_quick: bool = False) -> None:
        self.asker = asker
        self.work = work
        self.is_long = is_long
        self.is_quick = is_quick
        self.control = Control()
        self.future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        # Nobody may be waiting when a stopped job ends; asyncio would report that as an error.
        self.future.add_done_callback(lambda future: future.cancelled() or future.exception())


def spare(workers: int) -> int:
    """How many threads are kept for quick work beside so many others."""
    return max(1, workers // 4)


class Pool:
    """Some threads and a queue per asker, served in turn, so that nobody with many games starves the others.

    Some threads more are for quick work alone, so that many games against strong computers keep no game against a weak
    one waiting. Native search releases the interpreter's lock, so threads think in parallel.
    """

    is_remote = False

    def __init__(self, workers: int, capacity: int = 256) -> None:
        self.workers = workers
        self.spare = spare(workers)
        self.capacity = capacity
        self.threads = ThreadPoolExecutor(workers + self.spare, thread_name_prefix="thinking")
        self.queues: OrderedDict[str, deque[Job[Any]]] = OrderedDict()
        self.running: set[Job[Any]] = set()

    def submit(self, asker: str, work: Callable[[Control], T], is_long: bool = False, is_quick: bool = False) -> Job[T]:
        """Queue work for somebody, or raise Busy; some threads are never for long work, and some only for quick."""
        if sum(map(len, self.queues.values())) >= self.capacity:
            raise Busy
        # Everybody finds room: a quarter of the queue is all that one asker may fill, or long work.
        if len(self.queues.get(asker, ())) >= max(1, self.capacity // 4):
            raise Busy
        if is_long and sum(job.is_long for queue in self.queues.values() for job in queue) >= self.capacity // 4:
            raise Busy
        job = Job(asker, work, is_long, is_quick)
        self.queues.setdefault(asker, deque()).append(job)
        self._fill()
        return job

    def ask(self, asker: str, question: Any) -> Job[Any]:
        """Have somebody's question answered, or raise Busy."""
        return self.submit(asker, question.answer, question.is_long, question.is_quick)

    def ahead(self, job: Job[Any]) -> int:
        """How many jobs will be begun before this one; 0 as soon as it runs."""
        if job in self.running or job not in self.queues.get(job.asker, ()):
            return 0
        lane = {
            asker: [each for each in queue if each.is_quick or not job.is_quick] for asker, queue in self.queues.items()
        }
        turns = lane[job.asker].index(job)
        earlier = list(lane).index(job.asker)
        before = sum(min(len(queue), turns + 1) for queue in list(lane.values())[:earlier])
        after = sum(min(len(queue), turns) for queue in list(lane.values())[earlier:])
        return before + after

    def stop(self, job: Job[Any]) -> None:
        """End a job: a waiting one at once, a running one as soon as it listens."""
        if job.future.done():
            return
        job.control.end()
        queue = self.queues.get(job.asker)
        if queue and job in queue:
            queue.remove(job)
            if not queue:
                del self.queues[job.asker]
            if not job.future.done():
                job.future.set_exception(Stopped())

    def close(self) -> None:
        """Stop everything; returns when no thread is at work."""
        for queue in list(self.queues.values()):
            for job in list(queue):
                self.stop(job)
        for job in self.running:
            job.control.end()
        self.threads.shutdown()

    def _fill(self) -> None:
        loop = asyncio.get_running_loop()
        while (job := self._next()) is not None:
            queue = self.queues.pop(job.asker)
            queue.remove(job)
            if queue:
                self.queues[job.asker] = queue  # to the end of the round
            self.running.add(job)
            task = loop.run_in_executor(self.threads, job.work, job.control)
            task.add_done_callback(partial(self._finish, job))

    def _next(self) -> Job[Any] | None:
        """The job whose turn it is: the first that may begin of the asker who has waited longest."""
        count, quick = len(self.running), sum(job.is_quick for job in self.running)
        if count >= self.workers + self.spare:
            return None
        is_only_for_quick = count - min(quick, self.spare) >= self.workers
        is_full = sum(job.is_long for job in self.running) >= max(1, self.workers - 1)
        waiting = (job for queue in self.queues.values() for job in queue)
        free = (job for job in waiting if job.is_quick or not (is_only_for_quick or (job.is_long and is_full)))
        return next(free, None)

    def _finish(self, job: Job[Any], done: asyncio.Future[Any]) -> None:
        self.running.discard(job)
        if not job.future.done():
            if done.cancelled():
                job.future.set_exception(Stopped())
            elif (error := done.exception()) is not None:
                job.future.set_exception(error)
            elif job.control.stop.is_set():
                job.future.set_exception(Stopped())
            else:
                job.future.set_result(done.result())
        self._fill()

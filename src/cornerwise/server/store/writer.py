"""The writer of a store: everything that arrives while it writes shares the next transaction."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session as Transaction

T = TypeVar("T")
Work = Callable[[Transaction], Any]
MOST = 256  # pieces of work in one transaction
TRIES = 5  # of work that PostgreSQL gave up in favor of another process
GIVEN_UP = ("40P01", "40001")  # deadlock detected, could not serialize: the work may be done again


@dataclass
class Writing:
    """A piece of work that waits to be written, and who waits for it."""

    work: Work
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop
    result: Any = field(default=None)
    error: BaseException | None = field(default=None)


class Writer:
    """A thread with a connection of its own. An answer is given only when the transaction is on the disk.

    Work may be done twice (alone, after the transaction it shared was spoiled by another; again, after PostgreSQL gave
    it up because two processes waited for each other's rows), so it changes nothing but the database.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._queue: SimpleQueue[Writing | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Transaction], T]) -> asyncio.Future[T]:
        """Have work done in the next transaction."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._queue.put(Writing(work, future, loop))
        return future

    def close(self) -> None:
        """Finish what was begun."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, is_last = [first], False
            while not self._queue.empty() and len(batch) < MOST:
                more = self._queue.get()
                if more is None:
                    is_last = True
                    break
                batch.append(more)
            batch = [each for each in batch if not each.future.cancelled()]  # nobody waits for those any more
            if batch:
                self._write(batch)
            for loop in {each.loop for each in batch}:
                tell(loop, [each for each in batch if each.loop is loop])
            if is_last:
                return

    def _write(self, batch: list[Writing]) -> None:
        for left in reversed(range(TRIES)):
            try:
                with Transaction(self.engine) as transaction, transaction.begin():
                    for each in batch:
                        each.result = each.work(transaction)
                return
            except Exception as error:
                if len(batch) > 1:
                    for each in batch:
                        self._write([each])
                    return
                if not left or not was_given_up(error):
                    batch[0].error = error
                    return


def was_given_up(error: Exception) -> bool:
    """Whether PostgreSQL ended the transaction so that another one could go on."""
    return isinstance(error, DBAPIError) and getattr(error.orig, "sqlstate", None) in GIVEN_UP


def tell(loop: asyncio.AbstractEventLoop, written: list[Writing]) -> None:
    """Give everybody the answer, in one visit to the loop."""

    def answer() -> None:
        for each in written:
            if each.future.done():  # cancelled: nobody waits any more
                continue
            if each.error is not None:
                each.future.set_exception(each.error)
            else:
                each.future.set_result(each.result)

    if not loop.is_closed():
        loop.call_soon_threadsafe(answer)

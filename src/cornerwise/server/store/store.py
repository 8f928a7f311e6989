"""The store: what lasts, in SQLite or PostgreSQL; whatever it has acknowledged survives a crash."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.store.database import READERS, connect, is_postgres
from cornerwise.server.store.writer import Writer

PATIENCE = 6.0  # seconds a database elsewhere has for one piece of work
P = ParamSpec("P")
T = TypeVar("T")


class Unavailable(Exception):
    """The database did not answer, is locked or full; whether it kept what was asked for is not known."""


class Store:
    """The database of a server. Work is a function of a transaction; the event loop never waits for the disk.

    Writes share transactions and are answered when these are on the disk; reads have threads of their own.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = connect(url)
        self.hangs = None
        if is_postgres(url):  # which knows psycopg; SQLite needs no such package
            from cornerwise.server.store.hangs import Hangs

            self.hangs = Hangs(self.engine)
        self.writer = Writer(self.engine.execution_options(writes=True))
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    async def write(self, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Change something; returns when that is on the disk. Work may be done twice, the first time in vain."""
        try:
            return await self._patiently(self.writer.submit(lambda transaction: work(transaction, *args, **kwargs)))
        except (DBAPIError, PoolTimeout) as error:
            refuse_if_away(error)
            raise

    async def read(self, work: Callable[Concatenate[Transaction, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Look something up."""
        try:
            reading = self.run(self._read, lambda transaction: work(transaction, *args, **kwargs))
            return await self._patiently(asyncio.ensure_future(reading))
        except (DBAPIError, PoolTimeout) as error:
            refuse_if_away(error)
            raise

    async def _patiently(self, work: asyncio.Future[T]) -> T:
        """Wait for the database, but not for ever: a line that carries nothing any more is cut."""
        if self.hangs is None:
            return await work
        done, _ = await asyncio.wait({work}, timeout=PATIENCE)
        if not done:
            self.hangs.cut(PATIENCE)
            work.cancel()  # what has not begun is not begun any more
            raise Unavailable("the database does not answer")
        return work.result()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do blocking work in a reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self.readers, partial(work, *args, **kwargs))

    def _read(self, work: Callable[[Transaction], T]) -> T:
        with Transaction(self.engine) as transaction:
            return work(transaction)

    def close(self) -> None:
        """Finish what was begun and let go of the database."""
        self.writer.close()
        self.readers.shutdown()
        self.engine.dispose()


def refuse_if_away(error: Exception) -> None:
    """Raise Unavailable where the database is to blame and not what was asked of it."""
    if isinstance(error, (OperationalError, PoolTimeout)) or getattr(error, "connection_invalidated", False):
        raise Unavailable(str(getattr(error, "orig", error)).strip()) from error

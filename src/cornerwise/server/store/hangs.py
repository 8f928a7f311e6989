"""Connections to a database that hang: the other side is gone, and nothing on the line says so."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from typing import Any
from weakref import WeakSet

from psycopg.pq import TransactionStatus
from sqlalchemy import Engine, event


class Hangs:
    """Knows since when connections are in use, and can cut those that take too long.

    The thread that waits on such a line wakes with an error and goes on with another connection; the database undoes
    what was not committed.
    """

    def __init__(self, engine: Engine) -> None:
        self._lock = threading.Lock()
        self._used: dict[int, tuple[Any, float]] = {}
        self._open: WeakSet[Any] = WeakSet()
        # Before anything else is asked of a new connection: that, too, may hang.
        event.listen(engine, "connect", self._greet, insert=True)
        event.listen(engine, "checkout", self._take)
        event.listen(engine, "checkin", self._give)

    def _greet(self, connection: Any, _: Any) -> None:
        with self._lock:
            self._open.add(connection)

    def _take(self, connection: Any, record: Any, _: Any) -> None:
        with self._lock:
            self._used[id(record)] = connection, time.monotonic()

    def _give(self, _: Any, record: Any) -> None:
        with self._lock:
            self._used.pop(id(record), None)

    def cut(self, patience: float) -> None:
        """Cut every connection that has been in use for longer than this."""
        with self._lock:
            used = {id(connection): since for connection, since in self._used.values()}
            # One that is busy and yet in nobody's hands is being asked whether it still works.
            late = [
                connection
                for connection in self._open
                if time.monotonic() - used.get(id(connection), 0.0) > patience * 0.9
                and connection.info.transaction_status == TransactionStatus.ACTIVE
            ]
        for connection in late:
            with contextlib.suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as line:
                line.shutdown(socket.SHUT_RDWR)

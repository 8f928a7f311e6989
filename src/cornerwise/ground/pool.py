"""A pool of worker processes for units of work: a death is noticed, an interruption ends them all."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from cornerwise.errors import CornerwiseError

GRACE_SECONDS = 3.0  # to put things in order when told to end


@dataclass(frozen=True)
class Failure:
    """A sentence about work that could not be done, on its way back from a worker."""

    kind: type[CornerwiseError]
    sentence: str


def run_units(
    make_worker: Callable[[], Callable[[Any], Any]], units: Iterable[Any], workers: int
) -> Generator[Any, None, None]:
    """Yields the results of all units as they come; `make_worker` is called once in every process.

    A unit is taken from `units` when a process is free for it, so what has come back may decide what comes next. What
    a worker's function keeps is closed by its `close` attribute, if it has one.
    """
    if workers < 1:
        raise CornerwiseError(f"At least one worker is needed, not {workers}.")
    context = multiprocessing.get_context("spawn")
    rest = iter(units)
    busy: dict[Connection, Any] = {}
    try:
        for unit in rest:
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(there, make_worker), daemon=False)
            process.start()
            there.close()
            busy[here] = process
            here.send(unit)
            if len(busy) == workers:
                break
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                try:
                    result = connection.recv()
                except (EOFError, OSError):
                    busy[connection].join(GRACE_SECONDS)
                    code = busy[connection].exitcode
                    raise CornerwiseError(f"A worker process died (exit {code}).") from None
                if isinstance(result, Failure):
                    raise result.kind(result.sentence)
                yield result
                unit = next(rest, _END)
                connection.send(unit)
                if unit == _END:
                    busy.pop(connection).join()
    finally:
        for process in busy.values():
            with contextlib.suppress(OSError):
                process.terminate()
        for process in busy.values():
            process.join(GRACE_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()


_END = "end"


def _outlive_nobody() -> None:
    """Ends this process in good order as soon as its parent is gone, even one that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


def _work(connection: Connection, make_worker: Callable[[], Callable[[Any], Any]]) -> None:
    # Ctrl-C reaches every process of a terminal; the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    threading.Thread(target=_outlive_nobody, daemon=True).start()
    work: Callable[[Any], Any] | None = None
    try:
        work = make_worker()
        while (unit := connection.recv()) != _END:
            connection.send(work(unit))
    except CornerwiseError as error:
        with contextlib.suppress(OSError):
            connection.send(Failure(type(error), str(error)))
    except (EOFError, OSError):
        pass  # the parent is gone
    finally:
        if (close := getattr(work, "close", None)) is not None:
            close()

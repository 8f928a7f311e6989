"""A pool of workers for units of work: a dead worker's unit is done again, and an interruption ends them all."""

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
MOST_DEATHS = 3  # of workers by the same unit, which is then to blame


@dataclass(frozen=True)
class Failure:
    """A sentence about work that could not be done, on its way back from a worker."""

    kind: type[CornerwiseError]
    sentence: str


def run_units(
    make_worker: Callable[[], Callable[[Any], Any]],
    units: Iterable[Any],
    workers: int | None = 1,
    cluster: str | None = None,
) -> Generator[Any, None, None]:
    """Yields the results of all units as they come; `make_worker` is called once in every process.

    A unit is taken from `units` when somebody is free for it, so what has come back may decide what comes next. A unit
    whose worker is killed is done again by another. What a worker's function keeps is closed by its `close`
    attribute, if it has one.

    One worker is this process itself. With the address of a Ray `cluster` ("auto" finds the one of this machine,
    "local" starts one) the workers run there, as many as it has processors where `workers` is None.
    """
    if cluster is not None:
        from cornerwise.ground.cluster import run_on_cluster

        return run_on_cluster(make_worker, units, workers, cluster)
    if workers is None or workers < 1:
        raise CornerwiseError(f"At least one worker is needed, not {workers}.")
    return _run_here(make_worker, units) if workers == 1 else _run_in_processes(make_worker, units, workers)


def _run_here(make_worker: Callable[[], Callable[[Any], Any]], units: Iterable[Any]) -> Generator[Any, None, None]:
    work: Callable[[Any], Any] | None = None
    try:
        for unit in units:
            if work is None:
                work = make_worker()
            yield work(unit)
    finally:
        if (close := getattr(work, "close", None)) is not None:
            close()


def _run_in_processes(
    make_worker: Callable[[], Callable[[Any], Any]], units: Iterable[Any], workers: int
) -> Generator[Any, None, None]:
    context = multiprocessing.get_context("spawn")
    rest = iter(units)
    busy: dict[Connection, Any] = {}
    units_of: dict[Connection, tuple[Any, int]] = {}  # what a worker does, and how many it has killed

    def employ(unit: Any, deaths: int = 0) -> None:
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(there, make_worker), daemon=False)
        process.start()
        there.close()
        busy[here] = process
        units_of[here] = unit, deaths
        with contextlib.suppress(OSError):  # one that is dead already is noticed below
            here.send(unit)

    try:
        for unit in rest:
            employ(unit)
            if len(busy) == workers:
                break
        while busy:
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                unit, deaths = units_of[connection]
                try:
                    result = connection.recv()
                except (EOFError, OSError):
                    process = busy.pop(connection)
                    process.join(GRACE_SECONDS)
                    if deaths + 1 == MOST_DEATHS:
                        raise CornerwiseError(
                            f"A worker process died (exit {process.exitcode}), as others before with the same work."
                        ) from None
                    employ(unit, deaths + 1)
                    continue
                if isinstance(result, Failure):
                    raise result.kind(result.sentence)
                yield result
                unit = next(rest, _END)
                units_of[connection] = unit, 0
                with contextlib.suppress(OSError):
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

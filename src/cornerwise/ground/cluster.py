"""The pool on a Ray cluster: the same units and results, on many machines."""

from __future__ import annotations

import contextlib
import itertools
import socket
import time
from collections.abc import Callable, Generator, Iterable
from typing import Any

from cornerwise.errors import CornerwiseError

CONNECT_SECONDS = 5.0
LOOK_SECONDS = 5.0  # between two looks at the head of the cluster
GONE_SECONDS = 25.0  # without it; after 60 Ray would end this process
MOST_DEATHS = 3  # of workers by the same unit, which is then to blame


class Hand:
    """A worker's function on its way through Ray: a sentence about work that cannot be done comes back as a value."""

    def __init__(self, make_worker: Callable[[], Callable[[Any], Any]]) -> None:
        self._work = make_worker()

    def do(self, unit: Any) -> tuple[bool, Any]:
        """(whether it could be done, the result or the error)."""
        try:
            return True, self._work(unit)
        except CornerwiseError as error:
            return False, (type(error), str(error))

    def close(self) -> None:
        """Puts away what the function keeps."""
        if (close := getattr(self._work, "close", None)) is not None:
            close()


class Head:
    """The head of the cluster, looked at now and then: workers play on without it, and nobody tells us."""

    def __init__(self, address: str) -> None:
        self.host, _, port = address.rpartition(":")
        self.port = int(port)
        self.was_missed = False
        self._seen = self._looked = time.monotonic()

    def is_gone(self) -> bool:
        """Whether it has not answered for long."""
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            try:
                socket.create_connection((self.host, self.port), timeout=CONNECT_SECONDS).close()
                self._seen, self.was_missed = now, False
            except OSError:
                self.was_missed = True
        return now - self._seen >= GONE_SECONDS and self.was_missed


def run_on_cluster(
    make_worker: Callable[[], Callable[[Any], Any]], units: Iterable[Any], workers: int | None, address: str
) -> Generator[Any, None, None]:
    """Yields the results of all units as they come; a unit whose worker or node is lost is done again elsewhere."""
    ray = _ray()
    started = _join(ray, address)
    # Memory is what our workers say it is, so Ray need not guess; a lost one is replaced here, where units are known.
    hand = ray.remote(num_cpus=1, max_restarts=0)(Hand)
    if workers is None:
        workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
    if workers < 1:
        raise CornerwiseError(f"At least one worker is needed, not {workers}.")
    rest = iter(units)
    hands: dict[Any, Any] = {}  # what is under way → who does it
    doing: dict[Any, tuple[Any, int]] = {}
    lost: list[tuple[Any, int]] = []  # what dead workers did, and how many it has killed
    head = Head(ray.get_runtime_context().gcs_address)

    def give(worker: Any, unit: Any, deaths: int = 0) -> None:
        task = worker.do.remote(unit)
        hands[task], doing[task] = worker, (unit, deaths)

    try:
        for unit in itertools.islice(rest, workers):
            give(hand.remote(make_worker), unit)
        while hands:
            ready, _ = ray.wait(list(hands), num_returns=1, timeout=LOOK_SECONDS)
            if head.is_gone():
                raise CornerwiseError(f"The Ray cluster {address} is gone: its head does not answer.")
            if not ready:
                continue
            worker, (unit, deaths) = hands.pop(ready[0]), doing.pop(ready[0])
            try:
                is_done, result = ray.get(ready[0])
            except (ray.exceptions.RayActorError, ray.exceptions.ObjectLostError) as error:
                if deaths + 1 == MOST_DEATHS:
                    raise CornerwiseError(
                        f"A worker on the cluster died, as others before with the same work: {_first_line(error)}"
                    ) from None
                lost.append((unit, deaths + 1))
                # A lost machine has taken its processors along; then those who are left do the work.
                if not hands or ray.available_resources().get("CPU", 0) >= 1:
                    give(hand.remote(make_worker), *lost.pop())
                continue
            except ray.exceptions.RayTaskError as error:
                raise error.as_instanceof_cause() from None
            if not is_done:
                kind, sentence = result
                raise kind(sentence)
            yield result
            following = [lost.pop()] if lost else [(unit, 0) for unit in itertools.islice(rest, 1)]
            if following:
                give(worker, *following[0])
            else:
                _dismiss(ray, worker)
    except (ConnectionError, ray.exceptions.RaySystemError) as error:
        raise CornerwiseError(f"The Ray cluster {address} is gone: {_first_line(error)}") from None
    finally:
        for worker in hands.values() if not head.was_missed else ():  # without a head that would wait for minutes
            with contextlib.suppress(Exception):
                ray.kill(worker)
        if started and not head.was_missed:
            ray.shutdown()


def _dismiss(ray: Any, worker: Any) -> None:
    """Lets a worker put its things away, then ends it."""
    with contextlib.suppress(Exception):
        ray.get(worker.close.remote(), timeout=3)
    with contextlib.suppress(Exception):
        ray.kill(worker)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def _ray() -> Any:
    try:
        import ray
    except ImportError:
        raise CornerwiseError("Work on a cluster needs Ray: pip install ray.") from None
    return ray


def _join(ray: Any, address: str) -> bool:
    """Connects to a cluster unless that is done; says whether it was not."""
    if ray.is_initialized():
        return False
    try:
        host, _, port = address.rpartition(":")
        if port.isdecimal():  # Ray itself would wait for minutes
            socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        raise CornerwiseError(f"There is no Ray cluster at {address}: {_first_line(error)}") from None
    return True

"""The parts of a counting search: worked off in slices here or in a pool, and kept in a checkpoint."""

from __future__ import annotations

import hashlib
import json
import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.ground.pool import run_units
from cornerwise.puzzle.outcome import Report, Watch
from cornerwise.puzzle.read import puzzle_of_spec
from cornerwise.puzzle.solvers.rows import rows_of

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Puzzle

Part = dict[str, Any]
SLICE = 0.2  # seconds a worker searches before it reports
MANY = 96  # parts to cut a search into


class _Waiting:
    """The parts that wait for a worker. It may run empty and be filled again, which ends no loop that comes back."""

    def __init__(self, units: Iterable[tuple[int, Part]]) -> None:
        self.units = deque(units)
        self.is_closed = False

    def __iter__(self) -> _Waiting:
        return self

    def __next__(self) -> tuple[int, Part]:
        if self.is_closed or not self.units:
            raise StopIteration
        return self.units.popleft()


class Parts:
    """A counting search in parts; going on from a checkpoint gives the same total as running it through."""

    def __init__(self, puzzle: Puzzle, checkpoint: Path | None = None) -> None:
        self._spec = json.dumps(puzzle.spec, sort_keys=True)
        self._name = hashlib.sha256(self._spec.encode()).hexdigest()
        self._checkpoint = checkpoint
        self._parts = self._read() if checkpoint is not None and checkpoint.exists() else self._cut(puzzle)

    @property
    def is_done(self) -> bool:
        """Whether everything has been searched."""
        return all(part["done"] for part in self._parts)

    @property
    def count(self) -> int:
        """Solutions found so far."""
        return sum(part["count"] for part in self._parts)

    @property
    def fixed(self) -> int:
        """The sum of their stabilizers."""
        return sum(part["fixed"] for part in self._parts)

    @property
    def fixed_by_turns(self) -> int:
        """The same among the turns."""
        return sum(part["turns"] for part in self._parts)

    @property
    def nodes(self) -> int:
        """Nodes searched."""
        return sum(part["nodes"] for part in self._parts)

    @property
    def closed(self) -> float:
        """The estimated part of the search that is done."""
        whole = sum(part["weight"] for part in self._parts)  # less than one where the cut closed branches already
        done = sum(part["weight"] * (1 if part["done"] else part["closed"]) for part in self._parts)
        return float(min(1.0, done / whole)) if whole else 1.0

    def run(
        self,
        workers: int | None,
        seconds: float | None,
        watch: Watch | None,
        nodes: int | None = None,
        cluster: str | None = None,
    ) -> None:
        """Works off parts until all are done or time or nodes are up; keeps the checkpoint at every stop."""
        begin = saved = time.perf_counter()
        self._write()
        waiting = _Waiting((number, part) for number, part in enumerate(self._parts) if not part["done"])
        waiting.is_closed = seconds is not None and seconds <= 0
        results = run_units(partial(_make_worker, self._spec), waiting, workers, cluster)
        try:
            for number, part in results:
                self._parts[number] = part
                now = time.perf_counter()
                waiting.is_closed = (seconds is not None and now - begin >= seconds) or (
                    nodes is not None and self.nodes >= nodes
                )
                if not part["done"]:
                    waiting.units.appendleft((number, part))
                if watch:
                    watch(Report(self.nodes, self.closed, 0, now - begin))
                if now - saved > 1:
                    self._write()
                    saved = now
        finally:
            results.close()
            self._write()

    def _cut(self, puzzle: Puzzle) -> list[Part]:
        """Opens nodes from the top until there are enough of them; small puzzles stay whole."""
        instance = _instance(self._spec)
        nodes: list[tuple[list[int], float]] = [([], 1.0)]
        depth = 0
        while puzzle.pieces_left >= 6 and depth < 3 and len(nodes) < MANY:
            deeper = []
            for prefix, weight in nodes:
                branches = solver.scan(instance, prefix=prefix).branches
                deeper += [([*prefix, child], weight / branches) for child in range(branches)]
            nodes = deeper
            depth += 1
        return [
            {"prefix": prefix, "cursor": [], "weight": weight, "closed": 0.0, "done": False}
            | {"count": 0, "fixed": 0, "turns": 0, "nodes": 0}
            for prefix, weight in nodes
        ]

    def _read(self) -> list[Part]:
        assert self._checkpoint is not None
        try:
            data = json.loads(self._checkpoint.read_text("utf-8"))
            parts: list[Part] = data["parts"]
            if data["puzzle"] != self._name:
                raise PuzzleError(f"The checkpoint {self._checkpoint} belongs to another puzzle.")
        except (OSError, ValueError, KeyError, TypeError) as error:
            if isinstance(error, PuzzleError):
                raise
            raise PuzzleError(f"The checkpoint {self._checkpoint} cannot be read.") from None
        return parts

    def _write(self) -> None:
        if self._checkpoint is None:
            return
        part = self._checkpoint.with_name(self._checkpoint.name + ".part")
        part.write_text(json.dumps({"puzzle": self._name, "parts": self._parts}), "utf-8")
        part.replace(self._checkpoint)


@lru_cache(maxsize=8)
def _instance(spec: str) -> solver.Instance:
    return rows_of(puzzle_of_spec(spec)).reduced()


def work(spec: str, unit: tuple[int, Part]) -> tuple[int, Part]:
    """One slice of a numbered part: the part as it is afterwards."""
    number, part = unit
    try:
        search = solver.scan(_instance(spec), prefix=part["prefix"], cursor=part["cursor"])
    except (ValueError, TypeError, KeyError) as error:
        raise PuzzleError(f"The checkpoint is damaged: {error}") from None
    progress = search.advance(SLICE, stop_at_solution=False)
    return number, part | {
        "cursor": search.cursor,
        "closed": search.closed,
        "done": progress == solver.Progress.exhausted,
        "count": part["count"] + search.count,
        "fixed": part["fixed"] + search.fixed,
        "turns": part["turns"] + search.fixed_by_turns,
        "nodes": part["nodes"] + search.nodes,
    }


def _make_worker(spec: str) -> Callable[[tuple[int, Part]], tuple[int, Part]]:
    """What a worker process does with a part."""
    return partial(work, spec)

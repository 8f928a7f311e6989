"""The engine: a search with a strength, which chooses moves, gives advice and reviews games."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from cornerwise._core import Move, Position, Ruleset, Search, SearchResult
from cornerwise.advice.advice import Advice, make_advice
from cornerwise.advice.review import Review, review
from cornerwise.engine.level import CAP, MEMORY, Level, Limit, level, levels
from cornerwise.engine.tuning import tuning_of
from cornerwise.errors import CornerwiseError
from cornerwise.formats.route import route
from cornerwise.game import Game
from cornerwise.ruleset import ruleset as named_ruleset

ADVICE_LIMIT = Limit(seconds=2.0)
REVIEW_LIMIT = Limit(simulations=3000)
MAX_SEED = 2**63 - 1
MAX_MEMORY = 1_000_000  # megabytes

T = TypeVar("T")


class Engine:
    """A player that thinks: at a level, the strongest where none is given, or as well as it can within a limit.

    A level's move depends on nothing but the position, the move before it, the level and the seed, so it is the same
    wherever and whenever it is asked for; with a limit beside it a level gives up earlier. Within a limit alone what
    was thought about one move is kept for the next.

    >>> from cornerwise import start
    >>> with Engine("duo", limit=Limit(simulations=50), seed=1) as engine:
    ...     len(engine.choose(start("duo")).cells)
    5
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        level: int | Level | None = None,
        limit: Limit | None = None,
        seed: int = 0,
        threads: int = 1,
        memory_mb: int = 256,
    ) -> None:
        self.ruleset = named_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
        self.seed = seed
        self._check_machine(seed, threads, memory_mb)
        self.threads = threads
        self._search = Search(self.ruleset, tuning_of(self.ruleset), seed, threads, memory_mb)
        self._seen: Position | None = None
        self.last: SearchResult | None = None
        self.set_strength(level, limit)

    def set_strength(self, strength: int | Level | None = None, limit: Limit | None = None) -> None:
        """Plays at this level or within this limit from now on."""
        self.level: Level | None = None
        if strength is None and limit is not None:
            self.limit = limit
            return
        if strength is None:
            strength = levels(self.ruleset)[-1]
        self.level = strength if isinstance(strength, Level) else level(self.ruleset, strength)
        given = limit or Limit(seconds=CAP)
        self.limit = Limit(
            min(self.level.simulations, given.simulations or self.level.simulations), given.seconds, given.cpu_seconds
        )

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves; `last` is the move before it, where there was one."""
        if self.level is None:
            return self.ruleset.move(self.search(position, self.limit, last=last).best)
        self._check(position)
        strength, limit = self.level, self.limit
        move, self.last = self._listening(
            limit,
            lambda: self._search.choose(
                position,
                simulations=limit.simulations,
                seconds=limit.seconds,
                cpu_seconds=limit.cpu_seconds,
                care=strength.care,
                taste=strength.taste,
                blindness=strength.blindness,
                memory_mb=MEMORY,
                seed=self.seed,
                last=self._placement(last),
            ),
        )
        self._seen = None
        return self.ruleset.move(move)

    def search(self, position: Position, limit: Limit, *, last: Move | None = None) -> SearchResult:
        """Searches a position within a limit and returns everything it found."""
        self._check(position)
        before = self._last_placement(position) if last is None else self._placement(last)
        result = self._run(position, limit, before)
        if result.best < 0:
            # Stopped before the first simulation; there must be something to answer with.
            result = self._run(position, Limit(simulations=1), before)
        self.last, self._seen = result, position
        return self.last

    def advise(self, position: Position, limit: Limit = ADVICE_LIMIT, count: int = 5) -> Advice:
        """Ranks the best moves of a position and says why they are good."""
        if not _is_whole(count, 1, 1_000_000):
            raise CornerwiseError(f"Advice is about one move or more, not {str(count)[:20]}.")
        return make_advice(position, self.search(position, limit), count)

    def review(self, game: Game, limit: Limit = REVIEW_LIMIT) -> Review:
        """Judges every move of a game's main line and finds the costliest ones and what was better."""
        return review(game, lambda position: self.search(position, limit))

    def stop(self) -> None:
        """Makes a running search return at once with what it has; call it from another thread."""
        self._search.stop()

    def clear(self) -> None:
        """Forgets everything it has thought so far."""
        self._search.clear()

    @property
    def progress(self) -> int:
        """Simulations of the running search, or of the last one; readable from another thread."""
        return self._search.simulations

    def close(self) -> None:
        """Stops thinking and gives the memory back."""
        self._search.stop()
        self._search.clear()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, position: Position, limit: Limit, before: int) -> SearchResult:
        arguments = (position, limit.simulations, limit.seconds, limit.cpu_seconds, before)
        return self._listening(limit, lambda: self._search.run(*arguments))

    def _listening(self, limit: Limit, think: Callable[[], T]) -> T:
        """Thinks; on the main thread, where Python hears signals, one that raises ends the search at once."""
        if threading.current_thread() is not threading.main_thread() or _is_short(limit):
            return think()
        # Native code does not listen to signals, so a thread thinks while this one waits and listens.
        found: list[T] = []
        failed: list[Exception] = []
        done = threading.Event()

        def work() -> None:
            try:
                found.append(think())
            except Exception as error:
                failed.append(error)
            done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            done.wait()
        except BaseException:
            while not done.wait(0.01):
                self._search.stop()  # again and again: one that comes before the search begins is not heard
            raise
        if failed:
            raise failed[0]
        return found[0]

    def _check(self, position: Position) -> None:
        if position.ruleset != self.ruleset:
            raise CornerwiseError(f"This engine plays {self.ruleset.key}, not {position.ruleset.key}.")

    def _placement(self, last: Move | None) -> int:
        """The placement of the move before, as the search wants it; in the Dice Game it tells nothing."""
        return -1 if last is None or self.ruleset.rows else last.placement

    def _last_placement(self, position: Position) -> int:
        """The placement made just before, where it can be told from the position seen last; else -1."""
        seen = self._seen
        if seen is None or self.ruleset.rows or not 0 < position.ply - seen.ply <= 2 * len(self.ruleset.colors):
            return -1
        moves = route(seen, position)
        return moves[-1].placement if moves else -1

    @staticmethod
    def _check_machine(seed: int, threads: int, memory_mb: int) -> None:
        here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if not _is_whole(seed, 0, MAX_SEED):
            raise CornerwiseError(f"A seed is a whole number from 0 to {MAX_SEED}, not {str(seed)[:20]}.")
        if not _is_whole(threads, 1, here):
            raise CornerwiseError(f"This machine runs 1 to {here} threads at once, not {str(threads)[:20]}.")
        if not _is_whole(memory_mb, 1, MAX_MEMORY):
            raise CornerwiseError(
                f"A search takes 1 to {MAX_MEMORY} whole megabytes of memory, not {str(memory_mb)[:20]}."
            )


def _is_short(limit: Limit) -> bool:
    """Whether a search is over before anybody would mind waiting for it."""
    return any(
        0 < part <= bound
        for part, bound in ((limit.simulations, 1000), (limit.seconds, 0.05), (limit.cpu_seconds, 0.05))
    )


def _is_whole(number: int, low: int, high: int) -> bool:
    return isinstance(number, int) and not isinstance(number, bool) and low <= number <= high

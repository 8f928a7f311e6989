"""The engine: a search with a strength, which chooses moves, gives advice and reviews games."""

from __future__ import annotations

import os
import random
import threading
from types import TracebackType

from cornerwise._core import Move, Position, Ruleset, Search, SearchResult
from cornerwise.advice.advice import Advice, make_advice
from cornerwise.advice.review import Review, review
from cornerwise.engine.level import TOP, Level, Limit, level
from cornerwise.engine.policy import first_thoughts
from cornerwise.engine.tuning import tuning_of
from cornerwise.errors import CornerwiseError
from cornerwise.formats.route import route
from cornerwise.game import Game
from cornerwise.ruleset import ruleset as named_ruleset

DEFAULT_LIMIT = Limit(seconds=5.0)
"""What level 10 takes when nobody says how long it may think."""
ADVICE_LIMIT = Limit(seconds=2.0)
REVIEW_LIMIT = Limit(simulations=3000)
MAX_SEED = 2**63 - 1
MAX_MEMORY = 1_000_000  # megabytes


class Engine:
    """A player that thinks: by a level from 1 to 10, by a limit, or both.

    >>> from cornerwise import start
    >>> with Engine("duo", limit=Limit(simulations=50), seed=1) as engine:
    ...     len(engine.choose(start("duo")).cells)
    5
    """

    def __init__(
        self,
        ruleset: Ruleset | str,
        level: int | None = None,
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

    def set_strength(self, number: int | None = None, limit: Limit | None = None) -> None:
        """Plays at this level or within this limit from now on."""
        self.level: Level = level(self.ruleset, TOP if number is None else number)
        given = limit or (None if self.level.simulations else DEFAULT_LIMIT)
        self.limit = Limit(
            _least(self.level.simulations, given.simulations if given else 0),
            given.seconds if given else 0.0,
            given.cpu_seconds if given else 0.0,
        )

    def choose(self, position: Position) -> Move:
        """Chooses one of the position's legal moves."""
        last = self._last_placement(position)
        result = self.search(position, self.limit)
        # Seeded by the position, so a level answers the same position the same way.
        chance = random.Random(f"{self.seed} {position}")
        if chance.random() < self.level.care:
            return self.ruleset.move(result.best)
        ids, likely = first_thoughts(position, self._search, last, self.level.taste)
        return self.ruleset.move(chance.choices(ids.tolist(), likely.tolist())[0])

    def search(self, position: Position, limit: Limit) -> SearchResult:
        """Searches a position within a limit and returns everything it found."""
        if position.ruleset != self.ruleset:
            raise CornerwiseError(f"This engine plays {self.ruleset.key}, not {position.ruleset.key}.")
        before = self._last_placement(position)
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
        """Searches; on the main thread, where Python hears signals, one that raises ends the search at once."""
        arguments = (position, limit.simulations, limit.seconds, limit.cpu_seconds, before)
        if threading.current_thread() is not threading.main_thread() or _is_short(limit):
            return self._search.run(*arguments)
        # Native code does not listen to signals, so a thread thinks while this one waits and listens.
        found: list[SearchResult | Exception] = []
        done = threading.Event()

        def think() -> None:
            try:
                found.append(self._search.run(*arguments))
            except Exception as error:
                found.append(error)
            done.set()

        threading.Thread(target=think, daemon=True).start()
        try:
            done.wait()
        except BaseException:
            while not done.wait(0.01):
                self._search.stop()  # again and again: one that comes before the search begins is not heard
            raise
        (result,) = found
        if isinstance(result, Exception):
            raise result
        return result

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


def _least(first: int, second: int) -> int:
    """The smaller of two limits, zero meaning none."""
    return min(first, second) if first and second else first or second

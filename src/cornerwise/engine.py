"""The engine: a search with a strength, which chooses moves, gives advice and reviews games."""

from __future__ import annotations

import os
import random
from types import TracebackType

from cornerwise._core import Move, Position, Ruleset, Search, SearchResult
from cornerwise.advice import Advice, make_advice
from cornerwise.errors import CornerwiseError
from cornerwise.game import Game
from cornerwise.level import TOP, Level, Limit, level
from cornerwise.policy import first_thoughts
from cornerwise.review import Review, review
from cornerwise.route import route
from cornerwise.ruleset import ruleset as named_ruleset
from cornerwise.tuning import tuning_of

DEFAULT_LIMIT = Limit(seconds=5.0)
"""What level 10 takes when nobody says how long it may think."""
ADVICE_LIMIT = Limit(seconds=2.0)
REVIEW_LIMIT = Limit(simulations=3000)


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
        self._check_machine(threads, memory_mb)
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
        self.last = self._search.run(position, limit.simulations, limit.seconds, limit.cpu_seconds, before)
        self._seen = position
        return self.last

    def advise(self, position: Position, limit: Limit = ADVICE_LIMIT, count: int = 5) -> Advice:
        """Ranks the best moves of a position and says why they are good."""
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

    def _last_placement(self, position: Position) -> int:
        """The placement made just before, where it can be told from the position seen last; else -1."""
        seen = self._seen
        if seen is None or self.ruleset.rows or not 0 < position.ply - seen.ply <= 2 * len(self.ruleset.colors):
            return -1
        moves = route(seen, position)
        return moves[-1].placement if moves else -1

    @staticmethod
    def _check_machine(threads: int, memory_mb: int) -> None:
        here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if not 1 <= threads <= here:
            raise CornerwiseError(f"This machine runs 1 to {here} threads at once, not {threads}.")
        if memory_mb < 1:
            raise CornerwiseError(f"A search needs at least 1 megabyte of memory, not {memory_mb}.")


def _least(first: int, second: int) -> int:
    """The smaller of two limits, zero meaning none."""
    return min(first, second) if first and second else first or second

"""The engine: a search with a strength, which chooses moves, gives advice and reviews games."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

from cornerwise._core import Move, Position, Ruleset, Search, SearchResult
from cornerwise.advice.advice import Advice, make_advice
from cornerwise.advice.review import Review, review
from cornerwise.engine.analysis import Analysis
from cornerwise.engine.evaluator import Evaluator, checked_evaluator
from cornerwise.engine.level import CAP, MEMORY, Level, Limit, level, levels
from cornerwise.engine.tuning import Tuning, tuning_of
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.formats.route import route
from cornerwise.game import Game
from cornerwise.guess import hinting
from cornerwise.ruleset import ruleset as named_ruleset

ADVICE_LIMIT = Limit(seconds=2.0)
REVIEW_LIMIT = Limit(simulations=3000)
MAX_SEED = 2**63 - 1
MAX_MEMORY = 1_000_000  # megabytes
MAX_BATCH = 4096
NO_LEVEL = "An engine with an evaluator thinks within a limit such as Limit(simulations=800), not at a level."

T = TypeVar("T")


@hinting
class Engine:
    """A player that thinks: at a level (the strongest if none is given), or as well as it can within a limit.

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
        *,
        evaluator: Evaluator | None = None,
        batch: int = 16,
        tuning: Tuning | None = None,
    ) -> None:
        """Judges positions by an `evaluator`, if there is one: up to `batch` of them at a time, within a limit.

        A `tuning` takes the place of the ruleset's own; `read_tuning` reads a network or a table that was learned.
        """
        self.ruleset = ruleset if isinstance(ruleset, Ruleset) else named_ruleset(ruleset)
        self.seed = seed
        self._check_machine(seed, threads, memory_mb)
        self.threads = threads
        self.evaluator = evaluator
        if evaluator is not None:
            self._check_evaluator(level, limit, batch)
        if tuning is not None and not isinstance(tuning, dict):
            raise WrongType(f"A tuning comes from read_tuning, not from {type(tuning).__name__}.")
        self._search = Search(
            self.ruleset,
            tuning_of(self.ruleset) if tuning is None else tuning,
            seed,
            threads,
            memory_mb,
            None if evaluator is None else checked_evaluator(evaluator, self.ruleset.seats),
            batch if evaluator is not None else 1,
        )
        self.analysis: Analysis | None = None
        self.seen: Position | None = None
        self.last: SearchResult | None = None
        self.set_strength(level, limit)

    def set_strength(self, strength: int | Level | None = None, limit: Limit | None = None) -> None:
        """Plays at this level or within this limit from now on."""
        if self.evaluator is not None and (strength is not None or limit is None):
            raise CornerwiseError(NO_LEVEL)
        if not (limit is None or isinstance(limit, Limit)):
            raise WrongType(f"A limit is written like Limit(seconds=0.5), not {str(limit)[:20]}.")
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

    def choose(self, position: Position, limit: Limit | None = None, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves; `last` is the move before it, if there was one.

        A limit given here takes the place of the engine's own limit or level.
        """
        if limit is not None or self.level is None:
            found = self.search(position, self.limit if limit is None else limit, last=last)
            return self.ruleset.move(found.best)
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
        self.seen = None
        return self.ruleset.move(move)

    def search(
        self, position: Position, limit: Limit, *, last: Move | None = None, compares: bool = False
    ) -> SearchResult:
        """Searches a position within a limit and returns everything it found.

        With `compares`, it spends a part of its time on the closest rivals of the best move, as advice does.
        """
        self._check(position)
        compares = bool(compares)
        before = self._last_placement(position) if last is None else self._placement(last)
        result = self._run(position, limit, before, compares)
        if result.best < 0:
            # Stopped before the first simulation; there must be something to answer with.
            result = self._run(position, Limit(simulations=1), before, compares)
        self.last, self.seen = result, position
        return self.last

    def analyze(
        self, position: Position, limit: Limit | None = None, *, every: float = 0.1, compares: bool = False
    ) -> Analysis:
        """Thinks about a position and reports its findings about every tenth of a second; without a limit, forever.

        It compares as `search` does.

        >>> from cornerwise import start
        >>> position = start("duo")
        >>> with Engine("duo", limit=Limit(simulations=1), seed=1) as engine:
        ...     for found in engine.analyze(position):
        ...         if found.simulations >= 200:
        ...             break
        >>> position.play(found.expected[0]).ply, sum(found.visits) == found.simulations
        (1, True)
        """
        self._check(position)
        return Analysis(self, self._search, position, limit, every, self._last_placement(position), bool(compares))

    def advise(self, position: Position, limit: Limit | None = None, count: int = 5) -> Advice:
        """Ranks the best moves of a position and says why they are good.

        It thinks within the limit given here, else within the one the engine was made with, else for two seconds.
        """
        if not _is_whole(count, 1, 1_000_000):
            raise CornerwiseError(f"Advice is about one move or more, not {str(count)[:20]}.")
        found = self.search(position, self._thorough(limit, ADVICE_LIMIT), compares=True)
        return make_advice(position, found, count)

    def review(self, game: Game, limit: Limit | None = None) -> Review:
        """Judges every move of a game's main line and finds the costliest ones and what was better.

        Limits work as in `advise`; without any, every position gets 3,000 simulations.
        """
        if not isinstance(game, Game):
            raise WrongType(f"A review is about a Game, not {type(game).__name__}.")
        thorough = self._thorough(limit, REVIEW_LIMIT)
        return review(game, lambda position: self.search(position, thorough))

    def _thorough(self, given: Limit | None, default: Limit) -> Limit:
        """How long to think about advice; a level is a way to play, so what limits it does not limit advice."""
        if given is not None:
            return given
        return self.limit if self.level is None else default

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
        """Stops thinking and frees its memory."""
        self.analysis = None
        self._search.stop()
        self._search.clear()

    def __repr__(self) -> str:
        parts = [self.ruleset.key]
        if (own := self.level) is not None:
            faults = f"simulations={own.simulations}/care={own.care:g}/taste={own.taste:g}/blindness={own.blindness:g}"
            parts.append(f"level {own.number or faults}")
        elif self.limit.simulations:
            parts.append(f"{self.limit.simulations:,} simulations")
        if self.limit.seconds and not (self.level is not None and self.limit.seconds == CAP):
            parts.append(f"{self.limit.seconds:g} s")
        if self.limit.cpu_seconds:
            parts.append(f"{self.limit.cpu_seconds:g} CPU s")
        if self.evaluator is not None:
            parts.append("an evaluator")
        return f"<Engine {', '.join([*parts, f'seed {self.seed}'])}>"

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self, position: Position, limit: Limit, before: int, compares: bool) -> SearchResult:
        if not isinstance(limit, Limit):
            raise WrongType(f"A limit is written like Limit(seconds=0.5), not {str(limit)[:20]}.")
        arguments = (position, limit.simulations, limit.seconds, limit.cpu_seconds, before, compares)
        return self._listening(limit, lambda: self._search.run(*arguments))

    def _listening(self, limit: Limit, think: Callable[[], T]) -> T:
        """Thinks; on the main thread, where Python hears signals, one that raises ends the search at once."""
        self.analysis = None
        # An evaluator is called on the thread that asked, and hears signals there.
        here = threading.current_thread() is not threading.main_thread() or self.evaluator is not None
        if here or _is_short(limit):
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

        thinker = threading.Thread(target=work, daemon=True)
        try:
            thinker.start()
            done.wait()
        except BaseException:
            # The interruption may come while the thread starts, which then thinks all the same.
            until = time.monotonic() + 0.5
            while not done.wait(0.01) and (thinker.is_alive() or time.monotonic() < until):
                self._search.stop()  # again and again: one that comes before the search begins is not heard
            raise
        if failed:
            raise failed[0]
        return found[0]

    def _check(self, position: Position) -> None:
        if not isinstance(position, Position):
            raise WrongType(f"An engine thinks about a Position, not {type(position).__name__}.")
        if position.ruleset != self.ruleset:
            raise CornerwiseError(f"This engine plays {self.ruleset.key}, not {position.ruleset.key}.")

    def _placement(self, last: Move | None) -> int:
        """The placement of the move before, as the search wants it; in the Dice Game it tells nothing."""
        if not (last is None or isinstance(last, Move)):
            raise WrongType(f"The move before is a Move, not {type(last).__name__}.")
        return -1 if last is None or self.ruleset.rows else last.placement

    def _last_placement(self, position: Position) -> int:
        """The placement made just before, where it can be told from the position seen last; else -1."""
        seen = self.seen
        if seen is None or self.ruleset.rows or not 0 < position.ply - seen.ply <= 2 * len(self.ruleset.colors):
            return -1
        moves = route(seen, position)
        return moves[-1].placement if moves else -1

    def _check_evaluator(self, level: Any, limit: Any, batch: Any) -> None:
        if not callable(self.evaluator):
            raise WrongType(f"An evaluator is a callable, not {type(self.evaluator).__name__}.")
        if level is not None or limit is None:
            raise CornerwiseError(NO_LEVEL)
        if not _is_whole(batch, 1, MAX_BATCH):
            raise CornerwiseError(f"An evaluator gets 1 to {MAX_BATCH} positions at a time, not {str(batch)[:20]}.")

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

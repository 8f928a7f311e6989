"""An analysis: what a search has found so far, reported repeatedly while it thinks."""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Protocol

from cornerwise._core import Position, Search, SearchResult
from cornerwise.engine.level import Limit
from cornerwise.errors import CornerwiseError, WrongType

FOREVER = 1e9  # seconds
FIRST_SLICE = 64
"""Simulations before the clock is looked at for the first time."""


class Owner(Protocol):
    """What an analysis knows of its engine."""

    analysis: Analysis | None
    """The one under way; another search ends it."""
    seen: Position | None
    last: SearchResult | None


class Analysis:
    """Yields one SearchResult after another, each with everything known by then; thinks while it is iterated.

    Leaving the loop or the `with` ends it; `stop` ends it from another thread, with what has been found.
    """

    def __init__(
        self,
        engine: Owner,
        search: Search,
        position: Position,
        limit: Limit | None,
        every: float,
        before: int,
        compares: bool,
    ) -> None:
        if not (limit is None or isinstance(limit, Limit)):
            raise WrongType(f"A limit is written like Limit(seconds=0.5), not {str(limit)[:20]}.")
        if isinstance(every, bool) or not isinstance(every, int | float):
            raise WrongType(f"An analysis tells every so many seconds, a number, not {type(every).__name__}.")
        if not 0 < every <= FOREVER:
            raise CornerwiseError(f"An analysis tells every so many seconds, more than 0, not {every}.")
        self.position = position
        self.last: SearchResult | None = None
        """What was told last."""
        self._engine = engine
        self._search = search
        self._limit = limit or Limit(seconds=FOREVER)
        self._every = every
        self._before = before
        self._compares = compares
        self._slice = FIRST_SLICE
        self._is_begun = False
        self._ended = threading.Event()

    def __repr__(self) -> str:
        found = f"{self.last.simulations:,} simulations so far" if self.last else "nothing found yet; iterate over it"
        return f"<Analysis of {self.position.ruleset.key}, {found}>"

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> SearchResult:
        if self._ended.is_set():
            raise StopIteration
        if not self._is_begun:
            self._engine.analysis = self
            limit = self._limit
            self._search.begin(
                self.position, limit.simulations, limit.seconds, limit.cpu_seconds, self._before, self._compares
            )
            self._engine.seen = self.position
            self._is_begun = True
        elif self._engine.analysis is not self:
            self._ended.set()
            raise CornerwiseError("The engine has thought about something else since; begin a new analysis.")
        start = time.perf_counter()
        while True:
            before = time.perf_counter()
            goes_on = self._search.advance(self._slice)
            now = time.perf_counter()
            if not goes_on:
                self._ended.set()
            if self._ended.is_set() or now - start >= self._every:
                break
            # Slices of about a tenth of the time, so that it is kept and signals are heard.
            pace = self._slice / max(now - before, 1e-6)
            self._slice = max(1, min(int(pace * self._every / 10), 4 * self._slice))
        self.last = self._engine.last = self._search.result()
        return self.last

    def stop(self) -> None:
        """Ends the analysis; the result in progress still comes."""
        self._ended.set()
        self._search.stop()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()

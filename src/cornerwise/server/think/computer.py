"""The computer at the table: the one place where the server asks the engine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import cornerwise as cw
from cornerwise._core import SearchResult
from cornerwise.advice.advice import Advice, make_advice
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit, levels
from cornerwise.server.think.pool import Control, Stopped

PER_MOVE = Limit(simulations=2000, seconds=0.6)  # of a review
MEMORY = 64  # megabytes of a search; the pool's threads times this bound what thinking takes
FIRST_DRAFT = 0.15  # seconds of thinking after which advice is told for the first time
DRAFT = 0.5  # seconds between two drafts
DRAFT_SHARE = 20  # a draft may take this part of the time between two
TRUSTED = 200  # simulations from which a win chance is worth showing


@dataclass(frozen=True)
class Thought:
    """A move chosen, and the win chance of every seat after it where it is known."""

    move: cw.Move
    wins: tuple[float, ...] | None
    is_cut: bool = False
    """Whether time ran out before it had thought as much as its level should."""


@contextmanager
def thinking(engine: Engine, limit: Limit, control: Control) -> Iterator[None]:
    """While the engine searches: a stop reaches it, and how far it is can be seen."""
    if control.stop.is_set():
        raise Stopped
    begun = time.monotonic()

    def progress() -> float:
        parts = [0.0]
        if limit.simulations:
            parts.append(engine.progress / limit.simulations)
        if limit.seconds:
            parts.append((time.monotonic() - begun) / limit.seconds)
        return min(1.0, max(parts))

    control.measure = progress
    control.listen(engine.stop)
    yield
    if control.stop.is_set():
        raise Stopped


def choose(position: cw.Position, level: int, control: Control, *, last: cw.Move | None, seed: int) -> Thought:
    """The computer's move at a level; a game that has fewer levels is played at its strongest instead."""
    strength = levels(position.ruleset)[:level][-1]
    with Engine(position.ruleset, strength, seed=seed, memory_mb=MEMORY) as engine:
        with thinking(engine, engine.limit, control):
            move = engine.choose(position, last=last)
        found = engine.last
    if found is None or move.id not in found.moves:
        return Thought(move, None)
    line = list(found.moves).index(move.id)
    is_known = found.simulations >= TRUSTED or found.decided[line]
    return Thought(move, tuple(found.win[line]) if is_known else None, found.is_cut)


def advise(position: cw.Position, seconds: float, control: Control, tell: Callable[[Advice], None]) -> Advice:
    """The best moves here, with reasons; on the way it tells what would be advised by now."""
    limit = Limit(seconds=seconds)
    with (
        Engine(position.ruleset, limit=limit, memory_mb=MEMORY) as engine,
        thinking(engine, limit, control),
    ):
        begun, due = time.monotonic(), 0.0
        for found in engine.analyze(position, limit, every=FIRST_DRAFT, compares=True):
            now = time.monotonic() - begun
            if now < due or now + FIRST_DRAFT >= seconds:
                continue
            tell(make_advice(position, found))
            took = time.monotonic() - begun - now
            due = now + max(DRAFT, DRAFT_SHARE * took)
        return make_advice(position, found)


def look_at(position: cw.Position, control: Control) -> SearchResult:
    """What a review needs to know of a position."""
    with Engine(position.ruleset, limit=PER_MOVE, memory_mb=MEMORY) as engine, thinking(engine, PER_MOVE, control):
        return engine.search(position, PER_MOVE)

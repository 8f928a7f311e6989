"""Games that sleep in the store: one that is changed there, and comes to life at that moment, shows the change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from cornerwise.server.bus.local import LocalBus
from cornerwise.server.people.people import new_guest
from cornerwise.server.play.running.deadlines import Deadlines
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.acts import resign
from cornerwise.server.play.session.report import Report
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table.opening import Sitter, keep_table, open_table
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.think.pool import Pool
from cornerwise.server.wire.terms import DAY, Tempo, Terms

TERMS = Terms(
    ruleset="duo",
    options={},
    tempo=Tempo(kind="days", initial=2 * DAY, increment=0),
    is_rated=False,
    is_public=True,
    on_timeout="retire",
)


class Watcher:
    """Somebody at the table who looks whenever something is different."""

    def show(self, session: Session) -> None:
        """Something is different."""

    def tell(self, report: Report) -> None:
        """Nobody thinks here."""


@asynccontextmanager
async def sleeping(store: Store) -> AsyncIterator[tuple[Sessions, str, list[str]]]:
    """A game that nobody is at, and its two people."""
    pool = Pool(1)
    sessions = Sessions(store, pool, 0.0, LocalBus())
    people = [(await store.write(new_guest)).id for _ in range(2)]
    sitters = [Sitter(person, f"Player {number}", None, None) for number, person in enumerate(people)]
    game = open_table(TERMS, sitters, milliseconds())
    await store.write(keep_table, game, milliseconds())
    try:
        yield sessions, game.id, people
    finally:
        sessions.close()
        pool.close()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for something that is under way."""
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came")


def test_a_game_that_wakes_while_it_is_changed_shows_the_change(store: Store) -> None:
    async def work() -> None:
        async with sleeping(store) as (sessions, game, people):
            asleep = await sessions.find(game)
            awake = await sessions.join(game, Watcher(), Viewer(person=people[1]))
            assert awake is not asleep
            await resign(asleep, Viewer(person=people[0]), 0)
            await until(lambda: awake.is_over)

    asyncio.run(work())


def test_a_game_whose_time_is_out_does_not_wake_in_the_middle_of_that(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with sleeping(store) as (sessions, game, people):
            later = milliseconds() + 4 * DAY
            for module in ("play.running.deadlines", "play.session.acts"):
                monkeypatch.setattr(f"cornerwise.server.{module}.milliseconds", lambda: later)
            waking: list[asyncio.Task[Session]] = []
            write = store.write

            async def slow(*args: object, **kwargs: object) -> object:
                waking.append(asyncio.create_task(sessions.join(game, Watcher(), Viewer(person=people[1]))))
                await asyncio.sleep(0.2)
                slowly: Awaitable[object] = write(*args, **kwargs)  # type: ignore[arg-type]
                return await slowly

            monkeypatch.setattr(store, "write", slow)
            assert await Deadlines(sessions).sweep() == 1
            awake = await waking[0]
            assert awake.is_over and awake.table is not None and awake.table.outcome == "aborted"

    asyncio.run(work())

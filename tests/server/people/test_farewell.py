"""Farewell: whoever is forgotten leaves all tables, even where one of their games is damaged."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.bus.local import LocalBus
from cornerwise.server.people.people import new_guest
from cornerwise.server.play.running.farewell import leave_tables, seats_held
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.table.opening import Sitter, keep_table, open_table
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import GameRow, milliseconds
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


class Silent(Sessions):
    """Sessions whose database does not answer."""

    async def find(self, game: str) -> Session:
        """Nothing is found."""
        raise Unavailable


def test_a_damaged_game_keeps_nobody_from_leaving(store: Store) -> None:
    pool = Pool(1)

    async def work() -> None:
        people = [(await store.write(new_guest)).id for _ in range(2)]
        sitters = [Sitter(person, f"Player {number}", None, None) for number, person in enumerate(people)]
        games = [open_table(TERMS, sitters, milliseconds()) for _ in range(3)]
        for game in games:
            await store.write(keep_table, game, milliseconds())
        held = await store.read(seats_held, people[0])
        damaged = held[0][0]

        def damage(transaction: Transaction) -> None:
            transaction.get_one(GameRow, damaged).ruleset = "no-such-rules"

        await store.write(damage)
        silent = Silent(store, pool, 0.0, LocalBus())
        sessions = Sessions(store, pool, 0.0, LocalBus())
        try:
            with pytest.raises(Unavailable):
                await leave_tables(silent, people[0])
            await leave_tables(sessions, people[0])
        finally:
            silent.close()
            sessions.close()
        assert [game for game, _, _ in await store.read(seats_held, people[0])] == [damaged]

    try:
        asyncio.run(work())
    finally:
        pool.close()

"""All sessions: opened, found again by name, kept in memory only while somebody is at the table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

import cornerwise as cw
from cornerwise.server.bus.bus import Bus
from cornerwise.server.play import dice, sharing
from cornerwise.server.play.driver import Driver
from cornerwise.server.play.log import Log
from cornerwise.server.play.neighbors import Neighbors
from cornerwise.server.play.session import LEASE, Member, Session
from cornerwise.server.play.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import Seat, StoredGame, open_game, read_game, set_due
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import milliseconds, now
from cornerwise.server.think.thinking import Pool
from cornerwise.server.wire.resources import NewGame, NewSeat

MEMBERS = 64  # connections of players at one table, and as many of watchers


class Sessions:
    """The games of a server."""

    def __init__(self, store: Store, pool: Pool, pace: float, bus: Bus) -> None:
        self.store = store
        self.pool = pool
        self.pace = pace
        self.live: dict[str, Session] = {}
        self.drivers: dict[str, Driver] = {}
        self.bus = bus
        self.neighbors = Neighbors(self.live, store, bus)
        self.lock = asyncio.Lock()

    async def open(self, new: NewGame) -> StoredGame:
        """Open a game, or refuse with the reason."""
        stored = await self._set(new)
        await self.store.write(open_game, stored)
        return stored

    async def preview(self, new: NewGame) -> Session:
        """The table as it would be set, without opening a game."""
        return Session(await self._set(new), self.store)

    async def _set(self, new: NewGame) -> StoredGame:
        """A game set up but not yet kept."""
        try:
            ruleset, log, sitters = await self._begin(new)
        except cw.CornerwiseError as error:
            if new.ruleset is None:
                raise Refusal("refused", str(error), "record") from error
            raise Refusal("refused", str(error)) from error
        seats = new.seats or sitters or (NewSeat(), *[NewSeat(kind="computer")] * (ruleset.seats - 1))
        if len(seats) != ruleset.seats:
            raise Refusal("refused", f"{ruleset.title} has {ruleset.seats} seats; {len(seats)} were given.")
        return StoredGame(
            id=secrets.token_urlsafe(9),
            ruleset=ruleset.name,
            options={key: str(value) for key, value in ruleset.options.items()},
            seed=dice.new_seed(),
            computer_seed=secrets.randbits(63),
            token=secrets.token_urlsafe(24),
            ply=log.at,
            # A game that comes with moves is there to be looked at first, unless it is opened to be played on.
            is_paused=log.at > 0 and new.after is None,
            seats=tuple(
                Seat(number, seat.kind, seat.name or "", seat.level, secrets.token_urlsafe(24))
                for number, seat in enumerate(seats)
            ),
            entries=tuple(node.entry for node in log.nodes.values() if node.entry is not None),
            forecasts={},
            opened=now(),
            played=now(),
        )

    async def _begin(self, new: NewGame) -> tuple[cw.Ruleset, Log, tuple[NewSeat, ...]]:
        """The ruleset and the log a new game begins with, and who sat there where that is known."""
        if sum(value is not None for value in (new.ruleset, new.shared, new.record)) != 1:
            raise Refusal("refused", "Give one of ruleset, shared and record.")
        if new.ruleset is not None:
            ruleset = cw.ruleset(new.ruleset, **new.options)
            return ruleset, Log(cw.start(ruleset)), ()
        text = sharing.unpack(new.shared) if new.shared is not None else new.record or ""
        ruleset, log, sitters = await asyncio.to_thread(sharing.open_record, text)
        if new.after is not None:
            line = (0, *log.line())
            if new.after >= len(line):
                raise Refusal(
                    "refused", f"The record has {len(line) - 1} steps; it cannot be opened after {new.after}."
                )
            log.go(line[new.after])
        return ruleset, log, sitters

    async def find(self, game: str) -> Session:
        """The session of that name, live or as the store has it, for reading only."""
        if game in self.live:
            return self.live[game]
        stored = await self.store.read(read_game, game)
        if stored is None:
            raise Refusal("unknown_game", "There is no such game here; the link may be incomplete.", "unknown_game")
        session = Session(stored, self.store)
        session.on_kept = self.neighbors.tell
        return session

    async def join(self, game: str, member: Member, viewer: Viewer) -> Session:
        """Sit down at a game, which comes to life if it was not."""
        async with self.lock:
            session = await self.find(game)
            if not session.may_look(viewer):
                raise Refusal("not_yours", "This table is private.", "private_table")
            # Watchers never take the room of those who play.
            plays = session.plays(viewer)
            if sum(session.plays(other) == plays for other in session.members.values()) >= MEMBERS:
                raise Refusal("busy", f"{MEMBERS} people are at this table already.", "full", count=MEMBERS)
            if game not in self.live:
                self._wake(session)
                await self._claim(session)
            elif self.bus.is_shared:  # the note of the last move may still be on its way
                session.is_doubtful = True
                with contextlib.suppress(Refusal):
                    await session.refresh()
            session.arrive(member, viewer)
            self.neighbors.attend(session)
            return session

    def leave(self, session: Session, member: Member) -> None:
        """Get up from a game; the last one to leave puts it to sleep in the store."""
        session.members.pop(member, None)
        session.changed()
        self.neighbors.attend(session)
        if session.members or self.live.get(session.game) is not session:
            return
        # The computer still answers whoever left in its turn; alone with itself it stops.
        session.is_kept = session.has_people
        if self.drivers[session.game].is_idle:
            session.is_kept = False
            self._sleep(session)

    def keep(self, session: Session) -> None:
        """Let a game go on for the computer's sake, whether or not anybody is connected."""
        session.is_kept = True
        if session.game not in self.live:
            self._wake(session)
        self.drivers[session.game].woken.set()

    def release(self) -> None:
        """Put games to sleep at which nobody is and nothing is left to do."""
        for game, session in list(self.live.items()):
            if session.is_kept and self.drivers[game].is_idle:
                session.is_kept = False
                if not session.members:
                    self._sleep(session)

    def _wake(self, session: Session) -> None:
        self.live[session.game] = session
        self.drivers[session.game] = Driver(session, self.pool, self.pace, self.bus.is_shared)
        self.neighbors.watch(session)

    def _sleep(self, session: Session) -> None:
        if self.live.get(session.game) is session:
            del self.live[session.game]
            self.drivers.pop(session.game).close()
            self.neighbors.forget(session)
            session.told = None

    async def _claim(self, session: Session) -> None:
        """Where no process sees to the computer's move of a game that comes to life, this one does."""
        actor = session.actor
        is_due = actor >= 0 and not session.is_paused and session.seats[actor].computer is not None
        if self.bus.is_shared and is_due and session.due is None:
            due = milliseconds() + LEASE
            session.is_driver = await self.store.write(set_due, session.game, None, due)
            session.due = due if session.is_driver else session.due

    def close(self) -> None:
        """Put every game to sleep."""
        self.neighbors.close()
        for driver in self.drivers.values():
            driver.close()
        self.live.clear()
        self.drivers.clear()

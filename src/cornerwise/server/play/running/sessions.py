"""All sessions: opened, found again by name, kept in memory only while somebody is at the table."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Collection, Sequence

import cornerwise as cw
from cornerwise.server.bus.bus import Bus
from cornerwise.server.play.running.driver import Driver
from cornerwise.server.play.running.neighbors import Neighbors
from cornerwise.server.play.session import sharing
from cornerwise.server.play.session.consequences import LEASE
from cornerwise.server.play.session.log import Log
from cornerwise.server.play.session.presence import AWAY
from cornerwise.server.play.session.session import Member, Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table import ending
from cornerwise.server.play.table.opening import identity, with_link
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import Seat, StoredGame, open_game, read_game, set_due
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import milliseconds, now
from cornerwise.server.store.tokens import hashed
from cornerwise.server.think.pool import Pool
from cornerwise.server.think.question import Thinking
from cornerwise.server.wire.home import HomeSeat
from cornerwise.server.wire.resources import NewGame, NewSeat

MEMBERS = 64  # connections of players at one table, and as many of watchers
PRIVATE = Refusal("not_yours", "This table is private.", "private_table")


class Sessions:
    """The games of a server."""

    def __init__(self, store: Store, pool: Pool, pace: float, bus: Bus, away: float = AWAY) -> None:
        self.store = store
        #: Who answers questions about games; other long work stays in the pool.
        self.thinking: Thinking = pool
        self.away = away
        self.pool = pool
        self.pace = pace
        self.live: dict[str, Session] = {}
        self.drivers: dict[str, Driver] = {}
        self.bus = bus
        self.neighbors = Neighbors(self.live, store, bus)
        self.lock = asyncio.Lock()

    async def open(self, new: NewGame) -> tuple[str, str]:
        """Open a game, or refuse with the reason; its name, and the host's token, which is kept nowhere."""
        token = secrets.token_urlsafe(24)
        stored = await self._set(new, token)
        if [entry.ply for entry in stored.entries] != list(range(1, len(stored.entries) + 1)):
            raise Refusal("refused", "The entries of a log are numbered from 1 without a gap.")
        await self.store.write(open_game, stored)
        return stored.id, token

    async def preview(self, new: NewGame) -> Session:
        """The table as it would be set, without opening a game."""
        return Session(await self._set(new), self.store)

    async def _set(self, new: NewGame, token: str | None = None) -> StoredGame:
        """A game set up but not yet kept, with links that the host's token unseals; without one it has none."""
        try:
            ruleset, log, sitters = await self._begin(new)
        except cw.CornerwiseError as error:
            if new.ruleset is None and new.home is None:
                raise Refusal("refused", str(error), "record") from error
            raise Refusal("refused", str(error)) from error
        home = new.home
        others = (NewSeat(kind="computer"),) * (ruleset.seats - 1)
        seats: Sequence[NewSeat | HomeSeat] = new.seats or sitters or (NewSeat(), *others)
        if home is not None:
            seats = home.seats
        if len(seats) != ruleset.seats:
            raise Refusal("refused", f"{ruleset.title} has {ruleset.seats} seats; {len(seats)} were given.")
        sitting = tuple(
            Seat(
                number,
                seat.kind,
                seat.name or "",
                seat.level,
                "",
                *((seat.has_resigned, seat.stand_in) if isinstance(seat, HomeSeat) else ()),
            )
            for number, seat in enumerate(seats)
        )
        if token is not None:
            sitting = tuple(with_link(seat, token) for seat in sitting)
        return StoredGame(
            **identity(ruleset),
            hash="" if token is None else hashed(token),
            ply=log.at,
            # A game that comes with moves is there to be looked at first, unless it is opened to be played on.
            is_paused=log.at > 0 and new.after is None if home is None else home.is_paused,
            seats=sitting,
            entries=tuple(node.entry for node in log.nodes.values() if node.entry is not None),
            forecasts={ply: node.forecast for ply, node in log.nodes.items() if node.forecast is not None},
            opened=now(),
            played=now(),
            summary=ending.summary(log.position, log.node.number, sitting, None),
        )

    async def _begin(self, new: NewGame) -> tuple[cw.Ruleset, Log, tuple[NewSeat, ...]]:
        """The ruleset and the log a new game begins with, and who sat there where that is known."""
        if sum(value is not None for value in (new.ruleset, new.shared, new.record, new.home)) != 1:
            raise Refusal("refused", "Give one of ruleset, shared, record and home.")
        if new.home is not None:
            return *await asyncio.to_thread(sharing.open_home, new.home), ()
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

    @contextlib.asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[Session]:
        """The session of that name to change it; one that sleeps is not woken meanwhile, or there would be two."""
        if game in self.live:
            yield self.live[game]
            return
        async with self.lock:
            yield await self.find(game)

    async def find(self, game: str) -> Session:
        """The session of that name, live or as the store has it, for reading only."""
        if game in self.live:
            return self.live[game]
        stored = await self.store.read(read_game, game)
        if stored is None:
            raise Refusal("unknown_game", "There is no such game here; the link may be incomplete.", "unknown_game")
        session = Session(stored, self.store, self.away)
        session.on_kept = self.neighbors.tell
        return session

    async def join(self, game: str, member: Member, viewer: Viewer) -> Session:
        """Sit down at a game, which comes to life if it was not."""
        async with self.lock:
            session = await self.find(game)
            if not session.may_look(viewer):
                raise PRIVATE
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

    async def look_again(self, games: Collection[str]) -> None:
        """Something was changed in the store at these games: whoever is at one of them here sees it."""
        for game in set(games) & self.live.keys():
            await self.neighbors.refresh(self.live[game])

    async def look_again_at(self, person: str) -> None:
        """Somebody was given another name: whoever is at a table of theirs here sees it."""
        await self.look_again(
            {game for game, session in self.live.items() if any(seat.person == person for seat in session.seats)}
        )

    def leave(self, session: Session, member: Member) -> None:
        """Get up from a game; the last one to leave puts it to sleep in the store."""
        session.depart(member)
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
        """Tell who has been gone for long, and put games to sleep at which nobody is and nothing is left to do."""
        for game, session in list(self.live.items()):
            session.tell_long_gone()
            if session.is_kept and self.drivers[game].is_idle:
                session.is_kept = False
                if not session.members:
                    self._sleep(session)

    def _wake(self, session: Session) -> None:
        self.live[session.game] = session
        self.drivers[session.game] = Driver(session, self.thinking, self.pace, self.bus.is_shared)
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

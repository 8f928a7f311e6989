"""A connection's line to the lobby: what it asks there, and what it hears while it listens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import NamedTuple

from cornerwise.server.bus.bus import Bus
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.people.person import Person
from cornerwise.server.play.session.session import Session
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.views.lobby import lobby_view, mine_view
from cornerwise.server.wire import lobby_messages as m
from cornerwise.server.wire.messages import ServerMessage

logger = logging.getLogger(__name__)

GATHER = 0.2  # seconds in which changes are gathered before they are told
AGAIN = 4.0  # seconds after which one looks even if nobody said that something changed
OWN_AGAIN = 5  # how many such looks pass before one looks after what concerns the person too
NOBODY = Refusal("not_yours", "Say who you are first: reload the page.", "be_somebody")


class Shown(NamedTuple):
    """What everybody sees in the lobby, and its text, made once for all."""

    lobby: m.Lobby
    text: str


class LobbyBoard:
    """What everybody sees in the lobby, looked up once for all connections of a process."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self.store = store
        self.bus = bus
        self._shown: Shown | None = None
        self._made = 0.0
        self._lock = asyncio.Lock()
        bus.subscribe("lobby", lambda _: self._forget())
        bus.on_gap(self._forget)

    def _forget(self) -> None:
        self._shown = None

    async def view(self) -> Shown:
        """The lobby as it is, or was a moment ago."""
        async with self._lock:
            now = asyncio.get_running_loop().time()
            if self._shown is None or now - self._made > AGAIN - GATHER:
                # Forgotten while it is read, it is read again by the next who asks.
                self._made = now
                lobby = await self.store.read(lobby_view, milliseconds())
                shown = self._shown = Shown(lobby, lobby.model_dump_json())
                return shown
            return self._shown


class LobbyLine:
    """One connection in the lobby."""

    def __init__(self, lobby: Lobby, board: LobbyBoard, person: Person | None, post: Callable[[str], None]):
        self.lobby = lobby
        self.board = board
        self.person = person
        self._post = post
        self._stops: list[Callable[[], None]] = []
        self._changed: asyncio.Event | None = None
        self._task: asyncio.Task[None] | None = None
        if person is not None:
            lobby.present[person.id] += 1

    def somebody(self) -> Person:
        """The person on this line, or a refusal."""
        if self.person is None:
            raise NOBODY
        return self.person

    def close(self) -> None:
        """The connection has ended; a seek whose seeker has no other ends soon too."""
        self.leave()
        if self.person is not None:
            self.lobby.present[self.person.id] -= 1
            if self.lobby.present[self.person.id] <= 0:
                del self.lobby.present[self.person.id]

    def enter(self) -> None:
        """Begin to hear of the lobby, and of what concerns the person."""
        if self._changed is None:
            self._changed = asyncio.Event()
        changed = self._changed
        changed.set()
        if self._task is not None:
            self._task.cancel()
        else:
            topics = ["lobby"] + ([f"person:{self.person.id}"] if self.person is not None else [])
            self._stops = [self.board.bus.subscribe(topic, lambda _: changed.set()) for topic in topics]
        self._task = asyncio.create_task(self._tell(changed), name="lobby line")

    def leave(self) -> None:
        """Hear no more of it."""
        for stop in self._stops:
            stop()
        self._stops = []
        if self._task is not None:
            self._task.cancel()
            self._task = None

    async def _tell(self, changed: asyncio.Event) -> None:
        shown = ""
        mine: m.Mine | None = None
        idle = 0
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), AGAIN)
            idle = 0 if changed.is_set() else idle + 1
            changed.clear()
            try:
                fresh = (await self.board.view()).text
                if fresh != shown:
                    self._post(fresh)
                    shown = fresh
                if self.person is not None and idle % OWN_AGAIN == 0:
                    own = await self.board.store.read(mine_view, self.person.id, milliseconds())
                    if own != mine:
                        self._post(own.model_dump_json())
                        mine = own
            except Unavailable:
                logger.warning("The lobby could not be shown: the database does not answer")
            await asyncio.sleep(GATHER)

    async def handle(self, message: m.LobbyRequest) -> ServerMessage | None:
        """Carry a request out; what answers it, or None for a plain yes."""
        match message:
            case m.EnterLobby():
                self.enter()
            case m.LeaveLobby():
                self.leave()
            case m.MakeSeek():
                seek = await self.lobby.seek(self.somebody(), message.seek)
                return m.Sought(reply=message.id, seek=seek)
            case m.AcceptSeek():
                await self.lobby.accept(self.somebody(), message.seek, message.terms)
            case m.CancelSeek():
                await self.lobby.cancel(self.somebody(), message.seek)
            case m.FillSeek():
                await self.lobby.fill(self.somebody(), message.seek)
            case m.Bar():
                await self.lobby.bar(self.somebody(), message.person, message.bar)
            case m.AskTime():
                return m.Time(reply=message.id, now=milliseconds())
        return None

    async def report(self, session: Session, message: m.Report) -> None:
        """Tell the moderators about somebody at a table."""
        person = self.somebody()
        if message.seat >= len(session.seats) or session.seats[message.seat].kind != "person":
            raise Refusal("refused", "Only people can be reported.", "report_people")
        about = session.seats[message.seat].person
        if about is None or about == person.id:
            raise Refusal("refused", "Only other people can be reported.", "report_people")
        await self.lobby.report(person, about, session.game, message.reason, message.note)

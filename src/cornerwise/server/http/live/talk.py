"""Talk: the phrases said at the tables a connection sits at or watches, without those of people it has muted."""

from __future__ import annotations

from collections.abc import Callable

from cornerwise.server.bus.bus import Bus, Note
from cornerwise.server.http.limits import Bucket, Rate
from cornerwise.server.lobby.bars import barred
from cornerwise.server.people.person import Person
from cornerwise.server.play.session.session import Session
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import Seat
from cornerwise.server.store.store import Store
from cornerwise.server.wire.lobby import Phrase
from cornerwise.server.wire.lobby_messages import SaidPhrase
from cornerwise.server.wire.messages import ServerMessage

PHRASES = Rate(6, 0.25)  # per connection


class Talk:
    """One connection's ears and mouth; phrases are not kept, and cross processes as keys on the bus."""

    def __init__(self, store: Store, bus: Bus, send: Callable[[ServerMessage], None]) -> None:
        self.store = store
        self.bus = bus
        self.muted: frozenset[str] = frozenset()
        self._send = send
        self._bucket = Bucket(PHRASES)
        self._stops: dict[str, Callable[[], None]] = {}

    async def listen(self, game: str, person: Person | None) -> None:
        """Begin to hear what is said at a table."""
        await self.mind(person)
        self.leave(game)
        self._stops[game] = self.bus.subscribe(f"talk:{game}", lambda note: self._hear(game, note))

    async def mind(self, person: Person | None) -> None:
        """Look up whom the person does not want to hear."""
        if person is not None:
            self.muted = await self.store.read(barred, person.id, "mute")

    def leave(self, game: str) -> None:
        """Hear no more of a table."""
        if (stop := self._stops.pop(game, None)) is not None:
            stop()

    def close(self) -> None:
        """Hear nothing any more."""
        for game in list(self._stops):
            self.leave(game)

    def say(self, session: Session, seat: Seat, phrase: Phrase) -> None:
        """Say a phrase to everybody at a table."""
        if not self._bucket.take():
            raise Refusal("refused", "That is enough for now.", "said_enough")
        note = {"seat": seat.seat, "person": seat.person, "phrase": phrase}
        self.bus.publish(f"talk:{session.game}", note)

    def _hear(self, game: str, note: Note) -> None:
        if note["person"] not in self.muted:
            self._send(SaidPhrase(game=game, seat=note["seat"], person=note["person"], phrase=note["phrase"]))

"""A session: a live game, who sits at it, what they may do, and how a change is kept and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import cornerwise as cw
from cornerwise.server.play.session.consequences import due_after, table_after, turned, with_notice, with_result
from cornerwise.server.play.session.log import Log
from cornerwise.server.play.session.presence import AWAY, Presence
from cornerwise.server.play.session.report import Report
from cornerwise.server.play.session.rights import Rights
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table import ending
from cornerwise.server.play.table.actor import acting
from cornerwise.server.play.table.table import Table
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.store.games import (
    HOST,
    Also,
    Conflict,
    Entry,
    EntryKind,
    Seat,
    StoredGame,
    change_game,
    read_game,
)
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.store.tokens import hashed, unseal

P = ParamSpec("P")
T = TypeVar("T")
KNOWN = 256  # viewers whose rights are remembered
ATTEMPTS = 3  # to change a game that other processes change too


class Member(Protocol):
    """Somebody at the table: a connection."""

    def show(self, session: Session) -> None:
        """Say soon what is different."""

    def tell(self, report: Report) -> None:
        """Say soon what the computer at the table is doing."""


def exclusive(
    act: Callable[Concatenate[Session, P], Coroutine[Any, Any, T]],
) -> Callable[Concatenate[Session, P], Coroutine[Any, Any, T]]:
    """Change a session alone; where another process was first, take in what it did and judge again."""

    @wraps(act)
    async def alone(session: Session, *args: P.args, **kwargs: P.kwargs) -> T:
        async with session.lock:
            try:
                for _ in range(ATTEMPTS):
                    try:
                        if session.is_doubtful:
                            await session.catch_up()
                        return await act(session, *args, **kwargs)
                    except Conflict:
                        continue
            except Unavailable as error:
                raise NOT_KEPT from error
            raise Refusal("stale", "Somebody else has moved; look again.")

    return alone  # type: ignore[return-value]


class Session:
    """A live game. Its log in the store is always at least as new as what anybody has seen."""

    def __init__(self, stored: StoredGame, store: Store, away: float = AWAY) -> None:
        self.game = stored.id
        self.store = store
        self.members: dict[Member, Viewer] = {}
        self.lock = asyncio.Lock()
        self.on_change: list[asyncio.Event] = []
        #: Grows with everything members can see, who is there included; `seq` only with what is stored.
        self.version = 0
        self._rights: dict[Viewer, Rights] = {}
        #: Called when a change has been kept.
        self.on_kept: Callable[[Session], None] = lambda _: None
        self.presence = Presence(away)
        #: The seats that everybody knows to wait for somebody long gone.
        self._long_gone: set[int] = set()
        #: Whether it goes on although nobody is connected here.
        self.is_kept = False
        #: In whose name the computer thinks where no people have seats of their own: who last came to play by a link.
        self._came = self.game
        #: What members have been told, kept here by whoever tells them.
        self.told: object = None
        #: Whether the store may have more than this; then it is looked at first.
        self.is_doubtful = False
        self.ruleset = cw.ruleset(stored.ruleset, **stored.options)
        self.options = stored.options
        self.hash = stored.hash
        self.seed = stored.seed
        self.computer_seed = stored.computer_seed  # never told: who knew it could foresee the computer's moves
        self.opened = stored.opened
        self.log = Log(cw.start(self.ruleset))
        self._take(stored)

    def _take(self, stored: StoredGame) -> None:
        """Take in what the store has and this has not."""
        self.log.grow(stored.entries)
        self.log.go(stored.ply)
        for ply, wins in stored.forecasts.items():
            self.log.nodes[ply].forecast = wins
        self.seats = list(stored.seats)
        self._rights.clear()
        self.is_paused = stored.is_paused
        self.played = stored.played
        self.seq = stored.seq
        self.due, self.is_driver = stored.due, False
        self.table = Table.parse(vars(stored))

    # ---- who may do what --------------------------------------------------------------------

    @property
    def position(self) -> cw.Position:
        """The position on the table."""
        return self.log.position

    def seat(self, number: int) -> Seat:
        """The seat of a number."""
        if number >= len(self.seats):
            raise Refusal("refused", f"This game has {len(self.seats)} seats; there is no seat {number + 1}.")
        return self.seats[number]

    def rights(self, viewer: Viewer) -> Rights:
        """What somebody may do here."""
        known = self._rights.get(viewer)
        if known is None:
            shown = {hashed(token): token for token in viewer.tokens}
            held = frozenset(
                seat.seat
                for seat in self.seats
                if seat.hash in shown
                or seat.seat in viewer.claimed
                or (seat.kind == "person" and viewer.person is not None and viewer.person == seat.person)
            )
            key = shown.get(self.hash)
            known = Rights(key is not None or HOST in viewer.claimed, held, key)
            if len(self._rights) < KNOWN:
                self._rights[viewer] = known
        return known

    def is_host(self, viewer: Viewer) -> bool:
        """Whether somebody is the host."""
        return self.rights(viewer).is_host

    def link_token(self, viewer: Viewer, seat: Seat) -> str | None:
        """The token of a seat's link, for whoever shows the host's."""
        key = self.rights(viewer).key
        return unseal(seat.sealed, key, seat.seat) if key and seat.sealed else None

    def holds(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether somebody holds a seat's link."""
        return seat.seat in self.rights(viewer).held

    def is_yours(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether a seat belongs to somebody, even while the computer stands in."""
        if seat.kind == "here":
            return self.is_host(viewer)
        return seat.kind in ("link", "person") and self.holds(viewer, seat)

    def may_look(self, viewer: Viewer) -> bool:
        """Whether somebody may see the game: anybody, unless its terms make it private."""
        if self.table is None or self.table.terms.is_public:
            return True
        return any(self.is_yours(viewer, seat) for seat in self.seats)

    def may_play(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether somebody plays a seat now."""
        return seat.stand_in is None and self.is_yours(viewer, seat)

    def is_connected(self, seat: Seat) -> bool:
        """Whether the person on a seat is online; the computer always is."""
        if seat.kind == "computer" or any(self.is_yours(viewer, seat) for viewer in self.members.values()):
            return True
        return self.presence.is_elsewhere(seat.seat)

    @property
    def online_here(self) -> frozenset[int]:
        """The seats whose persons are connected to this process."""
        viewers = self.members.values()
        return frozenset(seat.seat for seat in self.seats if any(self.is_yours(viewer, seat) for viewer in viewers))

    def hear_of(self, process: str, seats: frozenset[int], until: float) -> None:
        """Another process says whose persons are connected to it."""
        if self.presence.hear_of(process, seats, until):
            self._look_around()
            self.changed()

    def expire(self, now: float) -> None:
        """Forget processes that have said nothing for long."""
        for process in self.presence.silent(now):
            self.hear_of(process, frozenset(), 0.0)

    def _look_around(self) -> None:
        """Note who is here and who has gone."""
        for seat in self.seats:
            self.presence.note(seat.seat, self.is_connected(seat))

    def tell_long_gone(self) -> None:
        """Tell everybody, once, when whom they wait for has been gone for long."""
        long_gone = {number for number in self.waits_for if not self.presence.away_left(number)}
        if long_gone != self._long_gone:
            self._long_gone = long_gone
            self.changed()

    def is_taken(self, seat: Seat) -> bool:
        """Whether somebody holds a seat by its link and has sat there, or is known by name."""
        return seat.kind == "link" and (bool(seat.name) or self.presence.was_here(seat.seat))

    def plays(self, viewer: Viewer) -> bool:
        """Whether somebody plays here or is the host, rather than watches."""
        return self.is_host(viewer) or any(self.is_yours(viewer, seat) for seat in self.seats)

    @property
    def asker(self) -> str:
        """In whose name the computer thinks here, so that somebody with many games takes no more turns than others."""
        people = (seat.person for seat in self.seats if seat.kind == "person" and seat.person is not None)
        return next(people, self._came)

    def may_change(self, viewer: Viewer) -> bool:
        """Whether somebody may take the game back and forth: the host, while nobody sits elsewhere."""
        return self.is_host(viewer) and all(seat.kind != "link" for seat in self.seats)

    @property
    def is_over(self) -> bool:
        """Whether the game is over: by the rules, by agreement, or because all but one have resigned."""
        return ending.is_over(self.position, self.seats, self.table)

    @property
    def has_result(self) -> bool:
        """Whether the game has ended with winners, which an aborted one has not."""
        return self.is_over and (self.table is None or self.table.outcome != "aborted")

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks per seat; those who resigned come last when that ended the game."""
        return ending.ranks(self.position, self.seats, self.table)

    @property
    def summary(self) -> dict[str, Any]:
        """What a list tells of the game."""
        return ending.summary(self.position, self.log.node.number, self.seats, self.table)

    @property
    def actor(self) -> int:
        """The seat that acts: the mover, or whoever throws the dice; NOBODY when the game is over."""
        return cw.NOBODY if self.is_over else acting(self.position)

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The person who is to act but not online."""
        actor = self.actor
        if actor < 0 or self.seats[actor].computer is not None or self.is_connected(self.seats[actor]):
            return ()
        return (actor,)

    # ---- changes ----------------------------------------------------------------------------

    def changed(self, but: Member | None = None) -> None:
        """Tell everybody at the table (but one), and whoever plays for the computer."""
        self.version += 1
        for member in list(self.members):
            if member is not but:
                member.show(self)
        for event in self.on_change:
            event.set()

    def arrive(self, member: Member, viewer: Viewer) -> None:
        """Somebody sits down; the others are told, and whoever comes is to be greeted."""
        self.members[member] = viewer
        if viewer.asker and (self._came == self.game or self.plays(viewer)):
            self._came = viewer.asker
        self._look_around()
        self.changed(but=member)

    def depart(self, member: Member) -> None:
        """Somebody gets up; the others are told."""
        self.members.pop(member, None)
        self._look_around()
        self.changed()

    def expect(self, ply: int) -> None:
        """Refuse a request that was meant for a different ply."""
        if ply != self.log.at:
            raise Refusal("stale", f"The game stands at ply {self.log.at}, not at {ply}; look again.")

    async def append(
        self,
        kind: EntryKind,
        text: str,
        move: cw.Move | None,
        position: cw.Position,
        forecast: tuple[float, ...] | None = None,
        thought: int | None = None,
    ) -> None:
        """Write an entry, then show it; a step made before is gone to instead of written again."""
        table, spent, also = self.table, None, None
        if table is not None:
            table, spent = table_after(table, self.log, self.seats, kind, position, thought)
            moves = self.log.node.number + (kind == "move")
            also = with_result(self.game, table, position, moves, self.seats)
        if (known := self.log.child(text)) is not None:
            await self.write({"ply": known, "is_paused": False}, table=table, also=also)
            self.log.go(known)
        else:
            entry = self.log.new_entry(kind, text, spent)
            forecasts = {} if forecast is None else {entry.ply: forecast}
            await self.write({"is_paused": False}, entry, (), forecasts, table, also, position)
            self.log.add(entry, move, position)
            self.log.node.forecast = forecast
        self.is_paused = False
        self.changed()

    async def write(
        self,
        columns: Mapping[str, Any],
        entry: Entry | None = None,
        seats: Iterable[Seat] = (),
        forecasts: Mapping[int, tuple[float, ...]] | None = None,
        table: Table | None = None,
        also: Also | None = None,
        position: cw.Position | None = None,
    ) -> None:
        """Keep a change of the game as it stands here; raises Conflict when it stands elsewhere."""
        changed = tuple(seats)
        node = self.log.nodes[columns.get("ply", self.log.at)]
        moves = node.number + (entry is not None and entry.kind == "move")
        position = node.position if position is None else position
        sitting = list(self.seats)
        for seat in changed:
            sitting[seat.seat] = seat
        is_paused = columns.get("is_paused", self.is_paused)
        due = due_after(position, sitting, is_paused)
        summary = ending.summary(position, moves, sitting, table or self.table)
        columns = {**columns, **(table.columns if table is not None else {}), "due": due, "summary": summary}
        ply = entry.ply if entry is not None else columns.get("ply", self.log.at)
        if table is not None and (ply != self.log.at or self.table is None or self.table.actor != table.actor):
            also = with_notice(self.game, table, sitting, ply, also)
        self.is_doubtful = True  # until the store has said that it kept this
        more = await self.store.write(change_game, self.game, self.seq, columns, entry, changed, forecasts, also)
        self.is_doubtful = False
        self.seq += 1
        self.due, self.is_driver = due, True
        self.on_kept(self)
        if table is not None:
            self.table = table.told(more)

    @property
    def has_people(self) -> bool:
        """Whether anybody but computers plays, so that the game goes on while nobody looks."""
        return any(seat.kind != "computer" for seat in self.seats)

    async def sit(self, seats: Iterable[Seat], is_paused: bool | None = None) -> None:
        """Keep who sits where from now on, and show it."""
        seats = list(seats)
        is_paused = self.is_paused if is_paused is None else is_paused
        await self.write({"is_paused": is_paused}, seats=seats)
        self.is_paused = is_paused
        for seat in seats:
            self.seats[seat.seat] = seat
        self._rights.clear()
        self.changed()

    # ---- tables with terms ------------------------------------------------------------------

    @property
    def is_guarded(self) -> bool:
        """Whether a rated game goes on: then nobody gets help."""
        return self.table is not None and self.table.terms.is_rated and not self.is_over

    def forecast_at(self, ply: int) -> tuple[float, ...] | None:
        """The win chances known for a ply, as far as anybody may see them now."""
        return None if self.is_guarded else self.log.nodes[ply].forecast

    def expect_unguarded(self, refusal: Refusal) -> None:
        """Refuse what would help somebody in a rated game that goes on."""
        if self.is_guarded:
            raise refusal

    async def keep(self, table: Table, also: Also | None = None) -> None:
        """Keep what was agreed at the table, or that it has ended, and show it."""
        await self.write({}, table=table, also=also)
        self.changed()

    async def take_back(self, table: Table, to: int) -> None:
        """Go back to a ply, as everybody has agreed."""
        actor, now = acting(self.log.nodes[to].position), milliseconds()
        undone = [seat for seat in self.log.movers(to) if self.seats[seat].computer is None]
        has_moved = self.log.moves_of(actor, to) > 0
        table = turned(table.back(undone, now), self.seats[actor], now, has_moved)
        await self.write({"ply": to, "is_paused": False}, table=table)
        self.log.go(to)
        self.changed()

    async def retire(self, number: int) -> None:
        """A seat places no more and ranks after all who stay."""
        await self.append("retire", f"seat {number + 1}", None, self.position.retire(number))

    async def stand_in_for(self, number: int, level: int | None) -> None:
        """The computer plays for a seat's person, or (None) the person again; the clock follows."""
        assert self.table is not None
        seat = replace(self.seats[number], stand_in=level)
        now = milliseconds()
        table = self.table.relieved(number, now)
        if self.actor == number:
            table = turned(table, seat, now, has_moved=True)
        await self.write({}, seats=[seat], table=table)
        self.seats[number] = seat
        self.changed()

    @exclusive
    async def refresh(self) -> None:
        """Take in what the store has beyond this, where it may have more: `exclusive` does so before every change."""

    async def catch_up(self) -> None:
        """Take in what other processes did."""
        stored = await self.store.read(read_game, self.game, max(self.log.nodes))
        self.is_doubtful = False
        if stored is not None and stored.seq > self.seq:
            self._take(stored)
            self.changed()

    # ---- what the computer thinks -----------------------------------------------------------

    @exclusive
    async def forecast(self, forecasts: dict[int, tuple[float, ...]]) -> None:
        """Remember what the computer thinks of these plies, and show it."""
        await self.write({}, forecasts=forecasts)
        for ply, wins in forecasts.items():
            self.log.nodes[ply].forecast = wins
        self.changed()

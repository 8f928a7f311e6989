"""A session: a live game, who sits at it, and everything that may be done to it."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import cornerwise as cw
from cornerwise.server.play import dice
from cornerwise.server.play.log import Log
from cornerwise.server.play.report import Report
from cornerwise.server.play.result import rate, rated_game
from cornerwise.server.play.rights import Rights
from cornerwise.server.play.table import Table
from cornerwise.server.play.viewer import Viewer
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.store.games import Also, Conflict, Entry, EntryKind, Seat, StoredGame, change_game, read_game
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.wire.wire import SeatKind

P = ParamSpec("P")
T = TypeVar("T")
KNOWN = 256  # viewers whose rights are remembered
LEASE = 6000  # milliseconds a process may think about the computer's move before it must say that it still does
ATTEMPTS = 3  # to change a game that other processes change too


class Member(Protocol):
    """Somebody at the table: a connection."""

    def show(self, session: Session) -> None:
        """Say soon what is different."""

    def tell(self, report: Report) -> None:
        """Say soon what the computer at the table is doing."""


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def acting(position: cw.Position) -> int:
    """The seat that moves, or throws the dice; NOBODY when the game is over."""
    return position.starter if position.turn.actor == cw.CHANCE else position.turn.actor


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

    def __init__(self, stored: StoredGame, store: Store) -> None:
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
        #: Who is at the table in other processes, and how long that is believed.
        self.elsewhere: dict[str, tuple[frozenset[int], float]] = {}
        #: Whether it goes on although nobody is connected here.
        self.is_kept = False
        #: What members have been told, kept here by whoever tells them.
        self.told: object = None
        #: Whether the store may have more than this; then it is looked at first.
        self.is_doubtful = False
        self.ruleset = cw.ruleset(stored.ruleset, **stored.options)
        self.options = stored.options
        self.token = stored.token
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

    def rights(self, viewer: Viewer) -> Rights:
        """What somebody may do here."""
        known = self._rights.get(viewer)
        if known is None:
            tokens = viewer.tokens
            held = frozenset(
                seat.seat
                for seat in self.seats
                if any(same(token, seat.token) for token in tokens)
                or (seat.kind == "person" and viewer.person is not None and viewer.person == seat.person)
            )
            known = Rights(any(same(token, self.token) for token in tokens), held)
            if len(self._rights) < KNOWN:
                self._rights[viewer] = known
        return known

    def is_host(self, viewer: Viewer) -> bool:
        """Whether somebody is the host."""
        return self.rights(viewer).is_host

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

    def is_reclaimable(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether somebody may take a seat back from the computer that stands in."""
        return seat.stand_in is not None and self._may_stand_in(viewer, seat, None)

    def may_play(self, viewer: Viewer, seat: Seat) -> bool:
        """Whether somebody plays a seat now."""
        return seat.stand_in is None and self.is_yours(viewer, seat)

    def is_connected(self, seat: Seat) -> bool:
        """Whether the person on a seat is online; the computer always is."""
        if seat.kind == "computer" or any(self.is_yours(viewer, seat) for viewer in self.members.values()):
            return True
        return any(seat.seat in seats for seats, _ in self.elsewhere.values())

    @property
    def online_here(self) -> frozenset[int]:
        """The seats whose persons are connected to this process."""
        viewers = self.members.values()
        return frozenset(seat.seat for seat in self.seats if any(self.is_yours(viewer, seat) for viewer in viewers))

    def hear_of(self, process: str, seats: frozenset[int], until: float) -> None:
        """Another process says whose persons are connected to it."""
        known, _ = self.elsewhere.pop(process, (frozenset(), 0.0))
        if seats:
            self.elsewhere[process] = seats, until
        if seats != known:
            self.changed()

    def expire(self, now: float) -> None:
        """Forget processes that have said nothing for long."""
        for process, (_, until) in list(self.elsewhere.items()):
            if until < now:
                self.hear_of(process, frozenset(), 0.0)

    def plays(self, viewer: Viewer) -> bool:
        """Whether somebody plays here or is the host, rather than watches."""
        return self.is_host(viewer) or any(self.is_yours(viewer, seat) for seat in self.seats)

    def may_change(self, viewer: Viewer) -> bool:
        """Whether somebody may take the game back and forth: the host, while nobody sits elsewhere."""
        return self.is_host(viewer) and all(seat.kind != "link" for seat in self.seats)

    @property
    def left(self) -> tuple[tuple[int, ...], ...]:
        """The teams of which somebody has not resigned."""
        return tuple(team for team in self.ruleset.teams if not all(self.seats[seat].has_resigned for seat in team))

    @property
    def is_over(self) -> bool:
        """Whether the game is over: by the rules, by agreement, or because all but one have resigned."""
        if self.table is not None:
            return not self.table.is_playing
        if self.position.is_over or not any(seat.has_resigned for seat in self.seats):
            return self.position.is_over
        return len(self.ruleset.teams) > 1 and len(self.left) <= 1

    @property
    def has_result(self) -> bool:
        """Whether the game has ended with winners, which an aborted one has not."""
        return self.is_over and (self.table is None or self.table.outcome != "aborted")

    @property
    def ranks(self) -> tuple[int, ...]:
        """Ranks per seat; those who resigned come last when that ended the game."""
        if self.position.is_over or not self.is_over or self.table is not None:
            return self.position.ranks
        best = [seat for team in self.left for seat in team]
        return tuple(1 if seat.seat in best else 1 + len(best) for seat in self.seats)

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
        self.changed(but=member)

    def expect(self, ply: int) -> None:
        """Refuse what was meant for another ply than the one on the table."""
        if ply != self.log.at:
            raise Refusal("stale", f"The game stands at ply {self.log.at}, not at {ply}; look again.")

    def _expect_turn(self, viewer: Viewer) -> None:
        if self.is_over:
            raise Refusal("refused", "The game is over.", "over")
        if not self.is_yours(viewer, self.seats[self.actor]):
            sentence = f"It is the turn of seat {self.actor + 1}, which is not yours."
            raise Refusal("not_yours", sentence, "other_turn", seat=self.actor + 1)
        if self.seats[self.actor].stand_in is not None:
            raise Refusal("refused", "The computer plays for you; take your seat back first.", "stands_in")
        if self.table is not None and self.table.clock.is_out(milliseconds()):
            raise Refusal("refused", "Your time is out.", "time_out")

    @exclusive
    async def play(self, viewer: Viewer, ply: int, move: int | str, thought: int | None = None) -> None:
        """Make a person's move; what the server measures beyond the thought the page tells is lag."""
        self.expect(ply)
        self._expect_turn(viewer)
        await self._move(move, thought=thought)

    @exclusive
    async def play_computer(self, ply: int, move: int | str, wins: tuple[float, ...] | None = None) -> bool:
        """Make the computer's move, unless the game has moved on or a person took the seat."""
        is_due = ply == self.log.at and not self.is_paused and self.actor >= 0
        if not is_due or self.seats[self.actor].computer is None:
            return False
        await self._move(move, wins)
        return True

    async def _move(self, move: int | str, wins: tuple[float, ...] | None = None, thought: int | None = None) -> None:
        position = self.position
        if position.turn.actor == cw.CHANCE:
            raise Refusal("illegal", "The dice must be thrown first.", "throw_first")
        try:
            parsed = self.ruleset.move(move) if isinstance(move, int) else self.ruleset.parse_move(move)
            after = position.play(parsed)
        except (cw.CornerwiseError, IndexError) as error:
            raise Refusal("illegal", str(error), "illegal") from error
        await self._append("move", str(parsed), parsed, after, wins, thought)

    @exclusive
    async def roll(self, viewer: Viewer | None, ply: int, thought: int | None = None) -> None:
        """Throw the dice, for a person or (None) for the computer."""
        self.expect(ply)
        if self.is_over or self.position.turn.actor != cw.CHANCE:
            raise Refusal("refused", "There are no dice to throw now.", "no_dice")
        if viewer is not None:
            self._expect_turn(viewer)
        count = len(self.position.rolls[0].dice)
        faces = dice.faces_of(self.seed, self.log.node.rolls + 1, count)
        text = " ".join(map(str, faces))
        await self._append("roll", text, None, self.position.roll(text), thought=thought)

    async def _append(
        self,
        kind: EntryKind,
        text: str,
        move: cw.Move | None,
        position: cw.Position,
        forecast: tuple[float, ...] | None = None,
        thought: int | None = None,
    ) -> None:
        """Write an entry, then show it; a step made before is gone to instead of written again."""
        table, spent = self._table_after(kind, position, thought)
        also = self._result(table, position)
        if (known := self.log.child(text)) is not None:
            await self._write({"ply": known, "is_paused": False}, table=table, also=also)
            self.log.go(known)
        else:
            entry = self.log.new_entry(kind, text, spent)
            forecasts = {} if forecast is None else {entry.ply: forecast}
            await self._write({"is_paused": False}, entry, (), forecasts, table, also, position)
            self.log.add(entry, move, position)
            self.log.node.forecast = forecast
        self.is_paused = False
        self.changed()

    async def _write(
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
        seats = tuple(seats)
        due = self._due_after(columns, position, seats)
        columns = {**columns, **(table.columns if table is not None else {}), "due": due}
        self.is_doubtful = True  # until the store has said that it kept this
        more = await self.store.write(change_game, self.game, self.seq, columns, entry, seats, forecasts, also)
        self.is_doubtful = False
        self.seq += 1
        self.due, self.is_driver = due, True
        self.on_kept(self)
        if table is not None:
            self.table = table.told(more)

    def _due_after(
        self, columns: Mapping[str, Any], position: cw.Position | None, changed: Iterable[Seat]
    ) -> int | None:
        """From when another process may make the computer's move, should this one fail to; None where it has none."""
        if position is None:
            position = self.log.nodes[columns.get("ply", self.log.at)].position
        seats = list(self.seats)
        for seat in changed:
            seats[seat.seat] = seat
        actor = acting(position)
        if position.is_over or columns.get("is_paused", self.is_paused) or seats[actor].computer is None:
            return None
        return milliseconds() + LEASE

    @property
    def has_people(self) -> bool:
        """Whether anybody but computers plays, so that the game goes on while nobody looks."""
        return any(seat.kind != "computer" for seat in self.seats)

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

    def moves_of(self, number: int, at: int | None = None) -> int:
        """How many moves a seat has made in the line up to a ply, or to the one on the table."""
        entries = (self.log.nodes[ply].entry for ply in self.log.back(self.log.at if at is None else at))
        moves = (entry for entry in entries if entry is not None and entry.kind == "move")
        return sum(self.log.nodes[entry.after].position.turn.actor == number for entry in moves)

    def _table_after(
        self, kind: EntryKind, position: cw.Position, thought: int | None
    ) -> tuple[Table | None, int | None]:
        """The table after an entry, and what it took of the clock."""
        table = self.table
        if table is None:
            return None, None
        now, actor = milliseconds(), acting(position)
        if kind == "retire" and actor == table.clock.seat and not position.is_over:
            return table, None  # somebody left out of turn; the clock that runs goes on
        table, spent = table.moved(thought, kind == "move", now)
        if position.is_over:
            return table.closed("over", now), spent
        has_moved = kind == "move" and actor == acting(self.position)
        return self._turned(table, actor, now, has_moved or self.moves_of(actor) > 0), spent

    def _turned(self, table: Table, actor: int, now: int, has_moved: bool, seat: Seat | None = None) -> Table:
        """The table when it is a seat's turn; no clock runs for a computer, or for one that stands in."""
        is_timed = (seat or self.seats[actor]).computer is None
        return table.turned(actor, now, is_timed, is_first=not has_moved)

    def _result(self, table: Table | None, position: cw.Position) -> Also | None:
        """What else is kept when this ends a rated game: the result and everybody's new rating."""
        if table is None or table.is_playing or not table.terms.is_rated:
            return None
        rated = rated_game(self.game, self.ruleset, table, self.seats, position.ranks)
        return lambda transaction: rate(transaction, rated, table).columns

    async def keep(self, table: Table, also: Also | None = None) -> None:
        """Keep what was agreed at the table, or that it has ended, and show it."""
        await self._write({}, table=table, also=also)
        self.changed()

    async def take_back(self, table: Table, to: int) -> None:
        """Go back to a ply, as everybody has agreed."""
        actor = acting(self.log.nodes[to].position)
        table = self._turned(table, actor, milliseconds(), self.moves_of(actor, to) > 0)
        await self._write({"ply": to, "is_paused": False}, table=table)
        self.log.go(to)
        self.changed()

    async def retire(self, number: int) -> None:
        """A seat places no more and ranks after all who stay."""
        await self._append("retire", f"seat {number + 1}", None, self.position.retire(number))

    async def stand_in_for(self, number: int, level: int | None) -> None:
        """The computer plays for a seat's person, or (None) the person again; the clock follows."""
        assert self.table is not None
        seat = replace(self.seats[number], stand_in=level)
        now = milliseconds()
        table = self.table.relieved(number, now)
        if self.actor == number:
            table = self._turned(table, number, now, has_moved=True, seat=seat)
        await self._write({}, seats=[seat], table=table)
        self.seats[number] = seat
        self.changed()

    @exclusive
    async def refresh(self) -> None:
        """Look into the store where it may have more than this."""

    async def catch_up(self) -> None:
        """Take in what other processes did."""
        stored = await self.store.read(read_game, self.game, max(self.log.nodes))
        self.is_doubtful = False
        if stored is not None and stored.seq > self.seq:
            self._take(stored)
            self.changed()

    # ---- back and forth ---------------------------------------------------------------------

    def _is_decision(self, ply: int) -> bool:
        turn = self.log.nodes[ply].position.turn
        return turn.actor >= 0 and self.seats[turn.actor].kind == "here" and self.seats[turn.actor].stand_in is None

    @property
    def undo_target(self) -> int | None:
        """The ply of a person's last decision, or the one before where only computers play; None without any."""
        earlier = [below for below in self.log.back(self.log.at) if below != self.log.at]
        target = next(filter(self._is_decision, earlier), None)
        if target is None and all(seat.computer is not None for seat in self.seats):
            target = next(iter(earlier), None)
        return target

    @exclusive
    async def undo(self, viewer: Viewer, ply: int) -> None:
        """Back to a person's last decision, or one step when only computers play."""
        self._expect_change(viewer, ply)
        target = self.undo_target
        if target is None:
            raise Refusal("refused", "There is no move of yours to take back.", "no_undo")
        await self._go(target)

    @exclusive
    async def redo(self, viewer: Viewer, ply: int) -> None:
        """Forward to a person's next decision, or to the end of the line."""
        self._expect_change(viewer, ply)
        later = list(self.log.forward(ply))
        if not later:
            raise Refusal("refused", "There is no move to make again.", "no_redo")
        await self._go(next(filter(self._is_decision, later), later[-1]))

    @exclusive
    async def goto(self, viewer: Viewer, ply: int, to: int) -> None:
        """To any ply of the tree."""
        self._expect_change(viewer, ply)
        if to not in self.log.nodes:
            raise Refusal("refused", f"This game has no ply {to}.")
        await self._go(to)

    def _expect_change(self, viewer: Viewer, ply: int) -> None:
        self.expect(ply)
        if self.table is not None:
            raise Refusal("refused", "Moves stand at this table; ask the others for a takeback.", "table_stands")
        if not self.is_host(viewer):
            raise Refusal("not_yours", "Only the host may take moves back.", "host_only")
        if not self.may_change(viewer):
            sentence = "Moves stand while somebody plays elsewhere; open a copy to try others."
            raise Refusal("refused", sentence, "moves_stand")

    async def _go(self, ply: int) -> None:
        # Somebody who looks back wants to look: where the game went on, the computer waits to be started.
        node = self.log.nodes[ply]
        actor = acting(node.position)
        is_paused = bool(node.children) and actor >= 0 and self.seats[actor].computer is not None
        await self._write({"ply": ply, "is_paused": is_paused})
        self.log.go(ply)
        self.is_paused = is_paused
        self.changed()

    @exclusive
    async def pause(self, viewer: Viewer, is_paused: bool) -> None:
        """Let the computer wait, or go on."""
        if self.table is not None:
            raise Refusal("refused", "Nobody can stop this game alone.", "no_pause")
        if not self.plays(viewer):
            raise Refusal("not_yours", "Only somebody at the table may stop or start the computer.", "watching")
        await self._write({"is_paused": is_paused})
        self.is_paused = is_paused
        self.changed()

    @exclusive
    async def halt(self) -> None:
        """Let the computer wait, whoever asks."""
        await self._write({"is_paused": True})
        self.is_paused = True
        self.changed()

    # ---- seats ------------------------------------------------------------------------------

    @exclusive
    async def set_seat(self, viewer: Viewer, number: int, kind: SeatKind, level: int | None, name: str | None) -> None:
        """Change who sits on a seat, as far as somebody may."""
        seat = self._seat(number)
        if not self.is_host(viewer) and not (kind == seat.kind == "link" and self.holds(viewer, seat)):
            sentence = f"Seat {number + 1} is not yours to change."
            raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
        changed = replace(
            seat,
            kind=kind,
            level=seat.level if level is None else level,
            name=seat.name if name is None else name,
        )
        if kind != seat.kind:
            changed = replace(changed, has_resigned=False, stand_in=None)
        await self._sit([changed])

    @exclusive
    async def stand_in(self, viewer: Viewer, number: int, level: int | None) -> None:
        """Let the computer play at a level for a seat's person, or (None) give the seat back."""
        seat = self._seat(number)
        if seat.kind == "computer":
            raise Refusal("refused", f"Seat {number + 1} is the computer's own.")
        if not self._may_stand_in(viewer, seat, level):
            sentence = f"Seat {number + 1} is not yours to change."
            raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
        if self.table is not None:
            if seat.stand_in is not None:
                await self.stand_in_for(number, None)
            return
        await self._sit([replace(seat, stand_in=level, has_resigned=seat.has_resigned and level is not None)])

    def _seat(self, number: int) -> Seat:
        if number >= len(self.seats):
            raise Refusal("refused", f"This game has {len(self.seats)} seats; there is no seat {number + 1}.")
        return self.seats[number]

    def _may_stand_in(self, viewer: Viewer, seat: Seat, level: int | None) -> bool:
        if self.table is not None:  # the terms say when the computer stands in, and only its person ends that
            return level is None and self.is_yours(viewer, seat) and not self.is_over
        if self.is_host(viewer) or self.is_yours(viewer, seat):
            return True
        # A table is not stalled by one absentee: anybody who plays may let the computer stand in.
        plays = any(self.is_yours(viewer, other) for other in self.seats)
        return plays and level is not None and seat.seat in self.waits_for

    async def _sit(self, seats: Iterable[Seat], is_paused: bool | None = None) -> None:
        seats = list(seats)
        is_paused = self.is_paused if is_paused is None else is_paused
        await self._write({"is_paused": is_paused}, seats=seats)
        self.is_paused = is_paused
        for seat in seats:
            self.seats[seat.seat] = seat
        self._rights.clear()
        self.changed()

    @exclusive
    async def resign(self, viewer: Viewer, number: int) -> None:
        """Give up for a seat; the computer plays on for it where others still play."""
        seat = self._seat(number)
        if not self.is_yours(viewer, seat):
            sentence = f"Seat {number + 1} is not yours to resign for."
            raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
        if self.is_over:
            raise Refusal("refused", "The game is over.", "over")
        if seat.has_resigned or seat.seat in self.position.retired:
            raise Refusal("refused", "You have resigned already.", "resigned")
        if self.table is not None:
            await self.retire(number)
            return
        await self._sit([replace(seat, stand_in=seat.level, has_resigned=True)])

    @exclusive
    async def finish(self, viewer: Viewer, level: int | None) -> None:
        """Let the computer play all one's seats to the end."""
        if self.table is not None:
            raise Refusal("refused", "At this table people play their own seats.", "table_plays")
        yours = [seat for seat in self.seats if self.may_play(viewer, seat)]
        if not yours:
            raise Refusal("not_yours", "You have no seat the computer could take.", "no_seat")
        stood_in = [replace(seat, stand_in=seat.level if level is None else level) for seat in yours]
        await self._sit(stood_in, is_paused=False)

    @exclusive
    async def name(self, viewer: Viewer, name: str) -> None:
        """Give a name to the nameless seats somebody holds by a link."""
        nameless = [seat for seat in self.seats if not seat.name and self.holds(viewer, seat)]
        if nameless:
            await self._sit(replace(seat, name=name) for seat in nameless)

    # ---- what the computer thinks -----------------------------------------------------------

    @exclusive
    async def forecast(self, forecasts: dict[int, tuple[float, ...]]) -> None:
        """Remember what the computer thinks of these plies, and show it."""
        await self._write({}, forecasts=forecasts)
        for ply, wins in forecasts.items():
            self.log.nodes[ply].forecast = wins
        self.changed()

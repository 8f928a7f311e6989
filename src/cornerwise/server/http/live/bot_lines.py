"""What bots read line by line: the events that concern them, and a game as it goes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

import cornerwise as cw
from cornerwise.server.bus.bus import Bus
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.acts import own_seat, table_of
from cornerwise.server.play.session.report import Report
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import GameRow, SeatRow, milliseconds
from cornerwise.server.views.lobby import mine_view
from cornerwise.server.wire import bots as wire

AGAIN = 600.0  # seconds after a game in which a bot hears that somebody wants a rematch
BEAT = 6.0  # seconds after which an empty line says that the stream is alive
STREAMS = 9  # open streams of one bot in one process: its events, and its games
Allowed = Callable[[], Awaitable[bool]]


class Reader:
    """A bot at a table: told that something changed, it looks."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()
        self.changed.set()

    def show(self, session: Session) -> None:
        """Something is different."""
        self.changed.set()

    def tell(self, report: Report) -> None:
        """What the computers of the house think is not for bots."""


@dataclass
class Streams:
    """The open streams of this process, so many per bot."""

    open: Counter[str] = field(default_factory=Counter)

    @contextlib.contextmanager
    def one(self, bot: str) -> Iterator[None]:
        """Count one stream while it is open."""
        self.open[bot] += 1
        try:
            yield
        finally:
            self.open[bot] -= 1
            if not self.open[bot]:
                del self.open[bot]

    def expect_room(self, bot: str) -> None:
        """Refuse a stream too many."""
        if self.open[bot] >= STREAMS:
            raise Refusal("too_fast", f"A bot may read {STREAMS} streams at once; close one first.")


def line(model: BaseModel) -> bytes:
    """A line of a stream."""
    return model.model_dump_json().encode() + b"\n"


@contextlib.asynccontextmanager
async def seated(sessions: Sessions, game: str, bot: str, reader: Reader) -> AsyncIterator[Session]:
    """A bot at its table, which is awake meanwhile."""
    viewer = Viewer(person=bot)
    found = await sessions.find(game)
    table_of(found)
    own_seat(found, viewer)
    session = await sessions.join(game, reader, viewer)
    try:
        yield session
    finally:
        sessions.leave(session, reader)


async def events(lobby: Lobby, bus: Bus, streams: Streams, bot: str, allowed: Allowed) -> AsyncIterator[bytes]:
    """Challenges and games, those that stand first; the bot counts as present while it reads."""
    changed = asyncio.Event()
    stop = bus.subscribe(f"person:{bot}", lambda _: changed.set())
    lobby.present[bot] += 1
    challenges: set[str] = set()
    games: set[str] = set()
    #: Games that have ended and may still be followed by another, until when.
    ended: dict[str, float] = {}
    asked: set[Rematch] = set()
    try:
        with streams.one(bot):
            while await allowed():
                changed.clear()
                mine = await lobby.store.read(mine_view, bot, milliseconds())
                for seek in mine.challenges:
                    if seek.id not in challenges:
                        yield line(wire.BotChallenged(challenge=seek))
                for table in mine.tables:
                    if table.game not in games:
                        yield line(wire.BotGameBegan(game=table.game, seat=table.seat, terms=table.terms))
                for gone in sorted(challenges - {seek.id for seek in mine.challenges}):
                    yield line(wire.BotChallengeGone(seek=gone))
                for over in sorted(games - {table.game for table in mine.tables}):
                    yield line(wire.BotGameEnded(game=over))
                challenges = {seek.id for seek in mine.challenges}
                now = time.monotonic()
                ended |= dict.fromkeys(games - {table.game for table in mine.tables}, now + AGAIN)
                ended = {game: until for game, until in ended.items() if until > now}
                games = {table.game for table in mine.tables}
                wanted = await lobby.store.read(rematches, bot, list(ended)) if ended else set()
                for each in sorted(wanted - asked):
                    yield line(wire.BotRematch(game=each.game, by=each.by))
                asked = wanted
                try:
                    await asyncio.wait_for(changed.wait(), BEAT)
                except TimeoutError:
                    yield b"\n"
    finally:
        stop()
        lobby.present[bot] -= 1
        if lobby.present[bot] <= 0:
            del lobby.present[bot]


class Rematch(NamedTuple):
    """That a seat wants a rematch; at another sequence number it is asked for anew, or by more."""

    game: str
    by: int
    seq: int


def rematches(transaction: Transaction, bot: str, games: Sequence[str]) -> set[Rematch]:
    """The rematches after these games to which the bot has not agreed."""
    rows = select(GameRow, SeatRow.seat).join(SeatRow, SeatRow.game == GameRow.id).where(SeatRow.person == bot)
    return {
        Rematch(game.id, offer["by"], game.seq)
        for game, seat in transaction.execute(rows.where(GameRow.id.in_(games)))
        for offer in (game.table or {}).get("offers", ())
        if offer["kind"] == "rematch" and seat not in offer["agreed"]
    }


async def states(sessions: Sessions, streams: Streams, game: str, bot: str, allowed: Allowed) -> AsyncIterator[bytes]:
    """A game as it stands, and again with every change until it is over."""
    reader, shown = Reader(), None
    with streams.one(bot):
        async with seated(sessions, game, bot, reader) as session:
            while await allowed():
                reader.changed.clear()
                state = game_view(session, bot)
                if state != shown:
                    yield line(state)
                    shown = state
                if session.is_over:
                    return
                try:
                    await asyncio.wait_for(reader.changed.wait(), BEAT)
                except TimeoutError:
                    yield b"\n"


def game_view(session: Session, bot: str) -> wire.BotGame:
    """A game as a bot reads it."""
    seat, table = own_seat(session, Viewer(person=bot)), table_of(session)
    position, log = session.position, session.log
    entries = [log.nodes[ply].entry for ply in log.back(log.at)][::-1]  # what was taken back is not the bot's to see
    is_yours = session.actor == seat.seat and seat.stand_in is None
    return wire.BotGame(
        game=session.game,
        ruleset=session.ruleset.name,
        options=session.options,
        names=tuple(each.name for each in session.seats),
        seat=seat.seat,
        ply=log.at,
        moves=tuple(entry.text for entry in entries if entry is not None),
        position=position.text,
        actor=session.actor,
        is_your_turn=is_yours,
        must_roll=is_yours and position.turn.actor == cw.CHANCE,
        left=tuple(table.clock.left),
        deadline=table.clock.deadline,
        outcome=table.outcome,
        scores=tuple(position.scores),
        ranks=session.ranks,
        offers=table.offers,
    )

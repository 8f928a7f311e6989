"""One WebSocket connection: hears messages, has them carried out, and sends what happens."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cornerwise.server.http.limits import JOINED, LONG, MESSAGE_BYTES, MESSAGES, PATIENCE, Bucket
from cornerwise.server.http.live import questions, solving
from cornerwise.server.http.live.lobby_line import LobbyBoard, LobbyLine
from cornerwise.server.http.live.talk import Talk
from cornerwise.server.http.visitor import address_of
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.people.claims import claimed_seats
from cornerwise.server.people.people import People
from cornerwise.server.people.person import Person
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session import acts, moving, seating, travel
from cornerwise.server.play.session.report import Progress, Report
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.store.store import Unavailable
from cornerwise.server.think.pool import Busy, Stopped
from cornerwise.server.views.feed import feed_of
from cornerwise.server.wire import lobby_messages as t
from cornerwise.server.wire import messages as m

logger = logging.getLogger(__name__)

LongRequest = m.Advise | m.ReviewGame | m.Solve
Work = Callable[[], Coroutine[Any, Any, m.ServerMessage]]

STOPPED = Refusal("refused", "It was stopped.", "stopped")
FAILED = Refusal("internal", "Something went wrong on the server; nothing was changed.", "internal")
BUSY = Refusal("busy", "The computer has too much to do; try again in a moment.", "busy")
BACKLOG = 512  # messages a slow client may have waiting before it is cut off


class Connection:
    """A person's (or program's) open line to the server."""

    def __init__(
        self, websocket: WebSocket, sessions: Sessions, lobby: Lobby, board: LobbyBoard, person: Person | None = None
    ) -> None:
        self.websocket = websocket
        self.sessions = sessions
        self.person = None if person is None else person.id
        self.line = LobbyLine(lobby, board, person, self._post)
        self.talk = Talk(lobby.store, lobby.bus, self.send)
        self.joined: dict[str, Session] = {}
        self.tasks: dict[tuple[str, str | None], asyncio.Task[None]] = {}
        self.bucket = Bucket(MESSAGES)
        self.patience = PATIENCE
        self.outbox: list[str] = []  # a deque and an event would take more room than all the rest
        self._listening: asyncio.Task[None] | None = None
        self._hearing: asyncio.Task[None] | None = None
        self._delivering: asyncio.Task[None] | None = None

    @property
    def asker(self) -> str:
        """In whose name the computer thinks for this connection."""
        return self.person or address_of(self.websocket)

    # ---- sending ----------------------------------------------------------------------------

    def send(self, message: m.ServerMessage) -> None:
        """Send a message soon."""
        self._post(message.model_dump_json())

    def tell(self, report: Report) -> None:
        """Say soon what the computer at a table is doing."""
        match report.news:
            case Refusal() as refusal:
                self.send(error_message(refusal, None, report.game))
            case Progress() as news:
                self.send(
                    m.Thinking(
                        job="play",
                        game=report.game,
                        ply=news.ply,
                        seat=news.seat,
                        queued=news.queued,
                        progress=news.progress,
                        is_cut=news.is_cut,
                    )
                )

    def show(self, session: Session) -> None:
        """Say soon what is different at a table one sits at."""
        text = feed_of(session).show(self, session.members[self])
        if text is not None:
            self._post(text)

    def _post(self, text: str) -> None:
        if self._listening is None:  # it has ended
            return
        self.outbox.append(text)
        if self._delivering is None:
            self._delivering = asyncio.create_task(self._deliver())

    async def _deliver(self) -> None:
        try:
            while self.outbox:
                if len(self.outbox) > BACKLOG:
                    self._cut()
                    return
                await self.websocket.send_text(self.outbox.pop(0))
        except Exception as error:
            complain(error)
            self._cut()
        finally:
            self._delivering = None

    def _cut(self) -> None:
        listening, self._listening = self._listening, None  # nothing more is sent to whoever has gone
        if listening is not None:
            listening.cancel()

    # ---- hearing ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until either side hangs up."""
        self._listening = listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait((listening,))
        finally:
            self._listening = None
            listening.cancel()
            try:
                if self._hearing is not None:  # the last message may be sitting down at a table
                    await asyncio.wait((self._hearing,))
            finally:
                self._hearing = None
                await self._end(listening)

    async def _end(self, listening: asyncio.Task[None]) -> None:
        """Leave everything and hang up."""
        tasks = [listening, *self.tasks.values(), *filter(None, [self._delivering])]
        for task in tasks:
            task.cancel()
        self.talk.close()
        self.line.close()
        for session in list(self.joined.values()):
            self._leave(session)
        self.joined.clear()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            complain(result)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # closed by the other side
            await self.websocket.close(1008 if self.patience <= 0 else 1000)
        del self.line, self.talk  # which hold this connection, as this holds them

    async def _listen(self) -> None:
        while self.patience > 0:
            event = await self.websocket.receive()
            if event["type"] == "websocket.disconnect":
                return
            # Begun is begun: a move whose sender hangs up is written and shown to the others all the same.
            self._hearing = asyncio.ensure_future(self._hear(event.get("text")))
            await asyncio.shield(self._hearing)
            self._hearing = None

    async def _hear(self, text: str | None) -> None:
        reply: int | None = None
        game: str | None = None
        try:
            is_early = not self.bucket.take()
            if text is None:
                raise Refusal("malformed", "Messages are JSON text, not bytes.")
            if len(text) > MESSAGE_BYTES or len(text.encode(errors="replace")) > MESSAGE_BYTES:
                raise Refusal("too_large", f"A message may have {MESSAGE_BYTES} bytes.")
            if is_early:
                reply = request_number(text)
                raise Refusal("too_fast", "That was too much at once; wait a moment.", "too_fast")
            try:
                message = m.client_messages.validate_json(text)
            except ValidationError as error:
                reply = request_number(text)
                raise Refusal("malformed", complaint(error)) from error
            reply = message.id
            game = getattr(message, "game", None)
            await self._handle(message)
        except Refusal as refusal:
            if refusal.code in ("too_fast", "malformed", "too_large"):
                self.patience -= 1
            self.send(error_message(refusal, reply, game))
        except Unavailable:
            self.send(error_message(NOT_KEPT, reply, game))
        except Exception:
            logger.exception("A message could not be carried out")
            self.send(error_message(FAILED, reply, game))

    def _questioned(self, message: m.Advise | m.ReviewGame) -> Session:
        """The game a question is about, at which its asker plays."""
        session, viewer = self._session(message.game)
        if not session.plays(viewer):
            sentence = "Only somebody at the table may ask for that; open a copy of the game to look closer."
            raise Refusal("not_yours", sentence, "copy_to_ask")
        return session

    def _session(self, game: str) -> tuple[Session, Viewer]:
        session = self.joined.get(game)
        if session is None:
            raise Refusal("not_joined", "Join the game first.")
        return session, session.members[self]

    async def _handle(self, message: m.ClientMessage) -> None:
        match message:
            case m.Join():
                await self._join(message)
            case m.Leave():
                session, _ = self._session(message.game)
                del self.joined[message.game]
                self.talk.leave(message.game)
                self._leave(session)
            case m.Stop(job="advise" | "review" | "solve"):
                self._stop(message.job, message.game)
            case m.Advise() | m.ReviewGame():
                session, pool, thinking = self._questioned(message), self.sessions.pool, self.sessions.thinking
                self._begin(message, partial(questions.think, session, self.asker, pool, thinking, message, self.send))
                return
            case m.Solve():
                self._begin(message, partial(solving.solve, self.sessions.pool, self.asker, message, self.send))
                return
            case m.Explain():
                session, _ = self._session(message.game)
                self.send(questions.explain(session, message))
                return
            case t.Bar():
                await self.line.handle(message)
                await self.talk.mind(self.line.person)
            case (
                t.EnterLobby()
                | t.LeaveLobby()
                | t.MakeSeek()
                | t.AcceptSeek()
                | t.CancelSeek()
                | t.FillSeek()
                | t.AskTime()
            ):
                if (answer := await self.line.handle(message)) is not None:
                    self.send(answer)
                    return
            case _:
                if message.game is None:
                    raise Refusal("malformed", "Say which game.")
                session, viewer = self._session(message.game)
                await self._change(session, viewer, message)
        self.send(m.Done(reply=message.id))

    async def _change(self, session: Session, viewer: Viewer, message: m.ClientMessage) -> None:
        match message:
            case m.Play():
                await moving.play(session, viewer, message.ply, message.move, message.thought)
            case m.Roll():
                await moving.roll(session, viewer, message.ply, message.thought)
            case m.Undo():
                await travel.undo(session, viewer, message.ply)
            case m.Redo():
                await travel.redo(session, viewer, message.ply)
            case m.Goto():
                await travel.goto(session, viewer, message.ply, message.to)
            case m.SetSeat():
                await seating.set_seat(session, viewer, message.seat, message.kind, message.level, message.name)
            case m.StandIn():
                await seating.stand_in(session, viewer, message.seat, message.level)
            case m.Resign():
                await acts.resign(session, viewer, message.seat)
            case m.Finish():
                await seating.finish(session, viewer, message.level)
            case m.Start():
                await travel.pause(session, viewer, False)
            case m.Stop():
                await travel.pause(session, viewer, True)
            case t.Abort():
                await acts.abort(session, viewer)
            case t.Offer():
                await acts.offer(session, viewer, message.offer)
            case t.Decline():
                await acts.decline(session, viewer, message.offer)
            case t.Say():
                acts.table_of(session)
                self.talk.say(session, acts.own_seat(session, viewer), message.phrase)
            case t.Report():
                await self.line.report(session, message)

    async def _join(self, message: m.Join) -> None:
        if len(self.joined) >= JOINED and message.game not in self.joined:
            raise Refusal("refused", f"A connection may be at {JOINED} tables; leave one first.")
        viewer = Viewer(
            frozenset(message.tokens), self.person, await self._claimed(message.game), address_of(self.websocket)
        )
        session = await self.sessions.join(message.game, self, viewer)
        # Nothing may come between: whoever sits down is told everything, and from then on what is different.
        for text in feed_of(session).greet(self, viewer, message.seq):
            self._post(text)
        self.joined[message.game] = session
        if session.table is not None:
            await self.talk.listen(message.game, self.line.person)
        if message.name is not None:
            await seating.name(session, viewer, message.name)

    def _leave(self, session: Session) -> None:
        feed_of(session).leave(self)
        self.sessions.leave(session, self)

    async def _claimed(self, game: str) -> frozenset[int]:
        """The seats of a game whose links this person has shown before, on whichever device."""
        if self.person is None:
            return frozenset()
        people: People = self.websocket.app.state.people
        return await people.look(partial(claimed_seats, whose=self.person, game=game))

    # ---- long requests ----------------------------------------------------------------------

    def _begin(self, message: LongRequest, work: Work) -> None:
        """Begin work that takes a while; a new question of its kind about a game replaces the old one."""
        key = message.type, getattr(message, "game", None)
        self._stop(*key)
        if len(self.tasks) >= LONG:
            raise BUSY
        task = asyncio.create_task(self._answer(message, work))
        self.tasks[key] = task
        task.add_done_callback(lambda done: self._forget(key, message, done))

    def _forget(self, key: tuple[str, str | None], message: LongRequest, task: asyncio.Task[None]) -> None:
        if self.tasks.get(key) is task:
            del self.tasks[key]
        if task.cancelled():  # before it had begun; afterwards it answers itself
            self.send(error_message(STOPPED, message.id, key[1]))

    def _stop(self, job: str, game: str | None) -> None:
        if (task := self.tasks.pop((job, game), None)) is not None:
            task.cancel()

    async def _answer(self, message: LongRequest, work: Work) -> None:
        try:
            self.send(await work())
            return
        except Refusal as refused:
            refusal = refused
        except Busy:
            refusal = BUSY
        except (Stopped, asyncio.CancelledError):
            refusal = STOPPED
        except Exception:
            logger.exception("A long request failed")
            refusal = FAILED
        self.send(error_message(refusal, message.id, getattr(message, "game", None)))


def complain(result: BaseException | None) -> None:
    """Write down what ended a part of a connection, unless the other side did or we did."""
    if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect):
        logger.error("A connection failed", exc_info=result)


def error_message(refusal: Refusal, reply: int | None, game: str | None) -> m.ErrorMessage:
    """A refusal for the wire."""
    return m.ErrorMessage(
        reply=reply,
        code=refusal.code,
        sentence=refusal.sentence,
        kind=refusal.kind,
        values=refusal.values,
        game=game,
    )


def request_number(text: str) -> int | None:
    """The id of a message that is otherwise malformed, where it can be told."""
    try:
        number = json.loads(text).get("id")
    except (ValueError, AttributeError, RecursionError):
        return None
    return number if type(number) is int and 0 <= number < 2**31 else None


def complaint(error: ValidationError) -> str:
    """The first thing wrong with a message, as a sentence that repeats nothing of it."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:80]
    what = first["msg"][0].lower() + first["msg"][1:]
    return f"The message is malformed: {where + ': ' if where else ''}{what[:200]}."

"""The driver of a session: lets the computer throw its dice and make its moves, one after another."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Any

import cornerwise as cw
from cornerwise.server.play.session import moving
from cornerwise.server.play.session.consequences import LEASE
from cornerwise.server.play.session.report import Progress, Report
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.travel import halt
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.store.games import set_due
from cornerwise.server.store.store import Unavailable
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.think.computer import Thought
from cornerwise.server.think.pool import Busy, Job, Stopped
from cornerwise.server.think.question import Choose, Thinking

logger = logging.getLogger(__name__)

RETRY = 2.0  # seconds before a move that could not be kept is tried again
INTERVAL = 0.25  # seconds between two reports of progress


@dataclass(frozen=True)
class Due:
    """What the computer has to do: act at a ply for a seat, at a level."""

    ply: int
    seat: int
    level: int


class Driver:
    """Plays the computer's seats of a session while somebody is at the table."""

    def __init__(self, session: Session, thinking: Thinking, pace: float, is_shared: bool = False) -> None:
        self.session = session
        self.is_shared = is_shared
        self.thinking = thinking
        self.pace = pace
        self.woken = asyncio.Event()
        session.on_change.append(self.woken)
        self.task = asyncio.create_task(self._drive(), name=f"driver of {session.game}")

    @property
    def is_idle(self) -> bool:
        """Whether the computer has nothing to do here now."""
        return self._due() is None

    def close(self) -> None:
        """Stop thinking; what has been written stays."""
        self.task.cancel()

    def _due(self) -> Due | None:
        session = self.session
        actor = session.actor
        if not (session.members or session.is_kept) or session.is_paused or actor < 0:
            return None
        if self.is_shared and not session.is_driver:  # another process is at it; the sweeper takes over if it fails
            return None
        level = session.seats[actor].computer
        return None if level is None else Due(session.log.at, actor, level)

    async def _drive(self) -> None:
        # A task that ends by being cancelled keeps the frames it was in, and with them the driver and the whole game.
        with contextlib.suppress(asyncio.CancelledError):
            await self._run()

    async def _run(self) -> None:
        while True:
            self.woken.clear()
            due = self._due()
            if due is None:
                await self.woken.wait()
                continue
            try:
                await self._act(due)
            except Refusal as refusal:
                logger.info("The computer's move in %s was refused: %s", self.session.game, refusal.sentence)
                if refusal.code == "busy":
                    await self._wait(refusal)
            except Unavailable:
                await self._wait(NOT_KEPT)
            except Busy:
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                raise
            except Exception:
                logger.exception("The computer failed in %s at ply %d", self.session.game, due.ply)
                await self._give_up()

    async def _wait(self, refusal: Refusal) -> None:
        """The move could not be kept: everybody is told, and it is tried again."""
        self._tell(refusal)
        await asyncio.sleep(RETRY)

    async def _act(self, due: Due) -> None:
        position, last, seed = self.session.position, self.session.log.last_move, self.session.computer_seed
        if position.turn.actor == cw.CHANCE:
            await asyncio.sleep(self.pace)
            if self._due() == due:
                await moving.roll(self.session, None, due.ply)
            return

        question = Choose.at(self.session.game, due.ply, position, last, due.level, seed)
        begun = asyncio.get_running_loop().time()
        job = self.thinking.ask(self.session.asker, question)
        try:
            thought = await self._watch(job, due)
        except Stopped:
            return
        finally:
            self.thinking.stop(job)
        if thought.is_cut:
            logger.warning("Level %d had too little time for its move in %s", due.level, self.session.game)
            self._tell(Progress(due.ply, due.seat, 0, None, is_cut=True))
        await asyncio.sleep(max(0.0, begun + self.pace - asyncio.get_running_loop().time()))
        await moving.play_computer(self.session, due.ply, str(thought.move), thought.wins)

    async def _watch(self, job: Job[Thought], due: Due) -> Thought:
        """Report progress until the job is done; stop it when its question no longer stands."""
        while not job.future.done():
            woken = asyncio.ensure_future(self.woken.wait())
            either: set[asyncio.Future[Any]] = {job.future, woken}
            await asyncio.wait(either, timeout=INTERVAL, return_when=asyncio.FIRST_COMPLETED)
            woken.cancel()
            if self.woken.is_set():
                self.woken.clear()
                if self._due() != due:
                    raise Stopped
            if not job.future.done():
                await self._hold()
                ahead, progress = self.thinking.ahead(job), job.control.progress
                self._tell(Progress(due.ply, due.seat, ahead, progress))
        return job.future.result()

    async def _hold(self) -> None:
        """Tell other processes in time that this one still thinks."""
        session = self.session
        if not self.is_shared or session.due is None or session.due - milliseconds() > LEASE / 2:
            return
        due = milliseconds() + LEASE
        if await session.store.write(set_due, session.game, session.due, due):
            session.due = due
        else:
            raise Stopped

    def _tell(self, news: Progress | Refusal) -> None:
        for member in list(self.session.members):
            member.tell(Report(self.session.game, news))

    async def _give_up(self) -> None:
        """Pause the game, so that a fault is told once and not repeated for ever."""
        session = self.session
        await halt(session)
        sentence = "The computer could not find a move; the game is paused. Start it again or take the seat."
        self._tell(Refusal("internal", sentence, "gave_up"))

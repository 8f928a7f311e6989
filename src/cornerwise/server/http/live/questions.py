"""Questions a connection may ask without changing anything: why a move is illegal, what is best, how a game went."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import cornerwise as cw
from cornerwise.advice.review import Review, reviewing
from cornerwise.formats.record import format_game
from cornerwise.game import Game
from cornerwise.server.play.running.driver import INTERVAL
from cornerwise.server.play.session import sharing
from cornerwise.server.play.session.session import Session
from cornerwise.server.refusal import Refusal
from cornerwise.server.think import computer
from cornerwise.server.think.pool import Control, Job, Pool
from cornerwise.server.think.question import Thinking
from cornerwise.server.views.advice import PER_MOVE, AskAdvice, AskReview, review_view
from cornerwise.server.wire import messages as m

T = TypeVar("T")
NO_HELP = Refusal("refused", "There is neither advice nor a review while a rated game goes on.", "rated_help")
Send = Callable[[m.ServerMessage], None]


def explain(session: Session, message: m.Explain) -> m.Explanation:
    """Why cells may not be covered now, or that they may."""
    session.expect(message.ply)
    position, board = session.position, session.ruleset.board
    if position.turn.actor < 0:
        raise Refusal("refused", "Nobody is to move now.", "nobody")
    if max(message.cells) >= board.cell_count:
        raise Refusal("refused", f"The board has {board.cell_count} cells; there is no cell {max(message.cells)}.")
    cells = ",".join(board.cell_name(cell) for cell in message.cells)
    reason: cw.Reason | None = None
    for prefix in prefixes(position, message):
        try:
            reason = position.explain(prefix + cells)
        except cw.CornerwiseError as error:
            raise Refusal("illegal", str(error)) from error
        if reason is None:
            break
    return m.Explanation(
        reply=message.id,
        game=session.game,
        ply=message.ply,
        is_legal=reason is None,
        kind=None if reason is None else reason.kind,
        clause=None if reason is None else reason.clause,
        sentence=None if reason is None else str(reason),
        cells=() if reason is None else tuple(int(cell) for cell in reason.cells),
    )


def prefixes(position: cw.Position, message: m.Explain) -> list[str]:
    """How the move text may begin: with the die asked for, or with any die on the table."""
    if not position.ruleset.rows:
        return [""]
    dice = [message.die] if message.die is not None else sorted(set(position.dice))
    return [f"{die}{'*' if message.strike else ''}:" for die in dice]


async def do(pool: Pool, asker: str, work: Callable[[Control], T], is_long: bool = False) -> T:
    """Have work done in the pool; cancel to stop it."""
    job = pool.submit(asker, work, is_long)
    try:
        return await job.future
    finally:
        pool.stop(job)


async def watch(thinking: Pool | Thinking, job: Job[T], send: Send, report: m.Thinking) -> T:
    """Say how far long work is until it is done; cancel to stop it."""
    told = None
    try:
        while True:
            await asyncio.wait({job.future}, timeout=INTERVAL)
            if job.future.done():
                return job.future.result()
            draft = job.control.draft
            changes = {
                "queued": thinking.ahead(job),
                "progress": job.control.progress,
                "text": job.control.text,
                "advice": None if draft is told else draft,
            }
            told = draft
            send(report.model_copy(update=changes))
    finally:
        thinking.stop(job)


async def think(
    session: Session, asker: str, pool: Pool, thinking: Thinking, message: m.Advise | m.ReviewGame, send: Send
) -> m.ServerMessage:
    """Advice for the position on the table, or a review of the line, in somebody's name."""
    session.expect_unguarded(NO_HELP)
    if isinstance(message, m.Advise):
        return await advise(session, asker, thinking, message, send)
    return await review(session, asker, pool, thinking, message, send)


async def advise(session: Session, asker: str, thinking: Thinking, message: m.Advise, send: Send) -> m.Advice:
    """The best moves here, with reasons."""
    session.expect(message.ply)
    position = session.position
    if session.is_over or position.turn.actor < 0:
        raise Refusal("refused", "Nobody is to move now.", "nobody")
    report = m.Thinking(reply=message.id, job="advise", game=session.game, ply=message.ply)
    question = AskAdvice(
        key=f"advise:{session.game}:{message.ply}:{secrets.token_urlsafe(6)}",
        game=session.game,
        ply=message.ply,
        position=position.text,
        seconds=message.seconds,
    )
    advice = await watch(thinking, thinking.ask(asker, question), send, report)
    await session.forecast({message.ply: advice.wins})
    return advice.model_copy(update={"reply": message.id})


async def review(
    session: Session, asker: str, pool: Pool, thinking: Thinking, message: m.ReviewGame, send: Send
) -> m.Review:
    """A look back at the line shown; its win chances become the game's forecast."""
    nodes = session.log.nodes
    plies = [ply for ply in session.log.line() if (entry := nodes[ply].entry) and entry.kind == "move"]
    if not plies:
        raise Refusal("refused", "There is no move to look back at yet.", "no_moves")
    game = sharing.record(session)
    if thinking.is_remote:
        question = AskReview(
            key=f"review:{session.game}:{secrets.token_urlsafe(6)}",
            game=session.game,
            record=format_game(game),
            plies=tuple(plies),
        )
        report = m.Thinking(reply=message.id, job="review", game=session.game)
        told = await watch(thinking, thinking.ask(asker, question), send, report)
    else:
        told = await review_here(session.game, asker, game, plies, pool, message, send)
    await session.forecast({each.ply: each.after for each in told.judgments})
    return told.model_copy(update={"reply": message.id})


async def review_here(
    name: str, asker: str, game: Game, plies: Sequence[int], pool: Pool, message: m.ReviewGame, send: Send
) -> m.Review:
    """A review in the server's own threads: one job per search, so that a long game keeps nobody waiting."""
    asking = reviewing(game)
    position, done = next(asking), 0
    while True:
        progress = min(0.99, done / (PER_MOVE * len(plies)))
        send(m.Thinking(reply=message.id, job="review", game=name, progress=progress))
        found = await do(pool, asker, partial(computer.look_at, position))
        done += 1
        try:
            position = asking.send(found)
        except StopIteration as end:
            looked: Review = end.value
            return await do(pool, asker, lambda _, looked=looked: review_view(name, plies, looked))  # type: ignore[misc]

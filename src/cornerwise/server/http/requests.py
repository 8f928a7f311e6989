"""Questions a connection may ask without changing anything: why not, what is best, how did it go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

import cornerwise as cw
from cornerwise.advice.finding import Finding
from cornerwise.advice.review import Review, ReviewedMove, reviewing
from cornerwise.server.play import sharing
from cornerwise.server.play.driver import INTERVAL
from cornerwise.server.play.session import Session
from cornerwise.server.refusal import Refusal
from cornerwise.server.think import computer
from cornerwise.server.think.thinking import Control, Pool
from cornerwise.server.wire import messages as m

T = TypeVar("T")
COSTLIEST = 5  # moves of a review that are told what was better
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


async def do(pool: Pool, game: str, work: Callable[[Control], T], is_long: bool = False) -> T:
    """Have work done in the pool; cancel to stop it."""
    job = pool.submit(game, work, is_long)
    try:
        return await job.future
    finally:
        pool.stop(job)


async def watch(pool: Pool, game: str, work: Callable[[Control], T], send: Send, report: m.Thinking) -> T:
    """Have long work done in the pool and say how far it is until it is done; cancel to stop it."""
    job = pool.submit(game, work, is_long=True)
    try:
        while True:
            await asyncio.wait({job.future}, timeout=INTERVAL)
            if job.future.done():
                return job.future.result()
            changes = {
                "queued": pool.ahead(job),
                "progress": job.control.progress,
                "text": job.control.text,
            }
            send(report.model_copy(update=changes))
    finally:
        pool.stop(job)


async def think(session: Session, pool: Pool, message: m.Advise | m.ReviewGame, send: Send) -> m.ServerMessage:
    """Advice for the position on the table, or a review of the line."""
    session.expect_unguarded(NO_HELP)
    if isinstance(message, m.Advise):
        return await advise(session, pool, message, send)
    return await review(session, pool, message, send)


async def advise(session: Session, pool: Pool, message: m.Advise, send: Send) -> m.Advice:
    """The best moves here, with reasons."""
    session.expect(message.ply)
    position = session.position
    if session.is_over or position.turn.actor < 0:
        raise Refusal("refused", "Nobody is to move now.", "nobody")
    report = m.Thinking(reply=message.id, job="advise", game=session.game, ply=message.ply)
    work = partial(computer.advise, position, message.seconds)
    advice = await watch(pool, session.game, work, send, report)
    await session.forecast({message.ply: advice.win})
    return m.Advice(
        reply=message.id,
        game=session.game,
        ply=message.ply,
        wins=advice.win,
        scores=advice.score,
        candidates=tuple(
            candidate(each.move, each.win, each.score, each.visits / max(1, advice.simulations), each.findings)
            for each in advice.candidates
        ),
        is_exact=advice.best.is_exact,
        confidence=advice.confidence,
    )


def candidate(
    move: cw.Move,
    wins: tuple[float, ...],
    scores: tuple[float, ...],
    weight: float,
    findings: Sequence[Finding],
) -> m.Candidate:
    """A move worth considering, as the wire tells it."""
    return m.Candidate(
        move=move.id,
        text=str(move),
        shape=move.shape,
        cells=tuple(move.cells),
        wins=wins,
        scores=scores,
        weight=min(1.0, weight),
        findings=tuple(map(finding_view, findings)),
    )


def finding_view(finding: Finding) -> m.FindingView:
    """A finding as the wire tells it."""
    return m.FindingView(
        kind=finding.kind,
        is_good=finding.is_good,
        text=str(finding),
        cells=tuple(finding.cells),
        value=float(finding.value),
        usual=float(finding.usual),
        color=finding.color,
        shape=finding.shape,
        die=finding.die,
        among=finding.among,
    )


async def review(session: Session, pool: Pool, message: m.ReviewGame, send: Send) -> m.Review:
    """A look back at the line shown; its win chances become the game's forecast."""
    nodes = session.log.nodes
    plies = [ply for ply in session.log.line() if (entry := nodes[ply].entry) and entry.kind == "move"]
    if not plies:
        raise Refusal("refused", "There is no move to look back at yet.", "no_moves")
    game = sharing.record(session)
    asking = reviewing(game)
    position, done = next(asking), 0
    while True:
        # One job per search, so that a long game does not keep the others waiting.
        progress = min(0.99, done / (1.5 * len(plies)))
        send(m.Thinking(reply=message.id, job="review", game=session.game, progress=progress))
        found = await do(pool, session.game, partial(computer.look_at, position))
        done += 1
        try:
            position = asking.send(found)
        except StopIteration as end:
            looked: Review = end.value
            break

    costly = looked.costliest(COSTLIEST)

    def judge(_: Control) -> tuple[m.Judgement, ...]:
        return tuple(judgement(ply, move, move in costly) for ply, move in zip(plies, looked.moves, strict=True))

    judgements = await do(pool, session.game, judge)
    await session.forecast({each.ply: each.after for each in judgements})
    return m.Review(
        reply=message.id,
        game=session.game,
        judgements=judgements,
        costliest=tuple(plies[each.number - 1] for each in costly),
    )


def judgement(ply: int, move: ReviewedMove, is_costly: bool) -> m.Judgement:
    """A move looked back at; the costliest are told what was better, and why."""
    better = None
    if is_costly:
        better = candidate(move.best, move.win_before, move.score_before, 1.0, move.findings())
    return m.Judgement(
        ply=ply,
        seat=move.seat,
        before=move.win_before,
        after=move.win_after,
        cost=move.cost,
        points=move.points,
        better=better,
    )

"""Questions a connection may ask without changing anything: why not, what is best, how did it go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import cornerwise as cw
from cornerwise.server import messages as m
from cornerwise.server.driver import INTERVAL
from cornerwise.server.session import Refusal, Session
from cornerwise.server.thinking import Control, Pool

T = TypeVar("T")
Send = Callable[[m.ServerMessage], None]


def explain(session: Session, message: m.Explain) -> m.Explanation:
    """Why cells may not be covered now, or that they may."""
    session.expect(message.ply)
    position, board = session.position, session.ruleset.board
    if position.turn.actor < 0:
        raise Refusal("refused", "Nobody is to move now.")
    if max(message.cells) >= board.cell_count:
        raise Refusal(
            "refused", f"The board has {board.cell_count} cells; there is no cell {max(message.cells)}."
        )
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


async def watch(pool: Pool, game: str, work: Callable[[Control], T], send: Send, report: m.Thinking) -> T:
    """Have work done in the pool and say how far it is until it is done; cancel to stop it."""
    job = pool.submit(game, work)
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


async def think(
    session: Session, pool: Pool, message: m.Advise | m.ReviewGame, send: Send
) -> m.ServerMessage:
    """Advice for the position on the table, or a review of the line."""
    raise Refusal("refused", "The computer has nothing to say yet.")


async def solve(pool: Pool, message: m.Solve, send: Send) -> m.ServerMessage:
    """A solution of a puzzle, or a hint."""
    raise Refusal("unknown_puzzle", f"There is no puzzle {message.puzzle}.")

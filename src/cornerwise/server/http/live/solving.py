"""Solving a puzzle for somebody: a whole solution, or one rung of the ladder region, piece, placement."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from cornerwise import puzzle as library
from cornerwise.puzzle import Laid, Outcome, Puzzle, Report
from cornerwise.puzzle.hint import Hint
from cornerwise.puzzle.hint import hint as find_next
from cornerwise.server.http.live.questions import watch
from cornerwise.server.think.pool import Control, Pool, Stopped
from cornerwise.server.views import puzzles
from cornerwise.server.wire import messages as m
from cornerwise.server.wire.resources import Fault, LaidPiece

LIMIT = 60.0  # seconds before a search is given up
KEPT = 256  # hints remembered, so that the rungs of a ladder tell of the same piece

Key = tuple[str, frozenset[Laid]]
_hints: OrderedDict[Key, Hint] = OrderedDict()


def listener(control: Control) -> Callable[[Report], None]:
    """Hears how a search is getting on, and ends it when it should stop."""

    def hear(report: Report) -> None:
        if control.stop.is_set():
            raise Stopped
        # Where nobody can tell how much is left, the time is the measure.
        control.measure = lambda: min(1.0, max(report.closed, report.seconds / LIMIT))
        control.text = f"{report.best} pieces laid, {report.nodes:,} tried"

    return hear


async def solve(pool: Pool, asker: str, message: m.Solve, send: Callable[[m.ServerMessage], None]) -> m.Solution:
    """A solution that keeps the pieces laid, or a hint toward one, or the sentence why there is none."""
    puzzle = await asyncio.to_thread(puzzles.find, message.puzzle)
    pieces = puzzles.laid(puzzle, message.placed)
    checked = await asyncio.to_thread(puzzles.check, puzzle, message.placed)
    if checked.faults:
        return answer(message, "impossible", checked.faults[0].sentence, faults=checked.faults)
    if checked.is_solved:
        return answer(message, "found", "It is solved.", placed=tuple(map(puzzles.piece, pieces)))
    begun = puzzles.with_pieces(puzzle, pieces)
    report = m.Thinking(reply=message.id, job="solve", puzzle=message.puzzle)
    if message.hint is not None:
        key = message.puzzle, frozenset(pieces)
        if key not in _hints:
            _hints[key] = await watch(pool, pool.submit(asker, partial(find_hint, begun), is_long=True), send, report)
            if len(_hints) > KEPT:
                _hints.popitem(last=False)
        return tell(message, _hints[key])
    outcome = await watch(pool, pool.submit(asker, partial(find_solution, begun), is_long=True), send, report)
    if outcome.solution is not None:
        placed = tuple(map(puzzles.piece, outcome.solution.laid))
        return answer(message, "found", "Here is a solution.", placed=placed)
    return answer(message, "impossible" if outcome.is_impossible else "not_found", outcome.sentence)


def find_solution(begun: Puzzle, control: Control) -> Outcome:
    """Solve a puzzle in a thread of the pool."""
    return library.solve(begun, limit=LIMIT, watch=listener(control))


def find_hint(begun: Puzzle, control: Control) -> Hint:
    """Find the next piece in a thread of the pool."""
    return find_next(begun, limit=LIMIT, watch=listener(control))


def tell(message: m.Solve, found: Hint) -> m.Solution:
    """One rung: where to look, which piece goes there, or how it lies."""
    assert message.hint is not None
    sentence, piece = found.sentence(message.hint), found.piece
    if piece is None:
        return answer(message, "impossible" if found.status == "impossible" else "not_found", sentence)
    if message.hint == "placement":
        return answer(message, "found", sentence, cells=piece.cells, piece=puzzles.piece(piece))
    shown = LaidPiece(shape=piece.shape, color=piece.color, cells=()) if message.hint == "piece" else None
    return answer(message, "found", sentence, cells=found.around, piece=shown)


def answer(
    message: m.Solve,
    verdict: m.Verdict,
    sentence: str,
    *,
    cells: tuple[int, ...] = (),
    piece: LaidPiece | None = None,
    placed: tuple[LaidPiece, ...] = (),
    faults: tuple[Fault, ...] = (),
) -> m.Solution:
    """The answer to a request for help."""
    return m.Solution(
        reply=message.id,
        puzzle=message.puzzle,
        verdict=verdict,
        sentence=sentence,
        hint=message.hint,
        cells=cells,
        piece=piece,
        placed=placed,
        faults=faults,
    )

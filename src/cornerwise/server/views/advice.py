"""Advice and reviews as the wire carries them, and the questions they answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

import cornerwise as cw
from cornerwise.advice.advice import Advice, Candidate
from cornerwise.advice.finding import Finding
from cornerwise.advice.review import Review, ReviewedMove, reviewing
from cornerwise.formats.record import parse_game
from cornerwise.server.think import computer
from cornerwise.server.think.pool import Control
from cornerwise.server.think.question import Json, Question
from cornerwise.server.wire import messages as m

COSTLIEST = 5  # moves of a review that are told what was better
PER_MOVE = 1.5  # searches of a review, more or less


class AskAdvice(Question[m.Advice]):
    """What are the best moves here?"""

    kind: ClassVar[str] = "advise"
    game: str
    ply: int
    position: str
    seconds: float

    def answer(self, control: Control) -> m.Advice:
        """The best moves, with reasons; drafts of it on the way."""

        def tell(advice: Advice) -> None:
            control.draft = self.view(advice)

        return self.view(computer.advise(cw.Position.parse(self.position), self.seconds, control, tell))

    def view(self, advice: Advice) -> m.Advice:
        """Advice as the wire tells it."""
        return advice_view(self.game, self.ply, advice)

    def write(self, answer: m.Advice) -> Json:
        """An answer as it travels."""
        return answer.model_dump(mode="json")

    def read(self, written: Json) -> m.Advice:
        """The answer that `write` wrote."""
        return m.Advice.model_validate(written)


def advice_view(game: str, ply: int, advice: Advice) -> m.Advice:
    """Advice as the wire tells it."""
    return m.Advice(
        reply=None,
        game=game,
        ply=ply,
        wins=advice.win,
        scores=advice.score,
        candidates=tuple(
            candidate(
                each.move, each.win, each.score, each.visits / max(1, advice.simulations), each.findings
            ).model_copy(
                update={
                    "error": each.error,
                    "is_decided": each.is_decided,
                    "is_exact": each.is_exact,
                    "expected": expected(advice.position, each),
                }
            )
            for each in advice.candidates
        ),
        is_exact=advice.best.is_exact,
        confidence=advice.confidence,
        verdict=advice.verdict,
        is_hopeless=advice.is_hopeless,
    )


class AskReview(Question[m.Review]):
    """How did the line of a record go? In one piece, for a worker that has the time."""

    kind: ClassVar[str] = "review"
    game: str
    record: str
    plies: tuple[int, ...]

    def answer(self, control: Control) -> m.Review:
        """A look back at every move."""
        asking = reviewing(parse_game(self.record))
        position, done = next(asking), 0
        while True:
            found = computer.look_at(position, control)
            done += 1
            control.measure = partial(min, 0.99, done / (PER_MOVE * len(self.plies)))
            try:
                position = asking.send(found)
            except StopIteration as end:
                return review_view(self.game, self.plies, end.value)

    def write(self, answer: m.Review) -> Json:
        """An answer as it travels."""
        return answer.model_dump(mode="json")

    def read(self, written: Json) -> m.Review:
        """The answer that `write` wrote."""
        return m.Review.model_validate(written)


def review_view(game: str, plies: Sequence[int], looked: Review) -> m.Review:
    """A review as the wire tells it; takes a moment, so on no event loop."""
    # Everybody has mistakes of their own to learn from.
    seats = {move.seat for move in looked.moves}
    own = {move.number for seat in seats for move in looked.costliest(COSTLIEST, seat)}
    costly = [move for move in looked.costliest(len(looked.moves)) if move.number in own]
    return m.Review(
        reply=None,
        game=game,
        judgments=tuple(judgment(ply, move, move in costly) for ply, move in zip(plies, looked.moves, strict=True)),
        costliest=tuple(plies[each.number - 1] for each in costly),
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


def expected(position: cw.Position, advised: Candidate) -> tuple[m.ExpectedMove, ...]:
    """What is expected to follow a move, each step in the color whose turn it will be."""
    found, here = [], position.play(advised.move)
    for move in advised.expected:
        color = str(here.turn.color)
        found.append(m.ExpectedMove(move=move.id, text=str(move), color=color, cells=tuple(move.cells)))
        here = here.play(move)
    return tuple(found)


def finding_view(finding: Finding) -> m.FindingView:
    """A finding as the wire tells it."""
    return m.FindingView(
        kind=finding.kind,
        is_good=finding.is_good,
        text=str(finding),
        cells=tuple(finding.cells),
        value=float(finding.value),
        usual=float(finding.usual),
        against=finding.against,
        color=finding.color,
        shape=finding.shape,
        die=finding.die,
        among=finding.among,
        near=finding.near,
    )


def judgment(ply: int, move: ReviewedMove, is_costly: bool) -> m.Judgment:
    """A move looked back at; the costliest are told what was better, and why."""
    better = None
    if is_costly:
        better = candidate(move.best, move.win_before, move.score_before, 1.0, move.findings())
    return m.Judgment(
        ply=ply,
        seat=move.seat,
        before=move.win_before,
        after=move.win_after,
        cost=move.cost,
        points=move.points,
        better=better,
    )

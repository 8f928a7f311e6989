"""Advice: the best moves of a position, what each seat may expect of them, and why."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cornerwise._core import Move, Position, SearchResult
from cornerwise.finding import Comparison, Finding


@dataclass(frozen=True)
class Candidate:
    """A move the engine would consider."""

    move: Move
    win: tuple[float, ...]
    """Win chance of every seat, ties split."""
    score: tuple[float, ...]
    """Expected final score of every seat."""
    visits: int
    error: float
    """Half of the 95 % interval of the mover's win chance; 0 where it is proved."""
    is_proved: bool
    reasons: tuple[Finding, ...]


@dataclass(frozen=True)
class Advice:
    """The best moves of a position, best first."""

    position: Position
    candidates: tuple[Candidate, ...]
    win: tuple[float, ...]
    """Win chance of every seat in this position."""
    score: tuple[float, ...]
    """Expected final score of every seat in this position."""
    confidence: float
    """How sure it is that the first candidate is better than its closest rival: 0.5 a toss-up, 1 certain."""
    simulations: int
    seconds: float

    @property
    def best(self) -> Candidate:
        """The move it would play."""
        return self.candidates[0]

    def __str__(self) -> str:
        is_only = len(self.position.legal_moves) == 1
        words = "There is only one move" if is_only else _in_words(self.confidence)
        lines = [f"{words} ({self.simulations:,} simulations)"]
        seat = self.position.turn.actor
        for rank, candidate in enumerate(self.candidates, 1):
            sure = "proved" if candidate.is_proved else f"± {100 * candidate.error:.0f}"
            lines.append(
                f"{rank}. {candidate.move}  wins {100 * candidate.win[seat]:.0f} % ({sure}), "
                f"scores {' : '.join(f'{score:.1f}' for score in candidate.score)}"
            )
            lines.extend(f"   {'+' if reason.is_good else '-'} {reason}" for reason in candidate.reasons)
        return "\n".join(lines)


def make_advice(position: Position, result: SearchResult, count: int = 5) -> Advice:
    """Turns what a search found into advice about its best moves."""
    seat = position.turn.actor
    moves = [position.ruleset.move(id) for id in result.moves[:count]]
    comparison = Comparison(position, moves)
    candidates = tuple(
        Candidate(
            move,
            tuple(result.win[index]),
            tuple(result.score[index]),
            result.visits[index],
            0.0 if result.proved[index] else 1.96 * _deviation(result.win[index][seat], result.visits[index]),
            bool(result.proved[index]),
            comparison.findings(move),
        )
        for index, move in enumerate(moves)
    )
    return Advice(
        position,
        candidates,
        tuple(result.value_win),
        tuple(result.value_score),
        _certainty(candidates, seat),
        result.simulations,
        result.seconds,
    )


def _deviation(share: float, visits: int) -> float:
    """Standard error of a share of so many games, one added each way so that few never look certain."""
    share = (share * visits + 1) / (visits + 2)
    return math.sqrt(share * (1 - share) / (visits + 2))


def _certainty(candidates: tuple[Candidate, ...], seat: int) -> float:
    return min((_is_better(candidates[0], other, seat) for other in candidates[1:]), default=1.0)


def _is_better(first: Candidate, second: Candidate, seat: int) -> float:
    """How sure it is that one candidate is better than another."""
    spread = math.hypot(first.error, second.error) / 1.96
    gap = first.win[seat] - second.win[seat]
    if spread == 0:
        if gap == 0 and first.score == second.score:
            return 0.5
        return 1.0 if gap >= 0 else 0.0
    return 0.5 * (1 + math.erf(gap / spread / math.sqrt(2)))


def _in_words(certainty: float) -> str:
    if certainty >= 0.95:
        return "The first move is clearly best"
    if certainty >= 0.75:
        return "The first move looks best"
    return "Several moves look equally good"

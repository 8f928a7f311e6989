"""Reviews: what every move of a game cost, and what would have been better."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from cornerwise._core import Move, Position, Roll, SearchResult
from cornerwise.advice.advice import deviation, unsettled
from cornerwise.advice.finding import Comparison, Finding
from cornerwise.game import Game, win_shares

Searcher = Callable[[Position], SearchResult]

ROLLS = 6  # that stand for all where dice are still to be thrown
DECIDED = 0.02  # so near to 0 or 1 a chance of winning is settled, and the score is what is left to play for
SCORE_SPREAD = 15.0  # of a color's final score, in points: what other seeds find differs as if it were up to so much


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game, judged."""

    number: int
    """Which move of the game it was, from 1."""
    position: Position
    """The position it was played in."""
    seat: int
    color: str
    move: Move
    win_before: tuple[float, ...]
    """Win chance of every seat with the best play that was found."""
    win_after: tuple[float, ...]
    """Win chance of every seat after the move that was played."""
    score_before: tuple[float, ...]
    score_after: tuple[float, ...]
    best: Move
    """The best move that was found; the move itself where nothing better was."""
    cost: float
    """What the move cost its seat in win chance, 0 to 1."""
    points: float
    """What it cost its seat in points of the score; told only where the victory was decided already."""

    def findings(self) -> tuple[Finding, ...]:
        """What speaks for the better move, and against it, that it does not share with the one that was played."""
        return Comparison(self.position, [self.best, self.move]).findings(self.best, rival=self.move)


@dataclass(frozen=True)
class Review:
    """All moves of a game, judged in order."""

    moves: tuple[ReviewedMove, ...]

    def costliest(self, count: int = 3) -> tuple[ReviewedMove, ...]:
        """The moves that cost most, costliest first, chances before points; free moves are left out."""
        costly = [move for move in self.moves if move.cost > 0 or move.points > 0]
        return tuple(sorted(costly, key=lambda move: (-move.cost, -move.points))[:count])


@dataclass(frozen=True)
class _Prospect:
    """What is to be expected of a position, and how far off that may be."""

    win: tuple[float, ...]
    score: tuple[float, ...]
    simulations: int
    """Zero where it is exact."""
    is_certain: bool
    """Whether it is certain who wins, if not by how much."""

    def error(self, seat: int) -> float:
        """Of a seat's win chance."""
        return 0.0 if self.is_certain else 2 * deviation(self.win[seat], self.simulations)

    def score_error(self, colors: int) -> float:
        """Of the score of a side with so many colors."""
        return 2 * colors * SCORE_SPREAD * unsettled(self.simulations) if self.simulations else 0.0

    def is_decided(self, seat: int) -> bool:
        return not DECIDED <= self.win[seat] <= 1 - DECIDED


def review(game: Game, search: Searcher) -> Review:
    """Judges every move of a game's main line with a search."""
    asking = reviewing(game)
    try:
        position = next(asking)
        while True:
            position = asking.send(search(position))
    except StopIteration as end:
        found: Review = end.value
        return found


def reviewing(game: Game) -> Generator[Position, SearchResult, Review]:
    """A review that asks for a search of one position after the other and ends with its judgment.

    A move is called a mistake only if a search of what followed from it and another of what would have followed from
    the better move agree by more than their errors; a better move's promise before it is tried is always too rosy.
    Where the victory is decided whatever is played, the score is judged in the same way.
    """
    rules = game.ruleset
    sign = -1 if rules.fewest_wins else 1
    nodes = [node for node in game.main_line() if isinstance(node.step, Move)]
    befores = [node.parent.position for node in nodes if node.parent is not None]
    results: list[SearchResult] = []
    for position in befores:
        results.append((yield position))
    judged: list[ReviewedMove] = []
    for index, (node, before, result) in enumerate(zip(nodes, befores, results, strict=True)):
        assert isinstance(node.step, Move) and before.turn.color is not None
        seat = before.turn.actor
        if index + 1 < len(nodes) and befores[index + 1] == node.position:
            played = _prospect(results[index + 1])
        else:
            played = yield from _look(node.position)
        best, better, cost, points = node.step, played, 0.0, 0.0
        looks_better = result.win[0][seat] > played.win[seat] or (
            played.is_decided(seat) and sign * (result.score[0][seat] - played.score[seat]) > 0
        )
        if node.step.id != result.best and looks_better:
            other = rules.move(result.best)
            promise = yield from _look(before.play(other))
            gain = promise.win[seat] - played.win[seat]
            more = sign * (promise.score[seat] - played.score[seat])
            team = next(team for team in rules.teams if seat in team)
            owned = max(1, sum(owner in team for owner in rules.owners))
            if gain > math.hypot(promise.error(seat), played.error(seat)):
                best, better, cost = other, promise, gain
            elif (
                promise.is_decided(seat)
                and played.is_decided(seat)
                and more > math.hypot(promise.score_error(owned), played.score_error(owned))
            ):
                best, better, points = other, promise, more
        judged.append(
            ReviewedMove(
                index + 1,
                before,
                seat,
                before.turn.color,
                node.step,
                better.win,
                played.win,
                better.score,
                played.score,
                best,
                cost,
                points,
            )
        )
    return Review(tuple(judged))


def _look(position: Position) -> Generator[Position, SearchResult, _Prospect]:
    """What is to be expected of a position, before its dice are thrown or after."""
    if position.is_over:
        return _Prospect(win_shares(position), tuple(float(score) for score in position.scores), 0, True)
    if not position.rolls:
        return _prospect((yield position))
    seen: list[_Prospect] = []
    for roll in _usual_rolls(position):
        seen.append((yield from _look(position.roll(roll))))
    wins = tuple(sum(each) / len(seen) for each in zip(*(one.win for one in seen), strict=True))
    scores = tuple(sum(each) / len(seen) for each in zip(*(one.score for one in seen), strict=True))
    return _Prospect(wins, scores, sum(one.simulations for one in seen), all(one.is_certain for one in seen))


def _usual_rolls(position: Position) -> list[Roll]:
    """Rolls that stand for all: drawn at even steps of their summed-up probability."""
    totals = list(accumulate(roll.probability for roll in position.rolls))
    return [position.rolls[bisect_left(totals, (step + 0.5) / ROLLS * totals[-1])] for step in range(ROLLS)]


def _prospect(result: SearchResult) -> _Prospect:
    """What a search says: its best line flatters the mover, the mean over all it tried does the opposite."""
    win, score = result.win[0], result.score[0]
    if result.exact[0]:
        return _Prospect(tuple(win), tuple(score), 0, True)
    if result.decided[0]:
        return _Prospect(tuple(win), tuple(score), max(1, result.simulations), True)
    expected = _between(win, result.value_win), _between(score, result.value_score)
    return _Prospect(*expected, max(1, result.simulations), False)


def _between(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    return tuple((left + right) / 2 for left, right in zip(one, other, strict=True))

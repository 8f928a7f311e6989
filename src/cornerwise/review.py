"""Reviews: what every move of a game cost, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cornerwise._core import Move, Position, SearchResult
from cornerwise.finding import Comparison, Finding
from cornerwise.game import Game

Searcher = Callable[[Position], SearchResult]


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

    def reasons(self) -> tuple[Finding, ...]:
        """What speaks for the better move, and against it, that it does not share with the one that was played."""
        return Comparison(self.position, [self.best, self.move]).findings(self.best, rival=self.move)


@dataclass(frozen=True)
class Review:
    """All moves of a game, judged in order."""

    moves: tuple[ReviewedMove, ...]

    def costliest(self, count: int = 3) -> tuple[ReviewedMove, ...]:
        """The moves that cost most, costliest first; free moves are left out."""
        return tuple(sorted((move for move in self.moves if move.cost > 0), key=lambda move: -move.cost)[:count])


def review(game: Game, search: Searcher) -> Review:
    """Judges every move of a game's main line with a search."""
    nodes = [node for node in game.main_line() if isinstance(node.step, Move)]
    befores = [node.parent.position for node in nodes if node.parent is not None]
    results = [search(position) for position in befores]
    judged: list[ReviewedMove] = []
    for index, (node, before, result) in enumerate(zip(nodes, befores, results, strict=True)):
        assert isinstance(node.step, Move) and before.turn.color is not None
        follower = results[index + 1] if index + 1 < len(nodes) and befores[index + 1] == node.position else None
        win, score = _after(node.position, node.step, result, follower)
        seat = before.turn.actor
        is_best = node.step.id == result.best
        best_win = tuple(result.win[0]) if not is_best else win
        # Where the played move turns out no worse than the one found, there is nothing to regret.
        cost = 0.0 if is_best else max(0.0, best_win[seat] - win[seat])
        best = node.step if cost == 0 else before.ruleset.move(result.best)
        judged.append(
            ReviewedMove(
                index + 1,
                before,
                seat,
                before.turn.color,
                node.step,
                win if cost == 0 else best_win,
                win,
                score if cost == 0 else tuple(result.score[0]),
                score,
                best,
                cost,
            )
        )
    return Review(tuple(judged))


def _after(
    position: Position, move: Move, before: SearchResult, after: SearchResult | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Win chances and scores once a move is played: the result, the next search, or the one before it."""
    if position.is_over:
        return win_shares(position), tuple(float(score) for score in position.scores)
    if after is not None:
        return tuple(after.value_win), tuple(after.value_score)
    if move.id in before.moves:
        index = before.moves.index(move.id)
        return tuple(before.win[index]), tuple(before.score[index])
    return tuple(before.value_win), tuple(before.value_score)


def win_shares(position: Position) -> tuple[float, ...]:
    """The share of the victory of every seat in a finished game: winning teams split it."""
    winning = [team for team in position.ruleset.teams if set(team) & set(position.winners)]
    seats = {seat for team in winning for seat in team}
    return tuple(1 / len(winning) if seat in seats else 0.0 for seat in range(position.ruleset.seats))

"""Reviews: what every move of a game cost, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from importlib import import_module

from cornerwise._core import Move, Position, Reviewing, SearchResult
from cornerwise.advice.advice import bulleted
from cornerwise.advice.finding import Finding, why_better
from cornerwise.advice.side import mover_name
from cornerwise.errors import WrongType
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
    points: float
    """What it cost its seat in points of the score; told only where the victory was decided already."""

    def findings(self) -> tuple[Finding, ...]:
        """What speaks for the better move, and against it, beside the one that was played."""
        return () if self.best == self.move else why_better(self.position, self.best, self.move, self.win_before)

    @property
    def better_in_words(self) -> str:
        """One sentence on what the better move would have brought."""
        if self.points:
            what = "empty squares" if self.position.ruleset.fewest_wins else "points"
            before, after = (scores[self.seat] for scores in (self.score_before, self.score_after))
            return f"{self.best.label} would have ended with {before:.1f} {what} instead of {after:.1f}."
        before, after = (100 * chances[self.seat] for chances in (self.win_before, self.win_after))
        return f"{self.best.label} had a chance of {before:.0f}% instead of {after:.0f}%."

    def __str__(self) -> str:
        cost = f", which cost {100 * self.cost:.0f}%" if self.cost >= 0.005 else ""
        return f"{self.number}. {mover_name(self.position)} {self.move.label}{cost}"


@dataclass(frozen=True)
class Review:
    """All moves of a game, judged in order."""

    moves: tuple[ReviewedMove, ...]

    def costliest(self, count: int = 3, seat: int | None = None) -> tuple[ReviewedMove, ...]:
        """The moves that cost most, of all or of a seat, chances before points; free moves are left out."""
        if isinstance(count, bool) or not isinstance(count, int):
            raise WrongType(f"The number of moves is a whole number, not {type(count).__name__}.")
        own = [move for move in self.moves if seat is None or move.seat == seat]
        costly = [move for move in own if move.cost > 0 or move.points > 0]
        return tuple(sorted(costly, key=lambda move: (-move.cost, -move.points))[:count])

    def __str__(self) -> str:
        return "\n".join(self._told())

    def _repr_html_(self) -> str:
        """The chances along the game and its costliest moves as pictures, for notebooks."""
        return str(import_module("cornerwise.advice.notebook").show_review(self))

    def _told(self) -> Iterator[str]:
        """Every seat's chance after each move, and the costliest moves with what would have been better."""
        if not self.moves:
            yield "The game has no moves to review."
            return
        rules = self.moves[0].position.ruleset
        movers = [mover_name(move.position) for move in self.moves]
        labels = [move.move.label.partition(" by ")[0] for move in self.moves]
        names, places = max(map(len, movers)), max(map(len, labels))
        unit = "squares" if rules.fewest_wins else "points"
        yield "Every seat's chance after each move, in %, and what the\nmove cost"
        yield f"(in {unit} where the victory was decided):\n"
        yield " " * (names + places + 5) + " ".join(f"{seat + 1:3}" for seat in range(rules.seats))
        for mover, label, move in zip(movers, labels, self.moves, strict=True):
            chances = " ".join(f"{100 * win:3.0f}" for win in move.win_after)
            cost = f"  −{100 * move.cost:.0f}%" if move.cost >= 0.005 else ""
            if move.points:
                cost = f"  −{move.points:.1f}"
            yield f"{move.number:3} {mover:{names}} {label:{places}}{chances}{cost}"
        for move in self.costliest():
            yield f"\nMove {move.number}, {mover_name(move.position)}: {move.move.label} ({move.move})"
            yield f"   {move.better_in_words}"
            findings = move.findings()
            yield from bulleted(findings)


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
    """A review that asks for a search of one position after the other and ends with its judgment."""
    nodes = [node for node in game.main_line() if isinstance(node.step, Move) and node.parent is not None]
    asking = Reviewing()
    for node in nodes:
        assert node.parent is not None and isinstance(node.step, Move)
        asking.add(node.parent.position, node.step)
    while (position := asking.next()) is not None:
        asking.hear((yield position))
    judged = []
    for number, (node, found) in enumerate(zip(nodes, asking.judged(game.ruleset.seats), strict=True), 1):
        assert node.parent is not None and isinstance(node.step, Move)
        before = node.parent.position
        assert before.turn.color is not None
        best = game.ruleset.move(found.pop("best"))
        judged.append(ReviewedMove(number, before, before.turn.actor, before.turn.color, node.step, best=best, **found))
    return Review(tuple(judged))

"""A fair-play report: figures about somebody's rated games, beside those of the others in the same games.

It accuses nobody: strong players agree with the engine often, and every figure comes with what chance alone allows.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction
from sqlalchemy.orm import aliased

import cornerwise as cw
from cornerwise.server.play.session.log import Log
from cornerwise.server.store.games import read_game
from cornerwise.server.store.tables import PersonRow, ResultRow, ResultSeatRow

FEWEST = 5  # legal moves a choice must have had to say anything
EARLY = 2  # first moves of everybody, which are known by heart

FirstChoice = Callable[[cw.Position], cw.Move]


@dataclass
class Choices:
    """What somebody chose, and how long it took."""

    agreed: int = 0
    judged: int = 0
    spent: list[int] = field(default_factory=list)
    """Milliseconds per move, where a clock ran."""

    @property
    def agreement(self) -> tuple[float, float, float] | None:
        """The part of choices that were the engine's first, and between what it lies with 95 % (Wilson's interval)."""
        return None if self.judged == 0 else wilson(self.agreed, self.judged)

    @property
    def times(self) -> tuple[float, float, float] | None:
        """Quartiles of the time per move in seconds."""
        if len(self.spent) < 2:
            return None
        low, middle, high = statistics.quantiles(self.spent, n=4)
        return low / 1000, middle / 1000, high / 1000


@dataclass(frozen=True)
class Pairing:
    """Somebody met often."""

    name: str
    games: int
    won: int


@dataclass(frozen=True)
class FairPlay:
    """What is known of somebody's latest rated games."""

    games: int
    own: Choices
    others: Choices
    pairings: tuple[Pairing, ...]


def wilson(hits: int, count: int) -> tuple[float, float, float]:
    """A part and the bounds between which it lies with 95 %.

    >>> [round(each, 2) for each in wilson(5, 10)]
    [0.5, 0.24, 0.76]
    """
    z, part = 1.96, hits / count
    middle = (part + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * math.sqrt(part * (1 - part) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return part, max(0.0, middle - spread), min(1.0, middle + spread)


def rated_games(transaction: Transaction, person: str, most: int) -> list[tuple[str, int]]:
    """Somebody's latest rated games with their seat in each, newest first; annulled ones do not count."""
    rows = transaction.execute(
        select(ResultRow.game, ResultSeatRow.seat)
        .join(ResultSeatRow, (ResultSeatRow.ladder == ResultRow.ladder) & (ResultSeatRow.seq == ResultRow.seq))
        .where(ResultSeatRow.person == person, ResultRow.annulled.is_(None))
        .order_by(ResultRow.ended.desc(), ResultRow.game)
        .limit(most)
    )
    return [(game, seat) for game, seat in rows]


def pairings(transaction: Transaction, person: str, most: int = 5) -> tuple[Pairing, ...]:
    """Whom somebody met most often in rated games, and how often they ended before them; computers aside."""
    mine, other = aliased(ResultSeatRow), aliased(ResultSeatRow)
    met = transaction.execute(
        select(PersonRow.id, PersonRow.name, mine.rank, other.rank)
        .select_from(mine)
        .join(other, (other.ladder == mine.ladder) & (other.seq == mine.seq) & (other.team != mine.team))
        .join(ResultRow, (ResultRow.ladder == mine.ladder) & (ResultRow.seq == mine.seq))
        .join(PersonRow, PersonRow.id == other.person)
        .where(mine.person == person, other.is_fixed.is_(False), ResultRow.annulled.is_(None))
    ).all()
    games, won, names = Counter[str](), Counter[str](), {}
    for id, name, rank, theirs in met:
        games[id] += 1
        won[id] += rank < theirs
        names[id] = name
    return tuple(Pairing(names[id] or "(deleted)", count, won[id]) for id, count in games.most_common(most))


def judge(log: Log, seat: int, computers: Sequence[int], first: FirstChoice, own: Choices, others: Choices) -> None:
    """Count the choices of one game: the seat's, and those of the other people there."""
    made: Counter[int] = Counter()
    for ply in log.line():
        node = log.nodes[ply]
        if node.entry is None or node.move is None:
            continue
        before = log.nodes[node.entry.after].position
        actor = before.turn.actor
        made[actor] += 1
        if actor in computers:
            continue
        choices = own if actor == seat else others
        if node.entry.spent is not None:
            choices.spent.append(node.entry.spent)
        if made[actor] > EARLY and len(before.legal_ids) >= FEWEST:
            choices.judged += 1
            choices.agreed += first(before) == node.move


def report(transaction: Transaction, person: str, most: int, first: FirstChoice) -> FairPlay:
    """Look through somebody's latest rated games."""
    own, others = Choices(), Choices()
    found = rated_games(transaction, person, most)
    for game, seat in found:
        stored = read_game(transaction, game)
        if stored is None:
            continue
        log = Log(cw.start(stored.ruleset, **stored.options), stored.entries, stored.ply)
        computers = [each.seat for each in stored.seats if each.kind == "computer"]
        judge(log, seat, computers, first, own, others)
    return FairPlay(len(found), own, others, pairings(transaction, person))

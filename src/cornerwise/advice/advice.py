"""Advice: the best moves of a position, what each seat may expect of them, and why."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace

from cornerwise._core import Move, Position, Ruleset, SearchResult
from cornerwise.advice.finding import Comparison, Finding

UNSETTLED = 0.03
"""How much searches from other seeds differ however long they are, as a part of the deviation of a single game."""
NOTICED = 0.05  # of the first move's visits, without which a move is no rival to it
HOPELESS = 0.005  # a win chance that is shown as none


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
    """Half of the 95 % interval of the mover's win chance; 0 where it is certain who wins."""
    is_decided: bool
    """Whether it is certain who wins after it."""
    is_exact: bool
    """Whether the score is certain too."""
    findings: tuple[Finding, ...]
    """What sets it apart from most moves and, if it is not the first, from the first as well."""


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
        lines = [textwrap.fill(f"{self._in_words()} ({self.simulations:,} simulations)", 80)]
        for rank, candidate in enumerate(self.candidates, 1):
            lines.append(f"{rank}. {candidate.move.shape} {candidate.move}")
            lines.extend(f"   {line}" for line in self._prospects(candidate))
            lines.extend(bulleted(candidate.findings))
            if rank == 1 and candidate.findings and not any(finding.is_good for finding in candidate.findings):
                lines.append(FURTHER)
            if rank > 1 and not candidate.findings:
                lines.append("   Nothing that we count sets it apart from the first.")
        return "\n".join(lines)

    def _prospects(self, candidate: Candidate) -> tuple[str, str]:
        """Two lines: every side's win chance and its expected score."""
        rules, mover = self.position.ruleset, self.position.turn.actor
        sure = "proved" if candidate.is_decided else f"± {100 * candidate.error:.0f}"
        wins, scores = [], []
        for team in rules.teams:
            name = side_name(rules, team)
            wins.append(f"{name}: {100 * candidate.win[team[0]]:.0f} %" + (f" ({sure})" if mover in team else ""))
            scores.append(f"{name}: {candidate.score[team[0]]:.1f}")
        what = "empty squares" if rules.fewest_wins else "scores"
        return f"wins {', '.join(wins)}", f"{what} {', '.join(scores)}"

    def _in_words(self) -> str:
        position, mover = self.position, mover_name(self.position)
        if len(position.legal_moves) == 1:
            return f"There is only one move for {mover}"
        if self.confidence >= 0.95:
            words = f"The first move is clearly best for {mover}"
        elif self.confidence >= 0.75:
            words = f"The first move looks best for {mover}"
        elif self.confidence >= 0.25:
            words = f"Several moves look equally good for {mover}"
        else:
            words = f"The first move is preferred for {mover}, though another wins more often"
        if all(candidate.win[position.turn.actor] < HOPELESS for candidate in self.candidates):
            hope = "no chance" if self.best.is_decided else "hardly a chance"
            words += f", who has {hope} left to win; the score decides"
        return words


FURTHER = "   Its advantage only shows deeper in the search."


def side_name(rules: Ruleset, team: tuple[int, ...]) -> str:
    """A side by its colors; on sheets of their own, which are drawn on in all colors (I5), by its seats."""
    if rules.rows:
        return " and ".join(f"seat {seat + 1}" for seat in team)
    return "+".join(color for color, owner in zip(rules.colors, rules.owners, strict=True) if owner in team)


def mover_name(position: Position) -> str:
    """Who is to move: the color, and the seat too where that does not follow from it."""
    turn, rules = position.turn, position.ruleset
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    # A sheet is drawn on in all colors (I5), and a shared color is everybody's (C7).
    is_plain = not rules.rows and owners[turn.color or ""] == turn.actor
    return str(turn.color) if is_plain else f"seat {turn.actor + 1} in {turn.color}"


def bulleted(findings: tuple[Finding, ...]) -> list[str]:
    """Reasons as lines of a terminal."""
    signs = ("+" if finding.is_good else "-" for finding in findings)
    return [
        textwrap.fill(str(finding), 80, initial_indent=f"   {sign} ", subsequent_indent=" " * 5)
        for sign, finding in zip(signs, findings, strict=True)
    ]


def make_advice(position: Position, result: SearchResult, count: int = 5) -> Advice:
    """Turns what a search found into advice about its best moves."""
    seat = position.turn.actor
    moves = [position.ruleset.move(id) for id in result.moves]
    sound = [index for index, move in enumerate(moves) if not _wastes_strike(position, move)]
    ranked = sound or [0]  # a search that was stopped at once may have seen nothing else
    wins, scores, visits, decided, exact = result.win, result.score, result.visits, result.decided, result.exact
    candidates = [
        Candidate(
            moves[index],
            tuple(wins[index]),
            tuple(scores[index]),
            visits[index],
            0.0 if decided[index] else 1.96 * deviation(wins[index][seat], visits[index]),
            decided[index],
            exact[index],
            (),
        )
        for index in ranked
    ]
    best, shown = candidates[0].move, candidates[:count]
    comparison = Comparison(position, [each.move for each in shown])
    # Of the others, only what sets them apart from the first: the rest is no help to choose.
    findings = [comparison.findings(each.move, rival=None if each.move is best else best) for each in shown]
    return Advice(
        position,
        tuple(replace(each, findings=why) for each, why in zip(shown, findings, strict=True)),
        tuple(result.value_win),
        tuple(result.value_score),
        _certainty(candidates, seat),  # of those that are not shown too
        result.simulations,
        result.seconds,
    )


def _wastes_strike(position: Position, move: Move) -> bool:
    """Whether a move spends a strike on what a die allows without one."""
    if not move.strike:
        return False
    return any(move.shape in position.ruleset.rows[die] for die in position.dice)


def deviation(share: float, visits: int) -> float:
    """Standard error of a win chance found by so many visits, one added each way so that few never look certain."""
    share = (share * visits + 1) / (visits + 2)
    return math.sqrt(share * (1 - share)) * unsettled(visits)


def unsettled(visits: int) -> float:
    """Standard error of a mean of so many visits, as a part of the deviation of a single game."""
    return math.hypot(1 / math.sqrt(visits + 2), UNSETTLED)


def _certainty(candidates: Sequence[Candidate], seat: int) -> float:
    first = candidates[0]
    rivals = [each for each in candidates[1:] if each.is_decided or each.visits >= NOTICED * first.visits]
    return min((_is_better(first, rival, seat) for rival in rivals), default=1.0)


def _is_better(first: Candidate, second: Candidate, seat: int) -> float:
    """How sure it is that one candidate is better than another."""
    spread = math.hypot(first.error, second.error) / 1.96
    gap = first.win[seat] - second.win[seat]
    if spread == 0:
        if gap == 0 and (first.score == second.score or not (first.is_exact and second.is_exact)):
            return 0.5
        return 1.0 if gap >= 0 else 0.0
    return 0.5 * (1 + math.erf(gap / spread / math.sqrt(2)))

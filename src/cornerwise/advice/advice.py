"""Advice: the best moves of a position, what each seat may expect of them, and why."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module

from cornerwise._core import Move, Position, SearchResult, advise
from cornerwise.advice.finding import Finding, worded
from cornerwise.advice.sentence import catalogue
from cornerwise.advice.side import mover_name, side_name
from cornerwise.errors import WrongType

FORCED = ("only", "only_place", "every_sure")
"""Verdicts that leave nothing to choose, so that nobody is asked to choose well."""


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
    """Why it is good and, of moves that are not the first, how they compare with the first."""
    expected: tuple[Move, ...] = ()
    """The moves that are expected to follow it, as far as the search has looked into them."""


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
    verdict: str
    """What that comes to: only (only_place where dice differ), clear, likely, ahead, two or equal (two_sure,
    equal_sure, equal_win, and every_sure of all legal moves, if proved), sure where it wins for certain, all_win where
    whichever is chosen should, or unknown where little is known of the others; equal_largest, equal_open or
    equal_opening where several first pieces look equally good and all are among the largest, open more corners than
    most, or both."""
    is_hopeless: bool
    """Whether the mover has no chance that is worth showing, so that points decide."""
    simulations: int
    seconds: float

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __getitem__(self, rank: int) -> Candidate:
        if isinstance(rank, bool) or not isinstance(rank, int):
            raise WrongType(f"The rank of a candidate is a whole number, 0 for the best, not {type(rank).__name__}.")
        return self.candidates[rank]

    @property
    def best(self) -> Candidate:
        """The move it would play."""
        return self.candidates[0]

    @property
    def headline(self) -> str:
        """One or two sentences about them all."""
        words = catalogue()
        told = words[f"verdict.{self.verdict}"].format(mover=mover_name(self.position))
        if self.is_hopeless:
            lost = "verdict.lost" if self.best.is_decided else "verdict.hopeless"
            told += " " + words[f"{lost}.forced" if self.verdict in FORCED else lost]
        return told

    @property
    def counted_simulations(self) -> str:
        """How many positions the search behind it played on from, in words."""
        return f"{self.simulations:,} simulation{'s' * (self.simulations != 1)}"

    def __str__(self) -> str:
        lines = [textwrap.fill(f"{self.headline} ({self.counted_simulations})", 80)]
        for rank, candidate in enumerate(self.candidates, 1):
            lines.append(f"{rank}. {candidate.move.label} ({candidate.move})")
            lines.extend(f"   {line}" for line in self._prospects(candidate))
            lines.extend(bulleted(candidate.findings))
            if rank == 1 and candidate.expected:
                told = f"{catalogue()['line.expected']}: {', then '.join(self._line(candidate))}"
                lines.append(textwrap.fill(told, 80, initial_indent="   ", subsequent_indent=" " * 5))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """The position with the moves drawn on it, and the reasons beside it, for notebooks."""
        return str(import_module("cornerwise.advice.notebook").show_advice(self))

    def certainty(self, candidate: Candidate) -> str:
        """What is proved about a move, or how far off its chance may be."""
        if not isinstance(candidate, Candidate):
            raise WrongType(f"What is more or less certain is a Candidate, not {type(candidate).__name__}.")
        if candidate.is_decided:
            return catalogue()["proof.score" if candidate.is_exact else "proof.winner"]
        return f"± {100 * candidate.error:.0f}"

    def _line(self, candidate: Candidate) -> Iterator[str]:
        """The moves expected to follow, and whose they are."""
        position = self.position.play(candidate.move)
        for move in candidate.expected:
            yield f"{position.turn.color} {move.label}"
            position = position.play(move)

    def _prospects(self, candidate: Candidate) -> tuple[str, str]:
        """Two lines: every side's win chance and its expected score."""
        rules, mover, sure = self.position.ruleset, self.position.turn.actor, self.certainty(candidate)
        wins, scores = [], []
        for team in rules.teams:
            name = side_name(rules, team)
            wins.append(f"{name}: {100 * candidate.win[team[0]]:.0f}%" + (f" ({sure})" if mover in team else ""))
            scores.append(f"{name}: {candidate.score[team[0]]:.1f}")
        what = "empty squares" if rules.fewest_wins else "scores"
        return f"wins {', '.join(wins)}", f"{what} {', '.join(scores)}"


def bulleted(findings: tuple[Finding, ...]) -> list[str]:
    """Findings as lines of a terminal."""
    signs = ("+" if finding.is_good else "-" for finding in findings)
    return [
        textwrap.fill(str(finding), 80, initial_indent=f"   {sign} ", subsequent_indent=" " * 5)
        for sign, finding in zip(signs, findings, strict=True)
    ]


def make_advice(position: Position, result: SearchResult, count: int = 5) -> Advice:
    """Turns what a search found into advice about its best moves."""
    found, rules = advise(position, result, count), position.ruleset
    candidates = tuple(
        Candidate(
            move=rules.move(each.pop("move")),
            findings=worded(rules, each.pop("findings")),
            expected=tuple(map(rules.move, each.pop("expected"))),
            **each,
        )
        for each in found["moves"]
    )
    return Advice(
        position,
        candidates,
        tuple(result.value_win),
        tuple(result.value_score),
        found["confidence"],
        found["verdict"],
        found["is_hopeless"],
        result.simulations,
        result.seconds,
    )

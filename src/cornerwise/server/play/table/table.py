"""A table: a session's terms, its clocks and what is being asked; what may happen at it, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cornerwise.server.play.table.clock import Clock
from cornerwise.server.wire.table import OfferKind, OfferView, Outcome, Standing
from cornerwise.server.wire.terms import SECOND, Terms

RELIEF = 20 * SECOND  # what somebody has at least who takes the seat back from the computer


@dataclass(frozen=True)
class Table:
    """What a session has beside its log and its seats when it is played on terms."""

    terms: Terms
    clock: Clock
    outcome: Outcome = "playing"
    offers: tuple[OfferView, ...] = ()
    next: str | None = None
    """The game that follows by a rematch."""
    standings: tuple[Standing | None, ...] = ()
    ended: int | None = None
    actor: int | None = None
    """The seat that is to act, a computer's too; None when the game has ended."""
    timed_out: tuple[int, ...] = ()
    """The seats whose time was out, so that they retired or, on a first turn, the game was aborted."""
    aborted_by: int | None = None
    """The seat because of which the game was aborted."""

    @classmethod
    def begin(cls, terms: Terms, standings: Sequence[Standing | None], first: int, now: int, is_timed: bool) -> Self:
        """A fresh table; `first` is the seat that is to act, whose clock runs unless it is a computer's."""
        table = cls(terms, Clock.start(terms.tempo, len(standings)), standings=tuple(standings))
        return table.turned(first, now, is_timed, is_first=True)

    @classmethod
    def parse(cls, columns: dict[str, Any]) -> Self | None:
        """The table a stored game's columns describe, or None for a game without terms."""
        if columns["terms"] is None:
            return None
        terms, kept = Terms.model_validate(columns["terms"]), columns["table"]
        return cls(
            terms,
            Clock.parse(terms.tempo, columns["clocks"], columns["since"]),
            columns["outcome"],
            tuple(OfferView.model_validate(offer) for offer in kept["offers"]),
            kept["next"],
            tuple(each and Standing.model_validate(each) for each in kept["standings"]),
            columns["ended"],
            columns["actor"],
            tuple(kept.get("timed_out", ())),
            kept.get("aborted_by"),
        )

    @property
    def columns(self) -> dict[str, Any]:
        """What the store keeps of it; the terms themselves never change."""
        return {
            "clocks": self.clock.kept,
            "since": self.clock.since,
            "deadline": self.clock.deadline if self.is_playing else None,
            "outcome": self.outcome,
            "ended": self.ended,
            "actor": self.actor,
            "table": {
                "offers": [offer.model_dump() for offer in self.offers],
                "next": self.next,
                "standings": [each and each.model_dump() for each in self.standings],
                "timed_out": list(self.timed_out),
                "aborted_by": self.aborted_by,
            },
        }

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on, as far as the table knows."""
        return self.outcome == "playing"

    def offer(self, kind: OfferKind) -> OfferView | None:
        """What is being asked of this kind."""
        return next((offer for offer in self.offers if offer.kind == kind), None)

    def agree(self, kind: OfferKind, seat: int, to: int | None = None) -> Self:
        """A seat asks for something, or says yes to it."""
        known = self.offer(kind)
        if known is None:
            made = OfferView(kind=kind, by=seat, agreed=(seat,), to=to)
        else:
            made = known.model_copy(update={"agreed": tuple(sorted({*known.agreed, seat}))})
        return replace(self, offers=(*(offer for offer in self.offers if offer.kind != kind), made))

    def withdraw(self, kind: OfferKind) -> Self:
        """Nobody asks for it any more."""
        return replace(self, offers=tuple(offer for offer in self.offers if offer.kind != kind))

    def moved(self, thought: int | None, is_move: bool, now: int) -> tuple[Self, int | None]:
        """Somebody has acted: the clock stops, a question about the move before is settled; also what was spent.

        What passed beyond the `thought` a page tells is lag, as far as the quota goes.
        """
        if self.clock.seat is None:
            return self.withdraw("takeback"), None
        lag = 0 if thought is None else max(0, now - self.clock.since - thought)
        clock, spent = self.clock.stop(now, lag, is_move)
        return replace(self, clock=clock).withdraw("takeback"), spent

    def back(self, undone: Sequence[int], now: int) -> Self:
        """These seats' moves were taken back."""
        return replace(self, clock=self.clock.back(undone, now))

    def turned(self, actor: int, now: int, is_timed: bool, is_first: bool) -> Self:
        """It is a seat's turn now; no clock runs for a computer."""
        return replace(self, actor=actor, clock=self.clock.run(actor if is_timed else None, now, is_first))

    def relieved(self, seat: int, now: int) -> Self:
        """The computer stands in for a seat, or does so no longer: its clock gets enough to go on with."""
        clock = self.clock
        if clock.seat == seat:
            clock, _ = clock.stop(now, is_move=False)
        return replace(self, clock=clock.at_least(seat, RELIEF))

    def told(self, more: Mapping[str, Any]) -> Self:
        """The table with what the store added to its columns."""
        if not more:
            return self
        standings = tuple(each and Standing.model_validate(each) for each in more["table"]["standings"])
        return replace(self, standings=standings)

    def closed(self, outcome: Outcome, now: int) -> Self:
        """The game has ended; no clock runs any more."""
        clock, _ = self.clock.stop(now, is_move=False)
        return replace(self, actor=None, clock=clock, outcome=outcome, ended=now).withdraw("takeback")

    def aborted(self, seat: int, now: int, *, is_late: bool) -> Self:
        """The game has ended without a result because of a seat that left, or that let its first turn pass."""
        late = (*self.timed_out, seat) if is_late else self.timed_out
        return replace(self.closed("aborted", now), timed_out=late, aborted_by=seat)

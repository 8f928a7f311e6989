"""What a table with terms shows besides the game: its clocks, what is being asked, and how it ended."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cornerwise.server.wire.terms import Terms
from cornerwise.server.wire.wire import GameId, Wire

Outcome = Literal["playing", "over", "aborted", "annulled"]
OfferKind = Literal["takeback", "rematch"]


class OfferView(Wire):
    """Something that happens when everybody agrees."""

    kind: OfferKind
    by: int = Field(description="the seat that asked first")
    agreed: tuple[int, ...] = Field(description="the seats that said yes, the asker's included")
    to: int | None = Field(description="takeback: the ply to go back to")


class Standing(Wire):
    """What somebody's rating was before the game, and what it became."""

    number: int
    is_provisional: bool
    after: int | None = Field(description="null until a rated game has ended")


class TableView(Wire):
    """A table's clocks and agreements; moments are milliseconds UTC by the server's clock (see `time`)."""

    terms: Terms
    outcome: Outcome
    left: tuple[int, ...] = Field(description="milliseconds per seat when the present turn began")
    running: int | None = Field(description="the seat whose clock runs, or null")
    since: int = Field(description="the moment the present turn began")
    is_grace: bool = Field(description="this is a first turn, which runs on nobody's clock")
    deadline: int | None = Field(description="the moment at which the present turn ends by itself, or null")
    may_abort: bool = Field(description="this connection may end the game without a result")
    may_take_back: bool = Field(description="this connection may ask for its last move back")
    offers: tuple[OfferView, ...]
    next: GameId | None = Field(description="the rematch, once it has begun")
    standings: tuple[Standing | None, ...] = Field(description="per seat; null where nobody is rated")
    timed_out: tuple[int, ...] = Field(
        description="the seats whose time was out, so that they retired or, on a first turn, the game was aborted"
    )
    aborted_by: int | None = Field(description="the seat because of which the game was aborted, or null")

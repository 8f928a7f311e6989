"""The lobby on the wire: seeks, challenges, games to watch, and what people say to or about each other."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.terms import Terms
from cornerwise.server.wire.wire import GameId, LevelNumber, Name, Wire

SeekId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{12,24}$")]
PersonId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,32}$")]
RatingNumber = Annotated[int, Field(ge=0, le=5000)]
Phrase = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "nice_move",
    "well_played",
    "good_game",
    "oops",
    "thanks",
    "take_your_time",
    "one_moment",
    "again",
    "bye",
]
Reason = Literal["stalling", "help", "name", "insult", "other"]


class Somebody(Wire):
    """Somebody, as others see them."""

    id: PersonId
    name: str
    is_guest: bool
    is_computer: bool = False


class SeekView(Wire):
    """An offer to play."""

    id: SeekId
    kind: Literal["quick", "open", "challenge", "private"]
    person: Somebody
    numbers: tuple[int, ...] = Field(description="the seeker's rating, for each of the terms")
    terms: tuple[Terms, ...]
    low: int | None
    high: int | None
    fill: int | None = Field(description="the level of the computer on seats that stay empty; null: people only")
    seats: int = Field(description="how many the first of the games has")
    joined: tuple[str, ...] = Field(description="names of those who have answered so far")
    to: Somebody | None = Field(description="whom a challenge is for")
    made: int = Field(description="when it was made, milliseconds UTC")
    wants: SeekId | None = Field(description="the seek this one answers, while its table is not full yet")
    is_declined: bool = Field(default=False, description="whether the person a challenge was for has said no")


class TableSummary(Wire):
    """A table as one line of a list."""

    game: GameId
    terms: Terms
    names: tuple[str, ...] = Field(description="of people; empty for a computer")
    levels: tuple[int | None, ...] = Field(description="of computers; null for people")
    numbers: tuple[int | None, ...] = Field(description="ratings before the game")
    moves: int
    actor: int = Field(description="the seat to act, -2 when the game is over")
    deadline: int | None


class RunningTables(Wire):
    """Public games that go on, what people like to watch first."""

    tables: tuple[TableSummary, ...]


class OwnTable(TableSummary):
    """One of your tables that go on."""

    seat: int = Field(description="yours")
    is_your_turn: bool
    opened: int = Field(description="milliseconds UTC")


class TempoView(Wire):
    """A tempo on offer, for so many seats."""

    name: str
    seats: int
    kind: Literal["fischer", "move", "days"]
    initial: int
    increment: int


class Tempos(Wire):
    """The tempos on offer, and what may be said at a table."""

    tempos: tuple[TempoView, ...]
    phrases: tuple[str, ...]
    reasons: tuple[str, ...]


# ---- from the client ------------------------------------------------------------------------


class NewSeek(Wire):
    """An offer to play on any of these terms: with whoever fits, with one person, or with those who have the link."""

    kind: Literal["quick", "open", "challenge", "private"] = "quick"
    terms: tuple[Terms, ...] = Field(min_length=1, max_length=12)
    low: RatingNumber | None = None
    high: RatingNumber | None = None
    fill: LevelNumber | None = None
    to: Name | None = Field(default=None, description="challenge: the name of the person")

"""A game that was played in a browser, as it comes to the server to go on there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.wire import NAME_LENGTH, GivenKind, Key, LevelNumber, Ply, Wire

Share = Annotated[float, Field(ge=0, le=1)]


class HomeSeat(Wire):
    """Who sits on a seat."""

    kind: GivenKind = "here"
    name: Annotated[str, Field(max_length=NAME_LENGTH, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]*$")] = ""
    level: LevelNumber = 3
    stand_in: LevelNumber | None = None
    has_resigned: bool = False


class HomeEntry(Wire):
    """Number `ply` of the log, following entry `after`."""

    ply: Annotated[int, Field(ge=1, le=1_000_000)]
    after: Ply
    kind: Literal["move", "roll", "retire"]
    text: Annotated[str, Field(max_length=80)]
    forecast: tuple[Share, ...] | None = Field(default=None, max_length=4)


class HomeGame(Wire):
    """A whole game: its log with the numbers it has there, who sits where, and where it stands."""

    ruleset: Key
    options: dict[Key, Key] = Field(default_factory=dict, max_length=8)
    seats: tuple[HomeSeat, ...] = Field(min_length=1, max_length=4)
    entries: tuple[HomeEntry, ...] = Field(default=(), max_length=2000)
    ply: Ply = 0
    is_paused: bool = False

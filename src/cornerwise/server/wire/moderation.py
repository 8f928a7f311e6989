"""What moderators read and decide, on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.lobby import Reason, Somebody
from cornerwise.server.wire.people import AnyName
from cornerwise.server.wire.table import Outcome
from cornerwise.server.wire.wire import GameId, Wire


class ReportView(Wire):
    """A report as a moderator reads it."""

    number: int
    made: int = Field(description="milliseconds UTC")
    by: Somebody = Field(description="without a name where the person was deleted")
    about: Somebody = Field(description="the same")
    suspended_until: int | None = Field(description="of the person it is about, milliseconds UTC")
    game: GameId
    is_rated: bool
    is_hidden: bool = Field(description="a public game that was taken out of every list")
    outcome: Outcome = Field(description="of the game")
    reason: Reason
    note: str
    is_handled: bool


class RulingView(Wire):
    """What a moderator decided."""

    made: int = Field(description="milliseconds UTC")
    by: str = Field(description="the moderator's name; empty where the account was deleted")
    kind: Literal["suspend", "restore", "rename", "annul", "hide", "show", "handle"]
    person: str | None = Field(description="whom it is about, by the name they have now")
    game: GameId | None
    detail: str = Field(description="suspend: days; rename: the name before; handle: the number of the report")


class Desk(Wire):
    """What waits for the moderators, oldest first, and what they decided last, newest first."""

    reports: tuple[ReportView, ...]
    rulings: tuple[RulingView, ...]


class Suspension(Wire):
    """For how many days somebody may not play with others; 0 ends it."""

    days: Annotated[int, Field(ge=0, le=3650)]


class Renaming(Wire):
    """What somebody is called from now on."""

    name: AnyName


class Hiding(Wire):
    """Whether a public game is taken out of every list."""

    is_hidden: bool

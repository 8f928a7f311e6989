"""The messages of the lobby and of tables with terms, in both directions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.lobby import (
    NewSeek,
    OwnTable,
    PersonId,
    Phrase,
    Reason,
    SeekId,
    SeekView,
    Somebody,
    TableSummary,
)
from cornerwise.server.wire.request import Answer, Request
from cornerwise.server.wire.table import OfferKind
from cornerwise.server.wire.wire import GameId, SeatNumber, Wire

# ---- from the client ------------------------------------------------------------------------


class EnterLobby(Request):
    """Hear what happens in the lobby, and what concerns you, until `leave_lobby`."""

    type: Literal["enter_lobby"]


class LeaveLobby(Request):
    """Hear no more of the lobby."""

    type: Literal["leave_lobby"]


class MakeSeek(Request):
    """Offer to play. A quick seek takes the place of the one before it."""

    type: Literal["seek"]
    seek: NewSeek


class AcceptSeek(Request):
    """Sit down with whoever made a seek, on those of its terms that have this number."""

    type: Literal["accept"]
    seek: SeekId
    terms: Annotated[int, Field(ge=0, le=11)] = 0


class CancelSeek(Request):
    """Take a seek of yours back, or turn a challenge to you down."""

    type: Literal["cancel"]
    seek: SeekId


class FillSeek(Request):
    """Begin the private table you made: the computer takes the seats that are still empty."""

    type: Literal["fill"]
    seek: SeekId


class Abort(Request):
    """End a game without a result; only before your second move."""

    type: Literal["abort"]
    game: GameId


class Offer(Request):
    """Ask for your last move back, or for a rematch; saying it after somebody else did means yes."""

    type: Literal["offer"]
    game: GameId
    offer: OfferKind


class Decline(Request):
    """Say no to what is being asked, or ask no longer."""

    type: Literal["decline"]
    game: GameId
    offer: OfferKind


class Say(Request):
    """Say one of the phrases at a table where you sit."""

    type: Literal["say"]
    game: GameId
    phrase: Phrase


class Bar(Request):
    """Hear nobody's phrases any more (mute), or never meet somebody again (block); `none` takes it back."""

    type: Literal["bar"]
    person: PersonId
    bar: Literal["mute", "block", "none"]


class Report(Request):
    """Tell the moderators about somebody at a table."""

    type: Literal["report"]
    game: GameId
    seat: SeatNumber
    reason: Reason
    note: Annotated[str, Field(max_length=400)] = ""


class AskTime(Request):
    """Ask what time it is by the server's clock."""

    type: Literal["time"]


# ---- from the server ------------------------------------------------------------------------


class Lobby(Wire):
    """What everybody sees in the lobby; the newest one replaces all before it."""

    type: Literal["lobby"] = "lobby"
    seeks: tuple[SeekView, ...]
    tables: tuple[TableSummary, ...] = Field(description="public games that go on, the most watched first")


class Mine(Wire):
    """What concerns you: the newest one replaces all before it."""

    type: Literal["mine"] = "mine"
    seeks: tuple[SeekView, ...] = Field(description="yours")
    challenges: tuple[SeekView, ...] = Field(description="to you")
    tables: tuple[OwnTable, ...] = Field(description="yours that go on; those where it is your turn first")
    muted: tuple[Somebody, ...]
    blocked: tuple[Somebody, ...]
    suspended_until: int | None = Field(
        default=None, description="milliseconds UTC, while a moderator has barred you from playing with others"
    )


class Sought(Answer):
    """Your seek stands; whoever has the link /meet/SEEK can accept a private one."""

    type: Literal["sought"] = "sought"
    seek: SeekId


class SaidPhrase(Wire):
    """Somebody said a phrase at a table."""

    type: Literal["said"] = "said"
    game: GameId
    seat: int
    person: str | None
    phrase: Phrase


class Time(Answer):
    """The time by the server's clock, milliseconds UTC."""

    type: Literal["time"] = "time"
    now: int


LobbyRequest = EnterLobby | LeaveLobby | MakeSeek | AcceptSeek | CancelSeek | FillSeek | Bar | AskTime
TableRequest = Abort | Offer | Decline | Say | Report

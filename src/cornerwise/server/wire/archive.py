"""The archive on the wire: public games that have ended."""

from __future__ import annotations

from pydantic import Field

from cornerwise.server.wire.people import PersonKind
from cornerwise.server.wire.wire import GameId, Wire


class ArchivedSeat(Wire):
    """Who sat on a seat, and how it ended for them."""

    name: str = Field(description="empty when the person was deleted")
    kind: PersonKind
    level: int | None = Field(description="of a computer")
    rank: int
    score: int
    number: int | None = Field(description="the rating before the game")
    after: int | None = Field(description="the rating after it, where it was rated")


class ArchivedGame(Wire):
    """A public game that has ended."""

    game: GameId
    ruleset: str
    is_live: bool
    is_rated: bool
    is_annulled: bool = Field(description="a moderator has struck out its result")
    moves: int
    ended: int = Field(description="milliseconds UTC")
    seats: tuple[ArchivedSeat, ...]


class ArchivePage(Wire):
    """A page of the archive, the newest first."""

    games: tuple[ArchivedGame, ...]
    before: str | None = Field(description="what to ask for to see newer games; null on the first page")
    after: str | None = Field(description="what to ask for to see older games; null on the last page")

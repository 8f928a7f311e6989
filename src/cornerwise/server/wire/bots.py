"""Bots on the wire: what their owners see, what bots send, and the lines they read."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.lobby import SeekId, SeekView
from cornerwise.server.wire.table import OfferView, Outcome
from cornerwise.server.wire.terms import Terms
from cornerwise.server.wire.wire import GameId, Name, Wire

# ---- for owners -----------------------------------------------------------------------------


class NewBot(Wire):
    """A bot to be made; the server adds the word "Bot" to its name."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class BotView(Wire):
    """A bot as its owner sees it."""

    name: str
    made: int = Field(description="milliseconds UTC")
    used: int | None = Field(description="when its token was last used, to within an hour")
    has_token: bool


class BotList(Wire):
    """Somebody's bots."""

    bots: tuple[BotView, ...]


class BotToken(Wire):
    """A bot's new token, which is told this once."""

    name: str
    token: str


# ---- from bots ------------------------------------------------------------------------------


class BotChallenge(Wire):
    """Whom a bot would play, and on what terms."""

    to: Name
    terms: Terms


class BotMove(Wire):
    """A move, and the ply it was chosen at."""

    ply: Annotated[int, Field(ge=0, le=1_000_000)]
    move: Annotated[str, Field(min_length=1, max_length=200)]


class BotRoll(Wire):
    """A throw of the dice at a ply."""

    ply: Annotated[int, Field(ge=0, le=1_000_000)]


class BotDone(Wire):
    """What was asked has been done."""

    is_done: bool = True


class BotSought(Wire):
    """A challenge that stands."""

    seek: SeekId


class BotSelf(Wire):
    """Who a token belongs to."""

    name: str
    id: str


# ---- lines of the stream of events ----------------------------------------------------------


class BotChallenged(Wire):
    """Somebody would like to play."""

    type: Literal["challenge"] = "challenge"
    challenge: SeekView


class BotChallengeGone(Wire):
    """A challenge was taken back, or has become a game."""

    type: Literal["challenge_gone"] = "challenge_gone"
    seek: SeekId


class BotGameBegan(Wire):
    """A game goes on in which the bot has a seat: read its stream."""

    type: Literal["game"] = "game"
    game: GameId
    seat: int
    terms: Terms


class BotGameEnded(Wire):
    """A game of the bot has ended."""

    type: Literal["game_over"] = "game_over"
    game: GameId


class BotRematch(Wire):
    """Somebody would like to play once more on the same terms: agree, or decline."""

    type: Literal["rematch"] = "rematch"
    game: GameId = Field(description="the game that has ended")
    by: int = Field(description="the seat that asked")


# ---- lines of the stream of a game ----------------------------------------------------------


class BotGame(Wire):
    """A game as it stands; a new line comes with every change, and the last one when it is over."""

    type: Literal["state"] = "state"
    game: GameId
    ruleset: str
    options: dict[str, str]
    names: tuple[str, ...] = Field(description="per seat; empty for a computer of the house")
    seat: int = Field(description="the bot's own")
    ply: int
    moves: tuple[str, ...] = Field(description="the line so far: moves, throws of dice and who retired")
    position: str = Field(description="the position as one word, which cornerwise.Position.parse reads")
    actor: int = Field(description="the seat to act; -2 when the game is over")
    is_your_turn: bool
    must_roll: bool = Field(description="your turn begins with a throw of the dice")
    left: tuple[int, ...] = Field(description="milliseconds on each clock when the last move was made")
    deadline: int | None = Field(description="when the time of the seat to act is out, milliseconds UTC")
    outcome: Outcome
    scores: tuple[int, ...]
    ranks: tuple[int, ...] = Field(description="1 is best; final when the game is over")
    offers: tuple[OfferView, ...] = Field(description="what is being asked, which happens when everybody agrees")

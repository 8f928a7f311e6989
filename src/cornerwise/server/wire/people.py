"""People on the wire: who asks, profiles, devices, ways to sign in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.wire import GameId, SeatNumber, Token, Wire

AnyName = Annotated[str, Field(min_length=1, max_length=80)]
AnyPassword = Annotated[str, Field(min_length=1, max_length=400)]
PasskeyAnswer = Annotated[str, Field(min_length=2, max_length=20_000)]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
PersonKind = Literal["guest", "account", "computer", "bot"]
Milliseconds = Annotated[int, Field(description="milliseconds UTC")]


class PersonView(Wire):
    """A person as everybody sees them."""

    name: str = Field(description="empty when the person was deleted")
    kind: PersonKind
    country: str | None
    level: int | None = Field(description="of a computer player")
    is_deleted: bool = False


class Profile(Wire):
    """A person's page: who they are, since when, and how much they have played here."""

    person: PersonView
    made: Milliseconds
    is_you: bool


class Me(Wire):
    """Who the server takes this browser for; null when it has only looked so far."""

    person: PersonView | None
    is_moderator: bool = False
    suspended_until: int | None = Field(default=None, description="milliseconds UTC, while a moderator has barred one")
    has_generated_name: bool = Field(default=False, description="a guest who has not chosen a name yet")
    may_use_passkeys: bool = Field(default=False, description="browsers have them only over https, or on localhost")


class ChangedPerson(Wire):
    """What a person wants to be called and where they come from; what is left out stays."""

    name: AnyName | None = None
    country: Country | Literal[""] | None = Field(default=None, description='"" takes it away')


class NewPassword(Wire):
    """A password to sign in by from now on; a guest without a name of their own gives one too."""

    password: AnyPassword
    name: AnyName | None = None


class PasswordSignIn(Wire):
    """Who one says one is, and the proof."""

    name: AnyName
    password: AnyPassword


class RecoverySignIn(Wire):
    """Who one says one is, and one of the codes that were kept for a rainy day."""

    name: AnyName
    code: Annotated[str, Field(min_length=1, max_length=60)]


class NewPasskey(Wire):
    """A passkey is to be made; a guest without a name of their own gives one."""

    name: AnyName | None = None


class PasskeyOptions(Wire):
    """What the browser needs for its part of the ceremony: JSON, as WebAuthn says."""

    options: str


class MadePasskey(Wire):
    """The browser's answer, as JSON, and what the person calls the device."""

    answer: PasskeyAnswer
    name: AnyName | None = None
    title: Annotated[str, Field(max_length=60)] = ""


class PasskeySignIn(Wire):
    """The browser's answer, as JSON."""

    answer: PasskeyAnswer


class CredentialView(Wire):
    """A way to sign in, as its owner sees it."""

    id: str
    kind: Literal["passkey", "password"]
    title: str
    made: Milliseconds
    used: int | None = Field(description="milliseconds UTC")


class CredentialList(Wire):
    """All ways to sign in, and how many recovery codes are left."""

    credentials: tuple[CredentialView, ...]
    codes: int


class RecoveryCodes(Wire):
    """Fresh recovery codes; the server cannot show them again."""

    codes: tuple[str, ...]


class VisitView(Wire):
    """A browser in which a person is signed in."""

    id: str
    agent: str
    made: Milliseconds
    seen: Milliseconds
    is_this: bool


class VisitList(Wire):
    """The browsers in which a person is signed in, the last used first."""

    visits: tuple[VisitView, ...]


class ShownGame(Wire):
    """A game and the tokens a browser has for it."""

    game: GameId
    tokens: tuple[Token, ...] = Field(max_length=8)


class Adopted(Wire):
    """Games a browser has tokens of, to follow its person."""

    games: tuple[ShownGame, ...] = Field(max_length=100)


class ClaimedGameView(Wire):
    """A game that follows a person: as its host, on seats, or both."""

    game: GameId
    is_host: bool
    seats: tuple[SeatNumber, ...]


class ClaimedGames(Wire):
    """The games that follow a person to every device, tables included; the last played first."""

    games: tuple[ClaimedGameView, ...]


class Farewell(Wire):
    """The own name, typed once more, so that nobody is deleted by a slip."""

    name: AnyName


class HouseWords(Wire):
    """What the host of this server says to everybody."""

    announcement: str
    terms: str
    countries: tuple[str, ...] = Field(description="those a person may come from, by their two letters")

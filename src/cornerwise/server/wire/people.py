"""People on the wire: who asks, profiles, devices, ways to sign in."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.wire import Wire

AnyName = Annotated[str, Field(min_length=1, max_length=80)]
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]


class PersonView(Wire):
    """A person as everybody sees them."""

    name: str = Field(description="empty when the person was deleted")
    kind: Literal["guest", "account", "computer"]
    country: str | None
    level: int | None = Field(description="of a computer player")
    is_deleted: bool = False


class Me(Wire):
    """Who the server takes this browser for; null when it has only looked so far."""

    person: PersonView | None
    is_moderator: bool = False


class ChangedPerson(Wire):
    """What a person wants to be called and where they come from; what is left out stays."""

    name: AnyName | None = None
    country: Country | Literal[""] | None = Field(default=None, description='"" takes it away')

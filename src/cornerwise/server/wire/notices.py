"""Notices on the wire: how somebody wants to be told that it is their turn."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from cornerwise.server.wire.lobby import OwnTable
from cornerwise.server.wire.wire import Wire

Language = Literal["en", "de", "fr", "es"]
Letters = r"^[A-Za-z0-9_=-]+$"


class NoticeSettings(Wire):
    """How this browser and this person are told."""

    key: str = Field(description="the server's public key, as browsers want it for a subscription")
    is_subscribed: bool = Field(description="this browser is told by push")
    has_mail: bool = Field(description="the host can send e-mail")
    address: str | None = Field(description="the e-mail address that is told")
    is_verified: bool = Field(description="its reader has opened the link that was sent there")


class PushWish(Wire):
    """A browser's push subscription."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    p256dh: Annotated[str, Field(min_length=80, max_length=100, pattern=Letters)]
    auth: Annotated[str, Field(min_length=20, max_length=32, pattern=Letters)]
    language: Language


class MailWish(Wire):
    """An e-mail address to be told at."""

    address: Annotated[str, Field(min_length=3, max_length=254)]
    language: Language


class MailToken(Wire):
    """What a link in an e-mail holds."""

    token: Annotated[str, Field(max_length=200)]


class MailAnswer(Wire):
    """What opening the link did; the address is null where the link is no longer good."""

    address: str | None


class TurnList(Wire):
    """What waits for somebody: their tables that go on, those where it is their turn first, and challenges."""

    tables: tuple[OwnTable, ...]
    challenges: int = Field(description="how many people challenge them and wait for an answer")

"""Sending a push message to the service that knows the browser, and understanding its answer."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import httpcore

from cornerwise.server.notices.encryption import encrypt, from_text
from cornerwise.server.notices.endpoints import PublicBackend, is_endpoint
from cornerwise.server.notices.vapid import Vapid

SECONDS = 10.0
Delivery = Literal["sent", "gone", "later", "refused"]


@dataclass(frozen=True)
class Subscription:
    """A browser's wish to be told: where, and the keys only it can read with."""

    visit: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Pusher:
    """Sends push messages; follows no redirects and reads no answers."""

    def __init__(self, vapid: Vapid, allowed: Collection[str] = ()) -> None:
        self.vapid = vapid
        self.allowed = frozenset(allowed)
        self.pool = httpcore.AsyncConnectionPool(network_backend=PublicBackend(allowed), max_connections=20)

    async def send(self, to: Subscription, message: bytes, topic: str, lasts: int, now: int) -> Delivery:
        """Send a message that is worth `lasts` seconds; a newer one of the same topic takes its place."""
        if not is_endpoint(to.endpoint, self.allowed):
            return "gone"
        try:
            body = encrypt(message, from_text(to.p256dh), from_text(to.auth))
        except ValueError:
            return "gone"
        headers: dict[bytes | str, bytes | str] = {
            "Authorization": self.vapid.authorization(to.endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Content-Length": str(len(body)),
            "TTL": str(lasts),
            "Topic": topic,
            "Urgency": "normal",
        }
        timeout = dict.fromkeys(("connect", "read", "write", "pool"), SECONDS)
        try:
            async with self.pool.stream(
                "POST", to.endpoint, headers=headers, content=body, extensions={"timeout": timeout}
            ) as answer:
                status = answer.status
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, httpcore.UnsupportedProtocol):
            return "later"
        return understood(status)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.pool.aclose()


def understood(status: int) -> Delivery:
    """What a push service's answer means."""
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    return "later" if status == 429 or status >= 500 else "refused"

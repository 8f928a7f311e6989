"""Where push messages may go: to known push services at public addresses, and nowhere else a stranger might name."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

import httpcore

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
LENGTH = 1000


def is_endpoint(url: str, more: Collection[str] = ()) -> bool:
    """Whether an address belongs to a push service: over https, on its usual port; or to a host in `more`.

    >>> is_endpoint("https://updates.push.services.mozilla.com/wpush/v2/x")
    True
    >>> is_endpoint("https://push.services.mozilla.com.evil.example/")
    False
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return False
    if len(url) > LENGTH or not url.isascii() or not host or parts.username is not None or parts.password is not None:
        return False
    if parts.netloc.lower() in more and parts.scheme in ("http", "https"):
        return True
    is_known = any(host == service or host.endswith(f".{service}") for service in SERVICES)
    return parts.scheme == "https" and port in (None, 443) and is_known


class PublicBackend(httpcore.AsyncNetworkBackend):
    """Connects only to public addresses, whatever a name leads to; a host in `allowed` may be anywhere.

    The address that was looked at is the one that is used, so that a name cannot change its mind in between.
    """

    def __init__(self, allowed: Collection[str] = ()) -> None:
        self._inner = httpcore.AnyIOBackend()
        self._allowed = {urlsplit(f"//{each}").hostname for each in allowed}

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Open a connection, or raise ConnectError."""
        loop = asyncio.get_running_loop()
        try:
            found = await asyncio.wait_for(loop.getaddrinfo(host, port, type=socket.SOCK_STREAM), timeout)
        except (OSError, TimeoutError) as error:
            raise httpcore.ConnectError(f"{host} is not known") from error
        addresses = [info[4][0] for info in found]
        is_fine = host in self._allowed or all(ipaddress.ip_address(each).is_global for each in addresses)
        if not addresses or not is_fine:
            raise httpcore.ConnectError(f"{host} is at no public address")
        return await self._inner.connect_tcp(str(addresses[0]), port, timeout, local_address, socket_options)

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Never."""
        raise httpcore.ConnectError("push services are not on this machine")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._inner.sleep(seconds)

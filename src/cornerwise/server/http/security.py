"""What keeps strangers out: headers for the browser, an origin check, limits on size and rate."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cornerwise.server.http.limits import BODY_BYTES, REQUESTS, Buckets

logger = logging.getLogger(__name__)

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
# What is made once and then only copied need not be rationed: the files of the page, rulesets, atlases.
HOME_NAMES = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal")
RATIONED, FREE = "/api/", ("/api/welcome", "/api/first", "/api/rulesets/", "/api/atlas/")
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}


def is_own_origin(headers: Headers, origins: Collection[str]) -> bool:
    """Whether a request comes from our own page, from a program (no origin), or from an origin allowed."""
    origin = headers.get("origin")
    if origin is None or origin in origins:
        return True
    try:
        return bool(origin) and urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


def is_own_host(host: str | None, origins: Collection[str]) -> bool:
    """Whether a request was meant for this server.

    A stranger's name that leads to this machine (DNS rebinding) would make their page ours. Only public names can: an
    address, a name without a dot and the names of home networks cannot be registered by anybody.
    """
    try:
        name = (urlsplit(f"//{host or ''}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if not name or any(urlsplit(origin).hostname == name for origin in origins):
        return bool(name)
    return "." not in name or name.endswith(HOME_NAMES) or is_address(name)


def is_address(name: str) -> bool:
    """Whether a host is written as an address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_rationed(path: str) -> bool:
    """Whether requests for a path count against the allowance of an address."""
    return path.startswith(RATIONED) and not path.startswith(FREE)


class Security:
    """Middleware around the whole app."""

    def __init__(self, app: ASGIApp, origins: Collection[str] = ()) -> None:
        self.app = app
        self.origins = origins
        self.requests = Buckets(REQUESTS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with the reason why not."""
        if scope["type"] == "websocket":
            headers = Headers(scope=scope)
            if not is_own_host(headers.get("host"), self.origins) or not is_own_origin(headers, self.origins):
                await send({"type": "websocket.close", "code": 1008, "reason": "Wrong origin."})
                return
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send = with_headers(send)
        address = scope["client"][0] if scope.get("client") else ""
        length = headers.get("content-length", "0")
        if not is_own_host(headers.get("host"), self.origins):
            await refuse(send, 421, "not_yours", "This server does not answer to that name; --url tells it its name.")
        elif not is_own_origin(headers, self.origins):
            await refuse(send, 403, "not_yours", "Requests from other sites are not accepted.")
        elif is_rationed(scope["path"]) and not self.requests.take(address):
            await refuse(send, 429, "too_fast", "That was too much at once; wait a moment.")
        elif not length.isdecimal() or int(length) > BODY_BYTES:
            await refuse(send, 413, "too_large", f"A request may have {BODY_BYTES} bytes.")
        else:
            await self._answer(scope, limited(receive), send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer; a fault of ours gets a sentence and the same headers as everything else."""
        has_begun = False

        async def sending(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            logger.exception("A request could not be answered")
            if has_begun:
                raise
            await refuse(send, 500, "internal", "Something went wrong on the server; nothing was changed.")


def with_headers(send: Send) -> Send:
    """A send that adds our headers to every answer."""

    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return wrapped


def limited(receive: Receive) -> Receive:
    """A receive that ends a body which is longer than it said."""
    total = 0

    async def wrapped() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > BODY_BYTES:
            return {"type": "http.disconnect"}
        return message

    return wrapped


async def refuse(send: Send, status: int, code: str, sentence: str) -> None:
    """Answer with a problem."""
    kind = code if code in ("too_fast", "internal") else ""
    body = json.dumps({"code": code, "sentence": sentence, "kind": kind, "values": {}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

"""The lines strangers hold: uvicorn's protocols with bounds on headers, time, frames and silence."""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections import Counter
from collections.abc import Collection
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cornerwise.server.http.limits import CONTROL_FRAMES, FRAGMENTS, HEAD_BYTES, REQUEST_SECONDS, Bucket


class Lines:
    """How many lines are open, altogether and per address; shared by the protocols of one server."""

    def __init__(self, most: int, per_address: int, proxies: Collection[str] = ()) -> None:
        self.most = most
        self.per_address = per_address
        self.proxies = frozenset(proxies)  # everybody comes through them
        self.total = 0
        self.open: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        """Open a line for an address if there is room for it."""
        if self.total >= self.most:
            return False
        if self.open[address] >= self.per_address and address not in self.proxies:
            return False
        self.total += 1
        self.open[address] += 1
        return True

    def free(self, address: str) -> None:
        """Close a line."""
        self.total -= 1
        self.open[address] -= 1
        if self.open[address] <= 0:
            del self.open[address]


class HttpLine(HttpToolsProtocol):
    """HTTP whose requests have a size and must arrive in time."""

    lines: Lines

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.head = 0  # bytes of the present request's address and headers
        self.arrived = 0  # bytes that have not made up its headers yet
        self.is_reading_head = True
        self.is_too_long = False
        self.is_counted = False
        self.patience: asyncio.TimerHandle | None = None

    # ---- the line -----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the line, unless there are too many."""
        super().connection_made(transport)
        if not self.lines.take(self.address):
            transport.abort()
            return
        self.is_counted = True
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the line."""
        self._rest()
        self.release()
        super().connection_lost(exc)

    @property
    def address(self) -> str:
        """Who holds the line."""
        return self.client[0] if self.client else ""

    def release(self) -> None:
        """Count the line as closed; a WebSocket that grew out of it does so when it ends."""
        if self.is_counted:
            self.is_counted = False
            self.lines.free(self.address)

    # ---- time ---------------------------------------------------------------------------------

    def _wait(self) -> None:
        if self.patience is None:
            self.patience = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _rest(self) -> None:
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    # ---- what arrives -------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take in bytes as long as they make up a request of a decent size."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.parser is None or self.transport.is_closing():
            return
        self.arrived = self.arrived + len(data) if self.is_reading_head else 0
        if self.is_too_long or self.arrived > HEAD_BYTES:
            self._refuse()

    def _refuse(self) -> None:
        sentence = b"The headers of a request are too long.\n"
        self.transport.write(
            STATUS_LINE[431]
            + b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            + b"content-length: %d\r\n\r\n" % len(sentence)
            + sentence
        )
        self.transport.close()

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._wait()
        self.head = 0
        self.is_reading_head = True

    def on_url(self, url: bytes) -> None:
        """A part of the request's address."""
        if self._fits(len(url)):
            super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """One header."""
        if self._fits(len(name) + len(value) + 4):
            super().on_header(name, value)

    def _fits(self, size: int) -> bool:
        self.head += size
        self.is_too_long = self.is_too_long or self.head > HEAD_BYTES
        return not self.is_too_long

    def on_headers_complete(self) -> None:
        """All headers are there; one that was refused goes no further."""
        self.is_reading_head = False
        if not self.is_too_long:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A part of the request's body."""
        if not self.is_too_long:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request has arrived whole."""
        self._rest()
        if not self.is_too_long:
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the line over to a WebSocket, which counts it from now on."""
        self._rest()
        if self.is_too_long:
            self._refuse()
            return
        self.release()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it holds this line, as this line holds it


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket that answers only so many control frames and lets go of whoever has stopped reading."""

    lines: Lines

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.control = Bucket(CONTROL_FRAMES)
        self.is_counted = False

    def connection_made(self, transport: BaseTransport) -> None:
        """Take the line over."""
        super().connection_made(transport)
        self.is_counted = self.lines.take(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of the line."""
        if self.is_counted:
            self.is_counted = False
            self.lines.free(self.client[0] if self.client else "")
        super().connection_lost(exc)
        self.conn.parser.close()  # which holds the protocol, as the protocol holds it

    async def run_asgi(self) -> None:
        """Serve the line; what was said about it holds it too, and is let go of at the end."""
        await super().run_asgi()
        del self.scope

    async def send(self, message: Any) -> None:
        """Say something; a refusal in place of a handshake is whole, which uvicorn would log as an error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True

    def start_keepalive(self) -> None:
        """The line is open; what it began with is not needed any more."""
        super().start_keepalive()
        del self.request, self.response

    def handle_ping(self) -> None:
        """Answer a ping, unless there were too many."""
        if self._is_calm():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Hear a pong, unless there were too many."""
        if self._is_calm():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message; empty parts have no bytes to count, so the parts are counted."""
        if len(self.frames) >= FRAGMENTS:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def _is_calm(self) -> bool:
        if self.transport.is_closing():
            return False
        if not self.control.take():
            self.transport.abort()
            return False
        return True

    def keepalive_timeout(self) -> None:
        """Cut off who does not answer: a polite close would wait for them to read."""
        super().keepalive_timeout()
        self.transport.abort()


def guarded(lines: Lines) -> tuple[type[HttpLine], type[SocketLine]]:
    """The two protocols of a server that share one count of lines."""
    return type("HttpLine", (HttpLine,), {"lines": lines}), type("SocketLine", (SocketLine,), {"lines": lines})

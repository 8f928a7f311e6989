"""Many sockets in one thread: just enough of a WebSocket client to hear every change and know when it came."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
import time
from collections.abc import Callable
from typing import Any, cast

PER_ADDRESS = 50  # a server counts connections and requests per address; the loopback has many


def address(number: int) -> str:
    """A loopback address of its own for every so many sockets."""
    block = number // PER_ADDRESS
    return f"127.1.{block // 200}.{1 + block % 200}"


class Ear(asyncio.Protocol):
    """A WebSocket that hands every text to `heard` with the time it came."""

    def __init__(self, host: str, on_open: asyncio.Future[None]) -> None:
        self.host = host
        self.on_open = on_open
        self.buffer = b""
        self.is_open = False
        self.is_lost = False
        self.bytes = 0
        self.heard: Callable[[bytes], None] = lambda _: None
        self.on_lost: Callable[[], None] = lambda: None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none by descent
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/live HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what came."""
        self.bytes += len(data)
        self.buffer += data
        if not self.is_open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.transport.close()
                return
            self.is_open, self.buffer = True, rest
            if not self.on_open.done():
                self.on_open.set_result(None)
        while len(self.buffer) >= 2:
            length, start = self.buffer[1], 2
            if length == 126:
                if len(self.buffer) < 4:
                    return
                length, start = struct.unpack_from("!H", self.buffer, 2)[0], 4
            elif length == 127:
                if len(self.buffer) < 10:
                    return
                length, start = struct.unpack_from("!Q", self.buffer, 2)[0], 10
            if len(self.buffer) < start + length:
                return
            payload, opcode = self.buffer[start : start + length], self.buffer[0] & 15
            self.buffer = self.buffer[start + length :]
            if opcode == 1:
                self.heard(payload)
            elif opcode == 9:
                self._send(10, payload)
            elif opcode == 8:
                self.transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Remember that nobody is there any more."""
        self.is_lost = True
        if not self.on_open.done():
            self.on_open.set_exception(error or ConnectionError("the server closed the connection"))
        self.on_lost()

    def say(self, **message: Any) -> None:
        """Send a message."""
        self._send(1, json.dumps(message).encode())

    def _send(self, opcode: int, payload: bytes) -> None:
        # A mask of zeros is a mask, and costs nothing.
        if len(payload) < 126:
            head = struct.pack("!BB", 0x80 | opcode, 0x80 | len(payload))
        else:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | 126, len(payload))
        self.transport.write(head + bytes(4) + payload)

    async def ask(self, **message: Any) -> list[dict[str, Any]]:
        """Send a message and return everything heard until it is answered."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[None] = loop.create_future()
        came: list[dict[str, Any]] = []

        def hear(text: bytes) -> None:
            came.append(json.loads(text))
            if came[-1].get("reply") == 1 and not answered.done():
                answered.set_result(None)

        before, self.heard = self.heard, hear
        try:
            self.say(id=1, **message)
            await asyncio.wait_for(answered, 60)
        finally:
            self.heard = before
        return came


async def open_ear(port: int, number: int) -> Ear:
    """Connect socket `number`."""
    loop = asyncio.get_running_loop()
    plain = socket.socket()
    plain.setblocking(False)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    plain.bind((address(number), 0))
    await loop.sock_connect(plain, ("127.0.0.1", port))
    on_open: asyncio.Future[None] = loop.create_future()
    _, ear = await loop.create_connection(lambda: Ear(f"127.0.0.1:{port}", on_open), sock=plain)
    await asyncio.wait_for(on_open, 30)
    return ear


async def post(port: int, number: int, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """POST JSON from the address of socket `number`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address(number), 0))
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )
    answer = await asyncio.wait_for(reader.read(), 30)
    writer.close()
    head, _, text = answer.partition(b"\r\n\r\n")
    if b" 201 " not in head.split(b"\r\n", 1)[0]:
        raise RuntimeError(answer[:300])
    found: dict[str, Any] = json.loads(text)
    return found


now = time.perf_counter

"""A hostile client: raw bytes on a socket, as no browser would send them."""

from __future__ import annotations

import base64
import os
import socket
import struct
import time
from urllib.parse import urlsplit


class Hostile:
    """A line to the server that keeps to no rules."""

    def __init__(self, url: str, room: int | None = None) -> None:
        """Open a line; with `room` for so many bytes that arrived and were not read."""
        parts = urlsplit(url)
        assert parts.hostname and parts.port
        self.host = f"{parts.hostname}:{parts.port}"
        self.socket = socket.socket()
        self.socket.settimeout(20)
        if room is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.connect((parts.hostname, parts.port))

    def __enter__(self) -> Hostile:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> bool:
        """Send bytes; whether the server still took them."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def ends_within(self, seconds: float) -> float | None:
        """After how many seconds the server hangs up; None if it does not. What it says before is thrown away."""
        begun = time.monotonic()
        while (left := begun + seconds - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                if not self.socket.recv(65536):
                    return time.monotonic() - begun
            except TimeoutError:
                return None
            except OSError:
                return time.monotonic() - begun
        return None

    def answer(self) -> bytes:
        """The first bytes the server answers with."""
        try:
            return self.socket.recv(65536)
        except OSError:
            return b""

    def upgrade(self) -> None:
        """Become a WebSocket."""
        key = base64.b64encode(os.urandom(16)).decode()
        self.send(
            f"GET /api/live HTTP/1.1\r\nHost: {self.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = self.answer()
        assert b" 101 " in head.split(b"\r\n")[0], head

    @staticmethod
    def frame(opcode: int, payload: bytes = b"", is_last: bool = True) -> bytes:
        """A masked WebSocket frame of up to 64 KiB."""
        first = (0x80 if is_last else 0) | opcode
        size = len(payload)
        head = struct.pack("!BB", first, 0x80 | size) if size < 126 else struct.pack("!BBH", first, 0x80 | 126, size)
        return head + b"\0\0\0\0" + payload

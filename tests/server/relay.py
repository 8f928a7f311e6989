"""A line that can break: a relay before a database or a server, cut or silent whenever a test wants."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit, urlunsplit


class Relay:
    """Passes bytes on between a free port of the loopback and a target, until told otherwise."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.lines: set[socket.socket] = set()
        self.stranded: set[socket.socket] = set()
        self.is_cut = False
        self.flowing = threading.Event()
        self.flowing.set()
        threading.Thread(target=self._accept, daemon=True).start()

    def through(self, url: str) -> str:
        """The address of a database, through this relay."""
        parts = urlsplit(url)
        return urlunsplit(parts._replace(netloc=parts.netloc.replace(str(parts.port), str(self.port))))

    def cut(self) -> None:
        """Break every line and take no new ones."""
        self.is_cut = True
        for line in list(self.lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def silence(self) -> None:
        """Pass nothing on any more, and say nothing about it: the lines stay open."""
        self.flowing.clear()

    def strand(self) -> None:
        """Let the lines that are open carry nothing any more, without a word; new ones do, as after a phone's sleep."""
        self.stranded |= self.lines

    def mend(self) -> None:
        """Pass everything on again; lines that had fallen silent break."""
        if not self.flowing.is_set():
            self.cut()
        self.is_cut = False
        self.flowing.set()

    def close(self) -> None:
        """End it."""
        self.cut()
        self.flowing.set()
        self.listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            self.lines |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.flowing.wait()
                if one not in self.stranded:
                    other.sendall(data)
        for line in (one, other):
            self.lines.discard(line)
            self.stranded.discard(line)
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)  # closing alone says nothing while the other thread still reads
            line.close()

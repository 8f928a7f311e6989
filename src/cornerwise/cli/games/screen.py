"""The screen: a terminal as a whole, with keys that are heard one by one."""

from __future__ import annotations

import os
import select
import shutil
import signal
import sys
from collections.abc import Sequence
from types import TracebackType

KEYS = {
    b"\x1b[A": "up", b"\x1b[B": "down", b"\x1b[C": "right", b"\x1b[D": "left", b"\x1b[Z": "back tab",
    b"\x1bOA": "up", b"\x1bOB": "down", b"\x1bOC": "right", b"\x1bOD": "left",
    b"\r": "enter", b"\n": "enter", b"\t": "tab", b" ": "space", b"\x1b": "escape",
    b"\x7f": "backspace", b"\x08": "backspace",
}  # fmt: skip


def is_screen() -> bool:
    """Whether somebody sits at a terminal whose cursor can be moved."""
    if os.environ.get("TERM", "dumb") == "dumb" or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        import termios  # noqa: F401
    except ImportError:  # on Windows
        return False
    return True


class Screen:
    """Takes over the terminal while it is open, and gives it back as it was."""

    def __enter__(self) -> Screen:
        import termios
        import tty

        self._number = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._number)
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        self._resize = signal.signal(signal.SIGWINCH, lambda *_: os.write(self._writer, b"."))
        tty.setcbreak(self._number)  # Ctrl-C still interrupts
        sys.stdout.write("\x1b[?1049h\x1b[?25l")
        sys.stdout.flush()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import termios

        sys.stdout.write("\x1b[?25h\x1b[?1049l")
        sys.stdout.flush()
        termios.tcsetattr(self._number, termios.TCSADRAIN, self._before)
        signal.signal(signal.SIGWINCH, self._resize)
        os.close(self._reader)
        os.close(self._writer)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return tuple(shutil.get_terminal_size())  # type: ignore[return-value]

    def draw(self, lines: Sequence[str]) -> None:
        """Shows these lines and nothing else, without flicker."""
        shown = "\r\n".join(f"{line}\x1b[0m\x1b[K" for line in lines[: self.size[1]])
        sys.stdout.write(f"\x1b[H{shown}\x1b[J")
        sys.stdout.flush()

    def key(self) -> str:
        """The next key by its name, or "resize"; a letter is itself."""
        ready, _, _ = select.select([self._number, self._reader], [], [])
        if self._reader in ready:
            os.read(self._reader, 100)
            return "resize"
        data = os.read(self._number, 1)
        if not data:
            raise EOFError
        while data.endswith(b"\x1b") and (more := self._more()):  # Alt puts an Escape before a key
            data += more
        if data.endswith(b"\x1b["):
            while more := self._more():
                data += more
                if 0x40 <= more[0] <= 0x7E:  # ends a sequence, however long
                    break
        elif data.endswith(b"\x1bO"):
            data += self._more()
        elif data[-1] >= 0xC0:  # begins a letter of two to four bytes
            for _ in range(1 + (data[-1] >= 0xE0) + (data[-1] >= 0xF0)):
                data += self._more()
        return KEYS.get(data) or data.decode(errors="replace")

    def _more(self) -> bytes:
        """The next byte of the same key, or nothing where none follows at once."""
        return os.read(self._number, 1) if select.select([self._number], [], [], 0.05)[0] else b""

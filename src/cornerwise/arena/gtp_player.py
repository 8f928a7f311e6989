"""A foreign program that speaks GTP as one of our players: a separate process that may hang, lie or die."""

from __future__ import annotations

import contextlib
import math
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import IO

from cornerwise._core import Move, Position, Ruleset
from cornerwise.errors import CornerwiseError, PlayerError, WrongType
from cornerwise.formats.dialect import format_color, format_game_name
from cornerwise.formats.route import route
from cornerwise.ruleset import start

MAX_ANSWER = 4_000_000  # characters; a program that says more is not answering
MAX_LINE = 10_000  # characters; a longer line is read in parts
MAX_WAITING = 10_000  # lines that nobody has read yet; a program that says more is not listened to any longer
GRACE_SECONDS = 1.0  # to leave by itself after its input was closed
# Reads until whoever started it is gone, even killed, and then ends the program's session.
GUARD = ("sh", "-c", 'read -r _; kill -9 -"$1"', "guard")


class GtpPlayer:
    """Runs a program and asks it for moves; every failure is a PlayerError and ends the process."""

    def __init__(self, command: str | Sequence[str], ruleset: Ruleset, timeout: float = 600.0) -> None:
        self.words = _words(command)
        self.name = os.path.basename(self.words[0]) if self.words else ""
        self.ruleset = ruleset
        self.timeout = timeout
        self.errors: deque[str] = deque(maxlen=200)
        if not self.words:
            raise PlayerError("The command of a GTP program is empty.")
        if not isinstance(ruleset, Ruleset):
            raise WrongType(
                f"A GTP program plays a Ruleset, such as cornerwise.ruleset('duo'), not {str(ruleset)[:20]!r}."
            )
        if ruleset.rows:
            raise PlayerError(f"A GTP program cannot be shown the rolls of a game, so it cannot play {ruleset.title}.")
        if isinstance(timeout, bool) or not isinstance(timeout, int | float):
            raise WrongType(f"A time-out is a number of seconds, not {type(timeout).__name__}.")
        if not 0 < timeout < math.inf:
            raise CornerwiseError(f"A time-out is a positive number of seconds, not {timeout}.")
        try:
            # Its own session: Ctrl-C at our terminal is ours to handle, and its children end with it.
            self._process = subprocess.Popen(
                self.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerError(f"The program {self.words[0]!r} cannot be started: {error.strerror}.") from None
        guard = subprocess.Popen(
            [*GUARD, str(self._process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._ended = weakref.finalize(self, _end, self._process, guard)
        self._lines: queue.Queue[str | None] = queue.Queue()
        assert self._process.stdout is not None and self._process.stderr is not None
        lines = self._lines  # the threads must not hold the player, or it could never be forgotten
        flooding = self._flooding = threading.Event()

        def put(line: str) -> bool:
            lines.put(line)
            if lines.qsize() > MAX_WAITING:
                flooding.set()
            return not flooding.is_set()

        _pump(self._process.stdout, put, lambda: lines.put(None))
        errors = self.errors

        def complain(line: str) -> bool:
            errors.append(line)
            return True

        self._complaining = _pump(self._process.stderr, complain, lambda: None)
        self._position = start(ruleset)
        try:
            self.send(f"set_game {format_game_name(ruleset)}")
        except PlayerError as error:
            self.close()
            raise PlayerError(f"{self.name} does not play {ruleset.title}: {error}") from None
        with contextlib.suppress(PlayerError):
            # Our games are played to their end; a program that does not know the setting does not resign.
            self.send("param_base resign 0")

    def choose(self, position: Position, *, last: Move | None = None) -> Move:
        """Chooses one of the position's legal moves, or raises PlayerError."""
        turn = position.turn
        if turn.color is None:
            raise CornerwiseError("There is no move to choose: the game is over or the dice are to be rolled.")
        self.show(position)
        answer = self.send(f"genmove {format_color(self.ruleset, turn.color)}")
        try:
            move = self.ruleset.parse_move(answer.lower())
            reason = position.explain(move)
        except CornerwiseError as error:
            raise self._failed(f"answered {answer[:60]!r} when it had to move ({error})") from None
        if reason is not None:
            raise self._failed(f"played {move}, which is not legal: {reason}")
        self._position = position.play(move)
        return move

    def show(self, position: Position) -> None:
        """Tells the program what was played since it last saw the game, so that both have this position."""
        moves = route(self._position, position)
        if moves is None:
            self._position = start(self.ruleset)
            moves = route(self._position, position)
            if moves is None:
                raise PlayerError(
                    f"{self.name} cannot be shown this position: no game of {self.ruleset.title} leads to it."
                )
            self.send("clear_board")
        for move in moves:
            color = self._position.turn.color
            assert color is not None
            try:
                self.send(f"play {format_color(self.ruleset, color)} {move}")
            except PlayerError as error:
                if not self._ended.alive:
                    raise  # it hung, died or talked nonsense
                raise self._failed(f"does not accept a legal move ({error})") from None
            self._position = self._position.play(move)

    def send(self, line: str, timeout: float | None = None) -> str:
        """Sends one command and returns its answer; after a refusal (a PlayerError) the program lives on."""
        assert self._process.stdin is not None
        if not self._ended.alive:
            raise PlayerError(f"{self.name} has ended.")
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._died(line) from None
        status, text = self._answer(line, timeout or self.timeout)
        if status == "?":
            raise PlayerError(f"{self.name} refused {line!r}: {text}")
        return text

    @property
    def cpu_seconds(self) -> float:
        """Processor time the program has used since it began."""
        with contextlib.suppress(OSError, AttributeError):
            # Linux: the clock of another process, as clock_getcpuclockid(3) makes its number.
            return time.clock_gettime((~self._process.pid << 3) | 2)
        return float(self.send("cputime"))

    @property
    def process_id(self) -> int:
        """The number of the program's process."""
        return self._process.pid

    def close(self) -> None:
        """Ends the program and everything it started."""
        self._ended()

    def __repr__(self) -> str:
        return f"<GtpPlayer {shlex.join(self.words)}, {self.ruleset.key}>"

    def __enter__(self) -> GtpPlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _answer(self, line: str, timeout: float) -> tuple[str, str]:
        deadline = time.monotonic() + timeout
        lines: list[str] = []
        size = 0
        while True:
            # A program that never stops talking has no more time than a silent one.
            left = deadline - time.monotonic()
            try:
                text = self._lines.get(timeout=left) if left > 0 else ""
            except queue.Empty:
                text = ""
            if text == "":
                raise self._failed(f"did not answer {line!r} within {timeout:g} seconds")
            if text is None:
                raise self._failed("does not stop talking") if self._flooding.is_set() else self._died(line)
            size += len(text)
            if size > MAX_ANSWER:
                raise self._failed(f"did not stop answering {line!r}")
            text = text.rstrip("\r\n")
            if lines and not text:
                break
            if not lines and text and text[0] not in "=?":
                raise self._failed(f"does not speak GTP: it answered {text[:60]!r} to {line!r}")
            if lines or text:
                lines.append(text)
        status = lines[0][0]
        lines[0] = lines[0][1:].lstrip("0123456789").strip()
        return status, "\n".join(lines).strip()

    def _died(self, line: str) -> PlayerError:
        self.close()
        self._complaining.join(GRACE_SECONDS)
        said = self.errors[-1].strip() if self.errors else ""
        code = self._process.returncode
        return PlayerError(f"{self.name} died at {line!r} (exit {code}){': ' + said[:200] if said else ''}.")

    def _failed(self, what: str) -> PlayerError:
        self.close()
        return PlayerError(f"{self.name} {what}.")


def _pump(stream: IO[str], put: Callable[[str], bool], done: Callable[[], object]) -> threading.Thread:
    """Reads a stream in a thread, so that the program does not block on a full pipe, as long as `put` wants more."""

    def run() -> None:
        with contextlib.suppress(ValueError, OSError):
            while (line := stream.readline(MAX_LINE)) and put(line):
                pass
        done()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def _end(process: subprocess.Popen[str], guard: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        assert process.stdin is not None
        process.stdin.close()
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            with contextlib.suppress(OSError):
                os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
            break
    # Children it left behind are still in its session.
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    guard.kill()
    guard.communicate()


def _words(command: object) -> list[str]:
    """The words of a command line, or of a list of them."""
    if isinstance(command, str):
        try:
            return shlex.split(command)
        except ValueError as cause:
            raise PlayerError(f"The command {command[:60]!r} makes no sense: {cause}.") from None
    if isinstance(command, Sequence) and all(isinstance(word, str) for word in command):
        return [str(word) for word in command]
    raise WrongType(f"The command of a GTP program is a text or a list of words, not {type(command).__name__}.")

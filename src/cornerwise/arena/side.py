"""Sides: who plays in a match, named by a short text such as `level:5` or `gtp:COMMAND`."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import shlex
import shutil
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from cornerwise._core import Ruleset
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.engine import Engine
from cornerwise.engine.level import Level, Limit, parse_strength
from cornerwise.engine.tuning import Tuning, read_tuning
from cornerwise.errors import CornerwiseError, MissingFile, PlayerError
from cornerwise.player import PLAYERS, Player

KINDS = (
    "level:1-10, level:simulations=N/care=C/…, time:SECONDS, simulations:N, follow:SECONDS, network:time:SECONDS:FILE, "
    "network:simulations:N:FILE, gtp:COMMAND, python:MODULE:NAME, python:FILE.py:NAME, greedy or random"
)
LEAST_CPU = 0.001  # seconds; a follower always gets this much


@dataclass(frozen=True)
class Side:
    """A way to play that a match can name, make and repeat.

    `time` is CPU seconds per move; `follow` takes as much CPU time as the other side took for its last
    move, and the time given where it has not moved yet.
    """

    text: str
    kind: str
    level: int | Level | None = None
    limit: Limit | None = None
    command: str = ""
    file: str = ""
    """Of a network or a table that `cornerwise learn` wrote."""
    player: Any = field(default=None, compare=False)
    """For an object that plays itself."""

    def make(self, rules: Ruleset, seed: int, threads: int = 1, timeout: float = 600.0) -> Player:
        """A player for this side."""
        if self.kind == "gtp":
            return GtpPlayer(self.command, rules, timeout)
        if self.kind in PLAYERS:
            return PLAYERS[self.kind](seed)
        if self.kind == "object":
            return self.player  # type: ignore[no-any-return]
        if self.kind == "python":
            return _make_player(self.command, rules, seed)
        return Engine(rules, self.level, self.limit, seed, threads, tuning=self._tuning(rules))

    def check(self, rules: Ruleset) -> None:
        """Refuses a side that cannot play this game, before anything is played."""
        self._tuning(rules)

    def _tuning(self, rules: Ruleset) -> Tuning | None:
        return _read_tuning(self.file, _changed(self.file), rules) if self.kind == "network" else None


def parse_side(text: str | Any) -> Side:
    """The side that a text names, or that any object with a method `choose(position)` is."""
    if not isinstance(text, str):
        if not callable(getattr(text, "choose", None)):
            raise CornerwiseError(
                f"A side is a text or has a method `choose(position)`; {type(text).__name__} has none."
            )
        return Side(side_name(text), "object", player=text)
    kind, colon, value = text.partition(":")
    if kind in PLAYERS and not colon:
        return Side(text, kind)
    if kind == "gtp" and value.strip():
        try:
            program = shlex.split(value)[0]
        except (ValueError, IndexError):
            raise CornerwiseError(f"The command {value[:60]!r} cannot be read.") from None
        if shutil.which(program) is None:
            raise PlayerError(f"The program {program!r} is not there or cannot be run.")
        return Side(text, kind, command=value)
    if kind == "python" and value:
        _factory(value)
        return Side(text, kind, command=value)
    if kind == "network" and value:
        strength, _, rest = value.partition(":")
        amount, _, file = rest.partition(":")
        if strength not in ("time", "simulations") or not file:
            raise CornerwiseError(
                f"A network is written network:simulations:800:FILE or network:time:0.5:FILE, not {text[:60]!r}."
            )
        _changed(file)
        return Side(text, kind, None, parse_strength(strength, amount)[1], file=file)
    if kind in ("level", "time", "simulations", "follow") and value:
        level, limit = parse_strength("time" if kind == "follow" else kind, value)
        return Side(text, kind, level, limit)
    raise CornerwiseError(f"There is no side {text[:60]!r}; a side is {KINDS}.")


def _changed(file: str) -> int:
    """When a file was written; raises MissingFile."""
    try:
        return Path(file).stat().st_mtime_ns
    except (OSError, ValueError):
        raise MissingFile(f"The network {file[:200]!r} cannot be read: there is no such file.") from None


@lru_cache(maxsize=8)
def _read_tuning(file: str, changed: int, rules: Ruleset) -> Tuning:
    return read_tuning(file, rules)


def side_name(side: str | Any) -> str:
    """What tables call a side: its text, or the `name` or class of an object."""
    return side if isinstance(side, str) else str(getattr(side, "name", type(side).__name__))


def _factory(where: str) -> Any:
    """The class or function that makes players, by `MODULE:NAME` or `FILE.py:NAME`."""
    source, _, name = where.rpartition(":")
    if not source or not name:
        raise CornerwiseError(f"A side in Python is written python:MODULE:NAME, not {where[:60]!r}.")
    try:
        if source.endswith(".py"):
            module = _module(str(Path(source).resolve()), Path(source).stat().st_mtime_ns)
        else:
            module = importlib.import_module(source)
        found = getattr(module, name)
    except Exception as error:
        raise PlayerError(f"The player {where[:60]!r} cannot be loaded: {error}") from None
    if not callable(found):
        raise PlayerError(f"{name} in {source} makes no players.")
    return found


@lru_cache(maxsize=64)
def _module(file: str, changed: int) -> ModuleType:
    """A file run once, not for every game: it may load a network at its top."""
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _make_player(where: str, rules: Ruleset, seed: int) -> Player:
    """A new player; its class is told the ruleset and the seed if it asks for them by name."""
    found = _factory(where)
    known = inspect.signature(found).parameters
    offered = {"ruleset": rules, "seed": seed}
    try:
        player = found(**{name: value for name, value in offered.items() if name in known})
    except Exception as error:
        raise PlayerError(f"The player {where[:60]!r} cannot be made: {error}") from None
    if not callable(getattr(player, "choose", None)):
        raise PlayerError(f"The player {where[:60]!r} has no method `choose(position)`.")
    return player  # type: ignore[no-any-return]

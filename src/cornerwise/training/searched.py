"""Searched positions: what self-play leaves behind for learning, kept as lines of JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from cornerwise._core import Move, Position, Ruleset, Search
from cornerwise.engine.tuning import Tuning
from cornerwise.errors import CornerwiseError, FileError, MissingFile
from cornerwise.game import Game
from cornerwise.ground.pool import run_units
from cornerwise.ruleset import ruleset_of_spec

SOFT = 0.5
"""How often one of the first moves of a game is drawn by its visits instead of being the best."""
LATER_SOFT = 0.08
FIRST_MOVES = 6
THOUGHT_OUT = 0.25
"""How often a move is thought out and its position kept; the rest is quick, so that positions come from many games."""
QUICK = 8
"""A quick move has this part of the simulations."""


@dataclass
class Searched:
    """A position, the placement made before it, and what a search found about its moves for the seat to move; then
    every seat's share of the victory: as the search expected it, and as it came when the game ended."""

    position: str
    last: int
    moves: list[int]
    visits: list[int]
    values: list[float]
    expected: list[float]
    shares: list[float]


def search_games(spec: str, tuning: Tuning, games: int, simulations: int, seed: int) -> list[Searched]:
    """Plays games against itself and keeps the positions that were thought out and left a doubt."""
    ruleset, chooser = ruleset_of_spec(spec), random.Random(seed)
    found: list[Searched] = []
    for number in range(seed * 1000, seed * 1000 + games):
        found += _search_game(ruleset, tuning, simulations, number, chooser)
    return found


def _search_game(
    ruleset: Ruleset, tuning: Tuning, simulations: int, number: int, chooser: random.Random
) -> list[Searched]:
    """Plays one game against itself and keeps some of its positions."""
    search = Search(ruleset, tuning, seed=number, memory_mb=256)
    game = Game(ruleset)
    game.seed = number
    found: list[Searched] = []
    last = -1
    # Random first moves spread the positions; large pieces keep them sensible.
    opening = chooser.choice([0, 0, 1, 2, 3, 4]) * len(ruleset.colors) // 2

    def choose(position: Position) -> Move:
        nonlocal last
        if position.ply < opening:
            large = [move for move in position.legal_moves if len(move.cells) >= 4]
            move = chooser.choice(large or list(position.legal_moves))
        else:
            is_kept = chooser.random() < THOUGHT_OUT
            effort = simulations if is_kept else max(1, simulations // QUICK)
            result = search.run(position, simulations=effort, last=last)
            if is_kept and not result.decided[0] and len(result.moves) > 1:
                values = [round(utility[position.turn.actor], 3) for utility in result.utility]
                expected = [round(share, 3) for share in result.value_win]
                moves, visits = list(result.moves), list(result.visits)
                found.append(Searched(position.text, last, moves, visits, values, expected, []))
            soft = SOFT if position.ply < opening + FIRST_MOVES else LATER_SOFT
            is_soft = chooser.random() < soft
            weights = [visits**1.5 for visits in result.visits]
            move = ruleset.move(chooser.choices(result.moves, weights)[0] if is_soft else result.best)
        last = -1 if ruleset.rows else move.placement
        return move

    shares = list(game.play_on(choose).win_shares)
    for one in found:
        one.shares = shares
    return found


CHUNK = 4
"""Games of one unit of self-play."""

Unit = tuple[int, int, int]  # the number of its first game, how many there are, and their seed


def spec_text(ruleset: Ruleset) -> str:
    """A ruleset's data as text, for workers and files."""
    return json.dumps(ruleset.spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def units_of(games: int, seed: int) -> list[Unit]:
    """Self-play as units of a few games each."""
    return [(first, min(CHUNK, games - first), seed + first) for first in range(0, games, CHUNK)]


def self_play(
    ruleset: Ruleset, tuning: Tuning, units: Iterable[Unit], simulations: int, workers: int | None, cluster: str | None
) -> Generator[tuple[int, list[Searched]], None, None]:
    """Yields searched positions as workers finish units, each with the number of its first game."""
    return run_units(partial(_make_worker, spec_text(ruleset), tuning, simulations), units, workers, cluster)


def _make_worker(spec: str, tuning: Tuning, simulations: int) -> Callable[[Unit], tuple[int, list[Searched]]]:
    """What a worker does with a unit."""
    return lambda unit: (unit[0], search_games(spec, tuning, unit[1], simulations, unit[2]))


def play(
    ruleset: Ruleset,
    tuning: Tuning,
    path: Path,
    *,
    games: int,
    simulations: int,
    seed: int,
    workers: int | None,
    minutes: float = 0.0,
    cluster: str | None = None,
    on_games: Callable[[int], None] | None = None,
) -> int:
    """Plays against itself and saves its findings as it goes; stops after this many games or minutes, says how many.

    Games are saved in their order, whoever played them, so the file does not depend on the number of workers.
    """
    begun = time.monotonic()
    path.unlink(missing_ok=True)
    units = units_of(games, seed)
    parts: dict[int, list[Searched]] = {}
    done = saved = 0
    with closing(self_play(ruleset, tuning, units, simulations, workers, cluster)) as played:
        try:
            for first, part in played:
                parts[first] = part
                done += min(CHUNK, games - first)
                while saved < len(units) and units[saved][0] in parts:
                    append(path, parts.pop(units[saved][0]))
                    saved += 1
                if on_games is not None:
                    on_games(done)
                if minutes and time.monotonic() - begun > 60 * minutes:
                    break
        finally:
            for first in sorted(parts):  # those for which an earlier one was still waited for
                append(path, parts[first])
    return done


def append(path: Path, searched: Iterable[Searched]) -> None:
    """Adds searched positions to a file."""
    with path.open("a", encoding="utf-8") as file:
        for one in searched:
            file.write(json.dumps(asdict(one), separators=(",", ":")) + "\n")


def read_lines(ruleset: Ruleset, path: Path) -> Iterator[tuple[Position, Searched]]:
    """The searched positions of a file of lines; one cut off by an interruption is passed over."""
    try:
        file = path.open(encoding="utf-8")
    except FileNotFoundError:
        raise MissingFile(f"The file of positions {str(path)!r} cannot be read: there is no such file.") from None
    except OSError as error:
        raise FileError(f"The file of positions {str(path)!r} cannot be read: {error.strerror}.") from None
    with file:
        try:
            for line in file:
                try:
                    one = Searched(**json.loads(line))
                except (ValueError, TypeError):
                    continue
                yield Position.parse(one.position, ruleset), one
        except UnicodeDecodeError:
            raise CornerwiseError(f"{path} holds no positions of Cornerwise.") from None

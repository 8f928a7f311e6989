"""Searched positions: what self-play leaves behind for learning, kept as lines of JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from cornerwise._core import Move, Position, Ruleset, Search
from cornerwise.engine.tuning import Tuning
from cornerwise.game import Game, win_shares
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
                found.append(Searched(str(position), last, moves, visits, values, expected, []))
            soft = SOFT if position.ply < opening + FIRST_MOVES else LATER_SOFT
            is_soft = chooser.random() < soft
            weights = [visits**1.5 for visits in result.visits]
            move = ruleset.move(chooser.choices(result.moves, weights)[0] if is_soft else result.best)
        last = -1 if ruleset.rows else move.placement
        return move

    shares = list(win_shares(game.play_on(choose)))
    for one in found:
        one.shares = shares
    return found


def self_play(
    ruleset: Ruleset, tuning: Tuning, *, games: int, simulations: int, seed: int, workers: int, chunk: int = 4
) -> Iterator[list[Searched]]:
    """Yields searched positions as worker processes finish a few games each."""
    spec = json.dumps(ruleset.spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    jobs = [(min(chunk, games - first), seed + first) for first in range(0, games, chunk)]
    if workers <= 1:
        for count, job_seed in jobs:
            yield search_games(spec, tuning, count, simulations, job_seed)
        return
    yield from run_units(partial(_make_worker, spec, tuning, simulations), jobs, workers)


def _make_worker(spec: str, tuning: Tuning, simulations: int) -> Callable[[tuple[int, int]], list[Searched]]:
    """What a worker process does with so many games and a seed."""
    return lambda job: search_games(spec, tuning, job[0], simulations, job[1])


def play(
    ruleset: Ruleset,
    tuning: Tuning,
    path: Path,
    *,
    games: int,
    simulations: int,
    seed: int,
    workers: int,
    minutes: float = 0.0,
) -> list[Searched]:
    """Plays against itself, keeping what it finds in a file as it goes; stops after so many games or minutes."""
    begun = time.monotonic()
    found: list[Searched] = []
    path.unlink(missing_ok=True)
    for part in self_play(ruleset, tuning, games=games, simulations=simulations, seed=seed, workers=workers):
        append(path, part)
        found += part
        if minutes and time.monotonic() - begun > 60 * minutes:
            break
    return found


def append(path: Path, searched: Iterable[Searched]) -> None:
    """Adds searched positions to a file."""
    with path.open("a", encoding="utf-8") as file:
        for one in searched:
            file.write(json.dumps(asdict(one), separators=(",", ":")) + "\n")


def read(path: Path) -> Iterator[tuple[Position, Searched]]:
    """The searched positions of a file; a line cut off by an interruption is passed over."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                one = Searched(**json.loads(line))
            except (ValueError, TypeError):
                continue
            yield Position.parse(one.position), one

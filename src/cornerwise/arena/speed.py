"""Speed: simulations per CPU second in the same positions, ours and a foreign program's."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass

from cornerwise._core import Position, Ruleset
from cornerwise.arena.gtp_player import GtpPlayer
from cornerwise.arena.opening import random_moves
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.errors import PlayerError
from cornerwise.formats.dialect import format_color
from cornerwise.game import Game

STAGES = (0.05, 0.2, 0.35, 0.5, 0.65)
"""How much of all pieces is placed in the positions that are measured."""
SECOND = Limit(cpu_seconds=1.0)  # for every position
DRAWS = 10  # random positions tried for each that is wanted: late ones may be over, or proved
SETTLE_SECONDS = 0.2  # for what a program writes about a search to arrive


@dataclass(frozen=True)
class Pace:
    """Simulations per CPU second at one stage of the game, the median of several positions."""

    ply: int
    ours: float
    theirs: float | None


def measure_speed(
    rules: Ruleset, command: str = "", positions: int = 3, limit: Limit = SECOND, threads: int = 1, seed: int = 1
) -> Iterator[Pace]:
    """Measures every stage of a game, alongside a foreign program if a command is given."""
    pieces = len(rules.shapes) * (rules.sheets if rules.rows else len(rules.colors))
    program = GtpPlayer(command, rules) if command else None
    try:
        for stage in STAGES:
            ply = max(1, round(stage * pieces))
            ours, theirs = [], []
            for number in range(DRAWS * positions):
                position = _position(rules, ply, seed + number)
                pace = _our_pace(position, limit, threads) if position is not None else None
                if position is None or pace is None:
                    continue
                ours.append(pace)
                if program:
                    theirs.append(_their_pace(program, position))
                if len(ours) == positions:
                    break
            if ours:
                yield Pace(ply, statistics.median(ours), statistics.median(theirs) if theirs else None)
    finally:
        if program is not None:
            program.close()


def _position(rules: Ruleset, ply: int, seed: int) -> Position | None:
    """A position with so many pieces placed at random, or None where such a game ends earlier."""
    game, chance = Game(rules), random.Random(f"cornerwise speed {rules.key} {ply} {seed}")
    game.seed = seed
    position = game.play_on(
        choose=lambda position: random_moves(position, 1, chance)[0],
        until=lambda position: position.ply >= ply and not position.rolls,
    )
    return None if position.is_over else position


def _our_pace(position: Position, limit: Limit, threads: int) -> float | None:
    """Our simulations per CPU second; None where the result is certain, as then hardly any are made."""
    with Engine(position.ruleset, threads=threads) as engine:
        found = engine.search(position, limit)
    return None if found.decided[0] else found.simulations / max(found.cpu_seconds, 1e-6)


def _their_pace(program: GtpPlayer, position: Position) -> float:
    """What a program says about its search: our own command, or the count it writes to standard error."""
    assert position.turn.color is not None
    program.show(position)
    program.errors.clear()
    before = program.cpu_seconds
    program.send(f"reg_genmove {format_color(position.ruleset, position.turn.color)}")
    spent = program.cpu_seconds - before
    try:
        told = program.send("cornerwise-search_info")
    except PlayerError:
        time.sleep(SETTLE_SECONDS)
        told = "\n".join(program.errors)
    counts = re.findall(r"\b[Ss]im(?:ulations)? (\d+)", told)
    if not counts:
        raise PlayerError(f"{program.name} does not say how many simulations it made.")
    return int(counts[-1]) / max(spent, 1e-6)

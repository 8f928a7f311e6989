"""Openings: the first moves of match games, random but fair, repeatable from a seed."""

from __future__ import annotations

import random

from cornerwise._core import Move, Position, Ruleset
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.errors import CornerwiseError
from cornerwise.ruleset import start

BALANCE = (0.35, 0.65)
"""The win chance of the first seat in an opening between two seats."""
NEUTRAL = Limit(simulations=2000)
MAX_TRIES = 500


def make_opening(rules: Ruleset, seed: int, index: int) -> tuple[Move, ...]:
    """The opening of this number: random pieces, for two seats balanced by a neutral search.

    As many as there are colors, or up to two more, drawn from the largest that fit, as people open.
    A dice game opens with nothing: its dice differ.
    """
    if rules.rows:
        return ()
    chance = random.Random(f"cornerwise opening {rules.key} {seed} {index}")
    colors = len(rules.colors)
    with Engine(rules, limit=NEUTRAL, memory_mb=64) as judge:
        for _ in range(MAX_TRIES):
            moves = random_moves(start(rules), chance.randint(colors, colors + 2), chance)
            position = start(rules)
            for move in moves:
                position = position.play(move)
            if rules.seats != 2 or _is_balanced(judge, position):
                return moves
    raise CornerwiseError(f"No balanced opening of {rules.title} was found in {MAX_TRIES} tries.")


def random_moves(position: Position, count: int, chance: random.Random) -> tuple[Move, ...]:
    """This many random moves from a position, each with one of the largest pieces that fit."""
    moves: list[Move] = []
    for _ in range(count):
        legal = position.legal_moves
        if not len(legal):
            break
        largest = max(len(move.cells) for move in legal)
        moves.append(chance.choice([move for move in legal if len(move.cells) == largest]))
        position = position.play(moves[-1])
    return tuple(moves)


def _is_balanced(judge: Engine, position: Position) -> bool:
    if position.is_over:
        return False
    judge.clear()  # every opening is judged afresh, so it depends on its number only
    low, high = BALANCE
    return low <= judge.search(position, NEUTRAL).value_win[0] <= high

"""Which piece to begin with: sides that are equal but for the shape they open with, played out from the empty board.

python benchmarks/engine/first_pieces.py Z5 I5 [--ruleset classic-2] [--simulations 200] [--games 200]
"""

from __future__ import annotations

import argparse
import random

import cornerwise as cw
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit


def reach(position: cw.Position, move: cw.Move) -> float:
    """How near the center a move comes, by its nearest cell."""
    board = position.ruleset.board
    center = ((board.columns - 1) / 2, (board.rows - 1) / 2)
    points = board.coordinates[list(move.cells)][:, :2]
    return -float(abs(points - center).sum(axis=1).min())


def first(position: cw.Position, shape: str, chance: random.Random) -> cw.Move:
    """A placement of the shape that comes as near the center as any."""
    moves = [move for move in position.legal_moves if move.shape == shape]
    best = max(reach(position, move) for move in moves)
    return chance.choice([move for move in moves if reach(position, move) == best])


def play(ruleset: str, shapes: tuple[str, str], number: int, limit: Limit) -> float:
    """The first side's share of the victory in one game; the sides change seats from game to game."""
    swap, chance = number % 2, random.Random(number // 2)
    engines = [Engine(ruleset, seed=2 * number + side) for side in (0, 1)]

    def choose(position: cw.Position) -> cw.Move:
        side = (position.turn.actor + swap) % 2
        if position.ply < len(position.ruleset.colors):
            return first(position, shapes[side], chance)
        return position.ruleset.move(engines[side].search(position, limit).best)

    end = cw.Game(ruleset).play_on(choose)
    for engine in engines:
        engine.close()
    return sum(share for seat, share in enumerate(end.win_shares) if (seat + swap) % 2 == 0)


def main() -> None:
    """Play the games and print the share of the first side as it grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shape")
    parser.add_argument("other")
    parser.add_argument("--ruleset", default="classic-2")
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--games", type=int, default=200)
    given = parser.parse_args()
    points = 0.0
    for number in range(given.games):
        limit = Limit(simulations=given.simulations)
        points += play(given.ruleset, (given.shape, given.other), number, limit)
        if number % 20 == 19 or number + 1 == given.games:
            share = 100 * points / (number + 1)
            print(f"{given.shape} against {given.other}: {share:.1f} % of {number + 1} games", flush=True)


if __name__ == "__main__":
    main()

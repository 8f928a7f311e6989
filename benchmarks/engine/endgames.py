"""How soon a search knows who wins: late positions of self-play, by the places that are left.

python benchmarks/engine/endgames.py [--ruleset classic-2] [--games 12] [--seconds 1] [--longer 15]

Every position is searched for so many seconds of CPU time and then so many times longer. Where the longer search
decides the game, the error of the first is the difference of the mover's win chance.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable

import cornerwise as cw
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit

SPAN = 20
"""Places, all colors together, that are told as one."""
MOST = 8 * SPAN


def places(position: cw.Position) -> int:
    """Legal placements of all colors together, whoever's turn it is."""
    return sum(sum(position.places_left(color).values()) for color in position.ruleset.colors)


def late_positions(ruleset: str, number: int) -> Iterable[cw.Position]:
    """Of one game of self-play a position in each span, with a choice for the mover."""
    found: dict[int, cw.Position] = {}
    with Engine(ruleset, seed=number) as engine:

        def choose(position: cw.Position) -> cw.Move:
            span = places(position) // SPAN
            if span < MOST // SPAN and len(position.legal_moves) > 1:
                found.setdefault(span, position)
            return position.ruleset.move(engine.search(position, Limit(simulations=200)).best)

        cw.Game(ruleset).play_on(choose)
    return found.values()


def chance(position: cw.Position, seconds: float) -> tuple[float, bool, bool]:
    """The mover's win chance, whether it is certain, and whether the score is."""
    with Engine(position.ruleset.name, memory_mb=1000) as engine:
        found = engine.search(position, Limit(cpu_seconds=seconds))
    return found.value_win[position.turn.actor], found.decided[0], found.exact[0]


def main() -> None:
    """Search the positions and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ruleset", default="classic-2")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--longer", type=float, default=15)
    given = parser.parse_args()
    rows = defaultdict(list)
    for number in range(given.games):
        for position in late_positions(given.ruleset, number):
            win, decided, proved = chance(position, given.seconds)
            truth, certain, _ = chance(position, given.longer * given.seconds)
            rows[places(position) // SPAN].append((decided, proved, abs(win - truth) if certain else None))
    print(f"{given.ruleset}, {given.seconds:g} s of CPU time a position")
    print("places    positions  decided  proved  decided later  mean error there")
    for span, found in sorted(rows.items()):
        errors = [error for _, _, error in found if error is not None]
        mean = f"{sum(errors) / len(errors):.3f}" if errors else "-"
        decided, proved = (sum(row[index] for row in found) for index in (0, 1))
        counts = f"{len(found):11} {decided:8} {proved:7} {len(errors):14}"
        print(f"{span * SPAN:3}-{span * SPAN + SPAN - 1:3} {counts} {mean:>17}")


if __name__ == "__main__":
    main()

"""How good advice is: its first move beside a ten times longer search, what it does for a weak player, and how soon.

python benchmarks/engine/advice.py agreement --positions 40
python benchmarks/engine/advice.py agreement --positions 20 --seconds 2
python benchmarks/engine/advice.py pupil --games 12 --level 4
python benchmarks/engine/advice.py first
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.advice.advice import make_advice
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.engine.tuning import tuning_of

CORPUS = Path(__file__).parents[2] / "tests" / "data" / "advice.jsonl"


def positions(count: int) -> list[cw.Position]:
    """Positions of the corpus, spread over all games."""
    texts = [json.loads(line)["position"] for line in CORPUS.read_text("utf-8").splitlines()]
    step = max(1.0, len(texts) / count)
    return [cw.Position.parse(texts[int(index * step)]) for index in range(min(count, len(texts)))]


def agreement(count: int, simulations: int, seconds: float) -> None:
    """Whether the first move is that of a ten times longer search from another seed, and what it costs where not."""
    same, costs = 0, []
    for position in positions(count):
        found = []
        for times, seed in ((1, 1), (10, 2)):
            limit = Limit(seconds=times * seconds) if seconds else Limit(simulations=times * simulations)
            with Engine(position.ruleset, limit=limit, seed=seed) as engine:
                found.append(engine.advise(position, engine.limit, count=10))
        short, long = found
        same += short.best.move == long.best.move
        seat = position.turn.actor
        told = {each.move: each.win[seat] for each in long.candidates}
        if short.best.move != long.best.move and short.best.move in told:
            costs.append(long.best.win[seat] - told[short.best.move])
    mean = 100 * sum(costs) / max(1, len(costs))
    print(f"{same} of {count} first moves agree; {len(costs)} others cost {mean:.1f} % on average where searched")


def pupil(games: int, level: int, simulations: int) -> None:
    """A player of level 3 who takes the first advice on every third move, against another level, in Duo."""
    points = 0.0
    for number in range(games):
        seat = number % 2
        game = cw.Game("duo")
        with (
            Engine("duo", level=3, seed=number) as own,
            Engine("duo", level=level, seed=1000 + number) as other,
            Engine("duo", limit=Limit(simulations=simulations), seed=number) as coach,
        ):
            turns = 0
            while not game.position.is_over:
                position, last = game.position, game.node.last_move
                if position.turn.actor != seat:
                    game.play(other.choose(position, last=last))
                    continue
                turns += 1
                move = coach.advise(position).best.move if turns % 3 == 0 else own.choose(position, last=last)
                game.play(move)
        winners = game.position.winners
        points += (seat in winners) / len(winners)
    print(f"{points:g} of {games} games against level {level} ({100 * points / games:.0f} %)")


def first() -> None:
    """Seconds until the first sentence about the first move, searched in slices of 100 simulations."""
    waits = []
    for position in positions(24):
        search = Search(position.ruleset, tuning_of(position.ruleset), 1, 1, 64)
        begun = time.perf_counter()
        search.begin(position, 2000)
        search.advance(100)
        advice = make_advice(position, search.result())
        assert advice.best
        waits.append(time.perf_counter() - begun)
    waits.sort()
    print(f"first advice after {waits[len(waits) // 2]:.3f} s (median), {waits[-1]:.3f} s (longest of {len(waits)})")


def main() -> None:
    """Measure one of the three."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["agreement", "pupil", "first"])
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--level", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=2000)
    parser.add_argument("--seconds", type=float, default=0, help="of the shorter search, instead of simulations")
    given = parser.parse_args()
    if given.what == "agreement":
        agreement(given.positions, given.simulations, given.seconds)
    elif given.what == "pupil":
        pupil(given.games, given.level, given.simulations)
    else:
        first()


if __name__ == "__main__":
    main()

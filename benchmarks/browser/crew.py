"""What a second worker adds to advice at home: how often one, two, and one with twice the time find the best move.

`python benchmarks/browser/crew.py [--positions 40 --short 3000 --long 45000]`. A long search tells which move is best.
It counts simulations and no time, so other work on the machine changes nothing. The kernel is the browser's, in Node.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
from statistics import fmean
from typing import Any

import browser


def positions(count: int) -> list[dict[str, Any]]:
    """Positions of random games in which large pieces are laid first, from the first quarter to the last."""
    found = []
    rng = random.Random("crew")
    for number in range(count):
        name = browser.GAMES[number % len(browser.GAMES)]
        line = browser.line_of(name, rng)
        position, last = line[int(rng.uniform(0.05, 0.55) * len(line))]
        found.append({"name": name, "text": position.text, "last": last})
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--short", type=int, default=3000)
    parser.add_argument("--long", type=int, default=45000)
    options = parser.parse_args()
    bundle = browser.bundle("crew")
    task = {"positions": positions(options.positions), "short": options.short, "long": options.long}
    command = ["node", str(bundle), str(browser.KERNEL), json.dumps(task)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        rows = [json.loads(line) for line in run.stdout]
    if run.returncode:
        raise SystemExit(run.returncode)
    print(f"{len(rows)} positions, {options.short} simulations a worker, {options.long} in the long search")
    print(f"{'':24}{'agree':>8}{'lost chance':>14}")
    for name, told in (
        ("one worker", [each for row in rows for each in row["one"]]),
        ("two workers", [row["two"] for row in rows]),
        ("one, twice as long", [row["twice"] for row in rows]),
    ):
        print(f"{name:24}{fmean(agrees for agrees, _ in told):>8.0%}{fmean(lost for _, lost in told):>14.2%}")
    print(json.dumps(rows))


if __name__ == "__main__":
    main()

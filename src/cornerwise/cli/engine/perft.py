"""`cornerwise perft`: how many lines of play there are."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer

from cornerwise import Position
from cornerwise.cli.arguments import POSITION, Options, find_position


def perft(
    position: Annotated[str, typer.Argument(help=POSITION)],
    depth: Annotated[int, typer.Argument(min=0, max=20, help="How many moves to look ahead.")],
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="List the count per first move.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Count the lines of play to a depth; the last line is the bare count.

    **Examples**

        cornerwise perft duo 3

        cornerwise perft classic-4 2 --divide

        cornerwise perft duo 1 -o starts=free --json
    """
    found, _ = find_position(position, option)
    started = time.perf_counter()
    counts = _divide(found, depth) if divide and depth > 0 else None
    total = sum(counts.values()) if counts is not None else found.perft(depth)
    seconds = time.perf_counter() - started
    if as_json:
        facts: dict[str, Any] = {
            "position": found.text,
            "depth": depth,
            "count": total,
            "seconds": round(seconds, 6),
        }
        if counts is not None:
            facts["divide"] = counts
        print(json.dumps(facts))
        return
    if counts is not None:
        for step, count in counts.items():
            print(f"{step} {count}")
    print(total)


def _divide(position: Position, depth: int) -> dict[str, int]:
    """The count per first move; where the dice are to be rolled, per roll."""
    counts = {str(move): position.play(move).perft(depth - 1) for move in position.legal_moves}
    return counts or {f"roll {roll}": position.roll(roll).perft(depth - 1) for roll in position.rolls}

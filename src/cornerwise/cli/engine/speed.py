"""`cornerwise speed`: how many simulations a CPU second holds, here and in a foreign program."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.arena.speed import STAGES, Pace, measure_speed
from cornerwise.cli.arguments import RULESET, Options, find_ruleset
from cornerwise.cli.command import AsJson, print_json
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.progress import progress
from cornerwise.engine.level import Limit


def speed(
    ruleset: Annotated[str, typer.Option(help=RULESET)] = "duo",
    option: Options = None,
    against: Annotated[str, typer.Option(help="The command of a GTP program to measure alongside our engine.")] = "",
    positions: Annotated[int, typer.Option(min=1, help="Positions per stage.")] = 3,
    seconds: Annotated[float, typer.Option("--time", min=0.01, help="CPU seconds per position.")] = 1.0,
    threads: Annotated[int, typer.Option(min=1, help="Threads for our search.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same positions.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Measure simulations per CPU second through a game, from the opening to the end.

    **Examples**

        cornerwise speed --ruleset classic-4

        cornerwise speed --ruleset duo --against "pentobi-gtp --level 7 --nobook"
    """
    limit = Limit(cpu_seconds=seconds)
    paces: list[Pace] = []
    with (
        interruptible(lambda: "speeds are shown when all are measured"),
        progress("measuring", len(STAGES), "stages") as tell,
    ):
        for pace in measure_speed(find_ruleset(ruleset, option), against, positions, limit, threads, seed):
            paces.append(pace)
            tell(len(paces))
    if as_json:
        print_json(paces)
        return
    for pace in paces:
        theirs = "" if pace.theirs is None else f"  theirs {pace.theirs:10,.0f}  ratio {pace.ours / pace.theirs:5.2f}"
        print(f"ply {pace.ply:3}  ours {pace.ours:10,.0f}{theirs}", flush=True)

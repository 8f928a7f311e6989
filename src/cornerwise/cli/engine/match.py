"""`cornerwise match` and `cornerwise calibrate`: sides against each other, with figures."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Annotated

import typer

from cornerwise.arena.match import Match, Result, play_match
from cornerwise.arena.side import KINDS
from cornerwise.cli.arguments import RULESET, Cluster, Options, Workers, find_ruleset
from cornerwise.cli.command import AsJson, print_json
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.progress import progress
from cornerwise.cli.saying import say
from cornerwise.engine.level import levels as levels_of

Ruleset = Annotated[str, typer.Option(help=RULESET)]
Games = Annotated[int, typer.Option(min=1, help="Games for each pair of sides, rounded up to whole openings.")]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same openings.")]
Log = Annotated[Path | None, typer.Option(help="Save the games in this file; continue from it if it exists.")]
HANGING = "Seconds after which a foreign program counts as hanging."


def match(
    sides: Annotated[list[str], typer.Argument(help=f"Two sides or more: {KINDS}.")],
    ruleset: Ruleset = "duo",
    option: Options = None,
    games: Games = 20,
    seed: Seed = 1,
    workers: Workers = None,
    ray: Cluster = None,
    log: Log = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads for our engine.")] = 1,
    timeout: Annotated[float, typer.Option(help=HANGING)] = 600.0,
    as_json: AsJson = False,
) -> None:
    """Play a match: every opening in all seatings, balanced openings for two seats.

    `time` is CPU seconds per move; `follow` uses the CPU time that its rival spent on its last move.

    **Examples**

        cornerwise match level:3 level:2 --games 40 --workers 2

        cornerwise match time:0.1 greedy --ruleset classic-4 --log match.jsonl

        cornerwise match follow:0.05 "gtp:pentobi-gtp --level 5 --nobook --quiet" --games 400
    """
    key = find_ruleset(ruleset, option).key
    found = _play(Match(key, tuple(sides), games, seed, threads, timeout), log, workers, ray)
    if as_json:
        print_json(found)
        return
    for result in found:
        say(str(result))


def calibrate(
    ruleset: Ruleset = "duo",
    option: Options = None,
    games: Games = 40,
    seed: Seed = 1,
    workers: Workers = None,
    ray: Cluster = None,
    log: Annotated[Path | None, typer.Option(help="Save the games in this folder.")] = None,
    levels: Annotated[
        str | None, typer.Option(help="Which levels to play, as FIRST-LAST; 0 is greedy play. Default: all.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play every level against the one below, and the weakest against greedy play, and print how far apart they are.

    Levels are limits in simulations, so the figures do not depend on the machine or its load.

    **Examples**

        cornerwise calibrate --games 40

        cornerwise calibrate --ruleset 3d-tower-4 --levels 1-6 --workers 2
    """
    rules = find_ruleset(ruleset, option)
    top = len(levels_of(rules))
    first, _, last = (levels or f"0-{top}").partition("-")
    if not (first.isdecimal() and last.isdecimal() and int(first) < int(last) <= top):
        raise typer.BadParameter(f"Levels are written 0-{top} here, the lower one first.", param_hint="--levels")
    found = []
    for low, high in itertools.pairwise(range(int(first), int(last) + 1)):
        path = log / f"{rules.key}-{high}-{low}.jsonl" if log else None
        sides = (f"level:{high}", f"level:{low}" if low else "greedy")
        for result in _play(Match(rules.key, sides, games, seed), path, workers, ray):
            found.append(result)
            if not as_json:
                say(str(result))
    if as_json:
        print_json(found)


def _play(match: Match, log: Path | None, workers: int | None, ray: str | None) -> list[Result]:
    kept = f"the games so far are in {log}" if log else "the games so far are lost, but --log would keep them"
    with (
        interruptible(lambda: kept),
        progress("playing", sum(1 for _ in match.units()), "games") as tell,
    ):

        def show(found: list[Result]) -> None:
            tell(sum(result.games for result in found), "\n".join(map(str, found)))

        return play_match(match, log, (workers or 1) if ray is None else workers, show, ray)

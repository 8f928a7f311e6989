"""`cornerwise gtp`: the engine for other programs."""

from __future__ import annotations

import contextlib
import io
import sys
from typing import Annotated

import typer

from cornerwise.adapters.gtp import Gtp
from cornerwise.cli.arguments import RULESET, Options, find_ruleset
from cornerwise.engine.level import Limit


def gtp(
    ruleset: Annotated[str, typer.Option(help=RULESET)] = "classic-4",
    option: Options = None,
    level: Annotated[int | None, typer.Option(min=1, max=10, help="Strength, 1 to 10.")] = None,
    seconds: Annotated[float | None, typer.Option("--time", min=0.0, help="CPU seconds per move.")] = None,
    simulations: Annotated[int | None, typer.Option(min=0, help="Simulations per move.")] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed gives the same moves (with one thread and no time limit).")
    ] = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads for the search.")] = 1,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes for the search tree.")] = 256,
) -> None:
    """Speak GTP, the text protocol with which programs play each other.

    **Examples**

        cornerwise gtp --ruleset duo --level 7

        cornerwise gtp --ruleset classic-4 --time 0.5 --threads 2
    """
    limit = None if seconds is None and simulations is None else Limit(simulations or 0, 0.0, seconds or 0.0)
    session = Gtp(find_ruleset(ruleset, option), level, limit, seed, threads, memory)
    # Bytes that are no text are a line like any other: refused.
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    with contextlib.suppress(KeyboardInterrupt):
        session.run(sys.stdin, sys.stdout)

"""`cornerwise count`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.arguments import Cluster
from cornerwise.cli.command import AsJson
from cornerwise.cli.puzzles.options import AnyPuzzle, Laid, Limit, find_puzzle
from cornerwise.cli.puzzles.view import bar
from cornerwise.cli.saying import say
from cornerwise.errors import PuzzleError


def count(
    name: AnyPuzzle,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers",
            "--jobs",  # its earlier name
            "-j",
            help="How many processes share the work; by default one here, all processors on a cluster.",
            min=1,
            max=256,
        ),
    ] = None,
    ray: Cluster = None,
    limit: Limit = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", help="Save progress in this file; run again to continue from it.")
    ] = None,
    memory: Annotated[
        float, typer.Option("--memory", help="How many gigabytes the merged states may use.", min=0.01)
    ] = 4.0,
    method: Annotated[str, typer.Option("--method", help="auto, search or frontier.")] = "auto",
    laid: Laid = None,
    as_json: AsJson = False,
) -> None:
    """Count the solutions of a puzzle exactly.

    **Examples**

        cornerwise count cube-3-one-color

        cornerwise count fours-8x10 --json

        cornerwise count fours-8x10-touching --workers 4 --checkpoint touching.json

        cornerwise count fours-8x10-touching --ray auto --checkpoint touching.json
    """
    from cornerwise.puzzle.count import count as reckon

    chosen = find_puzzle(name, laid)
    if method not in ("auto", "search", "frontier"):
        raise PuzzleError(f"The method is one of auto, search, frontier, not {method[:20]!r}.")
    kept = f" Progress is saved in {checkpoint}; run the same command again to continue." if checkpoint else ""
    try:
        with bar("counting", as_json) as watch:
            found = reckon(
                chosen,
                workers=(workers or 1) if ray is None else workers,
                cluster=ray,
                limit=limit,
                checkpoint=checkpoint,
                memory=int(memory * (1 << 30)),
                method=method,  # type: ignore[arg-type]
                watch=watch,
            )
    except KeyboardInterrupt:
        say(f"Stopped.{kept}", sys.stderr)
        raise SystemExit(130) from None
    if as_json:
        print(json.dumps({"puzzle": chosen.name, **found.as_data()}))
    elif not found.is_complete:
        say(f"Not finished: about {100 * found.closed:.2g} % is done, {found.raw:,} solutions so far.{kept}")
    else:
        say(f"{found.raw:,} solutions, images counted apart")
        if found.up_to_rotation is not None and chosen.is_solid:
            say(f"{found.up_to_rotation:,} up to rotation")
        if found.up_to_symmetry is not None:
            renamed = " and renaming of colors" if chosen.contact != "any" else ""
            say(f"{found.up_to_symmetry:,} up to symmetry{renamed}")
        if found.colored is not None:
            say(f"{found.colored:,} with pieces told apart by color")
    if not found.is_complete:
        raise typer.Exit(1)

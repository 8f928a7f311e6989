"""`cornerwise hint`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from cornerwise.cli.command import AsJson
from cornerwise.cli.puzzles.options import AnyPuzzle, Laid, Limit, Seed, find_puzzle
from cornerwise.cli.puzzles.view import bar
from cornerwise.cli.saying import say
from cornerwise.errors import PuzzleError


def hint(
    name: AnyPuzzle,
    laid: Laid = None,
    level: Annotated[str, typer.Option("--level", help="How much to reveal: region, piece or placement.")] = "region",
    seed: Seed = 0,
    limit: Limit = 10.0,
    as_json: AsJson = False,
) -> None:
    """Give a hint: where to look, which piece goes there, or how it is placed.

    **Examples**

        cornerwise hint soma

        cornerwise hint pentominoes-6x10 --laid blue:a1,b1,c1,d1,e1 --level piece
    """
    from cornerwise.puzzle.hint import LEVELS
    from cornerwise.puzzle.hint import hint as advise

    chosen = find_puzzle(name, laid)
    if level not in LEVELS:
        raise PuzzleError(f"The level is one of {', '.join(LEVELS)}, not {level[:20]!r}.")
    with bar("thinking", as_json) as watch:
        given = advise(chosen, seed=seed, limit=limit, watch=watch)
    if as_json:
        told: dict[str, Any] = {"status": given.status, "sentence": given.sentence(level)}
        if given.piece is not None:
            told |= {"cell": given.cell, "region": given.region}
            if level != "region":
                told |= {"color": given.piece.color, "shape": given.piece.shape}
            if level == "placement":
                told["cells"] = given.cells.split(",")
        print(json.dumps(told))
    else:
        say(given.sentence(level))
    if given.status in ("impossible", "unknown"):
        raise typer.Exit(1)

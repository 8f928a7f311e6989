"""`cornerwise solve`."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from cornerwise.cli.arguments import Cluster, Workers
from cornerwise.cli.command import AsJson
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.puzzles.options import PUZZLE, Laid, Limit, Seed, find
from cornerwise.cli.puzzles.view import bar, show, write_sheet
from cornerwise.cli.saying import say
from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle import Puzzle
    from cornerwise.puzzle.outcome import Watch


def solve(
    name: Annotated[str, typer.Argument(help=PUZZLE + " Given a position or a record, finish its board.")],
    seed: Seed = 0,
    limit: Limit = None,
    number: Annotated[
        int, typer.Option("--number", "-n", help="How many different random solutions to find.", min=1)
    ] = 1,
    everything: Annotated[bool, typer.Option("--all", help="Find every solution, one after the other.")] = False,
    unique: Annotated[bool, typer.Option("--unique", help="Also say whether it is the only one.")] = False,
    laid: Laid = None,
    method: Annotated[str, typer.Option("--method", help="auto, scan, cover, paint, beam or cpsat.")] = "auto",
    workers: Workers = None,
    ray: Cluster = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write a picture that places the pieces one by one.")
    ] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write a sheet with the solution to print.")] = None,
    animate: Annotated[bool, typer.Option("--animate", help="Place the pieces one by one in the terminal.")] = False,
    as_json: AsJson = False,
) -> None:
    """Solve a puzzle, or finish a board.

    With several workers or on a cluster, every worker searches with a seed of its own, starting at `--seed`. The first
    solution counts, and the command names its seed.

    **Examples**

        cornerwise solve all-84-descending

        cornerwise solve cube-5 --seed 7 --json

        cornerwise solve fives-15x16-apart --svg fives.svg

        cornerwise solve all-84-17x21 --workers 2

        cornerwise solve duo --limit 5
    """
    from cornerwise.puzzle import Outcome, random_solutions, solutions
    from cornerwise.puzzle import solve as search
    from cornerwise.puzzle.hunt import hunt
    from cornerwise.puzzle.solve import Method

    chosen = find(name, laid)
    if chosen is None:
        _finish(name, seed, limit, as_json)
        return
    if method not in get_args(Method):
        raise PuzzleError(f"The method is one of {', '.join(get_args(Method))}, not {method[:20]!r}.")
    if (ray or (workers or 1) > 1) and (everything or method == "cpsat"):
        raise PuzzleError("Several workers search with different seeds; use one worker for --all and --method cpsat.")
    begin = time.perf_counter()
    seeds: list[int] = []
    with interruptible(lambda: "nothing was found by then"), bar("solving", as_json) as watch:
        if ray or (workers or 1) > 1:
            found = []
            outcome = Outcome(None, False, 0, 0.0)
            for each, outcome in hunt(
                chosen,
                seed=seed,
                number=number,
                limit=limit,
                method=method,  # type: ignore[arg-type]
                workers=workers,
                cluster=ray,
            ):
                if outcome.solution:
                    seeds.append(each)
                    found.append(outcome.solution)
            outcome = Outcome(
                found[0] if found else None, outcome.is_impossible, 0, time.perf_counter() - begin, outcome.reason
            )
        elif everything or number > 1:
            found = list(
                solutions(chosen, limit=limit, watch=watch)
                if everything
                else random_solutions(chosen, number, seed=seed, limit=limit, watch=watch)
            )
            seconds = time.perf_counter() - begin
            is_impossible = everything and not found and (limit is None or seconds < limit)
            outcome = Outcome(found[0] if found else None, is_impossible, 0, seconds)
        else:
            outcome = search(chosen, seed=seed, limit=limit, method=method, watch=watch)  # type: ignore[arg-type]
            found = [outcome.solution] if outcome.solution else []
        only = _is_only(chosen, limit, watch) if unique and found else None
    seconds = time.perf_counter() - begin
    if found:
        write_sheet(chosen, found[0], pdf, svg)
    if as_json:
        answer: dict[str, Any] = {"puzzle": chosen.name, "status": outcome.status, "seconds": round(seconds, 3)}
        answer |= {"solutions": [each.as_data() for each in found]}
        if seeds:
            answer["seeds"] = seeds
        if only is not None:
            answer["unique"] = only
        print(json.dumps(answer, ensure_ascii=False))
    else:
        for place, solution in enumerate(found):
            show(solution, animate)
            if seeds:
                say(f"found with --seed {seeds[place]}")
        if not found:
            say(outcome.sentence)
        elif only is not None:
            say(
                {"yes": "It is the only solution.", "no": "There are others."}.get(
                    only, "Whether there are others is not known."
                )
            )
    if not found:
        raise typer.Exit(1)


def _finish(name: str, seed: int, limit: float | None, as_json: bool) -> None:
    from cornerwise.cli.arguments import find_position
    from cornerwise.puzzle import finish

    position, _ = find_position(name)
    with bar("finishing", as_json) as watch:
        laid = finish(position, seed=seed, limit=5.0 if limit is None else limit, watch=watch)
    board = position.ruleset.board
    told = [
        {"shape": piece.shape, "color": piece.color, "cells": [board.cell_name(c) for c in piece.cells]}
        for piece in laid
    ]
    squares = sum(len(piece.cells) for piece in laid)
    if as_json:
        print(json.dumps({"position": position.text, "pieces": len(laid), "squares": squares, "laid": told}))
        return
    for piece in told:
        print(f"{piece['color']:7} {piece['shape']:3} {','.join(piece['cells'])}")
    say(f"{len(laid)} more pieces, {squares} more squares: the best found, not proved best.")


def _is_only(puzzle: Puzzle, limit: float | None, watch: Watch | None) -> str:
    from cornerwise.puzzle import solutions

    begin = time.perf_counter()
    for number, _ in enumerate(solutions(puzzle, limit=limit, watch=watch), 1):
        if number == 2:
            return "no"
    return "yes" if limit is None or time.perf_counter() - begin < limit else "unknown"

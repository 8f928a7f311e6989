"""`cornerwise solve`, `count`, `hint`, `generate` and `puzzles`."""

from __future__ import annotations

import json
import sys
import time
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer
from rich.console import Console
from rich.table import Table

from cornerwise.cli.arguments import Cluster, Workers
from cornerwise.cli.files import write_file
from cornerwise.cli.puzzles.view import bar, drawing, show, write_sheet
from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle import Puzzle
    from cornerwise.puzzle.generate import Generated
    from cornerwise.puzzle.outcome import Watch

PUZZLE = "A puzzle (see `cornerwise puzzles`) or a puzzle file (.toml, .json)."
AnyPuzzle = Annotated[str, typer.Argument(help=PUZZLE)]
Seed = Annotated[
    int,
    typer.Option("--seed", help="Each seed gives its own solution; the same seed always gives the same one.", min=0),
]
Limit = Annotated[float | None, typer.Option("--limit", help="How long to search, in seconds.", min=0.0)]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Laid = Annotated[
    list[str] | None,
    typer.Option("--laid", metavar="COLOR:CELLS", help="A piece that is already placed; may be repeated."),
]


def puzzles(
    name: Annotated[str | None, typer.Argument(help=PUZZLE)] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write a sheet to print: region and pieces.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the same picture as SVG.")] = None,
    rate: Annotated[bool, typer.Option("--rate", help="Rate its difficulty.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the puzzles, or describe, rate or print one of them.

    **Examples**

        cornerwise puzzles

        cornerwise puzzles soma --rate

        cornerwise puzzles fours-8x10 --pdf sheet.pdf
    """
    from cornerwise.puzzle import open_puzzle, puzzle
    from cornerwise.puzzle import puzzles as names

    if name is None:
        facts = [{"name": each, "title": puzzle(each).title, "text": puzzle(each).text} for each in names()]
        if as_json:
            print(json.dumps(facts, indent=2, ensure_ascii=False))
            return
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("puzzle", no_wrap=True)
        table.add_column("what to do")
        for fact in facts:
            table.add_row(fact["name"], fact["text"])
        Console().print(table)
        return
    chosen = open_puzzle(name)
    told = _facts(chosen)
    if rate:
        from cornerwise.puzzle.difficulty import difficulty

        rated = difficulty(chosen)
        told |= {"difficulty": rated.label, "rating": rated.rating}
    write_sheet(chosen, None, pdf, svg)
    if as_json:
        print(json.dumps(told, indent=2, ensure_ascii=False))
        return
    console = Console(highlight=False)
    console.print(f"[bold]{chosen.title}[/bold] ({chosen.name})")
    console.print(chosen.text)
    for key, value in told.items():
        if key not in ("name", "title", "text", "colors", "supply"):
            console.print(f"{key}: {value}", markup=False)
    same = len(set(chosen.supply)) == 1
    for color, own in zip(chosen.colors, chosen.supply, strict=True):
        shapes = " ".join(_times(n, shape) for shape, n in zip(chosen.shapes, own, strict=True) if n)
        console.print(f"{', '.join(chosen.colors) if same else color}: {shapes}", markup=False)
        if same:
            break


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

    chosen = _find(name, laid)
    if chosen is None:
        _finish(name, seed, limit, as_json)
        return
    if method not in get_args(Method):
        raise PuzzleError(f"The method is one of {', '.join(get_args(Method))}, not {method[:20]!r}.")
    if (ray or (workers or 1) > 1) and (everything or method == "cpsat"):
        raise PuzzleError("Several workers search with different seeds; use one worker for --all and --method cpsat.")
    begin = time.perf_counter()
    seeds: list[int] = []
    with bar("solving", as_json) as watch:
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
                print(f"found with --seed {seeds[place]}")
        if not found:
            print(outcome.sentence)
        elif only is not None:
            print(
                {"yes": "It is the only solution.", "no": "There are others."}.get(
                    only, "Whether there are others is not known."
                )
            )
    if not found:
        raise typer.Exit(1)


def count(
    name: AnyPuzzle,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
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

        cornerwise count fours-8x10-touching --jobs 4 --checkpoint touching.json

        cornerwise count fours-8x10-touching --ray auto --checkpoint touching.json
    """
    from cornerwise.puzzle.count import count as reckon

    chosen = _find(name, laid)
    if chosen is None:
        raise PuzzleError(f"{name[:60]!r} is not a puzzle.")
    if method not in ("auto", "search", "frontier"):
        raise PuzzleError(f"The method is one of auto, search, frontier, not {method[:20]!r}.")
    kept = f" Progress is saved in {checkpoint}; run the same command again to continue." if checkpoint else ""
    try:
        with bar("counting", as_json) as watch:
            found = reckon(
                chosen,
                jobs=(jobs or 1) if ray is None else jobs,
                cluster=ray,
                limit=limit,
                checkpoint=checkpoint,
                memory=int(memory * (1 << 30)),
                method=method,  # type: ignore[arg-type]
                watch=watch,
            )
    except KeyboardInterrupt:
        print(f"Stopped.{kept}", file=sys.stderr)
        raise SystemExit(130) from None
    if as_json:
        print(json.dumps({"puzzle": chosen.name, **found.as_data()}))
    elif not found.is_complete:
        print(f"Not finished: about {100 * found.closed:.2g} % is done, {found.raw:,} solutions so far.{kept}")
    else:
        print(f"{found.raw:,} solutions, images counted apart")
        if found.up_to_rotation is not None and chosen.is_solid:
            print(f"{found.up_to_rotation:,} up to rotation")
        if found.up_to_symmetry is not None:
            renamed = " and renaming of colors" if chosen.contact != "any" else ""
            print(f"{found.up_to_symmetry:,} up to symmetry{renamed}")
        if found.colored is not None:
            print(f"{found.colored:,} with pieces told apart by color")
    if not found.is_complete:
        raise typer.Exit(1)


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

    chosen = _find(name, laid)
    if chosen is None:
        raise PuzzleError(f"{name[:60]!r} is not a puzzle.")
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
        print(given.sentence(level))
    if given.status in ("impossible", "unknown"):
        raise typer.Exit(1)


def generate(
    level: Annotated[str, typer.Option("--level", help="easy, medium, hard or expert.")] = "medium",
    kind: Annotated[str, typer.Option("--kind", help="flat or solid.")] = "flat",
    seed: Seed = 0,
    day: Annotated[
        str | None,
        typer.Option("--daily", metavar="DATE", help="Make the puzzle of a day: today, or a date such as 2026-11-16."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write the puzzle to this .json file.")] = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write a sheet to print.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a new puzzle with exactly one solution.

    **Examples**

        cornerwise generate --level hard --seed 3 --out mine.json

        cornerwise generate --kind solid

        cornerwise generate --daily today --pdf today.pdf
    """
    from cornerwise.puzzle.generate import daily
    from cornerwise.puzzle.generate import generate as make

    if day is not None:
        try:
            when = date.today() if day == "today" else date.fromisoformat(day)
        except ValueError:
            raise PuzzleError(f"A day is written as 2026-11-16, not {day[:20]!r}.") from None
        made = daily(when)
    else:
        made = make(seed=seed, level=level, kind=kind)  # type: ignore[arg-type]
    if out is not None:
        write_file(out, (json.dumps(made.puzzle.spec, indent=2, ensure_ascii=False) + "\n").encode())
    write_sheet(made.puzzle, None, pdf, None)
    if as_json:
        print(
            json.dumps(
                {
                    "difficulty": made.difficulty.label,
                    "rating": made.difficulty.rating,
                    "puzzle": made.puzzle.spec,
                }
            )
        )
        return
    _tell(made)
    if out is not None:
        print(f"Written to {out}; solve it with: cornerwise solve {out}")


def _tell(made: Generated) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{made.puzzle.title}[/bold], {made.difficulty.label} (rating {made.difficulty.rating})")
    pieces = [
        _times(n, shape) for own in made.puzzle.left for shape, n in zip(made.puzzle.shapes, own, strict=True) if n
    ]
    console.print("Pieces to place: " + " ".join(pieces), markup=False)
    console.print(drawing(made.puzzle, made.puzzle.givens))


def _times(number: int, shape: str) -> str:
    return f"{number}×{shape}" if number > 1 else shape


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    supply = {
        color: {shape: n for shape, n in zip(puzzle.shapes, own, strict=True) if n}
        for color, own in zip(puzzle.colors, puzzle.supply, strict=True)
    }
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "text": puzzle.text,
        "cells": puzzle.board.cell_count,
        "pieces": sum(map(sum, puzzle.supply)),
        "colors": list(puzzle.colors),
        "goal": puzzle.goal,
        "contact": puzzle.contact,
        "order": puzzle.order,
        "supply": supply,
    }


def _find(name: str, laid: list[str] | None) -> Puzzle | None:
    """The puzzle somebody means, or None when it is rather a position or a record."""
    from cornerwise.cli.arguments import holds_game
    from cornerwise.puzzle import open_puzzle, parse_puzzle
    from cornerwise.puzzle import puzzles as names

    path = Path(name)
    if holds_game(path):
        return None
    if name not in names() and path.suffix.lower() not in (".toml", ".json"):
        import cornerwise as cw

        if name in cw.rulesets() or "." in name:
            return None
    chosen = open_puzzle(name)
    if laid:
        chosen = parse_puzzle({**chosen.spec, "givens": [*chosen.spec.get("givens", []), *laid]}, argue=False)
    return chosen


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
    print(f"{len(laid)} more pieces, {squares} more squares: the best found, not proved best.")


def _is_only(puzzle: Puzzle, limit: float | None, watch: Watch | None) -> str:
    from cornerwise.puzzle import solutions

    begin = time.perf_counter()
    for number, _ in enumerate(solutions(puzzle, limit=limit, watch=watch), 1):
        if number == 2:
            return "no"
    return "yes" if limit is None or time.perf_counter() - begin < limit else "unknown"

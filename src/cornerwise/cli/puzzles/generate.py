"""`cornerwise generate`."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cornerwise.cli.command import AsJson
from cornerwise.cli.files import write_file
from cornerwise.cli.puzzles.options import Seed, times
from cornerwise.cli.puzzles.view import drawing, write_sheet
from cornerwise.cli.saying import say
from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle.generate import Generated


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
        say(f"Written to {out}; solve it with: cornerwise solve {out}")


def _tell(made: Generated) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{made.puzzle.title}[/bold], {made.difficulty.label} (rating {made.difficulty.rating})")
    pieces = [
        times(n, shape) for own in made.puzzle.left for shape, n in zip(made.puzzle.shapes, own, strict=True) if n
    ]
    console.print("Pieces to place: " + " ".join(pieces), markup=False)
    console.print(drawing(made.puzzle, made.puzzle.givens))

"""`cornerwise puzzles`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cornerwise.cli.command import AsJson
from cornerwise.cli.puzzles.options import PUZZLE, times
from cornerwise.cli.puzzles.view import write_sheet

if TYPE_CHECKING:
    from cornerwise.puzzle import Puzzle


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
        shapes = " ".join(times(n, shape) for shape, n in zip(chosen.shapes, own, strict=True) if n)
        console.print(f"{', '.join(chosen.colors) if same else color}: {shapes}", markup=False)
        if same:
            break


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

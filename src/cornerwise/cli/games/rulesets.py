"""`cornerwise rulesets`: what can be played."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

import cornerwise as cw


def rulesets(
    name: Annotated[str | None, typer.Argument(help="Show everything about this ruleset.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """List the games that can be played, or describe one of them.

    **Examples**

        cornerwise rulesets

        cornerwise rulesets dice-4

        cornerwise rulesets duo --json
    """
    chosen = [cw.ruleset(each) for each in ([name] if name else cw.rulesets())]
    if as_json:
        facts = [_facts(each) for each in chosen]
        print(json.dumps(facts[0] if name else facts, indent=2))
    elif name:
        _tell(chosen[0])
    else:
        _list(chosen)


def _facts(ruleset: cw.Ruleset) -> dict[str, Any]:
    board = ruleset.board
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "seating": seating(ruleset),
        "options": {key: list(values) for key, values in cw.ruleset_options(ruleset.name).items()},
        "seats": ruleset.seats,
        "colors": list(ruleset.colors),
        "owners": list(ruleset.owners),
        "teams": [list(team) for team in ruleset.teams],
        "sheets": ruleset.sheets,
        "board": {
            "columns": board.columns,
            "rows": board.rows,
            "levels": board.levels,
            "cells": board.cell_count,
        },
        "shapes": [shape.name for shape in ruleset.shapes],
        "placements": len(ruleset.atlas),
        "notes": list(ruleset.notes),
    }


def _list(chosen: list[cw.Ruleset]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("ruleset", "game", "board", "options"):
        table.add_column(heading, no_wrap=heading == "ruleset", overflow="fold")
    for each in chosen:
        table.add_row(each.name, f"{each.title}, {seating(each)}", _board(each), " ".join(_options(each)))
    Console().print(table)


def _tell(ruleset: cw.Ruleset) -> None:
    console = Console(highlight=False)
    console.print(f"[bold]{ruleset.title}[/bold] ({ruleset.name})")
    console.print(f"{seating(ruleset)}; colors: {', '.join(ruleset.colors)}; board: {_board(ruleset)}")
    console.print("shapes: " + " ".join(shape.name for shape in ruleset.shapes))
    for words in _options(ruleset):
        console.print(f"option: {words}")
    for face, names in sorted(ruleset.rows.items()):
        console.print(f"die {face}: {' '.join(names)}")
    for note in ruleset.notes:
        console.print(note)


def seating(ruleset: cw.Ruleset) -> str:
    """Who sits at the table, in words."""
    return str(ruleset.spec.get("seating") or f"{ruleset.seats} players")


def _options(ruleset: cw.Ruleset) -> list[str]:
    return [f"{key}={'|'.join(values)}" for key, values in cw.ruleset_options(ruleset.name).items()]


def _board(ruleset: cw.Ruleset) -> str:
    board = ruleset.board
    if board.levels > 1:
        return f"{board.cell_count} cells, {board.levels} high"
    return f"{board.columns}\N{MULTIPLICATION SIGN}{board.rows}"

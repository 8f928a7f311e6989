"""`cornerwise piece` and `cornerwise board`: lost pieces, boards and score sheets to print, at their true size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.cli.arguments import RULESET, Options, find_ruleset
from cornerwise.cli.files import write_file
from cornerwise.craft import board_pages, lost, pdf, piece_pages, solids, stl
from cornerwise.craft.drawing import Page, Paper

Square = Annotated[float, typer.Option(help="How wide a square of your board is, in millimeters.")]
OnPaper = Annotated[Paper, typer.Option(help="The paper in the printer.")]
Pdf = Annotated[Path | None, typer.Option("--pdf", help="Write pages to print to this file.")]
Svg = Annotated[Path | None, typer.Option("--svg", help="Write the page to this file; more pages are numbered.")]


def piece(
    shape: Annotated[str, typer.Argument(help="The name of the piece, such as L5, or all for the whole set.")],
    ruleset: Annotated[str, typer.Option(help=RULESET)] = "classic-4",
    option: Options = None,
    color: Annotated[str | None, typer.Option(help="Its color; otherwise the first color of the game.")] = None,
    square: Square = 20.0,
    paper: OnPaper = "a4",
    stl_file: Annotated[Path | None, typer.Option("--stl", help="Write a solid for a 3D printer to this file.")] = None,
    svg_file: Svg = None,
    pdf_file: Pdf = None,
) -> None:
    """Make a lost piece: a sheet of paper to cut out, or a solid to print. Everything is at its true size.

    **Examples**

        cornerwise piece L5 --color red --square 19.5 --pdf l5.pdf

        cornerwise piece all --color blue --stl blue.stl

        cornerwise piece T4 --ruleset 3d-tower-4 --square 25 --stl t4.stl
    """
    made = lost(find_ruleset(ruleset, option), shape, color, square)
    _write(piece_pages(made, paper) if svg_file or pdf_file else [], svg_file, pdf_file)
    if stl_file:
        write_file(stl_file, stl(solids(made)))
    if not (stl_file or svg_file or pdf_file):
        raise cw.CornerwiseError("Say what to write: --pdf, --svg or --stl, each with the name of a file.")


def board(
    ruleset: Annotated[str, typer.Argument(help=RULESET)],
    option: Options = None,
    square: Square = 20.0,
    paper: OnPaper = "a4",
    svg_file: Svg = None,
    pdf_file: Pdf = None,
) -> None:
    """Make a board to print, on as many pages as it needs; for the Dice Game, a score sheet for every seat.

    **Examples**

        cornerwise board duo --square 15 --pdf duo.pdf

        cornerwise board dice-4 --square 11 --pdf sheets.pdf
    """
    if not (svg_file or pdf_file):
        raise cw.CornerwiseError("Say what to write: --pdf or --svg, with the name of a file.")
    _write(board_pages(find_ruleset(ruleset, option), square, paper), svg_file, pdf_file)


def _write(pages: list[Page], svg_file: Path | None, pdf_file: Path | None) -> None:
    if pdf_file:
        write_file(pdf_file, pdf(pages))
    if svg_file:
        for number, page in enumerate(pages, 1):
            name = svg_file if number == 1 else svg_file.with_stem(f"{svg_file.stem}-{number}")
            write_file(name, page.svg().encode())

"""How the puzzle commands show things: a progress bar, solutions in the terminal, sheets in files."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from cornerwise.cli.files import write_file

if TYPE_CHECKING:
    from cornerwise.puzzle import Laid, Puzzle, Report, Solution
    from cornerwise.puzzle.outcome import Watch


@contextmanager
def bar(words: str, quiet: bool) -> Iterator[Watch | None]:
    """A bar on standard error while something runs; None where nobody watches."""
    console = Console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(words, total=None, told="")

        def watch(report: Report) -> None:
            told = f"{report.nodes:,} nodes" + (f", best {report.best} pieces" if report.best else "")
            if report.closed > 0.0005:
                progress.update(task, total=1.0, completed=report.closed, told=f"{100 * report.closed:.1f} %, {told}")
            else:
                progress.update(task, told=told)

        yield watch


def show(solution: Solution, animate: bool) -> None:
    console = Console(highlight=False)
    if animate and console.is_terminal:
        from rich.live import Live

        with Live(console=console, refresh_per_second=20) as live:
            for number in range(1, len(solution.laid) + 1):
                live.update(drawing(solution.puzzle, solution.laid[:number]))
                time.sleep(min(0.35, 8 / len(solution.laid)))
    else:
        console.print(drawing(solution.puzzle, solution.laid))
    words = f"{len(solution.laid)} pieces, {solution.solver}, {solution.nodes:,} nodes, {solution.seconds:.2f} s"
    if solution.puzzle.is_solid:
        from cornerwise.puzzle.laying import from_above

        steps = from_above(solution.puzzle, solution.laid)
        if steps is None:
            words += "; its pieces interlock: it cannot be laid from above"
        else:
            name = solution.puzzle.board.cell_name
            for number, piece in enumerate(steps, 1):
                print(f"{number:3} {piece.color} {piece.shape} {','.join(map(name, piece.cells))}")
    print(words)


def drawing(puzzle: Puzzle, laid: Sequence[Laid]) -> Text:
    """The region as letters on color, two columns per cell; levels side by side from the ground up."""
    from cornerwise.render.palette import PAINTS

    board = puzzle.board
    owner = {cell: number for number, piece in enumerate(laid) for cell in piece.cells}
    lines = Text()
    for y in reversed(range(board.rows)):
        for z in range(board.levels):
            for x in range(board.columns):
                cell = board.cell(x, y, z)
                if cell is None:
                    lines.append("  ")
                elif cell not in owner:
                    lines.append(" .", style="dim")
                else:
                    piece = laid[owner[cell]]
                    paint = PAINTS[piece.color]
                    letter = chr(ord("A") + owner[cell] % 26) if len(puzzle.colors) == 1 else paint.letter
                    lines.append(f" {letter}", style=f"{paint.ink} on {paint.fill}")
            lines.append("   ")
        lines.append("\n")
    return lines


def write_sheet(puzzle: Puzzle, solution: Solution | None, pdf: Path | None, svg: Path | None) -> None:
    from cornerwise.craft.drawing import pdf as as_pdf
    from cornerwise.puzzle.paper import puzzle_pages, solution_picture

    if pdf is not None:
        write_file(pdf, as_pdf(puzzle_pages(puzzle, solution)))
    if svg is not None:
        picture = solution_picture(solution, moving=True) if solution else puzzle.svg()
        write_file(svg, picture.encode())

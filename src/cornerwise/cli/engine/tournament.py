"""`cornerwise tournament`: many players, with standings that grow while they play."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table as Lines

from cornerwise.arena.crosstable import crosstable, verdict_sentence
from cornerwise.arena.log import writing
from cornerwise.arena.tournament import Progress, play_tournament, read_tournament
from cornerwise.cli.arguments import Cluster, Workers
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.saying import say

SECONDS_BETWEEN = 1.0  # two pictures of the standings
SECONDS_BETWEEN_LINES = 10.0  # where nobody can see pictures


def tournament(
    players: Annotated[Path, typer.Argument(help="A TOML file of players (docs/learning/tournaments.md).")],
    out: Annotated[
        Path | None, typer.Option(help="Folder for games, records and the cross table; continue from it if it exists.")
    ] = None,
    workers: Workers = None,
    ray: Cluster = None,
) -> None:
    """Play a tournament: round robin, gauntlet or a sequential test, every opening in all seatings.

    To resume an interrupted tournament, give the same command again.

    **Examples**

        cornerwise tournament players.toml --out result --workers 2

        cornerwise tournament players.toml --out result --ray auto
    """
    spec = read_tournament(players)
    folder = out or players.with_suffix("")
    console = Console(stderr=True)
    between = SECONDS_BETWEEN if console.is_terminal else SECONDS_BETWEEN_LINES
    began = shown = time.monotonic()
    first = None  # how many games there were when the clock began: workers take a while to start
    with (
        interruptible(lambda: f"the games so far are in {folder}"),
        Live(console=console, auto_refresh=False, transient=True) as live,
    ):

        def show(progress: Progress) -> None:
            nonlocal began, shown, first
            now = time.monotonic()
            is_first = first is None
            if first is None:
                began, first = now, len(progress.rows)
            if now - shown < between and not (is_first and console.is_terminal):
                return
            rate = (len(progress.rows) - first) / max(now - began, 1e-6)
            if console.is_terminal:
                live.update(_lines(progress, rate), refresh=True)
            else:
                console.print(_how_far(progress, rate), highlight=False)
            shown = time.monotonic()  # after the picture: games come first, however long it takes

        if console.is_terminal:
            live.update("The first game is being played …", refresh=True)
        progress = play_tournament(spec, folder, (workers or 1) if ray is None else workers, ray, show)
    Console().print(_lines(progress))
    if spec.format == "sprt":
        say(verdict_sentence(progress))
    page = folder / "crosstable.html"
    with writing(page):
        page.write_text(crosstable(progress), encoding="utf-8")
    say(f"{page}")


def _how_far(progress: Progress, rate: float | None) -> str:
    """How many games have been played, how fast, and how long the rest may take."""
    played = f"{len(progress.rows):,} of at most {progress.total:,} games"
    if not rate:
        return played
    left = (progress.total - len(progress.rows)) / rate
    return f"{played}, {rate:.2f} games/s, {left:,.0f} s left"


def _lines(progress: Progress, rate: float | None = None) -> Lines:
    """The standings for a terminal."""
    lines = Lines(title=_how_far(progress, rate), title_justify="left")
    for name in ("player", "Elo", "95 %", "games", "victories"):
        lines.add_column(name, justify="left" if name == "player" else "right", overflow="fold")
    for row in progress.standings:
        estimate = row.rating
        lines.add_row(
            row.name,
            f"{estimate.value:+.0f}",
            f"{estimate.low:+.0f} … {estimate.high:+.0f}",
            str(row.games),
            f"{row.points:.1f}",
        )
    return lines

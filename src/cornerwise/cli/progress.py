"""Progress of long commands on standard error: how far, how fast, and how long it will take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

EVERY = 10.0  # seconds between two lines where nobody can see a bar


@contextmanager
def progress(words: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """A function that hears how many units are done, while a bar shows it; a line now and then in a log."""
    console = Console(stderr=True)
    began = time.monotonic()

    def rate(done: int) -> str:
        speed = done / max(1e-9, time.monotonic() - began)
        return f"{speed:,.1f} {unit}/s" if speed < 100 else f"{speed:,.0f} {unit}/s"

    if not console.is_terminal:
        told = began

        def log(done: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= EVERY and done:
                told = now
                left = f", {(total - done) * (now - began) / done:,.0f} s left" if total else ""
                console.print(f"{words}: {done:,}{f' of {total:,}' if total else ''} {unit}, {rate(done)}{left}")

        yield log
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True, expand=True) as bar:
        task = bar.add_task(words, total=total, rate="")
        yield lambda done: bar.update(task, completed=done, rate=rate(done))

"""Progress of long commands on standard error: how far, how fast, and how long it will take."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

EVERY = 10.0  # seconds between two lines where nobody can see a bar


@contextmanager
def progress(words: str, total: int | None, unit: str) -> Iterator[Callable[..., None]]:
    """A function that hears how many units are done, while a bar shows it; a line now and then in a log.

    It may also hear what is known by then, which stands above the bar.
    """
    console = Console(stderr=True)
    began = time.monotonic()

    def rate(done: int) -> str:
        speed = done / max(1e-9, time.monotonic() - began)
        return f"{speed:,.1f} {unit}/s" if speed < 100 else f"{speed:,.0f} {unit}/s"

    if not console.is_terminal:
        told = began

        def log(done: int, known: str = "") -> None:
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
    bar = Progress(*columns, console=console, expand=True)
    task = bar.add_task(words, total=total, rate="")
    with Live(bar, console=console, transient=True) as live:

        def show(done: int, known: str = "") -> None:
            bar.update(task, completed=done, rate=rate(done))
            if known:
                live.update(Group(Text(known), bar))

        yield show


@contextmanager
def regularly(look: Callable[[], object], seconds: float = 0.25) -> Iterator[None]:
    """While something runs, somebody looks how far it is."""
    over = threading.Event()

    def watch() -> None:
        while not over.wait(seconds):
            look()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()

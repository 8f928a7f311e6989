"""`cornerwise worker`: thinks for servers that share a database."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import typer

import cornerwise as cw
from cornerwise.cli.saying import say


def worker(
    database: Annotated[str, typer.Option(help="The database of the servers: postgresql://user@host/name.")],
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="How many questions to think about at once; by default one per core."),
    ] = None,
    log: Annotated[Literal["text", "json"], typer.Option(help="How warnings and errors are written.")] = "text",
) -> None:
    """Think about the computer's moves, advice and reviews for servers started with `--workers 0`.

    Any number of workers on any number of machines share the work; if one is killed, none of it is lost.

    **Examples**

        cornerwise worker --database postgresql://cornerwise@localhost/cornerwise

        cornerwise worker --database postgresql://cornerwise@db/cornerwise --threads 16
    """
    try:
        from cornerwise.server.host.logs import configure
        from cornerwise.server.settings import default_threads
        from cornerwise.server.store.database import connect
        from cornerwise.server.worker import Worker
    except ImportError as error:
        missing = "A worker needs more packages: pip install 'cornerwise[server,workers]'"
        raise cw.CornerwiseError(f"{missing} ({error.name} is missing).") from None
    if not database.startswith("postgres"):
        raise cw.CornerwiseError(
            "Workers take their questions from PostgreSQL: give --database postgresql://user@host/name."
        )
    configure(log)
    connect(database).dispose()  # what is wrong with it is told in one sentence
    say("A Cornerwise worker thinks (stop it with Ctrl-C)")
    asyncio.run(Worker(database, threads or default_threads()).run())

"""`cornerwise ratings`: what a host can do with the ratings of rated games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.serve import default_data

ratings = typer.Typer(help="Ratings of rated games: compute them anew from the results.", no_args_is_help=True)

Data = Annotated[Path | None, typer.Option(help="The directory that keeps the games.")]
Database = Annotated[str | None, typer.Option(help="The database, where it is another than SQLite in --data.")]


@ratings.command("recompute")
def recompute_ratings(
    ladder: Annotated[str | None, typer.Argument(help="One ladder, such as duo-live; all without it.")] = None,
    data: Data = None,
    database: Database = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; only tell what would change.")] = False,
) -> None:
    """Compute all ratings anew from the results alone; what a moderator annulled does not count.

    Ratings that were computed game by game come out equal to the last bit.

    **Examples**

        cornerwise ratings recompute --check

        cornerwise ratings recompute duo-live
    """
    from cornerwise.server.ratings.recompute import recompute_all
    from cornerwise.server.store.database import in_directory

    for recount in recompute_all(database or in_directory(data or default_data()), ladder, check):
        if recount.people or recount.changed:
            verb = "would change" if check else "changed"
            changed = f"{len(recount.changed):,} {verb}" if recount.changed else "nothing changed"
            print(f"{recount.ladder}: {recount.results:,} results, {recount.people:,} people, {changed}")

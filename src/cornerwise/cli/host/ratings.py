"""`cornerwise ratings`: what a host can do with the ratings of rated games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.host.serve import default_data

ratings = typer.Typer(help="Ratings of rated games: recompute them from the results.", no_args_is_help=True)

Data = Annotated[Path | None, typer.Option(help="The directory that keeps the games.")]
Database = Annotated[str | None, typer.Option(help="The database, if it is not SQLite in --data.")]


@ratings.command("recompute")
def recompute_ratings(
    ladder: Annotated[str | None, typer.Argument(help="One ladder, such as duo-live; by default all of them.")] = None,
    data: Data = None,
    database: Database = None,
    check: Annotated[bool, typer.Option("--check", help="Change nothing; only report what would change.")] = False,
) -> None:
    """Recompute all ratings from the results alone; what a moderator annulled does not count.

    The result equals, to the last bit, the ratings that were computed game by game.

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

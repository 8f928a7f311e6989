"""`cornerwise ratings`: what a host can do with the ratings of rated games."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.cli.host.kept import Data, Database, address
from cornerwise.cli.saying import say

ratings = typer.Typer(help="Ratings of rated games: recompute them from the results.", no_args_is_help=True)


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

    has_results = False
    for recount in recompute_all(address(data, database), ladder, check):
        if recount.people or recount.changed:
            has_results = True
            verb = "would change" if check else "changed"
            changed = f"{len(recount.changed):,} {verb}" if recount.changed else "nothing changed"
            say(f"{recount.ladder}: {recount.results:,} results, {recount.people:,} people, {changed}")
    if not has_results:
        say(f"There are no rated results{f' on the ladder {ladder}' if ladder else ''}, so nothing changed.")

"""`cornerwise moderate`: read reports, rename, suspend, annul a result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

import cornerwise as cw
from cornerwise.cli.serve import default_data

T = TypeVar("T")

moderate = typer.Typer(
    name="moderate",
    help="Look after the people on a server: reports, names, suspensions, results.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Data = Annotated[Path | None, typer.Option(help="The directory that keeps the games.")]
Database = Annotated[str | None, typer.Option(help="The address of the database, if it is not in a directory.")]


def within(data: Path | None, database: str | None, work: Callable[[Any], T]) -> T:
    """Do work in one transaction on a server's database, which may be running meanwhile."""
    from cornerwise.server.store.database import in_directory
    from cornerwise.server.store.database import within as within_database

    directory = data or default_data()
    if database is None and not directory.is_dir():
        raise cw.CornerwiseError(f"There are no games in {str(directory)!r}.")
    return within_database(database or in_directory(directory), work)


def day(moment: int) -> str:
    """A moment as a date and a time."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@moderate.command("reports")
def reports(
    with_handled: Annotated[bool, typer.Option("--all", help="Also list those that were handled.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """List what people reported, oldest first.

    **Examples**

        cornerwise moderate reports --data games
    """
    from cornerwise.server.lobby import moderation

    found = within(data, database, lambda transaction: moderation.reports(transaction, with_handled))
    for report in found:
        mark = " (handled)" if report.is_handled else ""
        print(f"{report.id}  {day(report.made)}  {report.by} about {report.about}: {report.reason}{mark}")
        print(f"    game {report.game}" + (f": {report.note}" if report.note else ""))
    if not found:
        print("Nothing was reported.")


@moderate.command("handle")
def handle(
    numbers: Annotated[list[int], typer.Argument(help="The numbers of the reports.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Mark reports as handled.

    **Examples**

        cornerwise moderate handle 3 4 --data games
    """
    from cornerwise.server.lobby import moderation
    from cornerwise.server.store.tables import milliseconds

    count = within(data, database, lambda transaction: moderation.handle(transaction, numbers, milliseconds()))
    print(f"{count} reports were marked as handled.")


@moderate.command("rename")
def rename(
    name: Annotated[str, typer.Argument(help="The person's name now.")],
    new: Annotated[str, typer.Argument(help="The name they get.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Give somebody another name.

    **Examples**

        cornerwise moderate rename "Rude Name" "Player 12" --data games
    """
    from cornerwise.server.lobby import moderation

    shown = within(data, database, lambda transaction: moderation.rename(transaction, name, new))
    print(f"{name} is called {shown} now.")


@moderate.command("suspend")
def suspend(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    days: Annotated[int, typer.Option(min=0, max=36500, help="For how many days; 0 ends it.")] = 7,
    data: Data = None,
    database: Database = None,
) -> None:
    """Keep somebody from playing with others for a while.

    **Examples**

        cornerwise moderate suspend "Rude Name" --days 30 --data games
    """
    from cornerwise.server.lobby import moderation
    from cornerwise.server.store.tables import milliseconds

    until = within(data, database, lambda transaction: moderation.suspend(transaction, name, days, milliseconds()))
    print(f"{name} may play again." if until is None else f"{name} is suspended until {day(until)} UTC.")


@moderate.command("annul")
def annul(
    game: Annotated[str, typer.Argument(help="The game, as written in its address.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Strike out the result of a rated game; the ratings are computed as if it had not been played.

    **Examples**

        cornerwise moderate annul Ab3dEf9hIjKl --data games
    """
    from cornerwise.server.lobby import moderation
    from cornerwise.server.store.tables import milliseconds

    count = within(data, database, lambda transaction: moderation.annul(transaction, game, milliseconds()))
    print(f"The result of {game} was annulled; the ratings of {count} people changed.")


@moderate.command("appoint")
def appoint(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    is_moderator: Annotated[bool, typer.Option("--yes/--no", help="Whether they are a moderator from now on.")] = True,
    data: Data = None,
    database: Database = None,
) -> None:
    """Make somebody a moderator, or take the role away.

    **Examples**

        cornerwise moderate appoint Ann --data games
    """
    from cornerwise.server.lobby import moderation

    within(data, database, lambda transaction: moderation.appoint(transaction, name, is_moderator))
    print(f"{name} is {'a moderator' if is_moderator else 'no moderator'} now.")

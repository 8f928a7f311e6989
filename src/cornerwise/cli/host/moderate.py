"""`cornerwise moderate`: read reports, rename, suspend, annul a result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

import cornerwise as cw
from cornerwise.cli.host.kept import Data, Database, address
from cornerwise.cli.saying import say
from cornerwise.errors import CornerwiseError

T = TypeVar("T")

moderate = typer.Typer(
    name="moderate",
    help="Look after the people on a server: reports, names, suspensions, results.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)


def within(data: Path | None, database: str | None, work: Callable[[Any], T]) -> T:
    """Do work in one transaction on a server's database, which may be running meanwhile."""
    from cornerwise.server.refusal import Refusal
    from cornerwise.server.store.database import within as within_database

    try:
        return within_database(address(data, database), work)
    except Refusal as refusal:
        raise CornerwiseError(refusal.sentence) from None


def looking(data: Path | None, database: str | None, work: Callable[[Any], T]) -> T:
    """Look at a server's database for as long as it takes; nobody who writes waits for it."""
    from cornerwise.server.store.database import looking as looking_at_database

    return looking_at_database(address(data, database), work)


def day(moment: int) -> str:
    """A moment as a date and a time."""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@moderate.command("reports")
def reports(
    with_handled: Annotated[bool, typer.Option("--all", help="Also list reports that were handled.")] = False,
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
        say(f"{report.id}  {day(report.made)}  {report.by} about {report.about}: {report.reason}{mark}")
        say(f"    game {report.game}" + (f": {report.note}" if report.note else ""))
    if not found:
        say("Nothing was reported.")


@moderate.command("rulings")
def rulings(
    count: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 50,
    data: Data = None,
    database: Database = None,
) -> None:
    """List what moderators decided on the site, newest first.

    **Examples**

        cornerwise moderate rulings --data games
    """
    from cornerwise.server.lobby.rulings import rulings as listed

    found = looking(data, database, lambda transaction: listed(transaction, count))
    for ruling in found:
        about = " ".join(each for each in (ruling.person, ruling.game, ruling.detail) if each)
        say(f"{day(ruling.made)}  {ruling.by or '(deleted)'}  {ruling.kind}  {about}")
    if not found:
        say("No moderator has decided anything.")


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
    say(f"{count} reports were marked as handled.")


@moderate.command("rename")
def rename(
    name: Annotated[str, typer.Argument(help="The person's name now.")],
    new: Annotated[str, typer.Argument(help="The name they get.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Give somebody another name.

    **Examples**

        cornerwise moderate rename "Rude Name" "Quiet Fox" --data games
    """
    from cornerwise.server.lobby import moderation

    shown = within(data, database, lambda transaction: moderation.rename(transaction, name, new))
    say(f"{name} is called {shown} now.")


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
    say(f"{name} may play again." if until is None else f"{name} is suspended until {day(until)} UTC.")


@moderate.command("annul")
def annul(
    game: Annotated[str, typer.Argument(help="The game, as written in its address.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Strike out the result of a rated game; ratings are recomputed as if it had not been played.

    **Examples**

        cornerwise moderate annul Ab3dEf9hIjKl --data games
    """
    from cornerwise.server.lobby import moderation
    from cornerwise.server.store.tables import milliseconds

    count = within(data, database, lambda transaction: moderation.annul(transaction, game, milliseconds()))
    say(f"The result of {game} was annulled; the ratings of {count} people changed.")


@moderate.command("hide")
def hide(
    game: Annotated[str, typer.Argument(help="The game, as written in its address.")],
    is_hidden: Annotated[bool, typer.Option("--yes/--no", help="Whether the game is hidden from now on.")] = True,
    data: Data = None,
    database: Database = None,
) -> None:
    """Take a public game out of the archive and out of the list of games to watch, or put it back.

    **Examples**

        cornerwise moderate hide Ab3dEf9hIjKl --data games
    """
    from cornerwise.server.lobby import moderation
    from cornerwise.server.store.tables import milliseconds

    within(data, database, lambda transaction: moderation.hide(transaction, game, is_hidden, milliseconds()))
    say(f"{game} is {'in no list any more' if is_hidden else 'listed again'}.")


@moderate.command("fairplay")
def fairplay(
    name: Annotated[str, typer.Argument(help="The person's name.")],
    games: Annotated[int, typer.Option(min=1, max=1000, help="How many of the latest rated games to look at.")] = 10,
    simulations: Annotated[int, typer.Option(min=10, max=1_000_000, help="Simulations per move.")] = 1000,
    data: Data = None,
    database: Database = None,
) -> None:
    """Collect figures about somebody's rated games: agreement with the engine, times, pairings.

    **Examples**

        cornerwise moderate fairplay "Ann" --games 20 --data games
    """
    from cornerwise.engine import Engine
    from cornerwise.engine.level import Limit
    from cornerwise.server.lobby import fairplay as fair
    from cornerwise.server.lobby.moderation import person_called

    limit = Limit(simulations=simulations)

    def first(position: cw.Position) -> cw.Move:
        with Engine(position.ruleset, limit=limit, seed=1) as engine:
            return position.ruleset.move(int(engine.search(position, limit).moves[0]))

    def work(transaction: Any) -> tuple[str, fair.FairPlay]:
        row = person_called(transaction, name)
        return row.name, fair.report(transaction, row.id, games, first)

    called, found = looking(data, database, work)
    say(f"{called}: the latest {found.games} rated games.")
    for title, choices in ((called, found.own), ("The others in these games", found.others)):
        say(f"{title}:")
        if choices.agreement is None:
            say("    no moves to judge")
        else:
            part, low, high = (round(100 * each) for each in choices.agreement)
            say(f"    the engine's first choice in {part} % of {choices.judged} moves (95 %: {low} to {high} %)")
        if choices.times is not None:
            quick, middle, slow = choices.times
            say(f"    time per move: half within {quick:.1f} to {slow:.1f} s, median {middle:.1f} s")
    if found.pairings:
        say("Met most often:")
        for pairing in found.pairings:
            say(f"    {pairing.name}: {pairing.games} games, ended before them in {pairing.won}")
    say(
        "These figures accuse nobody. Strong players often agree with the engine, and so does everybody\n"
        "where few moves are good. Compare with the others, look at the games, and ask before you act."
    )


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
    say(f"{name} is {'a moderator' if is_moderator else 'no moderator'} now.")

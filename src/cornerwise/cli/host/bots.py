"""`cornerwise bot`: make bots for the people of a server, list them, end their tokens."""

from __future__ import annotations

from typing import Annotated

import typer

from cornerwise.cli.host.kept import Data, Database
from cornerwise.cli.host.moderate import day, within
from cornerwise.cli.saying import say

bot = typer.Typer(
    name="bot",
    help="Look after bots: programs of people that play on a server.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

Owner = Annotated[str, typer.Argument(help="The account the bot belongs to.")]
BotName = Annotated[str, typer.Argument(help="The bot's name.")]


@bot.command("make")
def make(owner: Owner, name: BotName, data: Data = None, database: Database = None) -> None:
    """Make a bot and print its token, which is shown only this once.

    **Examples**

        cornerwise bot make Ann Corner --data games
    """
    from cornerwise.server.people.bots import new_bot
    from cornerwise.server.people.people import person_named

    made, token = within(data, database, lambda found: new_bot(found, person_named(found, owner), name))
    say(f"{made.name} belongs to {owner}. Its token, which is shown this once:")
    print(token)


@bot.command("list")
def listed(owner: Owner, data: Data = None, database: Database = None) -> None:
    """List somebody's bots.

    **Examples**

        cornerwise bot list Ann --data games
    """
    from cornerwise.server.people.bots import bots_of
    from cornerwise.server.people.people import person_named

    found = within(data, database, lambda transaction: bots_of(transaction, person_named(transaction, owner).id))
    for each in found:
        used = "never used" if each.used is None else f"last used {day(each.used)}"
        say(f"{each.person.name}: made {day(each.made)}, {used if each.has_token else 'without a token'}")
    if not found:
        say(f"{owner} has no bots.")


@bot.command("revoke")
def revoke(owner: Owner, name: BotName, data: Data = None, database: Database = None) -> None:
    """End a bot's token; the bot stays and can get another.

    **Examples**

        cornerwise bot revoke Ann "Corner Bot" --data games
    """
    from cornerwise.server.people import bots
    from cornerwise.server.people.people import person_named

    within(data, database, lambda found: bots.revoke(found, person_named(found, owner).id, name))
    say(f"The token of {name} opens nothing any more.")

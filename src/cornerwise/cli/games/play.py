"""`cornerwise play`: a game at this terminal."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.arena.side import KINDS, parse_side
from cornerwise.cli.arguments import RULESET, Options, find_ruleset
from cornerwise.cli.games.board import BoardTable
from cornerwise.cli.games.rulesets import seating
from cornerwise.cli.games.screen import is_screen
from cornerwise.cli.games.table import Table
from cornerwise.cli.saying import say
from cornerwise.formats.record import text_for
from cornerwise.player import Player
from cornerwise.render import color_depth

PERSON = "person"
OPPONENT = "level:4"


def play(
    ruleset: Annotated[str | None, typer.Argument(help=RULESET + " If you leave it out, you are asked.")] = None,
    option: Options = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", help=f"Who sits where, separated by commas: {PERSON}, {KINDS}."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Make dice and computer players repeatable.")] = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Save the game to this file on exit.")] = None,
    lines: Annotated[bool, typer.Option("--lines", help="Play line by line instead of on the whole screen.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="Show letters instead of colors.")] = False,
) -> None:
    """Play a game in the terminal, against the computer or friends.

    Arrows move the piece over the board, where it is seen before it is placed. Tab takes another, Space turns it, f
    flips it, g goes to its next legal place, Enter places it, h gives a hint and u takes back. A window of 60 by 24
    characters is enough for every game, and color is not needed.

    **Examples**

        cornerwise play

        cornerwise play duo

        cornerwise play classic-4 --players person,level:3,greedy,random

        cornerwise play dice-2 --players person,person --seed 7 --save game.json

        cornerwise play --load game.json
    """
    if save is not None and not save.parent.is_dir():
        raise cw.CornerwiseError(f"The game could not be saved: there is no folder {str(save.parent)!r}.")
    try:
        game = cw.read_game(load) if load else cw.Game(find_ruleset(ruleset or _ask_ruleset(), option))
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
        return
    if save is not None:
        text_for(save, game)  # refuses what such a file cannot hold, before anybody has played
    if seed is not None or game.seed is None:
        game.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    seated = _seat(game.ruleset, players, game.seed)
    depth = "plain" if plain else color_depth(sys.stdout)
    on_screen = is_screen() and not lines
    table = Table(game, seated, depth)
    try:
        (BoardTable(game, seated, depth, str(save) if save else None) if on_screen else table).run()
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
    finally:
        for each in seated:
            getattr(each, "close", lambda: None)()
    if on_screen:
        table.leave()
    if save is None and not table.is_kept:
        say("The game was not kept; with --save game.json it is.")
    elif save is not None:
        game.promote(game.node)
        cw.write_game(game, save)
        say(f"Saved to {save}.")


def _ask_ruleset() -> str:
    """Asks until a ruleset is chosen; an empty answer is Duo."""
    names = cw.rulesets()
    print("What would you like to play?")
    for number, name in enumerate(names, 1):
        rules = cw.ruleset(name)
        say(f"{number:3}  {name:16} {rules.title}, {seating(rules)}")
    while True:
        answer = input("Number or name [duo]: ").strip().lower()
        if not answer:
            return "duo"
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        say(f"There is no game {answer!r}; type a number from 1 to {len(names)} or a name from the list.")


def _seat(rules: cw.Ruleset, text: str | None, seed: int) -> list[Player | None]:
    """Who sits where; None is a person. By default a person plays the first seat against the engine."""
    names = text.split(",") if text else [PERSON] + [OPPONENT] * (rules.seats - 1)
    if len(names) != rules.seats:
        raise cw.CornerwiseError(f"This game has {rules.seats} seats, but --players names {len(names)}.")
    sides = [None if name == PERSON else parse_side(name) for name in names]
    return [side.make(rules, seed + number) if side else None for number, side in enumerate(sides)]

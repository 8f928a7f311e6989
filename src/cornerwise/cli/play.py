"""`cornerwise play`: a game at this terminal."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.cli.arguments import RULESET, Options, find_ruleset
from cornerwise.cli.rulesets import seating
from cornerwise.cli.table import Table
from cornerwise.player import PLAYERS, Player, player
from cornerwise.render import color_depth

PERSON = "person"


def play(
    ruleset: Annotated[str | None, typer.Argument(help=RULESET + " Without one you are asked.")] = None,
    option: Options = None,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", "-p", help="Who sits where: person, greedy or random per seat, separated by commas."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Makes dice and computer players repeatable.")] = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the game to this file when leaving.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Letters instead of colors.")] = False,
) -> None:
    """Play a game in the terminal, against simple computer players or friends.

    **Examples**

        cornerwise play

        cornerwise play duo

        cornerwise play classic-4 --players person,greedy,greedy,random

        cornerwise play dice-2 --players person,person --seed 7 --save game.json

        cornerwise play --load game.json
    """
    try:
        game = cw.read_game(load) if load else cw.Game(find_ruleset(ruleset or _ask_ruleset(), option))
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
        return
    if seed is not None or game.seed is None:
        game.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
    seated = _seat(game.ruleset.seats, players, game.seed)
    table = Table(game, game.seed, seated, "plain" if plain else color_depth(sys.stdout))
    try:
        table.run()
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
    if save is not None:
        cw.write_game(game, save)
        print(f"Saved to {save}.")


def _ask_ruleset() -> str:
    """Asks until a ruleset is chosen; an empty answer is Duo."""
    names = cw.rulesets()
    print("What would you like to play?")
    for number, name in enumerate(names, 1):
        rules = cw.ruleset(name)
        print(f"{number:3}  {name:16} {rules.title}, {seating(rules)}")
    while True:
        answer = input("Number or name [duo]: ").strip().lower()
        if not answer:
            return "duo"
        if answer in names:
            return answer
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"There is no game {answer!r}; type a number from 1 to {len(names)} or a name from the list.")


def _seat(seats: int, text: str | None, seed: int) -> list[Player | None]:
    """Who sits where; None is a person. By default a person plays the first seat against greedy players."""
    names = text.split(",") if text else [PERSON] + ["greedy"] * (seats - 1)
    if len(names) != seats:
        raise cw.CornerwiseError(f"This game has {seats} seats, but --players names {len(names)}.")
    for name in names:
        if name != PERSON and name not in PLAYERS:
            raise cw.CornerwiseError(f"A seat is taken by {PERSON}, {' or '.join(PLAYERS)}, not by {name!r}.")
    return [None if name == PERSON else player(name, seed + number) for number, name in enumerate(names)]

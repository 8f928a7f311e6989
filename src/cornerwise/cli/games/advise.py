"""`cornerwise advise` and `cornerwise review`: what to play and why, and what a game's moves cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise._core import SearchResult
from cornerwise.advice.review import review as judge
from cornerwise.cli.arguments import GAME, POSITION, Options, find_position
from cornerwise.cli.command import AsJson, print_json
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.progress import progress, regularly
from cornerwise.cli.saying import say
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit

Threads = Annotated[int, typer.Option(min=1, help="Threads for the search.")]


def advise(
    position: Annotated[str, typer.Argument(help=POSITION)],
    option: Options = None,
    seconds: Annotated[float, typer.Option(help="How long to think.")] = 2.0,
    count: Annotated[int, typer.Option(min=1, max=50, help="How many moves to show.")] = 5,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Rank the best moves of a position and say why they are good.

    **Examples**

        cornerwise advise duo

        cornerwise advise game.json --seconds 10 --count 3
    """
    found, _ = find_position(position, option)
    with (
        interruptible(lambda: "nothing was decided by then"),
        Engine(found.ruleset, threads=threads) as engine,
        progress(f"thinking for {seconds:g} s", None, "simulations") as tell,
        regularly(lambda: tell(engine.progress)),
    ):
        advice = engine.advise(found, Limit(seconds=seconds), count)
    if as_json:
        print_json(advice)
    else:
        say(str(advice))


def review(
    record: Annotated[Path, typer.Argument(help=GAME)],
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per move.")] = 3000,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Judge every move of a game and show the costliest ones.

    **Examples**

        cornerwise review game.json

        cornerwise review game.json --simulations 20000
    """
    game = cw.read_game(record)
    limit, seen = Limit(simulations=simulations), set[int]()
    with (
        interruptible(lambda: "a review is shown when all moves are judged"),
        Engine(game.ruleset, threads=threads) as engine,
        progress("reviewing", len(game.moves), "moves") as tell,
    ):

        def search(position: cw.Position) -> SearchResult:
            found = engine.search(position, limit)
            seen.add(position.ply)
            tell(min(len(seen), len(game.moves)))
            return found

        found = judge(game, search)
    if as_json:
        print_json(found)
    else:
        say(str(found))

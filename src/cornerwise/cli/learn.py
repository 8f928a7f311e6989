"""`cornerwise learn`: learn the engine's policy table of a ruleset from its own searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.arguments import Options, find_position


def learn(
    ruleset: Annotated[str, typer.Argument(help="The ruleset to learn, such as duo.")],
    out: Annotated[Path, typer.Option(help="Where samples and tables are kept.")] = Path("learned"),
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, help="Games per generation.")] = 400,
    simulations: Annotated[int, typer.Option(min=10, help="Simulations per move.")] = 500,
    generations: Annotated[int, typer.Option(min=1, help="How often to play with what was learned.")] = 2,
    minutes: Annotated[float, typer.Option(min=0, help="Stop a generation's games after this time; 0: never.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Where the random numbers start.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
) -> None:
    """Play against itself and fit the table of priors and playout weights.

    **Examples**

        cornerwise learn duo --games 400 --simulations 500 --generations 3

        cornerwise learn dice-4 --minutes 5 --workers 2 --out tables/dice
    """
    # numpy and the samples are only needed here.
    from cornerwise.training.policy import learn as train

    position, _ = find_position(ruleset, option)
    tuning = train(
        position.ruleset, None, out, games=games, simulations=simulations, generations=generations, seed=seed,
        workers=workers, minutes=minutes,
    )
    path = out / "tuning.json"
    path.write_text(json.dumps(tuning))
    print(f"The table is in {path}.")

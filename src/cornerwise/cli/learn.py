"""`cornerwise learn`: learn the engine's policy of a ruleset from its own searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cornerwise._core import Ruleset
from cornerwise.cli.arguments import Options, find_position


def learn(
    ruleset: Annotated[str, typer.Argument(help="The ruleset to learn, such as duo.")],
    out: Annotated[Path, typer.Option(help="The folder for positions and for what was learned.")] = Path("learned"),
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, help="Games per generation.")] = 400,
    simulations: Annotated[int, typer.Option(min=10, help="Simulations for each move that is searched.")] = 500,
    generations: Annotated[
        int, typer.Option(min=1, help="How many generations play and learn, each with what the last one learned.")
    ] = 2,
    minutes: Annotated[
        float, typer.Option(min=0, help="Stop the games of a generation after this time; 0 means never.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random numbers.")] = 1,
    workers: Annotated[int, typer.Option(min=1, help="Processes that play.")] = 1,
    network: Annotated[bool, typer.Option("--network", help="Train the network of a flat game; needs torch.")] = False,
    fit_minutes: Annotated[float, typer.Option(min=0.01, help="How long a network is trained per generation.")] = 10,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Train the network from scratch instead of starting from the one in use.")
    ] = False,
) -> None:
    """Play against itself and learn from it: a table of priors and playout weights, or a network for priors and value.

    A quarter of the moves are searched, and their positions are kept in files; the others are quick. A network, and the
    shapes its playouts draw, learn from the positions of all generations in the folder; each generation continues from
    the network of the one before.

    **Examples**

        cornerwise learn duo --games 400 --simulations 500 --generations 3

        cornerwise learn dice-4 --minutes 5 --workers 2 --out tables/dice

        cornerwise learn duo --network --simulations 1200 --minutes 60 --fit-minutes 15 --out networks/duo
    """
    position, _ = find_position(ruleset, option)
    if network:
        _learn_network(
            position.ruleset, out, games, simulations, generations, minutes, seed, workers, fit_minutes, fresh
        )
        return
    # numpy and the samples are only needed here.
    from cornerwise.training.policy import learn as train

    tuning = train(
        position.ruleset,
        None,
        out,
        games=games,
        simulations=simulations,
        generations=generations,
        seed=seed,
        workers=workers,
        minutes=minutes,
    )
    path = out / "tuning.json"
    path.write_text(json.dumps(tuning))
    print(f"The table is in {path}.")


def _learn_network(
    ruleset: Ruleset,
    out: Path,
    games: int,
    simulations: int,
    generations: int,
    minutes: float,
    seed: int,
    workers: int,
    fit_minutes: float,
    fresh: bool,
) -> None:
    if ruleset.rows or ruleset.board.levels > 1:
        raise typer.BadParameter("A network rates moves on flat boards without dice only; leave --network out.")
    try:
        from cornerwise.training.network import fit_network
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f"Training a network needs {error.name}: pip install {error.name}") from error
    import numpy as np

    from cornerwise.engine.tuning import tuning_of
    from cornerwise.training.playouts import fit_shapes
    from cornerwise.training.searched import play

    out.mkdir(parents=True, exist_ok=True)
    tuning = tuning_of(ruleset)
    for generation in range(generations):
        play(
            ruleset,
            tuning,
            out / f"searched-{generation}.jsonl",
            games=games,
            simulations=simulations,
            seed=seed + 100_000 * generation,
            workers=workers,
            minutes=minutes,
        )
        path = out / f"network-{generation}.npz"
        files = sorted(out.glob("searched-*.jsonl"))
        tuning["shape"] = fit_shapes(ruleset, files)
        (out / f"shapes-{generation}.json").write_text(json.dumps({"shape": tuning["shape"]}))
        start = None if fresh and generation == 0 else tuning.get("network")
        fit_network(ruleset, files, path, minutes=fit_minutes, start=start, seed=seed, threads=workers)
        with np.load(path) as arrays:
            tuning["network"] = dict(arrays)
        print(f"The network is in {path}, the shapes of its playouts are beside it.", flush=True)

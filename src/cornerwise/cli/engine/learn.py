"""`cornerwise learn`: learn the engine's policy of a ruleset from its own searches."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cornerwise._core import Ruleset
from cornerwise.cli.arguments import Cluster, Options, Workers, find_ruleset
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.progress import progress
from cornerwise.cli.saying import say

if TYPE_CHECKING:
    from cornerwise.engine.tuning import Tuning
    from cornerwise.training.generation import Fit


def learn(
    ruleset: Annotated[str, typer.Argument(help="The ruleset to learn, such as duo.")],
    out: Annotated[Path, typer.Option(help="The folder for positions and for what was learned.")] = Path("learned"),
    option: Options = None,
    data: Annotated[
        list[Path] | None,
        typer.Option(
            help="Learn from this data set of `cornerwise selfplay`, or these positions of an earlier run, instead of "
            "playing; may be repeated."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games per generation.")] = 400,
    simulations: Annotated[int, typer.Option(min=10, help="Simulations for each searched move.")] = 500,
    generations: Annotated[
        int, typer.Option(min=1, help="How many generations play and learn, each with what the last one learned.")
    ] = 2,
    minutes: Annotated[
        float, typer.Option(min=0, help="Stop the games of a generation after this time; 0 means never.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the random numbers.")] = 1,
    workers: Workers = None,
    ray: Cluster = None,
    network: Annotated[bool, typer.Option("--network", help="Train the network of a flat game; needs torch.")] = False,
    fit_minutes: Annotated[float, typer.Option(min=0.01, help="How long a network is trained per generation.")] = 10,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Train the network from scratch instead of starting from the one in use.")
    ] = False,
) -> None:
    """Let the engine play itself and learn a table of priors and playout weights, or a network for priors and value.

    A quarter of the moves are searched, and their positions are kept in files; the other moves are played quickly. A
    network, and the shapes its playouts draw, learn from the positions of all generations in the folder; each
    generation continues from the network of the one before. With `--data` nothing is played: one generation learns
    from these files.

    **Examples**

        cornerwise learn duo --games 400 --simulations 500 --generations 3

        cornerwise learn dice-4 --minutes 5 --workers 2 --out tables/dice

        cornerwise learn duo --data games.parquet --out tables/duo

        cornerwise learn duo --network --simulations 1200 --minutes 60 --fit-minutes 15 --out networks/duo
    """
    rules = find_ruleset(ruleset, option)
    fit = _network_fitter(rules, out, fit_minutes, fresh, seed, workers or 1) if network else _table_fitter(rules, out)
    # numpy and the samples are only needed here.
    from cornerwise.engine.tuning import first_guess, tuning_of
    from cornerwise.training.generation import learn as train

    turns = 1 if data else generations
    with interruptible(partial(_kept, out)), progress("playing", turns * games, "games") as tell:
        tuning = train(
            rules,
            tuning_of(rules) if network else first_guess(rules),
            out,
            fit,
            games=games,
            simulations=simulations,
            generations=generations,
            seed=seed,
            workers=(workers or 1) if ray is None else workers,
            cluster=ray,
            minutes=minutes,
            looks_back=network,
            data=data or (),
            on_games=lambda generation, done: tell(generation * games + done),
        )
    if not network:
        path = out / "tuning.json"
        path.write_text(json.dumps(tuning))
        say(f"The table is in {path}.")


def _kept(out: Path) -> str:
    """What an interruption leaves in the folder, and what it is good for."""
    learned = sorted(path.name for kind in ("tuning", "network") for path in out.glob(f"{kind}-*"))
    positions = sorted(str(path) for path in out.glob("searched-*.jsonl"))
    words = f"learned so far: {', '.join(learned)} in {out}" if learned else "nothing is learned yet"
    return f"{words}; positions for --data: {', '.join(positions)}" if positions else words


def _table_fitter(rules: Ruleset, out: Path) -> Fit:
    """What fits the table of a generation and keeps it in the folder."""
    from cornerwise.training.policy import fit_table

    def fit(generation: int, tuning: Tuning, files: list[Path]) -> Tuning:
        learned, quality = fit_table(rules, tuning, files)
        (out / f"tuning-{generation}.json").write_text(json.dumps(learned))
        say(f"generation {generation}: {quality}")
        return learned

    return fit


def _network_fitter(rules: Ruleset, out: Path, minutes: float, fresh: bool, seed: int, threads: int) -> Fit:
    """What trains the network of a generation and keeps it in the folder."""
    if rules.rows or rules.board.levels > 1:
        raise typer.BadParameter("A network rates moves on flat boards without dice only; leave --network out.")
    try:
        from cornerwise.training.network import fit_network
    except ModuleNotFoundError as error:
        raise typer.BadParameter(f"Training a network needs {error.name}: pip install {error.name}") from error
    import numpy as np

    from cornerwise.training.playouts import fit_shapes

    def fit(generation: int, tuning: Tuning, files: list[Path]) -> Tuning:
        path = out / f"network-{generation}.npz"
        shapes = {"shape": fit_shapes(rules, files)}
        (out / f"shapes-{generation}.json").write_text(json.dumps(shapes))
        start = None if fresh and generation == 0 else tuning.get("network")
        fit_network(rules, files, path, minutes=minutes, start=start, seed=seed, threads=threads)
        with np.load(path) as arrays:
            network = dict(arrays)
        say(f"The network is in {path}, the shapes of its playouts are beside it.")
        return {**tuning, **shapes, "network": network}

    return fit

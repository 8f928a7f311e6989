"""`cornerwise selfplay`: a file of searched positions for learners."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cornerwise.cli.arguments import RULESET, Cluster, Options, Workers, find_ruleset
from cornerwise.cli.interruption import interruptible
from cornerwise.cli.progress import progress
from cornerwise.cli.saying import say


def selfplay(
    out: Annotated[
        Path, typer.Option(help="The Parquet file; its parts are stored beside it until all games are played.")
    ],
    ruleset: Annotated[str, typer.Option(help=RULESET)] = "duo",
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, help="Games to play.")] = 100,
    simulations: Annotated[int, typer.Option(min=1, help="Simulations for each searched move.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same file.")] = 1,
    workers: Workers = None,
    ray: Cluster = None,
) -> None:
    """Let the engine play itself and write the searched positions with visits, values and results.

    The file is described in docs/learning/datasets.md. To resume an interrupted run, give the same command again.

    **Examples**

        cornerwise selfplay --out games.parquet --games 200 --workers 2

        cornerwise selfplay --ruleset classic-4 --out games.parquet --games 100000 --ray auto
    """
    from cornerwise.training.dataset import parts_of, write_games
    from cornerwise.training.searched import CHUNK

    rules = find_ruleset(ruleset, option)
    parts = parts_of(out)

    def kept() -> str:
        if not (count := len(list(parts.glob("*.parquet")))):
            return "no games are finished yet"
        return f"{min(count * CHUNK, games):,} of {games:,} games are kept in {parts}, and the same command goes on"

    with interruptible(kept), progress("playing", games, "games") as tell:
        count = write_games(
            rules,
            out,
            games=games,
            simulations=simulations,
            seed=seed,
            workers=(workers or 1) if ray is None else workers,
            cluster=ray,
            on_part=lambda done, total: tell(min(done * CHUNK, games)),
        )
    say(f"{out} holds {count:,} positions of {games:,} games.")

"""Generations: the engine plays itself, learns from what it searched, and plays again with what it has learned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from cornerwise._core import Ruleset
from cornerwise.engine.tuning import Tuning
from cornerwise.errors import FileError
from cornerwise.training.searched import play

Fit = Callable[[int, Tuning, list[Path]], Tuning]
"""What learns from files of positions: given a generation's number and tuning, it returns a better one."""


def learn(
    ruleset: Ruleset,
    tuning: Tuning,
    out: Path,
    fit: Fit,
    *,
    games: int,
    simulations: int,
    generations: int,
    seed: int = 1,
    workers: int | None = 1,
    cluster: str | None = None,
    minutes: float = 0.0,
    looks_back: bool = False,
    data: Sequence[Path] = (),
    on_games: Callable[[int, int], None] | None = None,
) -> Tuning:
    """Plays, fits and plays again; keeps every generation's positions in `out`.

    A generation learns from its own positions, or, if it `looks_back`, from all in the folder. With `data` nothing is
    played: one generation learns from these files. `on_games` hears the generation and how many games it has played.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"The folder {str(out)!r} cannot be made: {error.strerror}.") from None
    if data:
        return fit(0, tuning, list(data))
    for generation in range(generations):
        path = out / f"searched-{generation}.jsonl"
        play(
            ruleset,
            tuning,
            path,
            games=games,
            simulations=simulations,
            seed=seed + 100_000 * generation,
            workers=workers,
            minutes=minutes,
            cluster=cluster,
            on_games=None if on_games is None else partial(on_games, generation),
        )
        tuning = fit(generation, tuning, sorted(out.glob("searched-*.jsonl")) if looks_back else [path])
    return tuning

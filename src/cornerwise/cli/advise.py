"""`cornerwise advise` and `cornerwise review`: what to play and why, and what a game's moves cost."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.advice.advice import FURTHER, bulleted, mover_name
from cornerwise.cli.arguments import POSITION, Options, find_position
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit

Threads = Annotated[int, typer.Option(min=1, help="Threads of the search.")]


def advise(
    position: Annotated[str, typer.Argument(help=POSITION)],
    option: Options = None,
    seconds: Annotated[float, typer.Option(help="How long to think.")] = 2.0,
    count: Annotated[int, typer.Option(min=1, max=50, help="How many moves to show.")] = 5,
    threads: Threads = 1,
) -> None:
    """Rank the best moves of a position and say why they are good.

    **Examples**

        cornerwise advise duo

        cornerwise advise game.json --seconds 10 --count 3
    """
    found, _ = find_position(position, option)
    with Engine(found.ruleset, threads=threads) as engine:
        print(engine.advise(found, Limit(seconds=seconds), count))


def review(
    record: Annotated[Path, typer.Argument(help="A game's file (.json, .blksgf).")],
    simulations: Annotated[int, typer.Option(min=1, help="Simulations per move.")] = 3000,
    threads: Threads = 1,
) -> None:
    """Judge every move of a game and show the costliest ones.

    **Examples**

        cornerwise review game.json

        cornerwise review game.json --simulations 20000
    """
    game = cw.read_game(record)
    with Engine(game.ruleset, threads=threads) as engine:
        found = engine.review(game, Limit(simulations=simulations))
    if not found.moves:
        print("The game has no moves to review.")
        return
    movers = [mover_name(move.position) for move in found.moves]
    width = max(map(len, movers))
    seats = " ".join(f"{seat + 1:3}" for seat in range(game.ruleset.seats))
    print("Every seat's chance after each move, in %, and what the move cost")
    what, unit = ("empty squares", "squares") if game.ruleset.fewest_wins else ("points", "points")
    print(f"(in {unit} where the victory was decided):\n")
    print(f"{'':{width + 30}} {seats}")
    for mover, move in zip(movers, found.moves, strict=True):
        chances = " ".join(f"{100 * win:3.0f}" for win in move.win_after)
        cost = f"  −{100 * move.cost:.0f} %" if move.cost >= 0.005 else ""
        if move.points:
            cost = f"  −{move.points:.1f} {unit}"
        print(f"{move.number:3} {mover:{width}} {move.move!s:25} {chances}{cost}")
    for move in found.costliest():
        print(f"\nMove {move.number}, {mover_name(move.position)} {move.move}:")
        if move.points:
            before, after = (scores[move.seat] for scores in (move.score_before, move.score_after))
            print(f"   {move.best} would have ended with {before:.1f} {what} instead of {after:.1f}.")
        else:
            before, after = (100 * chances[move.seat] for chances in (move.win_before, move.win_after))
            print(f"   {move.best} had a chance of {before:.0f} % instead of {after:.0f} %.")
        findings = move.findings()
        if not any(finding.is_good for finding in findings):
            print(FURTHER)
        for line in bulleted(findings):
            print(line)

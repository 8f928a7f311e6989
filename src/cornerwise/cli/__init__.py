"""The command line: one module per command, each a few lines around the library."""

from __future__ import annotations

import sys

import typer

from cornerwise.cli import (
    advise,
    backup,
    bench,
    gtp,
    learn,
    match,
    moderate,
    perft,
    play,
    puzzles,
    ratings,
    rulesets,
    serve,
    show,
    speed,
)
from cornerwise.errors import CornerwiseError

app = typer.Typer(
    name="cornerwise",
    help="Corner-to-corner tile games: Classic, Duo, the Dice Game and 3D.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)

app.command("rulesets")(rulesets.rulesets)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("show")(show.show)
app.command("perft")(perft.perft)
app.command("puzzles")(puzzles.puzzles)
app.command("solve")(puzzles.solve)
app.command("count")(puzzles.count)
app.command("hint")(puzzles.hint)
app.command("generate")(puzzles.generate)
app.command("bench")(bench.bench)
app.command("advise")(advise.advise)
app.command("review")(advise.review)
app.command("gtp")(gtp.gtp)
app.command("match")(match.match)
app.command("calibrate")(match.calibrate)
app.command("speed")(speed.speed)
app.command("learn")(learn.learn)
app.command("backup")(backup.backup)
app.add_typer(ratings.ratings, name="ratings")
app.add_typer(moderate.moderate, name="moderate")


def main() -> None:
    """Runs the command line; what goes wrong is one sentence on the error stream."""
    try:
        app()
    except CornerwiseError as error:
        print(f"cornerwise: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has seen enough, as in `cornerwise rulesets | head`.
        sys.stderr.close()
        sys.exit(0)

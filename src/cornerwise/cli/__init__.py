"""The command line: one module per command, each a few lines around the library."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

import cornerwise as cw
from cornerwise.cli.command import Command, Group
from cornerwise.cli.engine import bench, gtp, learn, match, mcp, perft, selfplay, speed, tournament
from cornerwise.cli.games import advise, craft, play, rulesets, show
from cornerwise.cli.host import backup, bots, moderate, ratings, serve, worker
from cornerwise.cli.puzzles import count, generate, hint, puzzles, solve
from cornerwise.cli.saying import complain
from cornerwise.errors import CornerwiseError

app = typer.Typer(
    name="cornerwise",
    no_args_is_help=True,
    invoke_without_command=True,
    rich_markup_mode="markdown",
)

app.command("rulesets")(rulesets.rulesets)
app.command("play")(play.play)
app.command("serve")(serve.serve)
app.command("worker")(worker.worker)
app.command("show")(show.show)
app.command("piece")(craft.piece)
app.command("board")(craft.board)
app.command("perft")(perft.perft)
app.command("puzzles")(puzzles.puzzles)
app.command("solve")(solve.solve)
app.command("count")(count.count)
app.command("hint")(hint.hint)
app.command("generate")(generate.generate)
app.command("bench")(bench.bench)
app.command("advise")(advise.advise)
app.command("review")(advise.review)
app.command("gtp")(gtp.gtp)
app.command("mcp")(mcp.mcp)
app.command("match")(match.match)
app.command("calibrate")(match.calibrate)
app.command("tournament")(tournament.tournament)
app.command("speed")(speed.speed)
app.command("learn")(learn.learn)
app.command("selfplay")(selfplay.selfplay)
app.command("backup")(backup.backup)
app.add_typer(ratings.ratings, name="ratings")
app.add_typer(moderate.moderate, name="moderate")
app.add_typer(bots.bot, name="bot")


@app.callback(cls=Group)
def version(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    """Corner-to-corner tile games: Classic, Duo, the Dice Game and 3D."""
    if version:
        print(f"cornerwise {cw.__version__}")
        raise typer.Exit


def _tidy(group: typer.Typer) -> None:
    """Gives every command the help that reads well."""
    for command in group.registered_commands:
        command.cls = Command
    for each in group.registered_groups:
        if each.typer_instance is not None:
            each.cls = Group
            _tidy(each.typer_instance)


_tidy(app)


def main() -> None:
    """Runs the command line; what goes wrong is one sentence on standard error."""
    try:
        app()
    except CornerwiseError as error:
        complain(str(error))
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has seen enough, as in `cornerwise rulesets | head`.
        sys.stderr.close()
        sys.exit(0)

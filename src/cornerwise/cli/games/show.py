"""`cornerwise show`: a position as text, picture or facts."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated, Any

import typer

import cornerwise as cw
from cornerwise.cli.arguments import POSITION, Options, find_position
from cornerwise.cli.files import write_file
from cornerwise.cli.progress import progress
from cornerwise.render import Marks, Tones, color_depth, describe, gif, terminal
from cornerwise.render.options import Options as PictureOptions


def show(
    position: Annotated[str, typer.Argument(help=POSITION)],
    option: Options = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="Write an SVG picture to this file.")] = None,
    png_file: Annotated[Path | None, typer.Option("--png", help="Write a PNG picture to this file.")] = None,
    gif_file: Annotated[Path | None, typer.Option("--gif", help="Write the steps as a film to this file.")] = None,
    film_file: Annotated[
        Path | None, typer.Option("--film", help="Write the steps as a moving SVG to this file.")
    ] = None,
    width: Annotated[int | None, typer.Option(min=50, max=8000, help="Width of a picture in pixels.")] = None,
    marks: Annotated[Marks, typer.Option(help="How to mark pieces besides their color.")] = "pattern",
    dots: Annotated[bool, typer.Option(help="Mark where the color to move can attach.")] = True,
    coordinates: Annotated[bool, typer.Option(help="Name the columns and rows.")] = True,
    theme: Annotated[Tones, typer.Option(help="Colors of the picture; auto follows the viewer's setting.")] = "auto",
    view: Annotated[str, typer.Option(help="Turn the board by this many quarters, or toward a color.")] = "0",
    board_only: Annotated[bool, typer.Option("--board-only", help="Draw nothing but the board.")] = False,
    numbers: Annotated[bool, typer.Option("--numbers", help="Say when each piece of a game was placed.")] = False,
    reach: Annotated[bool, typer.Option("--reach", help="Tint the squares the next piece can cover.")] = False,
    ply: Annotated[int | None, typer.Option(min=0, help="Show the position after this many steps.")] = None,
    line: Annotated[
        str | None,
        typer.Option(
            help="Show this line of a game, by its number, or continue with these moves, separated by spaces."
        ),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Show letters instead of colors in the terminal.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print facts as JSON for programs.")] = False,
) -> None:
    """Show a position: in the terminal, as SVG or PNG, as a film of how it came about, or as facts.

    **Examples**

        cornerwise show classic-4

        cornerwise show game.json --ply 12 --svg board.svg --marks letter

        cornerwise show game.blksgf --line 2 --ply 8

        cornerwise show game.json --gif game.gif

        cornerwise show 3d-tower-4 --png tower.png --view 1 --theme dark

        cornerwise show duo --json
    """
    found, given = find_position(position, option)
    game = given or cw.Game(found)
    if line is not None:
        follow(game, line)
    if ply is not None:
        if given is None and line is None:
            raise cw.CornerwiseError("--ply belongs to the file of a game or to a --line; this is a single position.")
        steps = game.node.path()
        if ply >= len(steps):
            raise cw.CornerwiseError(f"There are {len(steps) - 1} steps, so --ply goes from 0 to {len(steps) - 1}.")
        game.goto(steps[ply])
    found, last = game.position, game.node.last_placed
    look: PictureOptions = {
        "size": width,
        "view": int(view) if view.isdigit() else view,
        "theme": theme,
        "marks": marks,
        "coordinates": coordinates,
    }
    full: PictureOptions = {**look, "dots": dots, "panel": not board_only, "reach": reach, "numbers": numbers}
    if svg_file:
        write_file(svg_file, game.svg(**full).encode())
    if png_file:
        write_file(png_file, game.png(**full))
    if film_file:
        write_file(film_file, game.svg(animated=True, **look).encode())
    if gif_file:
        frames = game.frames()
        with progress("Drawing", len(frames), "frames") as advance:
            look["panel"] = not board_only
            film = gif(frames, watch=advance, **look)
        write_file(gif_file, film)
    if as_json:
        print(json.dumps(_facts(found), indent=2))
    elif not (svg_file or png_file or gif_file or film_file):
        depth = "plain" if plain else color_depth(sys.stdout)
        width = get_terminal_size().columns
        print(terminal(found, last=last, dots=dots, depth=depth, width=width))
        print(textwrap.fill(describe(found), width) if sys.stdout.isatty() else describe(found))
        print(f"position: {found.text}")


def follow(game: cw.Game, line: str) -> None:
    """Puts the cursor at the end of a line of the game's tree, counted from 1, or plays moves on from there."""
    if line.strip().isdigit():
        ends = [node for node in game.root.walk() if not node.children]
        if not 1 <= int(line) <= len(ends):
            raise cw.CornerwiseError(f"The game has {len(ends)} lines, so --line goes from 1 to {len(ends)}.")
        game.goto(ends[int(line) - 1])
        return
    for word in line.split():
        if game.position.rolls and word.isdigit():
            game.roll(" ".join(word))
        else:
            game.play(word)


def _facts(position: cw.Position) -> dict[str, Any]:
    turn = position.turn
    return {
        "position": position.text,
        "ruleset": position.ruleset.name,
        "options": dict(position.ruleset.options),
        "ply": position.ply,
        "turn": {"actor": turn.actor, "color": turn.color, "sheet": turn.sheet, "shapes": list(turn.shapes)},
        "legal_moves": len(position.legal_moves),
        "is_over": position.is_over,
        "scores": list(position.scores),
        "ranks": list(position.ranks),
        "color_scores": dict(position.color_scores),
        "out": list(position.out),
    }

"""`cornerwise show`: a position as text, picture or facts."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import cornerwise as cw
from cornerwise.cli.arguments import POSITION, Options, find_position
from cornerwise.render import Marks, Tones, color_depth, describe, svg, terminal


def show(
    position: Annotated[str, typer.Argument(help=POSITION)],
    option: Options = None,
    svg_file: Annotated[Path | None, typer.Option("--svg", help="Write an SVG picture to this file.")] = None,
    png_file: Annotated[Path | None, typer.Option("--png", help="Write a PNG picture to this file.")] = None,
    width: Annotated[int, typer.Option(min=50, max=8000, help="Width of the PNG in pixels.")] = 1200,
    marks: Annotated[Marks, typer.Option(help="The second channel beside color.")] = "pattern",
    dots: Annotated[bool, typer.Option(help="Mark where the color to move can attach.")] = True,
    coordinates: Annotated[bool, typer.Option(help="Name the columns and rows.")] = True,
    theme: Annotated[Tones, typer.Option(help="Tones of the picture; auto follows the viewer.")] = "auto",
    view: Annotated[int, typer.Option(min=0, max=3, help="3D: quarter turns of the table.")] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="Letters instead of colors in the terminal.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print facts as JSON for programs.")] = False,
) -> None:
    """Show a position: in the terminal, as SVG or PNG, or as facts.

    **Examples**

        cornerwise show classic-4

        cornerwise show game.json --svg board.svg --marks letter

        cornerwise show 3d-tower-4 --png tower.png --view 1 --theme dark

        cornerwise show duo --json
    """
    found, game = find_position(position, option)
    last = game.node.last_placed if game else None
    if svg_file or png_file:
        picture = svg(
            found,
            last=last,
            marks=marks,
            dots=dots,
            coordinates=coordinates,
            theme=theme,
            view=view,
        )
        if svg_file:
            _write(svg_file, picture.encode())
        if png_file:
            _write(png_file, _png(picture, width))
    if as_json:
        print(json.dumps(_facts(found), indent=2))
    elif not (svg_file or png_file):
        depth = "plain" if plain else color_depth(sys.stdout)
        print(terminal(found, last=last, dots=dots, depth=depth))
        print(describe(found))
        print(f"position: {found}")


def _facts(position: cw.Position) -> dict[str, Any]:
    turn = position.turn
    return {
        "position": str(position),
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


def _png(picture: str, width: int) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise cw.CornerwiseError("PNG pictures need the package resvg-py: pip install 'cornerwise[png]'.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise cw.CornerwiseError(f"The file {str(path)!r} cannot be written: {error.strerror}.") from None

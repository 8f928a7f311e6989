"""Pictures of a session: the board as SVG or PNG, the whole line as GIF."""

from __future__ import annotations

import io
from functools import partial
from typing import Literal

import resvg_py
from PIL import Image

import cornerwise as cw
from cornerwise.render import svg
from cornerwise.server.play.session import Session
from cornerwise.server.think.thinking import Control, Stopped

Kind = Literal["svg", "png", "gif"]
Theme = Literal["light", "dark"]
TYPES: dict[Kind, str] = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
WIDTH = {"png": 1200, "gif": 640}
FRAME = 700  # milliseconds; the last one stays longer
LAST = 4000


def draw(session: Session, kind: Kind, ply: int | None, theme: Theme, control: Control) -> bytes:
    """The picture as bytes; can be stopped between the frames of a film."""
    at = session.log.at if ply is None else ply
    if kind == "svg":
        return drawing(session, at, theme).encode()
    if kind == "png":
        return raster(drawing(session, at, theme), WIDTH["png"])
    frames = []
    plies = [0, *session.log.line()]
    for number, each in enumerate(plies):
        if control.stop.is_set():
            raise Stopped
        image = Image.open(io.BytesIO(raster(drawing(session, each, theme), WIDTH["gif"])))
        frames.append(image.convert("RGB").quantize(64, dither=Image.Dither.NONE))
        control.measure = partial(float, (number + 1) / len(plies))
    film = io.BytesIO()
    durations = [FRAME] * (len(frames) - 1) + [LAST]
    frames[0].save(film, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return film.getvalue()


def drawing(session: Session, ply: int, theme: Theme) -> str:
    """The position at a ply as SVG, the last move with a halo."""
    node = session.log.nodes[ply]
    is_move = node.entry is not None and node.entry.kind == "move"
    last: cw.Move | None = session.ruleset.parse_move(node.entry.text) if is_move and node.entry else None
    return svg(node.position, last=last, theme=theme)


def raster(picture: str, width: int) -> bytes:
    """An SVG picture as PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))

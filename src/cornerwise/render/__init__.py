"""Pictures of positions: SVG documents, pixels and terminal drawings."""

from cornerwise.render.film import gif, moving, png
from cornerwise.render.options import Marks, Tones
from cornerwise.render.picture import describe, svg
from cornerwise.render.portrait import portrait
from cornerwise.render.shelf import shelf
from cornerwise.render.terminal import color_depth, terminal

__all__ = [
    "Marks",
    "Tones",
    "color_depth",
    "describe",
    "gif",
    "moving",
    "png",
    "portrait",
    "shelf",
    "svg",
    "terminal",
]

"""Pictures of positions: SVG documents, pixels and terminal drawings."""

from cornerwise.render.options import Marks, Tones
from cornerwise.render.pictures.film import gif, moving, png
from cornerwise.render.pictures.picture import describe, svg
from cornerwise.render.pictures.portrait import portrait
from cornerwise.render.text.brush import color_depth
from cornerwise.render.text.shelf import shelf
from cornerwise.render.text.terminal import terminal

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

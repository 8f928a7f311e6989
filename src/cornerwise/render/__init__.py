"""Pictures of positions: SVG documents and terminal drawings."""

from cornerwise.render.document import Marks, Tones
from cornerwise.render.picture import describe, svg
from cornerwise.render.shelf import shelf
from cornerwise.render.terminal import color_depth, terminal

__all__ = ["Marks", "Tones", "color_depth", "describe", "shelf", "svg", "terminal"]

"""A position as pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from cornerwise._core import Position
from cornerwise.errors import CornerwiseError
from cornerwise.render import svg
from cornerwise.render.pictures.raster import raster

WIDTH = 640


def pixels(position: Position) -> NDArray[np.uint8]:
    """The picture of a position: (height, width, 3)."""
    try:
        from PIL import Image
    except ImportError:
        raise CornerwiseError("Pixels need resvg-py and pillow: pip install 'cornerwise[env]'.") from None
    with Image.open(io.BytesIO(raster(svg(position), WIDTH))) as picture:
        return np.asarray(picture.convert("RGB"))

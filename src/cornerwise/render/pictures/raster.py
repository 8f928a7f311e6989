"""Pictures as pixels: PNG files and films as GIF, drawn by resvg and bound by pillow where they are installed."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from cornerwise.errors import CornerwiseError

WIDTH = 1200  # pixels of a picture that says no size
HINT = "pip install 'cornerwise[pictures]'"


def raster(picture: str, width: int | None = None) -> bytes:
    """An SVG picture as the bytes of a PNG file; resvg knows no viewer, so an "auto" picture is light."""
    try:
        import resvg_py
    except ImportError:
        raise CornerwiseError(f"PNG pictures need the package resvg-py: {HINT}.") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, width=width))


def frame(picture: str, width: int) -> bytes:
    """An SVG picture as one frame of a film: a PNG file of few colors."""
    Image = _pillow()
    image = Image.open(io.BytesIO(raster(picture, width)))
    ground = Image.new("RGB", image.size, "white")  # what a film has behind a picture without a panel
    ground.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
    with io.BytesIO() as file:
        ground.quantize(64, dither=Image.Dither.NONE).save(file, "PNG")
        return file.getvalue()


def bind(frames: Iterable[bytes], milliseconds: int, last: int) -> bytes:
    """Frames as one GIF that repeats itself and rests on its last frame."""
    Image = _pillow()
    images = [Image.open(io.BytesIO(frame)) for frame in frames]
    durations = [milliseconds] * (len(images) - 1) + [last]
    with io.BytesIO() as film:
        images[0].save(film, "GIF", save_all=True, append_images=images[1:], duration=durations, loop=0)
        return film.getvalue()


def _pillow() -> Any:  # optional, so its types are not always there
    try:
        from PIL import Image
    except ImportError:
        raise CornerwiseError(f"Films need the package pillow: {HINT}.") from None
    return Image

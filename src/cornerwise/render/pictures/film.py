"""Games as moving pictures: an SVG in which one piece after another appears, and GIF films."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Unpack

from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.render.options import Options
from cornerwise.render.palette import paints
from cornerwise.render.parts.document import SCOPE, Look, document
from cornerwise.render.parts.overlay import NOTHING
from cornerwise.render.pictures import raster
from cornerwise.render.pictures.picture import describe, layout, svg
from cornerwise.render.request import quarters, subject

if TYPE_CHECKING:
    from cornerwise._core import Placed, Position

STEP = 0.6  # seconds between two pieces
REST = 4.0  # seconds at the end
FADE = 0.15  # seconds in which a piece appears

Frames = list["tuple[Position, Placed | None]"]


def png(position: Position, **options: Unpack[Options]) -> bytes:
    """A position as the bytes of a PNG file, with the options of `svg`; 1,200 pixels wide if no size is given."""
    options["size"] = options.get("size") or raster.WIDTH
    return raster.raster(svg(position, **options))


def moving(frames: Frames, seconds: float = STEP, **options: Unpack[Options]) -> str:
    """Positions that follow each other as one SVG: the board on which piece after piece appears, again and again.

    Who asked for less motion, and whatever cannot move, sees the last position.
    """
    _check(frames, seconds)
    known = {"size", "view", "theme", "marks", "coordinates"}
    if odd := sorted(set(options) - known):
        raise CornerwiseError(f"A moving picture has the options {', '.join(sorted(known))}, not {odd[0]!r}.")
    last = frames[-1][0]
    moments: dict[tuple[int, int], int] = {}
    for number, (position, _) in enumerate(frames):
        for placed in position.placed:
            moments.setdefault((placed.sheet, placed.placement), number)
    look = Look(
        paints(last.ruleset.colors),
        marks=options.get("marks", "pattern"),
        coordinates=bool(options.get("coordinates", True)),
        panel=False,
        theme=options.get("theme", "auto"),
        view=quarters(last, options.get("view", 0)),
        size=options.get("size"),
    )
    body, width, height = layout(last, look, None, NOTHING, moments)
    steps = sorted(set(moments.values()) - {0})
    total = len(frames) * seconds + REST
    rules = [
        f"@keyframes {SCOPE}-{step}{{0%,{100 * step * seconds / total:.3f}%{{opacity:0}}"
        f"{100 * (step * seconds + FADE) / total:.3f}%,100%{{opacity:1}}}}"
        f".{SCOPE} .cw-at-{step}{{animation:{SCOPE}-{step} {total:.5g}s infinite}}"
        for step in steps
    ]
    still = f"@media (prefers-reduced-motion:reduce){{.{SCOPE} *{{animation:none!important}}}}"
    return document(width, height, last.ruleset.title, describe(last), body, look, "".join(rules) + still)


def gif(
    frames: Frames,
    seconds: float = STEP,
    watch: Callable[[int], None] | None = None,
    **options: Unpack[Options],
) -> bytes:
    """Positions that follow each other as a GIF film, with the options of `svg`; `watch` hears of every frame."""
    _check(frames, seconds)
    width = options.pop("size", None) or 640
    drawn = []
    for number, (position, last) in enumerate(frames, 1):
        picture = svg(position, **{"last": last, "theme": "light", **options})  # type: ignore[arg-type]
        drawn.append(raster.frame(picture, width))
        if watch is not None:
            watch(number)
    return raster.bind(drawn, round(1000 * seconds), round(1000 * max(seconds, REST)))


def _check(frames: Frames, seconds: float) -> None:
    if not isinstance(frames, list) or not all(isinstance(frame, tuple) and len(frame) == 2 for frame in frames):
        raise WrongType("A film shows a list of positions, each with the piece placed last.")
    if not frames:
        raise CornerwiseError("A film shows at least one position.")
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise WrongType(f"A film takes a number of seconds for each step, not {type(seconds).__name__}.")
    if not 0.02 <= seconds <= 60:
        raise CornerwiseError("Every step of a film takes 0.02 to 60 seconds.")
    for position, last in frames:
        subject(position, last)

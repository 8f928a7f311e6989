"""The studio: draws pictures in a process of its own, where nobody else waits for them, and keeps the newest."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import Literal, TypeVar

from cornerwise.server.think.pool import Busy, Stopped

T = TypeVar("T")
Kind = Literal["svg", "png", "gif"]
Theme = Literal["light", "dark"]
TYPES: dict[Kind, str] = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
WIDTH = {"png": 1200, "gif": 640}
FRAME = 700  # milliseconds; the last one stays longer
LAST = 4000
KEPT_BYTES = 32 * 1024 * 1024
WAITING = 16  # pictures asked for at once
BATCH = 6  # frames of a film between two looks whether anybody still waits for it


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a position, the move that gets a halo, the board's turn and the names of the seats.

    A bare one is small: the board alone, without names, coordinates and the pieces that are left.
    """

    position: str
    last: str | None
    theme: Theme
    view: int = 0
    names: tuple[str, ...] = ()
    is_bare: bool = False


class Studio:
    """Pictures on demand; the same one is drawn once."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[Kind, tuple[Scene, ...]], bytes] = OrderedDict()
        self.kept_bytes = 0
        self.waiting = 0
        self.processes: ProcessPoolExecutor | None = None

    async def draw(self, kind: Kind, scenes: Iterable[Scene], is_gone: Callable[[], Awaitable[bool]]) -> bytes:
        """A picture of one scene or a film of several; raises Stopped once whoever asked is gone."""
        scenes = tuple(scenes)
        if (known := self.kept.get((kind, scenes))) is not None:
            self.kept.move_to_end((kind, scenes))
            return known
        if self.waiting >= WAITING:
            raise Busy
        self.waiting += 1
        try:
            picture = await (self._film(scenes, is_gone) if kind == "gif" else self._do(draw, kind, scenes[0]))
        finally:
            self.waiting -= 1
        self._keep((kind, scenes), picture)
        return picture

    async def _film(self, scenes: tuple[Scene, ...], is_gone: Callable[[], Awaitable[bool]]) -> bytes:
        frames: list[bytes] = []
        rest = iter(scenes)
        while batch := tuple(islice(rest, BATCH)):
            if await is_gone():
                raise Stopped
            frames += await self._do(draw_frames, batch)
        return await self._do(bind_film, frames)

    async def _do(self, work: Callable[..., T], *arguments: object) -> T:
        """Have work done in the process; one that died is replaced once."""
        for is_last in (False, True):
            if self.processes is None:
                # Not ground/pool: that does a known list of units and blocks until all are back, while pictures are
                # asked for one at a time, by whoever comes, on the event loop that must go on serving.
                context = multiprocessing.get_context("spawn")
                self.processes = ProcessPoolExecutor(1, context, initializer=begin)
            processes = self.processes
            try:
                return await asyncio.get_running_loop().run_in_executor(processes, work, *arguments)
            except BrokenProcessPool:
                if self.processes is processes:
                    self.processes = None
                if is_last:
                    raise
        raise AssertionError

    def _keep(self, key: tuple[Kind, tuple[Scene, ...]], picture: bytes) -> None:
        if key not in self.kept:
            self.kept[key] = picture
            self.kept_bytes += len(picture)
        while self.kept_bytes > KEPT_BYTES:
            self.kept_bytes -= len(self.kept.popitem(last=False)[1])

    def close(self) -> None:
        """End the process, whatever it draws: nobody waits for that any more. Its queues are taken down with it."""
        if self.processes is not None:
            for process in list(self.processes._processes.values()):
                process.kill()
            self.processes.shutdown(cancel_futures=True)


# ---- in the process ---------------------------------------------------------------------------


def begin() -> None:
    """Give way to those who serve; Ctrl-C is for the parent to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)


def draw(kind: Kind, scene: Scene) -> bytes:
    """A scene as SVG or PNG."""
    import cornerwise as cw
    from cornerwise.render import svg
    from cornerwise.render.pictures.raster import raster

    position = cw.Position.parse(scene.position)
    last = None if scene.last is None else position.ruleset.parse_move(scene.last)
    around = not scene.is_bare
    picture = svg(
        position,
        last=last,
        theme=scene.theme,
        view=scene.view,
        names=scene.names,
        coordinates=around,
        trays=around,
        panel=around,
    )
    return picture.encode() if kind == "svg" else raster(picture, WIDTH["png"])


def draw_frames(scenes: tuple[Scene, ...]) -> list[bytes]:
    """Scenes as the frames of a film."""
    from cornerwise.render.pictures.raster import frame

    return [frame(draw("svg", scene).decode(), WIDTH["gif"]) for scene in scenes]


def bind_film(frames: list[bytes]) -> bytes:
    """Frames as one GIF."""
    from cornerwise.render.pictures.raster import bind

    return bind(frames, FRAME, LAST)

"""Rulesets and atlases as the page fetches them: built once, kept with a hash of their content."""

from __future__ import annotations

import gzip
import hashlib
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

import cornerwise as cw
from cornerwise.engine.level import levels
from cornerwise.game import Game
from cornerwise.player import GreedyPlayer
from cornerwise.server.ratings.ladder import ladder_of
from cornerwise.server.views.clauses import clauses
from cornerwise.server.wire.resources import (
    AtlasLink,
    BoardDetail,
    Option,
    RulesetDetail,
    RulesetSummary,
    ShapeDetail,
    Strength,
    Way,
)

ATLAS_HEADER = struct.Struct("<4sIII")


@dataclass(frozen=True)
class AtlasFile:
    """An atlas as bytes, plain and compressed, and the hash that names it."""

    hash: str
    plain: bytes
    compressed: bytes


def atlas_bytes(ruleset: cw.Ruleset) -> bytes:
    """The atlas byte by byte, as docs/programs/protocols.md lays it out."""
    atlas = ruleset.atlas
    # The atlas counts orientations over all shapes, the page within each.
    first = np.cumsum([0, *(len(shape.orientations) for shape in ruleset.shapes)])
    shapes = np.asarray(atlas.shapes, dtype="u1")
    orientations = (np.asarray(atlas.orientations) - first[shapes]).astype("u1")
    cells = np.ascontiguousarray(np.asarray(atlas.cells).T, dtype="<i2")
    header = ATLAS_HEADER.pack(b"CWAT", 1, cells.shape[1], cells.shape[0])
    return b"".join([header, cells.tobytes(), shapes.tobytes(), orientations.tobytes()])


_files: dict[str, AtlasFile] = {}


def atlas_file(ruleset: cw.Ruleset) -> AtlasFile:
    """The file of a ruleset's atlas; rulesets with equal atlases share one."""
    plain = atlas_bytes(ruleset)
    name = hashlib.sha256(plain).hexdigest()[:24]
    if name not in _files:
        _files[name] = AtlasFile(name, plain, gzip.compress(plain, 9, mtime=0))
    return _files[name]


def find_atlas(name: str) -> AtlasFile | None:
    """The atlas with that hash; after a restart the rulesets are gone through until it turns up."""
    if name not in _files:
        for ruleset in cw.rulesets():
            if detail(ruleset).atlas.url.endswith(name):
                break
    return _files.get(name)


def board_detail(board: cw.Board) -> BoardDetail:
    """The cells of a board, where they lie and what they are called."""
    return BoardDetail(
        columns=board.columns,
        rows=board.rows,
        levels=board.levels,
        cells=points(board.coordinates),
        names=tuple(board.cell_name(cell) for cell in range(board.cell_count)),
        heights=tuple((x, y, height) for y, row in enumerate(board.heights) for x, height in enumerate(row) if height),
    )


def points(cells: Iterable[Iterable[int]]) -> tuple[tuple[int, int, int], ...]:
    """Coordinates as plain tuples."""
    return tuple((int(x), int(y), int(z)) for x, y, z in cells)


def shape_detail(shape: cw.Shape) -> ShapeDetail:
    """A shape and every way of turning it."""
    return ShapeDetail(
        name=shape.name,
        size=shape.size,
        cells=points(shape.cells),
        orientations=tuple(points(orientation) for orientation in shape.orientations),
    )


def choices(ruleset: cw.Ruleset) -> tuple[Option, ...]:
    """The options a ruleset offers, defaults first; one that somebody made offers none."""
    if ruleset.name not in cw.rulesets():
        return ()
    usual = cw.ruleset(ruleset.name).owners

    def owners(name: str, values: tuple[str, ...]) -> dict[str, tuple[int | None, ...]]:
        found = {value: cw.ruleset(ruleset.name, **{name: value}).owners for value in values}
        return {value: tuple(seats) for value, seats in found.items() if seats != usual}

    offered = cw.ruleset_options(ruleset.name)
    return tuple(Option(name=name, values=values, owners=owners(name, values)) for name, values in offered.items())


def strengths(ruleset: cw.Ruleset) -> tuple[Strength, ...]:
    """A ruleset's levels, the weakest first."""
    ladder = ladder_of(ruleset.name, is_live=True)
    numbers = [ladder.anchor(level.number) if ladder else None for level in levels(ruleset)]
    return tuple(
        Strength(key=level.key, rating=None if number is None else round(number))
        for level, number in zip(levels(ruleset), numbers, strict=True)
    )


def plan(board: cw.Board) -> tuple[str, ...]:
    """The heights of a board in space as lines of digits, the farthest first; nothing for a flat one."""
    if board.levels == 1:
        return ()
    return tuple("".join(str(height) if height else "." for height in row) for row in reversed(board.heights))


@lru_cache(maxsize=256)
def summary(name: str) -> RulesetSummary:
    """A ruleset as one line of a list."""
    ruleset = cw.ruleset(name)
    return RulesetSummary(
        name=ruleset.name,
        title=ruleset.title,
        family=ruleset.spec.get("family", ruleset.name),
        structure=ruleset.spec.get("structure"),
        seats=ruleset.seats,
        colors=tuple(ruleset.colors),
        owners=tuple(ruleset.owners),
        teams=tuple(tuple(team) for team in ruleset.teams),
        sheets=ruleset.sheets,
        columns=ruleset.board.columns,
        rows=ruleset.board.rows,
        levels=ruleset.board.levels,
        plan=plan(ruleset.board),
        contact=ruleset.contact,
        options=choices(ruleset),
        strengths=strengths(ruleset),
    )


def summaries() -> tuple[RulesetSummary, ...]:
    """Every ruleset of the catalogue."""
    return tuple(summary(name) for name in cw.rulesets())


EXAMPLE = 16  # moves that show what a game is about


def example(ruleset: cw.Ruleset) -> tuple[tuple[int, int, int], ...]:
    """A few moves of a game that nobody plays badly, the same every time: sheet, color, move."""
    game = Game(ruleset)
    game.seed = 1
    player = GreedyPlayer(seed=1)
    shown: list[tuple[int, int, int]] = []

    def choose(position: cw.Position) -> cw.Move:
        move = player.choose(position)
        turn = position.turn
        assert turn.color is not None
        shown.append((turn.sheet, ruleset.colors.index(turn.color), move.id))
        return move

    game.play_on(choose, until=lambda _: len(shown) == EXAMPLE)
    return tuple(shown)


@lru_cache(maxsize=256)
def _detail(name: str, options: tuple[tuple[str, str], ...]) -> RulesetDetail:
    return describe(cw.ruleset(name, **dict(options)))


def describe(ruleset: cw.Ruleset) -> RulesetDetail:
    """Everything a page needs to draw a ruleset, also one that somebody made."""
    file = atlas_file(ruleset)
    return RulesetDetail(
        name=ruleset.name,
        title=ruleset.title,
        family=ruleset.spec.get("family", ruleset.name),
        structure=ruleset.spec.get("structure"),
        options={key: str(value) for key, value in ruleset.options.items()},
        choices=choices(ruleset),
        strengths=strengths(ruleset),
        seats=ruleset.seats,
        sheets=ruleset.sheets,
        colors=tuple(ruleset.colors),
        owners=tuple(ruleset.owners),
        teams=tuple(tuple(team) for team in ruleset.teams),
        contact=ruleset.contact,
        board=board_detail(ruleset.board),
        shapes=tuple(shape_detail(shape) for shape in ruleset.shapes),
        starts=tuple(tuple(int(cell) for cell in cells) for cells in ruleset.starts),
        rows={str(face): tuple(shapes) for face, shapes in ruleset.rows.items()},
        strikes=ruleset.strikes,
        clauses=clauses(ruleset),
        notes=tuple(ruleset.notes),
        move_count=ruleset.move_count,
        ways=tuple(Way(die=die, strike=strike, first=first) for die, strike, first in ruleset.ways),
        atlas=AtlasLink(url=f"/api/atlas/{file.hash}", placements=len(ruleset.atlas)),
        position=cw.start(ruleset).text,
        example=example(ruleset),
    )


def detail(name: str, **options: str) -> RulesetDetail:
    """Everything a page needs to draw a ruleset."""
    return _detail(name, tuple(sorted(options.items())))

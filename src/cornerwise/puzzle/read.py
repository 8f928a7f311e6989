"""Puzzles from data: the library's and a user's TOML or JSON; every wrong value gets a sentence."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from cornerwise._core import Ruleset
from cornerwise.errors import CornerwiseError, PuzzleError, RulesetError, WrongType
from cornerwise.ground.suggestion import suggestion
from cornerwise.ground.textfile import kind_of, parse_table, read_text
from cornerwise.puzzle.puzzle import CONTACTS, GOALS, Laid, Puzzle
from cornerwise.ruleset import parse_ruleset

Data = dict[str, Any]

COLORS = ("blue", "yellow", "red", "green")
_KEYS = frozenset(
    [
        "name",
        "title",
        "text",
        "shapes",
        "colors",
        "region",
        "pieces",
        "goal",
        "contact",
        "order",
        "layable",
        "starts",
        "givens",
    ]
)

Rank = Literal["easy", "medium", "hard", "expert", "monstrous"]


def puzzles() -> tuple[str, ...]:
    """The names of the puzzles in the library, from the easiest to the hardest."""
    return tuple(ranks())


@lru_cache(maxsize=1)
def ranks() -> Mapping[str, Rank]:
    """How hard every puzzle of the library is, as `difficulty` measures it; monstrous beyond what a search decides."""
    ranks: dict[str, Rank] = json.loads(files("cornerwise.puzzle").joinpath("library/order.json").read_text("utf-8"))
    return ranks


@lru_cache(maxsize=32)
def puzzle(name: str) -> Puzzle:
    """The library's puzzle of this name."""
    if name not in puzzles():
        raise PuzzleError(f"There is no puzzle {name[:60]!r}; {suggestion(name, puzzles())}")
    text = files("cornerwise.puzzle").joinpath(f"library/{name}.toml").read_text("utf-8")
    return parse_puzzle({"name": name, **tomllib.loads(text)})


def read_puzzle(path: str | os.PathLike[str]) -> Puzzle:
    """A user's own puzzle from a TOML or JSON file; see docs/puzzles.md."""
    data = parse_table(read_text(path, "puzzle file", PuzzleError), kind_of(path), "puzzle file", PuzzleError)
    return parse_puzzle({"name": Path(path).stem, **data})


def open_puzzle(name_or_path: str) -> Puzzle:
    """The puzzle of this name, or the one in this file."""
    if not isinstance(name_or_path, str):
        raise WrongType(f"A puzzle is known by its name or its file, not by {type(name_or_path).__name__}.")
    if name_or_path in puzzles():
        return puzzle(name_or_path)
    if Path(name_or_path).suffix.lower() in (".toml", ".json") or Path(name_or_path).exists():
        return read_puzzle(name_or_path)
    return puzzle(name_or_path)


def parse_puzzle(data: Data, *, argue: bool = True) -> Puzzle:
    """A puzzle from plain data; raises PuzzleError when it makes no sense or (argue) plainly has no solution."""
    unknown = sorted(set(map(str, data)) - _KEYS)
    if unknown:
        raise PuzzleError(f"A puzzle has no key {unknown[0][:40]!r}; it has {', '.join(sorted(_KEYS))}.")
    for key in ("region", "pieces"):
        if key not in data:
            raise PuzzleError(f"A puzzle needs {key!r}.")
    colors = _colors(data.get("colors", list(COLORS[:1])))
    starts = _starts(data.get("starts"), len(colors))
    shapes = data.get("shapes", "flat")
    ruleset = _make_ruleset(data, shapes, colors, starts)
    names = tuple(shape.name for shape in ruleset.shapes)
    supply = _supply(data["pieces"], names, colors)
    contact = _choice(data.get("contact", "any"), "contact", CONTACTS)
    order = _choice(data.get("order", "free"), "order", ("free", "descending"))
    layable = data.get("layable", False)
    if not isinstance(layable, bool):
        raise PuzzleError("'layable' should be true or false.")
    if ruleset.board.levels > 1 and contact != "any":
        raise PuzzleError("Corners and edges of colors only make sense on a flat board; leave 'contact' at \"any\".")
    if order == "descending" and not (contact == "connected" and starts is not None):
        raise PuzzleError('An order by size needs contact = "connected" and start cells.')
    givens = _givens(data.get("givens", []), ruleset, colors, names)
    goal = data.get("goal")
    area = sum(n * shape.size for own in supply for n, shape in zip(own, ruleset.shapes, strict=True))
    if goal is None:
        goal = "exact" if area == ruleset.board.cell_count else "fill" if area > ruleset.board.cell_count else "place"
    made = Puzzle(
        name=_word(data.get("name", "puzzle"), "name"),
        title=_word(data.get("title", data.get("name", "Puzzle")), "title"),
        text=_word(data.get("text", ""), "text"),
        ruleset=ruleset,
        supply=supply,
        goal=_choice(goal, "goal", GOALS),
        contact=contact,
        order=order,
        layable=layable,
        rooted=starts is not None,
        givens=givens,
        spec=_plain(data),
    )
    if fault := made.problem.clash(made.pairs(givens)):
        raise made.error(fault)
    if argue and (reason := made.problem.objection()):
        raise PuzzleError(reason)
    return made


def with_givens(puzzle: Puzzle, givens: tuple[Laid, ...]) -> Puzzle:
    """The same puzzle with other pieces lying already, solvable or not; raises PuzzleError when they clash."""
    names = [f"{laid.color}:{','.join(map(puzzle.board.cell_name, laid.cells))}" for laid in givens]
    return parse_puzzle({**puzzle.spec, "givens": names}, argue=False)


@lru_cache(maxsize=64)
def puzzle_of_spec(spec: str) -> Puzzle:
    """The puzzle made from its plain data as JSON text (for other processes)."""
    return parse_puzzle(json.loads(spec))


def _plain(data: Data) -> Data:
    try:
        plain: Data = json.loads(json.dumps(data))
    except (TypeError, ValueError, RecursionError):
        raise PuzzleError("A puzzle holds only text, numbers, lists and tables.") from None
    return plain


def _make_ruleset(data: Data, shapes: Any, colors: tuple[str, ...], starts: list[str] | None) -> Ruleset:
    region = data["region"]
    if not isinstance(region, dict):
        raise PuzzleError("'region' should be a table: columns and rows, or a plan.")
    unknown = sorted(set(map(str, region)) - {"columns", "rows", "height", "blocked", "plan"})
    if unknown:
        raise PuzzleError(f"A region has no {unknown[0][:40]!r}; it has columns, rows, height, blocked or a plan.")
    board = dict(region)
    height = board.pop("height", 1)
    if "plan" in board and isinstance(board["plan"], str):
        # A drawing with # for a cell is a plan of height one.
        board["plan"] = board["plan"].replace("#", "1")
    elif height != 1:
        columns, rows = board.get("columns", 0), board.get("rows", 0)
        if not all(isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= 9 for n in (columns, rows, height)):
            raise PuzzleError("A box has columns, rows and a height from 1 to 9.")
        if board.get("blocked"):
            raise PuzzleError("A box has no blocked cells; draw it as a plan with a height for every column.")
        board = {"plan": "\n".join(str(height) * columns for _ in range(rows))}
    if not isinstance(shapes, (str, dict)):
        raise PuzzleError('\'shapes\' should be "flat", "solid" or a table of drawings.')
    row = {
        "name": "puzzle",
        "shapes": shapes,
        "contact": "corner",
        "colors": list(colors),
        "seats": len(colors),
        "owners": list(range(len(colors))),
        "board": board,
        "starts": {"choice": "ground"} if starts is None else {"choice": "fixed", "cells": starts},
        "turns": {"kind": "rotation"},
        "scoring": {"kind": "leftover"},
    }
    try:
        return parse_ruleset(json.dumps(row), kind="json")
    except RulesetError as error:
        raise PuzzleError(str(error).replace("'board.", "'region.")) from None
    except CornerwiseError:
        raise
    except (TypeError, ValueError) as error:
        raise PuzzleError(str(error) or "The region or the shapes make no sense.") from None


def _colors(value: Any) -> tuple[str, ...]:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 4:
        return COLORS[:value]
    if (
        not isinstance(value, list)
        or not 1 <= len(value) <= 4
        or len(set(map(str, value))) != len(value)
        or not all(isinstance(color, str) and color in COLORS for color in value)
    ):
        raise PuzzleError(f"'colors' should be one to four of {', '.join(COLORS)}, or how many of them.")
    return tuple(value)


def _starts(value: Any, colors: int) -> list[str] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != colors or not all(isinstance(cell, str) for cell in value):
        raise PuzzleError('\'starts\' should name one cell for every color, such as ["a20", "t20"].')
    return value


def _counted(listed: list[Any]) -> dict[str, int]:
    words = list(map(str, listed))
    return {word: words.count(word) for word in words}


def _supply(value: Any, names: tuple[str, ...], colors: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    if isinstance(value, list):
        value = _counted(value)
    if not isinstance(value, dict):
        raise PuzzleError("'pieces' should say how many of each shape every color has, such as {I4 = 1, O = 2}.")
    by_color = bool(value) and all(isinstance(own, (dict, list)) for own in value.values())
    if by_color and (strange := [color for color in value if color not in colors]):
        raise PuzzleError(f"'pieces' names the color {str(strange[0])[:20]!r}; the puzzle has {', '.join(colors)}.")
    rows = []
    for color in colors:
        own = value.get(color, {}) if by_color else value
        if isinstance(own, list):
            own = _counted(own)
        for shape, number in own.items():
            if shape not in names:
                raise PuzzleError(f"There is no shape {str(shape)[:20]!r} in this set; it has {', '.join(names)}.")
            if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= 64:
                raise PuzzleError(f"The number of {shape!r} should be from 0 to 64, not {str(number)[:20]!r}.")
        rows.append(tuple(own.get(name, 0) for name in names))
    if not sum(map(sum, rows)):
        raise PuzzleError("A puzzle needs at least one piece.")
    return tuple(rows)


def _givens(value: Any, ruleset: Ruleset, colors: tuple[str, ...], names: tuple[str, ...]) -> tuple[Laid, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise PuzzleError("'givens' should be a list of pieces such as \"blue:a1,b1,c1,d1\".")
    board, atlas = ruleset.board, ruleset.atlas
    found = []
    for text in value:
        color, colon, rest = text.rpartition(":")
        color = color if colon else colors[0]
        if color not in colors:
            raise PuzzleError(f"The piece {text[:40]!r} has no color of this puzzle; it has {', '.join(colors)}.")
        try:
            cells = tuple(sorted(board.parse_cell(name) for name in rest.split(",")))
        except CornerwiseError:
            raise PuzzleError(f"The piece {text[:40]!r} names a cell outside the region.") from None
        placement = atlas.find(list(cells)) if len(set(cells)) == len(cells) else None
        if placement is None:
            raise PuzzleError(f"The cells of {text[:40]!r} do not form a piece of this set.")
        found.append(Laid(color, names[int(atlas.shapes[placement])], cells))
    return tuple(found)


def _word(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise PuzzleError(f"{key!r} should be text, not {str(value)[:40]!r}.")
    return value


def _choice(value: Any, key: str, known: tuple[str, ...]) -> Any:
    if not isinstance(value, str) or value not in known:
        raise PuzzleError(f"{key!r} should be one of {', '.join(known)}, not {str(value)[:40]!r}.")
    return value

"""Rulesets: the catalogue's rows and a user's own files, checked and handed to the kernel."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from cornerwise._core import Move, Position, Ruleset, make_ruleset
from cornerwise.errors import RulesetError, WrongType
from cornerwise.ground.suggestion import suggestion
from cornerwise.ground.textfile import MAX_BYTES, kind_of, parse_table, read_text

Data = dict[str, Any]


@lru_cache(maxsize=1)
def _catalogue() -> Data:
    return tomllib.loads(files("cornerwise").joinpath("catalogue.toml").read_text("utf-8"))


def rulesets() -> tuple[str, ...]:
    """The names of all rulesets in the catalogue."""
    return tuple(_catalogue()["rulesets"])


def ruleset(name: str, **options: str) -> Ruleset:
    """The ruleset of this name with these options, such as `ruleset("classic-4", corners="free")`."""
    return ruleset_of_spec(_text(_choose(_row(name), options)))


def ruleset_options(name: str) -> dict[str, tuple[str, ...]]:
    """The options of a ruleset of the catalogue with their values, each option's default first."""
    return {option: tuple(values) for option, values in _row(name)["options"].items()}


def start(game: str | Ruleset = "classic-4", **options: str) -> Position:
    """The first position of a game: `start("duo")`, `start("classic-4", corners="free")`."""
    if isinstance(game, Ruleset):
        if options:
            raise RulesetError("Options belong to the name of a ruleset; this one is already made.")
        return Position(game)
    return Position(ruleset(game, **options))


def read_ruleset(path: str | os.PathLike[str]) -> Ruleset:
    """A user's own ruleset from a TOML or JSON file; see docs/programs/formats.md."""
    text = read_text(path, "ruleset file", RulesetError)
    return parse_ruleset(text, kind=kind_of(path))


def parse_ruleset(text: str, kind: str = "toml") -> Ruleset:
    """A user's own ruleset from TOML or JSON text."""
    if not isinstance(text, str):
        raise WrongType(f"A ruleset is written as text, not {type(text).__name__}.")
    if len(text) > MAX_BYTES:
        raise RulesetError(f"The ruleset is longer than {MAX_BYTES:,} characters.")
    if kind not in ("toml", "json"):
        raise RulesetError(f"A ruleset is written as toml or json, not {str(kind)[:20]!r}.")
    data = parse_table(text, kind, "ruleset", RulesetError)
    options = _table(data.pop("options", {}), "options")
    base = _row(_word(data.pop("extends"), "extends")) if "extends" in data else {"options": {}}
    if not isinstance(data.get("name"), str):
        raise RulesetError('A ruleset file needs a name of its own: name = "my-game".')
    unknown = set(data) - _AXES
    if unknown:
        raise RulesetError(f"A ruleset has no axis {sorted(unknown)[0]!r}; it has {', '.join(sorted(_AXES))}.")
    if data["name"] in _catalogue()["rulesets"]:
        raise RulesetError(f"The name {data['name']!r} belongs to the catalogue; choose another.")
    if isinstance(data.get("board"), dict):
        # A board of one's own replaces the other way of drawing it, not only a part of it.
        other = ("columns", "rows", "blocked") if "plan" in data["board"] else ("plan", "caps")
        if "plan" in data["board"] or "columns" in data["board"]:
            kept = _table(base.get("board", {}), "board").items()
            base = {**base, "board": {key: value for key, value in kept if key not in other}}
    return ruleset_of_spec(_text(_choose(_merge(base, data), options)))


@lru_cache(maxsize=64)
def ruleset_of_spec(spec: str) -> Ruleset:
    """The ruleset made from its plain data as JSON text."""
    try:
        data = json.loads(spec)
        return make_ruleset(_flatten(data, spec))
    except RulesetError:
        raise
    except (KeyError, AttributeError, TypeError, ValueError, OverflowError, RecursionError):
        raise RulesetError("The ruleset's data are incomplete or of the wrong kind.") from None


def ruleset_of_key(key: str) -> Ruleset:
    """The catalogue's ruleset that position text calls by this key, such as "classic-4~corners-free"."""
    name, *settings = key.split("~")
    options = {}
    for setting in settings:
        option, dash, value = setting.partition("-")
        if not dash or option in options:
            raise RulesetError(f"The ruleset {key[:60]!r} cannot be read.")
        options[option] = value
    found = ruleset(name, **options)
    if found.key != key:
        raise RulesetError(f"The ruleset {key[:60]!r} is written {found.key!r}.")
    return found


def kernel_data(ruleset: Ruleset) -> Data:
    """What the kernel gets to know of a ruleset, checked and flattened; the same through every door."""
    return _flatten(ruleset.spec, ruleset.key)


def move_of_spec(spec: str, id: int) -> Move:
    """A move from its ruleset's data and its number (for pickling)."""
    return ruleset_of_spec(spec).move(id)


def position_of_spec(spec: str, text: str) -> Position:
    """A position from its ruleset's data and its text (for pickling)."""
    return Position.parse(text, ruleset_of_spec(spec))


_AXES = frozenset(
    {
        "name",
        "title",
        "seating",
        "family",
        "structure",
        "board",
        "shapes",
        "contact",
        "colors",
        "seats",
        "owners",
        "teams",
        "starts",
        "turns",
        "scoring",
        "tally",
        "notes",
        "players",
        "tuning",
    }
)


def _row(name: str) -> Data:
    if not isinstance(name, str):
        raise WrongType(f"A ruleset is named by a text, not {type(name).__name__}.")
    name = _catalogue()["aliases"].get(name, name)
    parts = _catalogue()["rulesets"].get(name)
    if parts is None:
        raise RulesetError(f"There is no ruleset {name[:60]!r}; {suggestion(name, rulesets())}")
    row: Data = {"options": {}}
    notes: list[str] = []
    for part in parts:
        data = _catalogue()["parts"][part]
        row = _merge(row, data)
        notes += data.get("notes", [])
    return {**row, "name": name, "notes": notes}


def _merge(base: Data, over: Mapping[str, Any]) -> Data:
    merged = dict(base)
    for key, value in over.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _choose(row: Data, options: Mapping[str, Any]) -> Data:
    """Applies options; the row's own "options" says which there are and what each value changes."""
    known: Data = row.pop("options")
    chosen: dict[str, str] = {}
    for option, value in options.items():
        if option not in known:
            offer = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise RulesetError(f"The ruleset {row['name']!r} has no option {option[:40]!r}; {offer}.")
        if not isinstance(value, str) or value not in known[option]:
            raise RulesetError(f"The option {option!r} is one of {', '.join(known[option])}, not {str(value)[:40]!r}.")
        row = _merge(row, known[option][value])
        if value != next(iter(known[option])):  # the first value is the default and goes without saying
            chosen[option] = value
    return {**row, "options": dict(sorted(chosen.items()))}


def _told(spec: Data) -> Any:
    """The notes with the values they speak of; whatever is wrong stays as it is and is refused later."""
    notes, board, colors = spec["notes"], spec.get("board"), spec.get("colors")
    if not isinstance(notes, list) or not isinstance(board, dict):
        return notes
    facts = {key: board[key] for key in ("columns", "rows") if isinstance(board.get(key), int)}
    if isinstance(board.get("plan"), str):
        caps = board.get("caps")
        cap = caps.get(str(spec.get("players")), 9) if isinstance(caps, dict) else 9
        heights = [int(cell) for cell in board["plan"] if cell in "123456789"]
        if heights and isinstance(cap, int):
            facts["levels"] = min(cap, max(heights))
    if isinstance(colors, list):
        facts["colors"] = ", ".join(map(str, colors))
    for key, value in facts.items():
        notes = [note.replace(f"{{{key}}}", str(value)) if isinstance(note, str) else note for note in notes]
    return notes


def _text(spec: Data) -> str:
    """A ruleset's data as text that is equal for equal data."""
    spec = {"title": spec.get("name"), "notes": [], **spec}
    spec["notes"] = _told(spec)
    if isinstance(spec.get("shapes"), str):
        shapes = _catalogue()["shapes"].get(spec["shapes"])
        if shapes is None:
            raise RulesetError(f"There is no set of shapes {spec['shapes'][:40]!r}; there are flat and solid.")
        spec["shapes"] = shapes
        # JSON does not keep the order of keys when sorted; the order of shapes numbers them.
    if isinstance(spec.get("shapes"), dict):
        spec["shapes"] = [[name, cells] for name, cells in spec["shapes"].items()]
    try:
        return json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        raise RulesetError("A ruleset holds only text, numbers, lists and tables.") from None


# ---- from plain data to what the kernel takes; every wrong value gets a sentence ----


def _flatten(spec: Data, text: str) -> Data:
    name = _word(spec["name"], "name")
    if not _is_name(name):
        raise RulesetError("A ruleset's name is 1 to 40 letters, digits, '-' or '_'.")
    for key in ("title", "seating"):
        _prose(spec.get(key, ""), key)
    for key in ("family", "structure"):
        if key in spec and not _is_name(_word(spec[key], key)):
            raise RulesetError(f"The {key} of a ruleset is named by 1 to 40 letters, digits, '-' or '_'.")
    for note in _list(spec["notes"], "notes"):
        _prose(note, "notes")
    if not _is_name(_word(spec.get("tuning", name), "tuning")):
        raise RulesetError("A table of tuning is named by 1 to 40 letters, digits, '-' or '_'.")
    for axis in ("board", "shapes", "colors", "seats", "starts", "turns", "scoring"):
        if axis not in spec:
            raise RulesetError(f"The ruleset {name!r} lacks the axis {axis!r}.")
    options = _table(spec["options"], "options")
    colors = [_word(color, "colors") for color in _list(spec["colors"], "colors")]
    if not 1 <= len(colors) <= 4 or len(set(colors)) != len(colors) or not all(c.isidentifier() for c in colors):
        raise RulesetError("A ruleset has one to four colors with different names.")
    seats = _number(spec["seats"], "seats", 1, 4)
    shapes = _shapes(spec["shapes"])
    heights = _heights(spec)
    turns = _table(spec["turns"], "turns")
    is_dice = _one_of(turns.get("kind"), "turns.kind", ("rotation", "dice")) == "dice"
    scoring = _table(spec["scoring"], "scoring")
    kind = _one_of(scoring.get("kind"), "scoring.kind", ("leftover", "visible", "empty"))
    if is_dice != (kind == "empty"):
        raise RulesetError('The scoring "empty" goes with dice turns, and only with them.')
    contact = _one_of(spec.get("contact", "corner"), "contact", ("corner", "face"))
    if kind == "visible" and contact != "face":
        raise RulesetError('The scoring "visible" goes with the contact "face".')
    if is_dice and len(colors) < seats:
        raise RulesetError("A dice game needs a marker color for every seat.")
    solid = any(z for _, cells in shapes for _, _, z in cells) or max(map(max, heights)) > 1
    owners = _owners(spec, len(colors), seats, is_dice)
    return {
        "name": name,
        "key": "~".join([name, *(f"{option}-{value}" for option, value in options.items())]),
        "spec": text,
        "solid": solid,
        "heights": heights,
        "shapes": shapes,
        "contact": contact,
        "colors": colors,
        "seats": seats,
        "owners": owners,
        "rota": list(range(seats)) if -1 in owners and not is_dice else [],
        "teams": _teams(spec, seats),
        "starts": _starts(_table(spec["starts"], "starts"), heights, len(colors)),
        "pairs": _pairs(spec, heights, owners),
        "opening_touches": _one_of(spec["starts"].get("touch", False), "starts.touch", (False, True)),
        "turns": turns["kind"],
        "rows": _rows(turns, [name for name, _ in shapes]) if is_dice else [],
        "strikes": _number(turns.get("strikes", 0), "turns.strikes", 0, 9) if is_dice else 0,
        "scoring": kind,
        "tally": _one_of(spec.get("tally", "sum"), "tally", ("sum", "best")),
        "all_placed_bonus": _number(scoring.get("all_placed", 0), "scoring.all_placed", -1000, 1000),
        "smallest_last_bonus": _number(scoring.get("smallest_last", 0), "scoring.smallest_last", -1000, 1000),
    }


def _shapes(value: Any) -> list[tuple[str, list[tuple[int, int, int]]]]:
    shapes = []
    for row in _list(value, "shapes"):
        name, drawing = _list(row, "shapes", 2)
        _word(name, "shapes")
        if not name.isalnum() or len(name) > 8:
            raise RulesetError(f"The shape name {name[:20]!r} is not 1 to 8 letters or digits.")
        if isinstance(drawing, str):
            words = drawing.split()
            if not all(len(word) == 3 and word.isascii() and word.isdecimal() for word in words):
                raise RulesetError(f"The cells of shape {name!r} are written as three digits x, y, z each.")
            cells = [(int(word[0]), int(word[1]), int(word[2])) for word in words]
        else:
            rows = [_word(line, "shapes") for line in _list(drawing, f"shapes.{name}")]
            cells = [(x, -y, 0) for y, line in enumerate(rows) for x, char in enumerate(line) if char == "#"]
        if not 1 <= len(cells) <= 8:
            raise RulesetError(f"Shape {name!r} must have between 1 and 8 cells.")
        shapes.append((name, cells))
    names = [name for name, _ in shapes]
    if not names or len(set(names)) != len(names):
        raise RulesetError("A ruleset has at least one shape, and every shape a name of its own.")
    return shapes


def _heights(spec: Data) -> list[list[int]]:
    """Height of every column, rows from the bottom."""
    board = _table(spec["board"], "board")
    if "plan" in board:
        lines = _word(board["plan"], "board.plan").split()
        width = max(map(len, lines), default=0)
        if not lines or len(lines) > 100 or any(len(line) != width for line in lines):
            raise RulesetError("The plan of a board is drawn in lines of the same length.")
        if not all(char in ".0123456789" for line in lines for char in line):
            raise RulesetError("The plan of a board is drawn with dots and digits, the digits being heights.")
        cap = 9
        if "caps" in board:
            caps = _table(board["caps"], "board.caps")
            players = _number(spec.get("players", spec["seats"]), "players", 1, 9)
            if str(players) not in caps:
                raise RulesetError(f"The board's caps name no height for {players} players.")
            cap = _number(caps[str(players)], "board.caps", 1, 9)
        return [[0 if c == "." else min(int(c), cap) for c in line] for line in reversed(lines)]
    columns = _number(board.get("columns"), "board.columns", 1, 60)
    heights = [[1] * columns for _ in range(_number(board.get("rows"), "board.rows", 1, 60))]
    for cell in _list(board.get("blocked", []), "board.blocked"):
        x, y = _flat_cell(cell, heights)
        heights[y][x] = 0
    return heights


def _flat_cell(cell: Any, heights: list[list[int]]) -> tuple[int, int]:
    text = _word(cell, "cells")
    letters = text.rstrip("0123456789")
    number = text[len(letters) :]
    if letters.isascii() and letters.isalpha() and letters.islower() and len(letters) <= 2 and 0 < len(number) < 4:
        x = 0
        for letter in letters:
            x = 26 * x + ord(letter) - 96
        y = int(number)
        if 1 <= y <= len(heights) and x <= len(heights[0]) and not number.startswith("0"):
            return x - 1, y - 1
    raise RulesetError(f"{text[:20]!r} is not a cell of the board.")


def _starts(starts: Data, heights: list[list[int]], colors: int) -> list[list[tuple[int, int, int]]]:
    choice = _one_of(starts.get("choice"), "starts.choice", ("fixed", "free", "ground"))
    if choice == "ground":
        ground = [(x, y, 0) for y, row in enumerate(heights) for x, height in enumerate(row) if height]
        return [ground] * colors
    cells = [(*_flat_cell(cell, heights), 0) for cell in _list(starts.get("cells"), "starts.cells")]
    if any(not heights[y][x] for x, y, _ in cells):
        raise RulesetError("A start cell lies outside the board.")
    if not cells:
        raise RulesetError("A game needs a cell to start from.")
    if choice == "free":
        return [cells] * colors
    if len(cells) != colors:
        raise RulesetError(f"Fixed starts name one cell for each of the {colors} colors.")
    return [[cell] for cell in cells]


def _pairs(spec: Data, heights: list[list[int]], owners: list[int]) -> list[list[tuple[int, int, int]]]:
    """C6: start cells of which a team has one group to itself; where starts are fixed there is nothing to choose."""
    starts = _table(spec["starts"], "starts")
    named = [_list(pair, "starts.pairs", 2) for pair in _list(starts.get("pairs", []), "starts.pairs")]
    pairs = [[(*_flat_cell(cell, heights), 0) for cell in pair] for pair in named]
    if not pairs or starts["choice"] != "free":
        return []
    cells = {(*_flat_cell(cell, heights), 0) for cell in starts["cells"]}
    listed = [cell for pair in pairs for cell in pair]
    if len(pairs) > 4 or len(set(listed)) != len(listed) or not cells.issuperset(listed):
        raise RulesetError("The pairs of starts are at most four, of different start cells.")
    if -1 in owners:
        raise RulesetError("Starts in pairs go with colors that all belong to a seat.")
    return pairs


def _owners(spec: Data, colors: int, seats: int, is_dice: bool) -> list[int]:
    if is_dice:
        return [-1] * colors
    owners = _list(spec.get("owners"), "owners", colors)
    numbers = [-1 if owner == "shared" else _number(owner, "owners", 0, seats - 1) for owner in owners]
    if set(numbers) - {-1} != set(range(seats)):
        raise RulesetError(f"Each of the {seats} seats owns a color of its own.")
    return numbers


def _teams(spec: Data, seats: int) -> list[int]:
    teams = list(range(seats))
    named = _list(spec.get("teams", []), "teams")
    seen = [_number(seat, "teams", 0, seats - 1) for team in named for seat in _list(team, "teams")]
    if len(set(seen)) != len(seen):
        raise RulesetError("A seat belongs to one team only.")
    for team in named:
        for seat in team:
            teams[seat] = min(team)
    return teams


def _rows(turns: Data, shapes: list[str]) -> list[int]:
    face_of: dict[str, int] = {}
    rows = _table(turns.get("rows"), "turns.rows")
    for face, names in rows.items():
        if face not in ("1", "2", "3", "4", "5", "6"):
            raise RulesetError("The rows of a dice game are named 1 to 6.")
        for shape in _list(names, "turns.rows"):
            if shape not in shapes:
                raise RulesetError(f"Row {face} names {str(shape)[:20]!r}, which is no shape of this ruleset.")
            if shape in face_of:
                raise RulesetError(f"The shape {shape!r} is in two rows.")
            face_of[shape] = int(face)
    missing = [shape for shape in shapes if shape not in face_of]
    if missing:
        raise RulesetError(f"The shape {missing[0]!r} is in no row.")
    return [face_of[shape] for shape in shapes]


def _word(value: Any, axis: str) -> str:
    if not isinstance(value, str):
        raise RulesetError(f"{axis!r} should be text, not {str(value)[:40]!r}.")
    return value


def _prose(value: Any, axis: str) -> str:
    if not _word(value, axis).isprintable():
        raise RulesetError(f"{axis!r} should be one line of readable text.")
    return str(value)


def _is_name(text: str) -> bool:
    return 0 < len(text) <= 40 and all(c.isascii() and (c.isalnum() or c in "-_") for c in text)


def _number(value: Any, axis: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RulesetError(f"{axis!r} should be a whole number from {low} to {high}, not {str(value)[:40]!r}.")
    return value


def _one_of(value: Any, axis: str, known: tuple[Any, ...]) -> Any:
    if not isinstance(value, (str, bool)) or value not in known:
        raise RulesetError(f"{axis!r} should be one of {', '.join(map(str, known))}, not {str(value)[:40]!r}.")
    return value


def _list(value: Any, axis: str, length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        wanted = f"a list of {length}" if length is not None else "a list"
        raise RulesetError(f"{axis!r} should be {wanted}, not {str(value)[:40]!r}.")
    return value


def _table(value: Any, axis: str) -> Data:
    if not isinstance(value, dict):
        raise RulesetError(f"{axis!r} should be a table, not {str(value)[:40]!r}.")
    return value

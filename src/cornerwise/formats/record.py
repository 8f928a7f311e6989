"""Records: a game as a file, of JSON or by its suffix in BlokusSGF (docs/programs/formats.md)."""

from __future__ import annotations

import json
import os
from typing import Any

from cornerwise._core import Position, Roll, Ruleset
from cornerwise.errors import CornerwiseError, NotationError, WrongType
from cornerwise.formats.blksgf import format_games, is_blksgf, is_line, parse_blksgf
from cornerwise.formats.sgf import read_sgf
from cornerwise.game import GLYPHS, Game, Node, Step, roll_of
from cornerwise.ground.textfile import file_name, read_text, write_text
from cornerwise.retire import Retire
from cornerwise.ruleset import ruleset, ruleset_of_spec, rulesets, start

FORMAT = "cornerwise game 1"
ROLL = "roll "
RETIRE = "retire "
SET_UP = "setup "
REMARK = "remark"
INSTEAD = "instead"
REMARKS = {"comment", "glyph", "is_joined", "properties", "unreadable"}
FOREIGN = ".blksgf"
SUFFIXES = (".json", FOREIGN)
MAX_DEPTH = 100  # of variations within variations


def write_game(game: Game, path: str | os.PathLike[str]) -> None:
    """Writes a game with its rolls, retirements, tags, seed, comments and variations to a file.

    A file whose name ends in .blksgf is written as other programs read it.
    """
    text, encoding = text_for(path, game)
    write_text(path, text, "record", CornerwiseError, encoding)


def text_for(path: str | os.PathLike[str], game: Game) -> tuple[str, str]:
    """The text of a game in a file of this name, and its encoding; CornerwiseError if it cannot hold the game."""
    if not isinstance(game, Game):
        raise WrongType(f"A record holds a Game, not {type(game).__name__}.")
    if not all(isinstance(part, str) for tag in game.tags.items() for part in tag):
        raise WrongType("The tags of a game are texts, their names too.")
    return format_games([game]) if is_foreign(path) else (format_game(game), "utf-8")


def read_game(path: str | os.PathLike[str]) -> Game:
    """Reads a game from a file and goes to the end of its main line; every step is checked by the rules."""
    if is_foreign(path):
        return parse_game(read_sgf(path))
    return parse_game(read_text(path, "record", NotationError, most=None))


def is_foreign(path: str | os.PathLike[str]) -> bool:
    """Whether a file of this name holds games as other programs read them."""
    return file_name(path).lower().endswith(FOREIGN)


def is_record(text: str) -> bool:
    """Whether a text looks like a game that `parse_game` reads, right or wrong."""
    return '"cornerwise game' in text or is_blksgf(text)


def format_game(game: Game) -> str:
    """A game as the text of a record."""
    rules, first = game.ruleset, game.root.position
    head: dict[str, Any] = {"format": FORMAT, "ruleset": rules.name, "options": rules.options}
    if rules.name not in rulesets():
        head["spec"] = rules.spec
    if first != start(rules):
        head["start"] = first.text
    if game.seed is not None:
        head["seed"] = game.seed
    head["tags"] = game.tags
    head |= _remarks(game.root)
    end = game.main_line()[-1].position
    if end.is_over:
        head["result"] = {"scores": end.scores, "ranks": end.ranks}
    lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    steps = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in _line(game.root))
    return "{\n" + "\n".join(lines) + '\n  "moves": [' + (f"\n{steps}\n  " if steps else "") + "]\n}\n"


def parse_game(text: str) -> Game:
    """The game a record's text tells, or that of a .blksgf file, standing at the end of its main line."""
    if is_blksgf(text):
        return parse_blksgf(text)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("The record is not JSON.") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError(f'A record is a JSON object with "format": "{FORMAT}".')
    rules = _read_ruleset(data)
    first = Position.parse(_typed(data, "start", str, ""), rules) if "start" in data else start(rules)
    game = Game(first)
    game.seed = _typed(data, "seed", int, 0) if "seed" in data else None
    game.tags = dict(_typed(data, "tags", dict, {}))
    if not all(isinstance(value, str) for value in game.tags.values()):
        raise NotationError('The "tags" of a record are texts.')
    _read_remarks(game.root, data)
    _read_line(game, _typed(data, "moves", list, []), 0)
    game.goto(game.main_line()[-1])
    if "result" in data:
        _check_result(game.position, data["result"])
    return game


def _read_ruleset(data: dict[str, Any]) -> Ruleset:
    """The ruleset a record names, or its own."""
    if "spec" in data:
        spec = _typed(data, "spec", dict, {})
        own = ruleset_of_spec(json.dumps(spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False))
        if own.name in rulesets():
            raise NotationError(f"The record calls its own ruleset {own.name!r}, which is another one's name.")
        return own
    return ruleset(_typed(data, "ruleset", str, ""), **_typed(data, "options", dict, {}))


def _line(node: Node) -> list[Any]:
    """What follows a node: the main line, each step followed by the lines played instead of it."""
    items: list[Any] = []
    while node.children:
        main, *others = node.children
        items.extend(_step(main))
        if others:
            items.append({INSTEAD: [[*_step(other), *_line(other)] for other in others]})
        node = main
    return items


def _step(node: Node) -> list[Any]:
    step = f"{ROLL}{node.step}" if isinstance(node.step, Roll) else str(node.step)
    if node.step is None:
        step = REMARK if node.is_remark else f"{SET_UP}{node.position.text}"
    remarks = _remarks(node)
    return [step, remarks] if remarks else [step]


def _remarks(node: Node) -> dict[str, Any]:
    found = {key: getattr(node, key) for key in sorted(REMARKS)}
    return {key: value for key, value in found.items() if value}


def _read_remarks(node: Node, data: dict[str, Any]) -> None:
    node.comment = _typed(data, "comment", str, "")
    node.glyph = _typed(data, "glyph", str, "")
    if node.glyph and node.glyph not in GLYPHS:
        raise NotationError(f"A glyph is one of {', '.join(GLYPHS)}, not {node.glyph[:20]!r}.")
    node.properties = _typed(data, "properties", dict, {})
    values = [value for own in node.properties.values() for value in (own if isinstance(own, list) else [None])]
    if not all(isinstance(value, str) for value in values):
        raise NotationError("The properties of a record are lists of texts.")
    node.is_joined = data.get("is_joined") is True
    kept = _typed(data, "unreadable", list, [])
    if not all(_is_kept(each) for each in kept):
        raise NotationError(
            'The unreadable lines kept in a record look like [0, ";B[e10];W[j5]"]: a place and a .blksgf file\'s line.'
        )
    node.unreadable = [(before, line) for before, line in kept]


def _is_kept(each: Any) -> bool:
    """Whether this is an unreadable line as a record keeps it."""
    match each:
        case [int(before), str(line)]:
            return before >= 0 and not isinstance(before, bool) and is_line(line)
    return False


def _read_line(game: Game, items: list[Any], depth: int) -> None:
    """Plays a line from where the game stands; leaves it at the line's end."""
    if depth > MAX_DEPTH:
        raise NotationError(f"The variations of a record are at most {MAX_DEPTH} deep.")
    before: Node | None = None
    for number, item in enumerate(items, 1):
        match item:
            case str():
                before = game.node
                _read_step(game, item)
            case dict() if before is not None and item and not item.keys() - REMARKS:
                _read_remarks(game.node, item)
            case {"instead": list(lines), **rest} if before is not None and not rest:
                here = game.node
                for line in lines:
                    if not isinstance(line, list):
                        raise NotationError("A variation of a record is a list of moves.")
                    game.goto(before)
                    _read_line(game, line, depth + 1)
                game.goto(here)
            case _:
                raise NotationError(f"Item {number} of a line of the record is no move or remark.")


def _read_step(game: Game, text: str) -> None:
    """Adds a step, even where the same one was read before: two variations may begin alike."""
    before = after = game.position
    step: Step | None = None
    try:
        if text.startswith(ROLL):
            after = before.roll(text[len(ROLL) :])
            step = roll_of(before, text[len(ROLL) :])
        elif text.startswith(SET_UP):
            after = Position.parse(text[len(SET_UP) :], game.ruleset)
        elif text.startswith(RETIRE):
            step = Retire.parse(text)
            after = before.retire(step.seat)
        elif text != REMARK:
            step = game.ruleset.parse_move(text)
            after = before.play(step)
    except CornerwiseError as error:
        raise type(error)(f"Step {len(game.steps) + 1} of the record ({text[:60]!r}): {error}") from None
    game.node = game.node.add(after, step)


def _typed(data: dict[str, Any], key: str, kind: type, default: Any) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise NotationError(f'The "{key}" of a record has the wrong type.')
    return value


def _check_result(position: Position, result: Any) -> None:
    told = result.get("scores") if isinstance(result, dict) else None
    if not position.is_over or told != list(position.scores):
        raise NotationError("The result in the record is not the result of its moves.")

"""Games as .blksgf files, the trees of moves that Pentobi reads and writes (docs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cornerwise.errors import CornerwiseError, NotationError
from cornerwise.formats.dialect import format_color, format_game_name, named_game
from cornerwise.game import Game, Node
from cornerwise.retire import Retire
from cornerwise.ruleset import start

TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z0-9]+)|\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\])", re.DOTALL)
ESCAPED = re.compile(r"\\(\r?\n|.)", re.DOTALL)
TAGS = {"DT": "date", "EV": "event", "RO": "round"}
SETUP = {"AB", "AW", "AE", "A1", "A2", "A3", "A4"}

Properties = dict[str, list[str]]


def is_blksgf(text: str) -> bool:
    """Whether a text begins as such files do."""
    return re.match(r"\s*\(\s*;", text) is not None


def parse_blksgf(text: str) -> Game:
    """The game such a file tells, standing at the end of its main line; every move is checked by the rules."""
    game: Game | None = None
    waiting: list[Node | None] = []  # where the branches that are open began
    remarks: dict[Node, list[str]] = {}
    for mark, properties in _nodes(text):
        if mark == "(":
            waiting.append(game.node if game else None)
        elif mark == ")":
            before = waiting.pop()
            if game and before:
                game.goto(before)
        else:
            game = game or _begin(properties)
            _read_moves(game, properties)
            remarks.setdefault(game.node, []).extend(properties.get("C", []))
    if game is None:
        raise NotationError("The file has no game in it.")
    for node, texts in remarks.items():
        node.comment = "\n".join(filter(None, texts))
    game.goto(game.main_line()[-1])
    return game


def format_blksgf(game: Game) -> str:
    """A game with its comments and variations as the text of such a file."""
    rules, name = game.ruleset, format_game_name(game.ruleset)
    if name == rules.key:
        raise CornerwiseError(f"A .blksgf file cannot hold a game of {rules.key}: other programs have no name for it.")
    if game.root.position != start(rules):
        raise CornerwiseError("A .blksgf file holds games from their start, and this one begins in the middle.")
    if any(isinstance(node.step, Retire) for node in game.root.walk()):
        raise CornerwiseError("A .blksgf file cannot tell that a seat retired; a record can.")
    head = {"GM": name, "CA": "UTF-8"}
    head |= {key: game.tags[tag] for key, tag in TAGS.items() if tag in game.tags}
    for seat in range(rules.seats):
        if name_of := game.tags.get(f"seat {seat + 1}"):
            head[_player(rules.seats, seat)] = name_of
    parts = ["(;" + "".join(f"{key}[{_escape(value)}]" for key, value in head.items())]
    open_items: list[Node | str] = [game.root]
    while open_items:
        item = open_items.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        if item.parent is not None:
            color = format_color(rules, item.parent.position.turn.color or "").upper()
            parts.append(f"\n;{color}[{item.step}]")
        if item.comment:
            parts.append(f"C[{_escape(item.comment)}]")
        if len(item.children) == 1:
            open_items.append(item.children[0])
        for child in reversed(item.children if len(item.children) > 1 else []):
            open_items += [")", child, "\n("]
    return "".join(parts) + ")\n"


def _nodes(text: str) -> Iterator[tuple[str, Properties]]:
    """The marks of the tree in a text, in their order; a node (";") comes with its properties."""
    at, depth, key = 0, 0, ""
    node: Properties | None = None
    while True:
        token = TOKEN.match(text, at)
        if token is None or (not depth and token[1] != "("):
            raise NotationError("The file is not well-formed: it ends too early or has text outside of brackets.")
        at = token.end()
        mark, word, value = token.groups()
        if value is None and node is not None and key and key not in node:
            raise NotationError(f"The file is not well-formed: the property {key[:20]} has no value.")
        if word is not None:
            key = "".join(letter for letter in word if not letter.islower())  # the oldest files say Black for B
        elif value is not None:
            if node is None or not key:
                raise NotationError("The file is not well-formed: a value belongs to no property of a node.")
            node.setdefault(key, []).append(ESCAPED.sub(lambda found: found[1].strip("\r\n"), value))
        else:
            if node is not None:
                yield ";", node
            node, key = ({} if mark == ";" else None), ""
            depth += {"(": 1, ")": -1, ";": 0}[mark]
            if mark != ";":
                yield mark, {}
            if not depth:
                break
    if rest := text[at:].strip():
        more = "holds more than one game" if rest.startswith("(") else "has text after its game"
        raise NotationError(f"The file {more}; only one can be read.")


def _begin(properties: Properties) -> Game:
    if "GM" not in properties:
        raise NotationError("The file does not say which game it holds (GM).")
    name = properties["GM"][0]
    rules = named_game(name)
    if rules is None:
        raise NotationError(f"The file holds a game called {name[:40]!r}, which Cornerwise does not know.")
    game = Game(rules)
    tags = TAGS | {_player(game.ruleset.seats, seat): f"seat {seat + 1}" for seat in range(game.ruleset.seats)}
    game.tags = {tag: properties[key][0] for key, tag in tags.items() if key in properties}
    return game


def _read_moves(game: Game, properties: Properties) -> None:
    """Plays what a node says: a move, or nothing where it is only a remark."""
    if setup := SETUP & properties.keys():
        raise NotationError(f"The file sets up a position ({min(setup)}); only games from their start can be read.")
    for index, color in enumerate(game.ruleset.colors):
        # Older files name the colors, and separate cells as values of their own.
        old = ("BLUE", "GREEN")[index] if len(game.ruleset.colors) == 2 else color.upper()
        for key in {format_color(game.ruleset, color).upper(), str(index + 1), old} & properties.keys():
            move = "".join(",".join(properties[key]).lower().split())
            if move:  # an empty one is how older files pass
                _play(game, color, move)


def _play(game: Game, color: str, move: str) -> None:
    number = len(game.moves) + 1
    turn = game.position.turn.color
    if turn != color:
        due = "the game is over" if turn is None else f"it is the turn of {turn}"
        raise NotationError(f"Move {number} of the file is one of {color}, but {due}.")
    try:
        game.play(move)
    except CornerwiseError as error:
        raise type(error)(f"Move {number} of the file ({move[:60]!r}): {error}") from None


def _player(seats: int, seat: int) -> str:
    return ("PB", "PW")[seat] if seats == 2 else f"P{seat + 1}"


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")

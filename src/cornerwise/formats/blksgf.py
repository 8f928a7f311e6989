"""Games as .blksgf files, the trees of moves that Pentobi reads and writes (docs/programs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cornerwise._core import Position
from cornerwise.errors import CornerwiseError, NotationError
from cornerwise.formats.dialect import format_color, format_game_name, named_game
from cornerwise.formats.sgf import Event, Properties, escape, events
from cornerwise.game import Game, Node
from cornerwise.retire import Retire
from cornerwise.ruleset import start

TAGS = {"DT": "date", "EV": "event", "RO": "round"}
GLYPHS = {"!!": ("TE", "2"), "!": ("TE", "1"), "!?": ("IT", ""), "?!": ("DO", ""), "?": ("BM", "1"), "??": ("BM", "2")}


def is_blksgf(text: str) -> bool:
    """Whether a text begins as such files do."""
    return re.match(r"\s*\(\s*;", text) is not None


def parse_blksgf(text: str) -> Game:
    """The one game such a file tells, standing at the end of its main line; every move is checked by the rules."""
    games = parse_games(text)
    game = next(games, None)
    if game is None:
        raise NotationError("The file has no game in it.")
    if game.errors:
        raise NotationError(game.errors[0])
    if (more := next(games, None)) is not None:
        if more.root.children or not more.errors:
            raise NotationError("The file holds more than one game; `read_games` reads all of them.")
        raise NotationError(more.errors[0])
    return game


def parse_games(text: str) -> Iterator[Game]:
    """The games of a file one after another; the `errors` of a game say what cannot be played, and nodes keep it."""
    stream = events(text)
    while True:
        part: list[Event] = []
        sentence = ""
        try:
            for event in stream:
                part.append(event)
                if event.depth == 0:
                    break
        except NotationError as error:
            sentence = str(error)
        if part:
            yield _read_game(part, sentence)
        elif sentence:
            raise NotationError(sentence)
        if sentence or not part:
            return


def _read_game(part: Iterable[Event], sentence: str) -> Game:
    game: Game | None = None
    waiting: list[Node | None] = []  # where the branches that are open began
    skipping = 0  # branches deep inside something that cannot be played
    skipped: list[str] = []  # its text
    remarks: dict[Node, list[str]] = {}
    errors: list[str] = []
    for mark, line, _, properties in part:
        if skipping:
            skipping += {"(": 1, ")": -1}.get(mark, 0)
            if skipping:
                skipped.append(mark + _format(properties))
            else:
                _keep(game, skipped)
        if mark == "(":
            waiting.append(game.node if game else None)
        elif mark == ")":
            before = waiting.pop()
            if game and before:
                game.goto(before)
        elif not skipping:
            if game is None:
                game = _begin(properties, line)
            at, standing = game.node, game.position
            try:
                _read_node(game, properties, is_first=at is game.root and not remarks)
                remarks.setdefault(game.node, []).extend(properties.get("C", []))
            except CornerwiseError as error:
                errors.append(f"Line {line}: {error}")
                if game.node is not at:  # the node set up a position before what cannot be played
                    game.remove(game.node)
                at.position = standing
                skipping = 1
                skipped = [";" + _format(properties)]
    if game is None:
        raise NotationError(sentence or "The file has no game in it.")
    if skipping:
        _keep(game, [*skipped, ")" * (skipping - 1)])  # the file ended inside
    for node, texts in remarks.items():
        node.comment = "\n".join(filter(None, texts))
    game.errors = [*errors, *filter(None, [sentence])]
    game.goto(game.main_line()[-1])
    return game


def _keep(game: Game | None, skipped: list[str]) -> None:
    """Lets the node keep what follows it in the file but cannot be played."""
    assert game is not None
    game.node.unreadable.append("".join(skipped))


def is_line(text: str) -> bool:
    """Whether a text is a line of nodes with its branches, as a node keeps it."""
    try:
        marks = [(event.mark, event.depth) for event in events(f"({text})")]
    except NotationError:
        return False
    return marks[1:2] == [(";", 1)] and [depth for _, depth in marks].index(0) == len(marks) - 1


def format_blksgf(game: Game) -> str:
    """A game with its comments and variations as the text of such a file."""
    rules, name = game.ruleset, format_game_name(game.ruleset)
    if name == rules.key:
        raise CornerwiseError(f"A .blksgf file cannot hold a game of {rules.key}: other programs have no name for it.")
    if any(isinstance(node.step, Retire) for node in game.root.walk()):
        raise CornerwiseError("A .blksgf file cannot tell that a seat retired; a record can.")
    head = {"GM": name, "CA": "UTF-8"}
    head |= {key: game.tags[tag] for key, tag in TAGS.items() if tag in game.tags}
    for seat in range(rules.seats):
        if name_of := game.tags.get(f"seat {seat + 1}"):
            head[_player(rules.seats, seat)] = name_of
    parts = ["(;" + "".join(f"{key}[{escape(value)}]" for key, value in head.items())]
    parts += [_format(game.root.properties, head), *_set_up(start(rules), game.root.position)]
    open_items: list[Node | str] = [game.root]
    while open_items:
        item = open_items.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        if item.parent is not None:
            before = item.parent.position
            if item.step is None:
                parts += ["\n;", *_set_up(before, item.position)]
            else:
                parts.append(f"\n;{format_color(rules, before.turn.color or '').upper()}[{item.step}]")
            if item.glyph:
                key, value = GLYPHS[item.glyph]
                parts.append(f"{key}[{value}]")
            parts.append(_format(item.properties))
        if item.comment:
            parts.append(f"C[{escape(item.comment)}]")
        onward: list[Node | str] = [*item.children, *(f"\n{line}" for line in item.unreadable)]
        if len(onward) == 1:
            open_items += onward
        for each in reversed(onward if len(onward) > 1 else []):
            open_items += [")", each, "\n("]
    return "".join(parts) + ")\n"


def _format(properties: Properties, known: Iterable[str] = ()) -> str:
    """Properties that nobody here understands, as they were."""
    return "".join(
        key + "".join(f"[{escape(value)}]" for value in values)
        for key, values in properties.items()
        if key not in known
    )


def _set_up(before: Position, after: Position) -> list[str]:
    """The properties that lead from one position to another without a move."""
    if before == after:
        return []
    rules = after.ruleset
    old = {(piece.color, piece.placement) for piece in before.placed}
    new = {(piece.color, piece.placement) for piece in after.placed}
    parts = []
    for color in rules.colors:
        if own := sorted(placement for other, placement in new - old if other == color):
            values = "".join(f"[{rules.move(placement)}]" for placement in own)
            parts.append(f"A{format_color(rules, color).upper()}{values}")
    if gone := sorted(placement for _, placement in old - new):
        parts.append("AE" + "".join(f"[{rules.move(placement)}]" for placement in gone))
    if after.turn.color is not None:
        parts.append(f"PL[{format_color(rules, after.turn.color).upper()}]")
    return parts


def _begin(properties: Properties, line: int) -> Game:
    if "GM" not in properties:
        raise NotationError(f"The file does not say which game it holds (GM) on line {line}.")
    name = properties["GM"][0]
    rules = named_game(name)
    if rules is None:
        raise NotationError(f"The file holds a game called {name[:40]!r}, which Cornerwise does not know.")
    game = Game(rules)
    tags = TAGS | {_player(game.ruleset.seats, seat): f"seat {seat + 1}" for seat in range(game.ruleset.seats)}
    game.tags = {tag: properties[key][0] for key, tag in tags.items() if key in properties}
    for key in ("GM", "CA", *tags):
        properties.pop(key, None)
    return game


def _read_node(game: Game, properties: Properties, is_first: bool) -> None:
    """Plays what a node says, a move or a set-up, or nothing where it is only a remark; keeps the rest."""
    rules = game.ruleset
    rest = {key: list(values) for key, values in properties.items() if key != "C"}
    _read_set_up(game, rest, is_first)
    for index, color in enumerate(rules.colors):
        # Older files name the colors, and separate cells as values of their own.
        old = ("BLUE", "GREEN")[index] if len(rules.colors) == 2 else color.upper()
        for key in {format_color(rules, color).upper(), str(index + 1), old} & rest.keys():
            move = "".join(",".join(rest.pop(key)).lower().split())
            if move:  # an empty one is how older files pass
                _play(game, color, move)
    for glyph, (key, value) in GLYPHS.items():
        if rest.get(key) == [value] and not game.node.glyph and game.node.step is not None:
            game.node.glyph = glyph
            del rest[key]
    for key, values in rest.items():
        game.node.properties.setdefault(key, []).extend(values)


def _read_set_up(game: Game, properties: Properties, is_first: bool) -> None:
    rules, position = game.ruleset, game.position
    pieces = {color: [piece.placement for piece in position.placed if piece.color == color] for color in rules.colors}
    is_changed = False
    for index, color in enumerate(rules.colors):
        for key in {f"A{format_color(rules, color).upper()}", f"A{index + 1}"} & properties.keys():
            pieces[color] += [rules.parse_move("".join(move.lower().split())).placement for move in properties.pop(key)]
            is_changed = True
    for move in properties.pop("AE", []):
        gone = rules.parse_move("".join(move.lower().split())).placement
        pieces = {color: [placement for placement in own if placement != gone] for color, own in pieces.items()}
        is_changed = True
    turn = position.turn.color
    if "PL" in properties:
        word = properties.pop("PL")[0].strip().lower()
        found = [
            color
            for index, color in enumerate(rules.colors)
            if word in (format_color(rules, color), str(index + 1), color) or (word == "bw"[index : index + 1])
        ]
        turn = found[0] if found else turn
        is_changed = is_changed or turn != position.turn.color
    if not is_changed:
        return
    set_up = Position.setup(rules, {color: list(own) for color, own in pieces.items()}, turn)
    if is_first:
        game.root.position = set_up
    else:
        game.set_up(set_up)


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

"""Games as .blksgf files, the trees of moves that Pentobi reads and writes (docs/programs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cornerwise._core import Move, Position, Ruleset
from cornerwise.errors import CornerwiseError, NotationError
from cornerwise.formats.dialect import format_color, format_game_name, named_game
from cornerwise.formats.sgf import Event, Properties, escape, events, named_encoding
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
    """One game of a file, node by node; where a set-up or several moves share a node, they follow each other joined."""
    game: Game | None = None
    waiting: list[Node | None] = []  # where the branches that are open began
    skipping = 0  # branches deep inside something that cannot be played
    skipped: list[str] = []  # its text
    errors: list[str] = []
    is_broken = False  # the start itself cannot be set up, so nothing after it can be played
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
                game.node = before
        elif not skipping:
            at = game.node if game else None
            if game is None:
                game = _begin(properties, line)
            try:
                if not is_broken:
                    _read_node(game, properties, at)
            except CornerwiseError as error:
                errors.append(f"Line {line}: {error}")
                is_broken = at is None
                if at is None:
                    _read_broken(game, properties)
            if at is not None and (is_broken or game.node is at):
                skipping = 1
                skipped = [";" + _format(properties)]
    if game is None:
        raise NotationError(sentence or "The file has no game in it.")
    if skipping:
        _keep(game, [*skipped, ")" * (skipping - 1)])  # the file ended inside
    game.errors = [*errors, *filter(None, [sentence])]
    game.node = game.main_line()[-1]
    return game


def _keep(game: Game | None, skipped: list[str]) -> None:
    """Lets the node keep what follows it in the file but cannot be played."""
    assert game is not None
    game.node.unreadable.append((len(game.node.children), "".join(skipped)))


def is_line(text: str) -> bool:
    """Whether a text is a line of nodes with its branches, as a node keeps it."""
    try:
        marks = [(event.mark, event.depth) for event in events(f"({text})")]
    except NotationError:
        return False
    return marks[1:2] == [(";", 1)] and [depth for _, depth in marks].index(0) == len(marks) - 1


def format_games(games: Iterable[Game]) -> tuple[str, str]:
    """Games as the text of such a file, and its encoding: what the games name if it can hold them all, or UTF-8."""
    found = list(games)
    texts = [format_blksgf(game) for game in found]
    named = {encoding for text in texts if (encoding := named_encoding(text))}
    if named == {"latin-1"} and all(ord(letter) < 256 for text in texts for letter in text):
        return "".join(texts), "latin-1"
    if "latin-1" in named:
        texts = [format_blksgf(game, "UTF-8") for game in found]
    return "".join(texts), "utf-8"


def format_blksgf(game: Game, encoding: str = "") -> str:
    """A game with its comments and variations as the text of such a file."""
    rules, name, root = game.ruleset, format_game_name(game.ruleset), game.root
    if name == rules.key:
        raise CornerwiseError(f"A .blksgf file cannot hold a game of {rules.key}: other programs have no name for it.")
    if any(isinstance(node.step, Retire) for node in root.walk()):
        raise CornerwiseError("A .blksgf file cannot tell that a seat retired; a record can.")
    head = {key: game.tags[tag] for key, tag in _tags(rules).items() if tag in game.tags}
    parts = ["".join(f"{key}[{escape(value)}]" for key, value in head.items())]
    parts.append(_remarks(root, start(rules), {"GM", "CA", *head}))
    open_items = _onward(root)
    while open_items:
        item = open_items.pop()
        if isinstance(item, Node):
            assert item.parent is not None
            parts += ["" if _stands_joined(item) else "\n;", _remarks(item, item.parent.position)]
            open_items += _onward(item)
        else:
            parts.append(item)
    text = "".join(parts)
    named = [] if text.isascii() else ["UTF-8"]
    named = [encoding] if encoding else root.properties.get("CA", named)
    return f"(;GM[{name}]{_format({'CA': named} if named else {})}{text})\n"


def _onward(node: Node) -> list[Node | str]:
    """What stands in the file after a node, last things first."""
    onward: list[Node | str] = list(node.children)
    for place, (before, line) in enumerate(node.unreadable):
        onward.insert(before + place, f"\n{line}")
    if len(onward) < 2:
        return onward
    return [part for each in reversed(onward) for part in (")", each, "\n(")]


def _stands_joined(node: Node) -> bool:
    """Whether a node stands in the file together with the one before it, which then says nothing else."""
    before = node.parent
    if before is None or not node.is_joined or len(before.children) > 1:
        return False
    known = _set_up_keys(before.position.ruleset) | {"CA"}
    return not (before.comment or before.glyph or before.properties.keys() - known or before.unreadable)


def _remarks(node: Node, before: Position, known: Iterable[str] = ()) -> str:
    """What a node says: how it differs from the position before it, and what is said of that."""
    rules, parts = before.ruleset, []
    if isinstance(node.step, Move):
        parts.append(f"{format_color(rules, before.turn.color or '').upper()}[{node.step}]")
    elif not node.properties.keys() & _set_up_keys(rules):
        parts.append(_format(_set_up(before, node.position)))
    if node.glyph:
        key, value = GLYPHS[node.glyph]
        parts.append(f"{key}[{value}]")
    parts.append(_format(node.properties, known))
    if node.comment:
        parts.append(f"C[{escape(node.comment)}]")
    return "".join(parts)


def _format(properties: Properties, known: Iterable[str] = ()) -> str:
    """Properties that nobody here understands, as they were."""
    return "".join(
        key + "".join(f"[{escape(value)}]" for value in values)
        for key, values in properties.items()
        if key not in known
    )


def _set_up(before: Position, after: Position) -> Properties:
    """The properties that lead from one position to another without a move."""
    if before == after:
        return {}
    rules = after.ruleset
    old = {(piece.color, piece.placement) for piece in before.placed}
    new = {(piece.color, piece.placement) for piece in after.placed}
    told: Properties = {}
    for color in rules.colors:
        if own := sorted(placement for other, placement in new - old if other == color):
            told[f"A{format_color(rules, color).upper()}"] = [str(rules.move(placement)) for placement in own]
    if gone := sorted(placement for _, placement in old - new):
        told["AE"] = [str(rules.move(placement)) for placement in gone]
    if after.turn.color not in (None, before.turn.color):
        told["PL"] = [format_color(rules, after.turn.color).upper()]
    return told


def _set_up_keys(rules: Ruleset) -> set[str]:
    """The names of properties that set up a position, those of older files too."""
    numbers = {f"A{index + 1}" for index in range(len(rules.colors))}
    return {"AE", "PL"} | numbers | {f"A{format_color(rules, color).upper()}" for color in rules.colors}


def _tags(rules: Ruleset) -> dict[str, str]:
    """The tags by the names of their properties."""
    players = ("PB", "PW") if rules.seats == 2 else tuple(f"P{seat + 1}" for seat in range(rules.seats))
    return TAGS | {key: f"seat {seat + 1}" for seat, key in enumerate(players)}


def _begin(properties: Properties, line: int) -> Game:
    if "GM" not in properties:
        raise NotationError(f"The file does not say which game it holds (GM) on line {line}.")
    name = properties.pop("GM")[0]
    rules = named_game(name)
    if rules is None:
        raise NotationError(f"The file holds a game called {name[:40]!r}, which Cornerwise does not know.")
    game = Game(rules)
    for key, tag in _tags(rules).items():
        if len(properties.get(key, [])) == 1:
            game.tags[tag] = properties.pop(key)[0]
    if "CA" in properties:
        game.root.properties["CA"] = properties.pop("CA")
    return game


def _read_node(game: Game, properties: Properties, at: Node | None) -> None:
    """Adds what a node says after the one before it, or to the start; adds nothing where that is impossible."""
    rest = {key: list(values) for key, values in properties.items()}
    comment = "\n".join(filter(None, rest.get("C", [])))
    if comment:
        del rest["C"]
    game.node = game.root if at is None else at.add(at.position)
    try:
        _read_set_up(game.node, rest)
        _read_moves(game, rest)
    except CornerwiseError:
        if at is not None:
            at.children.pop()
            game.node = at
        raise
    node = game.node
    for glyph, (key, value) in GLYPHS.items():
        if rest.get(key) == [value] and not node.glyph and node.step is not None:
            node.glyph = glyph
            del rest[key]
    node.properties |= rest
    node.comment = comment


def _read_broken(game: Game, properties: Properties) -> None:
    """Keeps what the start of a game says as it is where that cannot be set up."""
    before = game.root.properties
    game.root = game.node = Node(start(game.ruleset))
    game.root.properties = before | properties


def _read_moves(game: Game, properties: Properties) -> None:
    rules = game.ruleset
    for index, color in enumerate(rules.colors):
        # Older files name the colors, and separate cells as values of their own.
        old = ("BLUE", "GREEN")[index] if len(rules.colors) == 2 else color.upper()
        for key in sorted({format_color(rules, color).upper(), str(index + 1), old} & properties.keys()):
            move = "".join(",".join(properties[key]).lower().split())
            if move:  # an empty one is how older files pass
                _play(game, color, move)
                del properties[key]


def _read_set_up(node: Node, properties: Properties) -> None:
    """Sets up what a node says; where it would be written otherwise, the properties stay with the node."""
    before = node.position
    rules, turn = before.ruleset, before.turn.color
    pieces = {color: [piece.placement for piece in before.placed if piece.color == color] for color in rules.colors}
    told: dict[str, set[str]] = {}
    for index, color in enumerate(rules.colors):
        name = f"A{format_color(rules, color).upper()}"
        for key in sorted({name, f"A{index + 1}"} & properties.keys()):
            moves = [rules.parse_move("".join(move.lower().split())) for move in properties[key]]
            pieces[color] += [move.placement for move in moves]
            told.setdefault(name, set()).update(map(str, moves))
    for value in properties.get("AE", []):
        gone = rules.parse_move("".join(value.lower().split()))
        pieces = {color: [piece for piece in own if piece != gone.placement] for color, own in pieces.items()}
        told.setdefault("AE", set()).add(str(gone))
    if "PL" in properties:
        word = properties["PL"][0].strip().lower()
        for index, color in enumerate(rules.colors):
            if word in (format_color(rules, color), str(index + 1), color, "bw"[index : index + 1]):
                turn = color
        told["PL"] = set(properties["PL"])
    if told.keys() - {"PL"} or turn != before.turn.color:
        node.position = Position.setup(rules, {color: list(own) for color, own in pieces.items()}, turn)
    own = {key: properties.pop(key) for key in sorted(_set_up_keys(rules) & properties.keys())}
    if told != {key: set(values) for key, values in _set_up(before, node.position).items()}:
        node.properties |= own


def _play(game: Game, color: str, move: str) -> None:
    """Makes the node at the cursor one of a move, or lets one follow if it has set up a position."""
    node, turn = game.node, game.position.turn.color
    if turn != color:
        due = "the game is over" if turn is None else f"it is the turn of {turn}"
        raise NotationError(f"Move {len(game.moves) + 1} of the file is one of {color}, but {due}.")
    try:
        step = game.ruleset.parse_move(move)
        after = game.position.play(step)
    except CornerwiseError as error:
        raise type(error)(f"Move {len(game.moves) + 1} of the file ({move[:60]!r}): {error}") from None
    if node.parent is None or node.step is not None or node.position != node.parent.position:
        game.node = node.add(after, step)
        game.node.is_joined = True
    else:
        node.position, node.step = after, step

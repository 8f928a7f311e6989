"""A session as a record, and a record as a short text that fits in a link."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

import cornerwise as cw
from cornerwise.formats.record import format_game, parse_game
from cornerwise.game import Game, Node
from cornerwise.server.play.session.log import Log, seat_of
from cornerwise.server.play.session.session import Session
from cornerwise.server.store.games import Entry, EntryKind, Seat
from cornerwise.server.wire.home import HomeGame
from cornerwise.server.wire.resources import NewSeat
from cornerwise.server.wire.wire import NAME_LENGTH

LONGEST = 100_000  # bytes of a shared record once unpacked


def record(session: Session) -> Game:
    """The session's tree as a game whose main line ends with what is on the table.

    Steps that were taken back after it are left out: they are not the game that is seen.
    """
    log = session.log
    game = Game(log.nodes[0].position)
    nodes = {0: game.root}
    for ply, node in log.nodes.items():
        # What follows the ply on the table, or follows such a step, finds no place to stand.
        if node.entry is not None and node.entry.after != log.at and node.entry.after in nodes:
            game.goto(nodes[node.entry.after])
            if node.move is not None:
                game.play(node.move)
            elif node.entry.kind == "retire":
                game.retire(seat_of(node.entry.text))
            else:
                game.roll(node.entry.text)
            nodes[ply] = game.node
    game.goto(nodes[log.at])
    game.promote(game.node)
    game.tags = {f"seat {seat.seat + 1}": _sitter(seat) for seat in session.seats}
    return game


def _sitter(seat: Seat) -> str:
    if seat.kind == "computer":
        return f"computer {seat.level}"
    return seat.name or "here"


def sitters(game: Game) -> tuple[NewSeat, ...]:
    """Who sat where by a record's tags, at this screen now; none when it does not say."""
    tags = [game.tags.get(f"seat {seat + 1}", "").strip() for seat in range(game.ruleset.seats)]
    return tuple(_seat(tag) for tag in tags) if any(tags) else ()


def _seat(tag: str) -> NewSeat:
    if computer := re.fullmatch(r"computer(?: ([1-9]|10))?", tag):
        return NewSeat(kind="computer", level=int(computer[1])) if computer[1] else NewSeat(kind="computer")
    if tag in ("", "here", "link"):
        return NewSeat()
    # Other programs' names may be longer than a table's, and on several lines.
    plain = "".join(letter if letter.isprintable() else " " for letter in tag)
    return NewSeat(name=" ".join(plain.split())[:NAME_LENGTH] or None)


def entries(game: Game) -> tuple[list[Entry], int]:
    """A game as the entries of a log, and the ply at the end of its main line."""
    found: list[Entry] = []
    plies = {id(game.root): 0}

    waiting: list[Node] = [game.root]
    while waiting:
        node = waiting.pop()
        if node.parent is not None and node.is_remark:
            plies[id(node)] = plies[id(node.parent)]
        elif node.parent is not None:
            found.append(Entry(len(found) + 1, plies[id(node.parent)], *_entry(node)))
            plies[id(node)] = len(found)
        waiting += reversed(node.children)
    end = game.root
    while end.children:
        end = end.children[0]
    return found, plies[id(end)]


def _entry(node: Node) -> tuple[EntryKind, str]:
    """What a node's entry is and says."""
    if isinstance(node.step, cw.Retire):
        return "retire", f"seat {node.step.seat + 1}"
    return "roll" if isinstance(node.step, cw.Roll) else "move", str(node.step)


def open_record(text: str) -> tuple[cw.Ruleset, Log, tuple[NewSeat, ...]]:
    """The log of a record's text, and who sat there; raises CornerwiseError when it tells no legal game."""
    try:
        game = parse_game(text)
    except RecursionError:
        raise cw.NotationError("The record's variations are nested too deeply.") from None
    ruleset = game.root.position.ruleset
    if ruleset.name not in cw.rulesets():
        raise cw.RulesetError("Only games of the rulesets on offer can be opened here.")
    if game.root.position != cw.start(ruleset):
        raise cw.NotationError("Only records that begin at the start of a game can be opened here.")
    if any(node.step is None and not node.is_remark for node in game.root.walk() if node is not game.root):
        raise cw.NotationError("Only games that go on move by move can be opened here.")
    found, at = entries(game)
    return ruleset, Log(game.root.position, found, at), sitters(game)


def open_home(home: HomeGame) -> tuple[cw.Ruleset, Log]:
    """The log of a game played at home, every step judged again; raises CornerwiseError when one is wrong."""
    ruleset = cw.ruleset(home.ruleset, **home.options)
    log = Log(cw.start(ruleset))
    for entry in home.entries:
        if entry.ply in log.nodes or entry.after not in log.nodes:
            raise cw.NotationError(f"Entry {entry.ply} of the log follows nothing that was told before.")
        if entry.kind == "retire" and not re.fullmatch(r"seat [1-4]", entry.text):
            raise cw.NotationError("A retirement names its seat.")
        log.replay(Entry(entry.ply, entry.after, entry.kind, entry.text))
        if entry.forecast is not None and len(entry.forecast) == ruleset.seats:
            log.node.forecast = entry.forecast
    if home.ply not in log.nodes:
        raise cw.NotationError(f"The log has no entry {home.ply} to stand at.")
    log.go(home.ply)
    return ruleset, log


def pack(text: str) -> str:
    """A record's text as URL-safe letters: deflated, in base64."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpack(letters: str) -> str:
    """The record's text again; raises NotationError when there is none."""
    try:
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4)), LONGEST)
        if unpacker.eof:
            return plain.decode()
    except (binascii.Error, zlib.error, ValueError):
        pass
    raise cw.NotationError("The link holds no game; it may be incomplete.")


def share(session: Session) -> str:
    """The whole session as the text of a link."""
    return pack(format_game(record(session)))

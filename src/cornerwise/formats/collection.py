"""Collections: files with many games, read one game after another or visited without building any."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from cornerwise.errors import CornerwiseError, NotationError, WrongType
from cornerwise.formats.blksgf import format_games, is_blksgf, parse_games
from cornerwise.formats.record import is_record, parse_game
from cornerwise.formats.sgf import Properties, events, read_sgf
from cornerwise.game import Game
from cornerwise.ground.textfile import write_text


class Visitor:
    """Hears what a .blksgf file says as it is read; override what you need. Nothing is checked by the rules."""

    def begin_game(self, properties: Properties, line: int) -> None:
        """A game begins with these properties, its name under "GM"."""

    def begin_variation(self, line: int) -> None:
        """What follows is played instead of what else follows from here."""

    def visit_node(self, properties: Properties, line: int) -> None:
        """One node after the first, with its move and remarks."""

    def end_variation(self, line: int) -> None:
        """The variation has ended; what follows belongs to where it began."""

    def end_game(self, line: int) -> None:
        """The game has ended."""

    def error(self, sentence: str) -> None:
        """The rest of the file makes no sense; raises an error unless you override it."""
        raise NotationError(sentence)


def read_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """The games of a .blksgf file, one after another; the `errors` of a game list what could not be read.

    A record is a file with one game.
    """
    text = read_sgf(path)
    return iter([parse_game(text)]) if is_record(text) and not is_blksgf(text) else parse_games(text)


def write_games(games: Iterable[Game], path: str | os.PathLike[str]) -> None:
    """Writes games to one .blksgf file."""
    found = list(games) if isinstance(games, Iterable) else [None]
    if not all(isinstance(game, Game) for game in found):
        raise WrongType("A collection is a list of games, or yields them.")
    text, encoding = format_games(found)
    write_text(path, text, "collection", CornerwiseError, encoding)


def visit_games(path: str | os.PathLike[str], visitor: Visitor) -> None:
    """Tells a visitor everything a .blksgf file says."""
    if not isinstance(visitor, Visitor):
        raise WrongType(f"A file is visited by a Visitor, not by {type(visitor).__name__}.")
    is_new = True
    try:
        for mark, line, depth, properties in events(read_sgf(path)):
            if mark == ";" and is_new:
                visitor.begin_game(properties, line)
                is_new = False
            elif mark == ";":
                visitor.visit_node(properties, line)
            elif mark == "(" and depth > 1:
                visitor.begin_variation(line)
            elif mark == ")" and depth:
                visitor.end_variation(line)
            elif mark == ")":
                visitor.end_game(line)
                is_new = True
    except NotationError as error:
        visitor.error(str(error))

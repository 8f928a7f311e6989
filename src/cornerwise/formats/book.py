"""Opening books: trees of moves that somebody recommends, asked by position."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from cornerwise._core import Move, Position
from cornerwise.errors import WrongType
from cornerwise.formats.collection import read_games
from cornerwise.game import GLYPHS, Game


class BookMove(NamedTuple):
    """A move of a book and what the book thinks of it."""

    move: Move
    glyph: str  # "!" is a good move, "?" a bad one, "" says nothing

    @property
    def is_good(self) -> bool:
        """Whether the book recommends it."""
        return self.glyph in ("!!", "!")


class Book:
    """Moves by position, the same under every symmetry of the game that leaves the colors in place."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._moves: dict[Position, dict[int, str]] = {}
        if not isinstance(games, Iterable):
            raise WrongType(f"A book is made of games, not of {type(games).__name__}.")
        for game in games:
            if not isinstance(game, Game):
                raise WrongType(f"A book is made of games, not of {type(game).__name__}.")
            for node in game.root.walk():
                if node.parent is None or not isinstance(node.step, Move):
                    continue
                standing, symmetry = node.parent.position.canonical()
                known = self._moves.setdefault(standing, {})
                image = int(symmetry.moves[node.step.id])
                known[image] = known.get(image) or node.glyph

    def __len__(self) -> int:
        return len(self._moves)

    def moves(self, position: Position) -> list[BookMove]:
        """What the book plays here, its best moves first; empty if it knows nothing."""
        if not isinstance(position, Position):
            raise WrongType(f"A book is asked about a Position, not {type(position).__name__}.")
        standing, symmetry = position.canonical()
        found = [
            BookMove(position.ruleset.move(int(np.flatnonzero(symmetry.moves == image)[0])), glyph)
            for image, glyph in self._moves.get(standing, {}).items()
        ]
        order = {glyph: rank for rank, glyph in enumerate((*GLYPHS[:3], "", *GLYPHS[3:]))}
        return sorted(found, key=lambda each: (order[each.glyph], each.move.id))

    def __repr__(self) -> str:
        return f"<Book, {len(self)} positions>"

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and bool(self.moves(position))


def read_book(path: str | os.PathLike[str]) -> Book:
    """The book that a .blksgf file holds."""
    return Book(read_games(path))

"""The corner-to-corner tile games: Classic, Duo, the Dice Game, 3D and their puzzles.

>>> import cornerwise as cw
>>> position = cw.start("duo")                      # cw.rulesets() names the others
>>> position = position.play("e8,d9,e9,f9,e10")     # a new position; the old one is unchanged
>>> position.turn.color, len(position.legal_moves)
('white', 414)
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cornerwise._core import Atlas, Board, LegalMoves, Move, Placed, Position, Roll, Ruleset, Shape, Symmetry, Turn
from cornerwise.errors import (
    CornerwiseError,
    EvaluatorError,
    FileError,
    IllegalMove,
    IllegalRoll,
    MissingFile,
    NotationError,
    PlayerError,
    PuzzleError,
    RulesetError,
    WrongType,
)
from cornerwise.formats.collection import Visitor, read_games, visit_games, write_games
from cornerwise.formats.record import read_game, write_game
from cornerwise.game import Game, Node
from cornerwise.guess import hint
from cornerwise.picture import attach as _attach_pictures
from cornerwise.player import GreedyPlayer, Player, RandomPlayer, play_game
from cornerwise.reason import Reason
from cornerwise.retire import Retire
from cornerwise.ruleset import parse_ruleset, read_ruleset, ruleset, ruleset_options, rulesets, start

if TYPE_CHECKING:
    from cornerwise.advice.advice import Advice
    from cornerwise.advice.review import Review
    from cornerwise.arena.gtp_player import GtpPlayer
    from cornerwise.engine import Engine, Limit
    from cornerwise.formats.book import Book, read_book
    from cornerwise.notebook import Table as Table
    from cornerwise.puzzle import Puzzle, Solution, open_puzzle, puzzles
    from cornerwise.puzzle.solve import solve
    from cornerwise.render.pictures.film import png
    from cornerwise.render.pictures.picture import svg
    from cornerwise.render.text.terminal import terminal

CHANCE = -1
"""`Turn.actor` when the dice are to be rolled."""
NOBODY = -2
"""`Turn.actor` when the game is over."""

__version__ = "0.2.0"

_attach_pictures()

__all__ = [
    "CHANCE",
    "NOBODY",
    "Advice",
    "Atlas",
    "Board",
    "Book",
    "CornerwiseError",
    "Engine",
    "EvaluatorError",
    "FileError",
    "Game",
    "GreedyPlayer",
    "GtpPlayer",
    "IllegalMove",
    "IllegalRoll",
    "LegalMoves",
    "Limit",
    "MissingFile",
    "Move",
    "Node",
    "NotationError",
    "Placed",
    "Player",
    "PlayerError",
    "Position",
    "Puzzle",
    "PuzzleError",
    "RandomPlayer",
    "Reason",
    "Retire",
    "Review",
    "Roll",
    "Ruleset",
    "RulesetError",
    "Shape",
    "Solution",
    "Symmetry",
    "Turn",
    "Visitor",
    "WrongType",
    "open_puzzle",
    "parse_ruleset",
    "play_game",
    "png",
    "puzzles",
    "read_book",
    "read_game",
    "read_games",
    "read_ruleset",
    "ruleset",
    "ruleset_options",
    "rulesets",
    "solve",
    "start",
    "svg",
    "terminal",
    "visit_games",
    "write_game",
    "write_games",
]

#: Where the names live that are fetched when they are first asked for, so that importing the library stays quick.
#: `Table` is not in `__all__`, since it needs an extra, and `import *` and `help` fetch everything that is.
_LATER = {
    "Advice": "advice.advice",
    "Book": "formats.book",
    "Engine": "engine",
    "GtpPlayer": "arena.gtp_player",
    "Limit": "engine",
    "Puzzle": "puzzle",
    "Review": "advice.review",
    "Solution": "puzzle",
    "Table": "notebook",
    "open_puzzle": "puzzle",
    "png": "render",
    "puzzles": "puzzle",
    "read_book": "formats.book",
    "solve": "puzzle",
    "svg": "render",
    "terminal": "render",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        # With its name and module Python suggests what may have been meant.
        words = f"module 'cornerwise' has no attribute {name!r}{hint('cornerwise', name)}"
        raise AttributeError(words, name=name, obj=sys.modules[__name__])
    found = getattr(import_module(f"cornerwise.{_LATER[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    # What only this file needs, such as `Any`, is nobody's business.
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})

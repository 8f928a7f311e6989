"""The corner-to-corner tile games: Classic, Duo, the Dice Game, 3D and their puzzles.

>>> import cornerwise as cw
>>> position = cw.start("duo")                      # cw.rulesets() names the others
>>> position = position.play("e8,d9,e9,f9,e10")     # a new position; the old one is unchanged
>>> position.turn.color, len(position.legal_moves)
('white', 414)
"""

from cornerwise._core import Atlas, Board, LegalMoves, Move, Placed, Position, Roll, Ruleset, Shape, Turn
from cornerwise.errors import (
    CornerwiseError,
    IllegalMove,
    IllegalRoll,
    NotationError,
    PlayerError,
    PuzzleError,
    RulesetError,
    WrongType,
)
from cornerwise.formats.record import read_game, write_game
from cornerwise.game import Game, Node
from cornerwise.reason import Reason
from cornerwise.retire import Retire
from cornerwise.ruleset import parse_ruleset, read_ruleset, ruleset, ruleset_options, rulesets, start

CHANCE = -1
"""`Turn.actor` when the dice are to be rolled."""
NOBODY = -2
"""`Turn.actor` when the game is over."""

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "Atlas",
    "Board",
    "CornerwiseError",
    "Game",
    "IllegalMove",
    "IllegalRoll",
    "LegalMoves",
    "Move",
    "Node",
    "NotationError",
    "Placed",
    "PlayerError",
    "Position",
    "PuzzleError",
    "Reason",
    "Retire",
    "Roll",
    "Ruleset",
    "RulesetError",
    "Shape",
    "Turn",
    "WrongType",
    "parse_ruleset",
    "read_game",
    "read_ruleset",
    "ruleset",
    "ruleset_options",
    "rulesets",
    "start",
    "write_game",
]

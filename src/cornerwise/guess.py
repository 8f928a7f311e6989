"""What somebody is told who guesses a name that other libraries of games have, and this one has not."""

from __future__ import annotations

from typing import Any, TypeVar

from cornerwise._core import Move, Position

T = TypeVar("T")

HOOK = "__getattr__"  # set from outside, so that checkers of types still know which names there are

NEW = "A position never changes: `after = position.play(move)` is the next one, and a Game keeps them all"
TEXT = "Its text is `position.text`, which `Position.parse` reads"
ENDED = "See `is_over`, `winners` and `scores`, which are values and are not called"
MOVE = "Its text is `str(move)`, for people `move.label`; `ruleset.parse_move` reads it"
LINE = "See `main_line()`, `moves` and `steps`"

HINTS = {
    "Position": {
        **dict.fromkeys(("push", "push_san", "push_uci", "move", "make_move", "copy"), NEW),
        **dict.fromkeys(("pop", "undo", "move_stack"), "A position knows no past: `Game.undo()` takes a move back"),
        **dict.fromkeys(("fen", "epd", "from_fen", "set_fen"), TEXT),
        **dict.fromkeys(("is_game_over", "result", "outcome", "score", "winner"), ENDED),
        **dict.fromkeys(("san", "uci"), MOVE),
        **dict.fromkeys(("status", "is_valid"), "Every position is valid; `is_legal` and `explain` judge moves"),
        "mirror": "`position.transform(symmetry)` turns and mirrors, with one of `position.ruleset.symmetries`",
        "gif": "A film is of a Game: `game.gif()`",
        "parse_move": "`position.ruleset.parse_move(text)` reads a move, and `position.play(text)` plays it",
    },
    "Move": dict.fromkeys(("uci", "san", "from_uci", "text"), MOVE),
    "Game": {
        **dict.fromkeys(("push", "move", "make_move", "add_variation"), "`game.play(move)` plays it"),
        "pop": "`game.undo()` takes a move back",
        "headers": "They are its `tags`",
        **dict.fromkeys(("mainline", "mainline_moves", "move_stack"), LINE),
        **dict.fromkeys(("board", "end"), "`game.position` is the position at its cursor"),
        **dict.fromkeys(("is_game_over", "result", "outcome"), "See `is_over`, `winners` and `position.scores`"),
    },
    "Engine": {
        **dict.fromkeys(("play", "best_move", "bestmove", "go"), "`engine.choose(position, limit)` gives a move"),
        **dict.fromkeys(("analyse", "info"), "`engine.analyze(position, limit)` tells while it thinks"),
        **dict.fromkeys(("quit", "kill"), "`engine.close()` ends it"),
    },
    "cornerwise": {
        **dict.fromkeys(("SimpleEngine", "popen_uci"), "`Engine(ruleset)` is the engine"),
        "review": "`Engine(ruleset).review(game)` judges a game",
        "parse_move": "`ruleset.parse_move(text)` reads a move",
        **dict.fromkeys(("Color", "Piece", "BLUE", "BLACK", "WHITE"), "Colors and shapes are texts: `ruleset.colors`"),
        **dict.fromkeys(("parse_game", "pgn", "read_pgn"), "`read_game` and `read_games` read files"),
        "gif": "`game.gif()` is the film of a Game",
    },
}


def hint(owner: str, name: str) -> str:
    """The rest of a sentence about a missing name: where to look, or nothing."""
    told = HINTS[owner].get(name)
    return f". {told}." if told else ""


def hinting(kind: type[T]) -> type[T]:
    """The same class, of which a missing name says where to look."""

    def missing(self: Any, name: str) -> Any:
        words = f"{kind.__name__!r} object has no attribute {name!r}{hint(kind.__name__, name)}"
        raise AttributeError(words, name=name, obj=self)

    setattr(kind, HOOK, missing)
    return kind


for each in (Position, Move):
    hinting(each)

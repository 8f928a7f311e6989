"""The one family of exceptions: each carries a plain sentence and leaves everything unchanged."""


class CornerwiseError(ValueError):
    """Something was asked that cannot be; the message says what and why."""


class WrongType(CornerwiseError, TypeError):
    """Something of a kind that cannot stand here, such as a number where a text belongs."""


class IllegalMove(CornerwiseError):
    """A move that the rules do not allow."""


class IllegalRoll(CornerwiseError):
    """A roll that cannot come now."""


class NotationError(CornerwiseError):
    """Text that does not read as a cell, a move, a roll, a position or a record."""


class RulesetError(CornerwiseError):
    """An unknown ruleset or option, or a ruleset file that makes no sense."""


class PlayerError(CornerwiseError):
    """A player that did not do its part: a program that hung, died or answered nonsense."""


class PuzzleError(CornerwiseError):
    """A puzzle that makes no sense, is unknown or cannot have a solution, or pieces that break its rules.

    Where a player may meet it, `kind` and `values` say the same as data, to be told in other languages.
    """

    def __init__(self, sentence: str, kind: str = "", **values: str | int) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.values = values

"""The one family of exceptions: each carries a plain sentence and leaves everything unchanged."""


class CornerwiseError(ValueError):
    """A request that cannot be met; the message says what and why."""


class WrongType(CornerwiseError, TypeError):
    """Raised for an argument of the wrong type, such as a number instead of a text."""


class FileError(CornerwiseError, OSError):
    """A file that cannot be read or written."""


class MissingFile(FileError, FileNotFoundError):
    """A file that does not exist."""


class IllegalMove(CornerwiseError):
    """A move that the rules do not allow."""


class IllegalRoll(CornerwiseError):
    """A roll that is not possible now."""


class NotationError(CornerwiseError):
    """Text that is not a cell, a move, a roll, a position or a record."""


class RulesetError(CornerwiseError):
    """An unknown ruleset or option, or a ruleset file that makes no sense."""


class PlayerError(CornerwiseError):
    """A player that failed: a program that hung, died or answered nonsense."""


class EvaluatorError(CornerwiseError):
    """An evaluator that raised an error, or returned something other than a policy and shares of the victory."""


class PuzzleError(CornerwiseError):
    """A puzzle that makes no sense, is unknown or cannot have a solution, or pieces that break its rules.

    Where a player may meet it, `kind` and `values` say the same as data, to be told in other languages.
    """

    def __init__(self, sentence: str, kind: str = "", **values: str | int) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.values = values

"""Why a move is not legal, in one plain sentence."""

from __future__ import annotations


class Reason:
    """The first clause a move breaks: its `kind`, its `clause`, the `cells` concerned; `str()` is a sentence.

    A text that cannot be read as a move breaks no clause; then `clause` is empty.
    """

    __slots__ = ("cells", "clause", "kind", "sentence")

    def __init__(self, kind: str, clause: str, sentence: str, cells: tuple[int, ...] = ()) -> None:
        self.kind = kind
        self.clause = clause
        self.sentence = sentence
        self.cells = cells

    def __str__(self) -> str:
        return self.sentence

    def __repr__(self) -> str:
        return f"<Reason {self.kind}: {self.sentence}>"

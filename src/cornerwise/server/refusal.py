"""Refusals: requests that are not carried out, and the sentence that says why."""

from __future__ import annotations

from typing import Literal

ErrorCode = Literal[
    "malformed",  # not a message of this list
    "too_large",  # more bytes than a message may have
    "too_fast",  # more messages than a connection may send
    "unknown_game",
    "unknown_ruleset",
    "unknown_puzzle",
    "unknown_person",
    "unknown_ladder",
    "signed_out",  # only somebody signed in may do this
    "not_joined",
    "not_yours",  # not your turn, not your seat, not your table
    "stale",  # the game has moved on since that ply
    "illegal",  # the rules say no
    "refused",  # makes no sense now
    "busy",  # the computer has too much to do
    "internal",
]


class Refusal(Exception):
    """A request that was not carried out, and the sentence that says why.

    Where a player may meet it, `kind` and `values` say the same as data, to be told in other languages.
    """

    def __init__(self, code: ErrorCode, sentence: str, kind: str = "", **values: str | int) -> None:
        super().__init__(sentence)
        self.code: ErrorCode = code
        self.sentence = sentence
        self.kind = kind
        self.values = values


NOT_KEPT = Refusal("busy", "Games cannot be kept just now; try again in a moment.", "not_kept")

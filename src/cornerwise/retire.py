"""A seat's retirement as a step of a game (docs/rules/retiring.md)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cornerwise.errors import NotationError

TEXT = re.compile(r"retire seat ([1-9])")


@dataclass(frozen=True, slots=True)
class Retire:
    """A seat leaves the game and places no more pieces; `str()` counts seats from 1, as people do.

    >>> str(Retire(0))
    'retire seat 1'
    """

    seat: int

    @classmethod
    def parse(cls, text: str) -> Retire:
        """The retirement that a text such as "retire seat 2" describes."""
        found = TEXT.fullmatch(text)
        if found is None:
            raise NotationError(f'A retirement is written "retire seat 2", not {text[:60]!r}.')
        return cls(int(found[1]) - 1)

    def __str__(self) -> str:
        return f"retire seat {self.seat + 1}"

"""The terms of a table: which game, at what tempo, rated or not, public or not, and what a time-out means."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cornerwise.server.wire.wire import Key, Wire

Milliseconds = Annotated[int, Field(ge=0, le=2**40)]

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
LONGEST_LIVE = 3 * 60 * MINUTE


class Tempo(Wire):
    """How much time there is: for the whole game with an increment per move, per move, or days per move."""

    kind: Literal["fischer", "move", "days"]
    initial: Milliseconds = Field(description="milliseconds at the start, or for every move")
    increment: Milliseconds = Field(description="milliseconds a move adds; fischer only")

    @model_validator(mode="after")
    def _is_sensible(self) -> Self:
        low, high = (DAY, 14 * DAY) if self.kind == "days" else (5 * SECOND, LONGEST_LIVE)
        if not low <= self.initial <= high:
            raise ValueError(f"the time of a {self.kind} tempo lies between {low} and {high} ms")
        if self.increment > (3 * MINUTE if self.kind == "fischer" else 0):
            raise ValueError("only a fischer tempo has an increment, of at most three minutes")
        return self

    @property
    def is_live(self) -> bool:
        """Whether people are expected to be there while the game lasts."""
        return self.kind != "days"


class Terms(Wire):
    """What everybody at a table has agreed to before the game."""

    ruleset: Key
    options: dict[Key, Key] = Field(max_length=8)
    tempo: Tempo
    is_rated: bool
    is_public: bool
    on_timeout: Literal["retire", "computer"] = Field(
        description="whose time is out retires, or the computer stands in until the seat is reclaimed"
    )

    @model_validator(mode="after")
    def _is_fair(self) -> Self:
        if self.is_rated and self.on_timeout != "retire":
            raise ValueError("in a rated game the computer stands in for nobody")
        if self.is_rated and self.options:
            raise ValueError("rated games are played by the book, without options")
        return self

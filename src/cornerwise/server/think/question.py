"""Questions for the engine as data, so that any thread, process or machine can answer them."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import BaseModel

import cornerwise as cw
from cornerwise.engine.level import level
from cornerwise.server.think import computer
from cornerwise.server.think.computer import Thought
from cornerwise.server.think.pool import Control, Job

T = TypeVar("T")
Json = dict[str, Any]
QUICK = 5_000  # simulations, about a tenth of a second


class Question(BaseModel, Generic[T]):
    """A question; two with the same key have the same answer, so that it is kept once however often it is found."""

    kind: ClassVar[str]
    is_long: ClassVar[bool] = True
    key: str

    @property
    def is_quick(self) -> bool:
        """Whether the answer takes so little time that others may wait for it."""
        return False

    def answer(self, control: Control) -> T:
        """Think about it; on no event loop."""
        raise NotImplementedError

    def write(self, answer: T) -> Json:
        """An answer as it travels."""
        raise NotImplementedError

    def read(self, written: Json) -> T:
        """The answer that `write` wrote."""
        raise NotImplementedError


class Choose(Question[Thought]):
    """Which move does the computer make at a ply? The answer follows from these values alone."""

    kind: ClassVar[str] = "choose"
    is_long: ClassVar[bool] = False
    position: str
    last: str | None
    level: int
    seed: int

    @classmethod
    def at(cls, game: str, ply: int, position: cw.Position, last: cw.Move | None, level: int, seed: int) -> Choose:
        """The question at a ply of a game."""
        text = None if last is None else str(last)
        return cls(key=f"{game}:{ply}:{level}", position=position.text, last=text, level=level, seed=seed)

    @property
    def is_quick(self) -> bool:
        """Whether the level thinks for about a tenth of a second at most."""
        return level(cw.Position.parse(self.position).ruleset, self.level).simulations <= QUICK

    def answer(self, control: Control) -> Thought:
        """The move, and what it is worth."""
        position = cw.Position.parse(self.position)
        last = None if self.last is None else position.ruleset.parse_move(self.last)
        return computer.choose(position, self.level, control, last=last, seed=self.seed)

    def write(self, answer: Thought) -> Json:
        """An answer as it travels."""
        return {"move": str(answer.move), "wins": answer.wins, "is_cut": answer.is_cut}

    def read(self, written: Json) -> Thought:
        """The answer that `write` wrote."""
        ruleset = cw.Position.parse(self.position).ruleset
        wins = None if written["wins"] is None else tuple(written["wins"])
        return Thought(ruleset.parse_move(written["move"]), wins, written["is_cut"])


class Thinking(Protocol):
    """Whoever answers questions: the server's own threads, or workers behind a queue."""

    @property
    def is_remote(self) -> bool:
        """Whether other processes think, so that a question had better be whole."""

    def ask(self, asker: str, question: Question[T]) -> Job[T]:
        """Have somebody's question answered, or raise Busy."""

    def ahead(self, job: Job[Any]) -> int:
        """How many jobs will be begun before this one; 0 as soon as it runs."""

    def stop(self, job: Job[Any]) -> None:
        """End a job: a waiting one at once, a running one as soon as it listens."""

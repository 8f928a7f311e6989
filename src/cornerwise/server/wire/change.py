"""A change: what is different since a sequence number; a snapshot with every change applied is the newest one."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypedDict

from cornerwise.server.wire.snapshot import PlacedView, Snapshot, StepView
from cornerwise.server.wire.wire import GameId, Wire

#: Fields of a snapshot a change never sets: they stay, stand in the change itself, or come as tails.
APART = ("type", "game", "ruleset", "options", "title", "seq", "ply", "steps", "sheets")


class StepTail(Wire):
    """Keep the first `keep` steps of the line; these follow."""

    keep: int
    add: tuple[StepView, ...]


class PlacedTail(Wire):
    """Keep the first `keep` pieces of a sheet, as they were laid; these follow. Its cells are what they cover."""

    sheet: int
    keep: int
    add: tuple[PlacedView, ...]


_fields: dict[str, Any] = {
    name: Annotated[field.annotation, Field(description=field.description)]
    for name, field in Snapshot.model_fields.items()
    if name not in APART
}
# Built from the snapshot's own fields, so that none is forgotten; which mypy cannot see.
Changed = TypedDict("Changed", _fields, total=False)  # type: ignore[misc]
Changed.__doc__ = "The snapshot's fields that are different now."


class Change(Wire):
    """What is different: it follows the state `after` and leads to `seq`; these are equal when people came or went."""

    type: Literal["change"] = "change"
    game: GameId
    after: int = Field(description="the seq a snapshot must have for this to follow; else join again with it")
    seq: int
    ply: int
    set: Changed
    steps: StepTail | None = None
    placed: tuple[PlacedTail, ...] = ()

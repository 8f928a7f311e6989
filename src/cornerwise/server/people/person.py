"""A person: a guest, an account, a computer player of the house, or somebody's bot."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.server.wire.people import PersonKind


@dataclass(frozen=True)
class Person:
    """Somebody who can sit at a table; times are milliseconds UTC."""

    id: str  # "kX3v9sQ0pLmA", or "computer-6"
    kind: PersonKind
    name: str  # "Ann", "Guest 48213", "Computer 6", "Corner Bot"; empty when deleted
    country: str | None  # "CH"
    made: int
    seen: int
    suspended_until: int | None = None
    is_moderator: bool = False
    deleted: int | None = None

    @property
    def level(self) -> int | None:
        """The level of a computer player."""
        return int(self.id.removeprefix("computer-")) if self.kind == "computer" else None

    def is_suspended(self, now: int) -> bool:
        """Whether a moderator has barred this person from playing strangers at that time."""
        return self.suspended_until is not None and now < self.suspended_until


def computer_id(level: int) -> str:
    """The id of the computer player of a level."""
    return f"computer-{level}"

"""Who looks at a session: the secrets a connection brought, the person it belongs to, and what that person claimed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at games, or plays them; without tokens and person only looks.

    `claimed` are the seats, or HOST, whose tokens the person has shown before, perhaps elsewhere.
    """

    tokens: frozenset[str] = field(default=frozenset(), repr=False)
    person: str | None = None
    claimed: frozenset[int] = frozenset()
    address: str = field(default="", repr=False, compare=False)
    """Where the connection comes from, in whose name the computer thinks for those who are nobody here yet."""

    @property
    def asker(self) -> str:
        """In whose name the computer thinks for this viewer."""
        return self.person or self.address

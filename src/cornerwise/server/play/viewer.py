"""Who looks at a session: the secrets a connection brought, and the person it belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at games, or plays them; without tokens and person only looks."""

    tokens: frozenset[str] = frozenset()
    person: str | None = None

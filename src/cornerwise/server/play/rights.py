"""What somebody may do at a table; those with equal rights see the same."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Rights:
    """Whether somebody is the host, and the seats somebody holds: by a link, or as the person they belong to."""

    is_host: bool
    held: frozenset[int]

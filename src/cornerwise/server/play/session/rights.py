"""What somebody may do at a table; those with equal rights see the same."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rights:
    """Whether somebody is the host, and the seats somebody holds: by a link, or as the person they belong to.

    `key` is the host's token where it was shown: it alone unseals the links of the seats.
    """

    is_host: bool
    held: frozenset[int]
    key: str | None = field(default=None, repr=False)

"""Reports: what the computer at a table is doing, for whoever sits there."""

from __future__ import annotations

from dataclasses import dataclass

from cornerwise.server.refusal import Refusal


@dataclass(frozen=True)
class Progress:
    """How far the computer has come with a seat's move; jobs that wait before it are `queued`."""

    ply: int
    seat: int
    queued: int
    progress: float | None
    is_cut: bool = False
    """Whether it moves now because its time is up, before it has thought as much as its level should."""


@dataclass(frozen=True)
class Report:
    """News of a game: progress, or a refusal that nobody asked for."""

    game: str
    news: Progress | Refusal

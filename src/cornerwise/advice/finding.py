"""Findings: the measured differences between one move and others, which the kernel counts and selects, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cornerwise._core import Comparison, Move, Position, Ruleset
from cornerwise.advice.sentence import sentence, setting


@dataclass(frozen=True)
class Finding:
    """One true difference: what kind, for better or worse, the cells it concerns, and a sentence."""

    kind: str
    is_good: bool
    cells: tuple[int, ...]
    sentence: str
    value: float
    """What was counted for this move."""
    usual: float
    """The same for what it is compared with; of typical moves, what most do not exceed (or reach)."""
    weight: float
    """How far this move stands out."""
    against: str = "typical"
    """What it is compared with: typical moves, the first move, the move played, or the next best."""
    color: str | None = None
    """The color it is about: the mover's own, or a rival's."""
    shape: str | None = None
    """The piece it is about."""
    die: int | None = None
    """The die it is about."""
    among: tuple[int, int] | None = None
    """How many out of how many, as in "2 of 3 will be left": other moves, or strikes."""
    near: int | None = None
    """The cell amid the cells, where they are many and lie together."""

    def __str__(self) -> str:
        return self.sentence


def worded(rules: Ruleset, found: Iterable[dict[str, Any]]) -> tuple[Finding, ...]:
    """What the kernel found, with its sentences."""
    return tuple(Finding(sentence=_sentence(rules, data), **data) for data in found)


def _sentence(rules: Ruleset, data: dict[str, Any]) -> str:
    spoken = {name: value for name, value in data.items() if name != "weight"}
    cells = [rules.board.cell_name(cell) for cell in data["cells"]]
    near = data.get("near")
    spoken["near"] = None if near is None else rules.board.cell_name(near)
    has_partners = any(len(team) > 1 for team in rules.teams)
    has_one_rival = len(rules.teams) == 2 and not has_partners
    return sentence(
        **{**spoken, "cells": cells}, setting=setting(rules), has_partners=has_partners, has_one_rival=has_one_rival
    )


def why_better(position: Position, better: Move, played: Move, win: Sequence[float] = ()) -> tuple[Finding, ...]:
    """What speaks for a move, and against it, beside the one that was played; rivals without a chance are left out."""
    comparison = Comparison(position, [better, played], [], win)
    return worded(position.ruleset, comparison.beside(better, played, True))

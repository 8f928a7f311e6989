"""A move by itself: its board without other pieces, and the piece on it."""

from __future__ import annotations

from cornerwise._core import Move, Position
from cornerwise.errors import WrongType
from cornerwise.render.options import Tones
from cornerwise.render.palette import paints
from cornerwise.render.parts.document import Look, document, group
from cornerwise.render.parts.flat import MARGIN, sheet
from cornerwise.render.parts.isometric import table
from cornerwise.render.parts.overlay import Ghost, Overlay

SIDE = 240.0


def portrait(move: Move, color: str | None = None, theme: Tones = "auto") -> str:
    """A small picture of a move, in a color or in the first of its game."""
    if not isinstance(move, Move):
        raise WrongType(f"A portrait shows a Move, not {type(move).__name__}.")
    rules = move.ruleset
    position = Position(rules)
    color = rules.colors[0] if color is None else color
    if color not in rules.colors:
        raise WrongType(f"A move has one of the colors {', '.join(rules.colors)}, not {str(color)[:40]!r}.")
    look = Look(paints(rules.colors), panel=False, theme=theme)
    overlay = Overlay(0, (Ghost(color, move.cells),))
    if rules.board.levels > 1:
        body, width, height = table(position, 12.0, look, None, overlay)
    else:
        unit = SIDE / max(rules.board.columns, rules.board.rows)
        body = group(sheet(position, 0, unit, look, None, overlay), x=3.0, y=3.0)
        width, height = rules.board.columns * unit + MARGIN + 6, rules.board.rows * unit + MARGIN + 6
    return document(width, height, move.label, f"{rules.title}: {move.label}.", body, look)

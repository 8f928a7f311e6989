"""The picture of a position: the right parts, side by side, for any ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cornerwise.render import dice
from cornerwise.render.document import Look, Marks, Tones, document, group, text
from cornerwise.render.flat import MARGIN, sheet
from cornerwise.render.heights import common_limit, height_map
from cornerwise.render.isometric import table
from cornerwise.render.palette import paints
from cornerwise.render.request import subject
from cornerwise.render.tray import card

if TYPE_CHECKING:
    from cornerwise._core import Move, Placed, Position

PAD = 16.0
CARD = 226.0  # width of a color's card
HEAD = 36.0  # height of a card without its tray
GAP = 10.0


def svg(
    position: Position,
    *,
    last: Move | Placed | None = None,
    marks: Marks = "pattern",
    dots: bool = False,
    coordinates: bool = True,
    trays: bool = True,
    theme: Tones = "auto",
    view: int = 0,
) -> str:
    """Draws a position as one SVG document.

    `last` is the move or placed piece to put a halo around. `marks` chooses the second channel beside
    color: "pattern", "letter" or "none". `dots` marks where the color to move can attach. `theme` is
    "light", "dark" or "auto" (as the viewer's system wishes). `view` turns a 3D table by quarters.
    """
    piece = subject(position, last)
    look = Look(
        paints(position.ruleset.colors),
        marks=marks,
        dots=dots,
        coordinates=coordinates,
        trays=trays,
        theme=theme,
        view=view,
    )
    if position.ruleset.rows:
        body, width, height = dice.table(position, look, piece)
    elif position.ruleset.board.levels > 1:
        body, width, height = _structure(position, look, piece)
    else:
        body, width, height = _board(position, look, piece)
    return document(width, height, position.ruleset.title, describe(position), body, look)


def describe(position: Position) -> str:
    """One sentence on who is to move and how the seats stand, for those who cannot see the picture."""
    subject(position)
    scores = ", ".join(f"seat {seat + 1}: {score}" for seat, score in enumerate(position.scores))
    pieces = "1 piece" if position.ply == 1 else f"{position.ply} pieces"
    if position.is_over:
        winners = " and ".join(f"seat {seat + 1}" for seat in position.winners)
        return f"The game is over after {pieces}; first is {winners}. Scores: {scores}."
    who = f"{position.turn.color} is to play" if position.turn.color else "the dice are to be rolled"
    return f"{pieces.capitalize()} placed, {who}. Scores: {scores}."


def _board(position: Position, look: Look, last: Placed | None) -> tuple[str, float, float]:
    """A flat board with the cards of its colors on the right."""
    board = position.ruleset.board
    unit = 520.0 / max(board.rows, board.columns)
    margin = MARGIN if look.coordinates else 0.0
    wide, high = board.columns * unit + margin, board.rows * unit
    body = group(sheet(position, 0, unit, look, last), x=PAD, y=PAD)
    body += group(_cards(position, high, look), x=PAD + wide + PAD, y=PAD)
    return body, wide + CARD + 3 * PAD, high + margin + 2 * PAD - 4


def _structure(position: Position, look: Look, last: Placed | None) -> tuple[str, float, float]:
    """The isometric table, the height map, and the cards of the colors."""
    drawing, wide, tall = table(position, 25.0, look, last)
    unit = 20.0
    margin = MARGIN if look.coordinates else 0.0
    side = position.ruleset.board.rows * unit
    limit = common_limit(position)
    caption = f"From above; at most {limit} high" if limit else "From above; limits in gray"
    column = max(CARD, side + margin)
    height = max(tall, side + margin + 40, len(position.ruleset.colors) * 92.0)
    right = PAD + wide + PAD
    body = group(drawing, x=PAD, y=PAD + (height - tall) / 2)
    body += text(right + margin, PAD + 11, caption, 11, "cw-muted")
    body += group(height_map(position, unit, look, last), x=right, y=PAD + 22)
    body += group(_cards(position, height, look), x=right + column + PAD, y=PAD)
    return body, right + column + CARD + 2 * PAD, height + 2 * PAD


def _cards(position: Position, height: float, look: Look) -> str:
    """The cards of all colors below each other; without trays only as high as their heads."""
    colors = position.ruleset.colors
    step = (height + GAP) / len(colors) if look.trays else HEAD + GAP
    return "".join(
        group(card(position, color, CARD, step - GAP, look), y=row * step) for row, color in enumerate(colors)
    )

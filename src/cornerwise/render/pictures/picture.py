"""The picture of a position: the right parts, side by side, for any ruleset."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cornerwise.render.lattice import extent
from cornerwise.render.options import Cell, Marks, Tones
from cornerwise.render.palette import paints
from cornerwise.render.parts import dice
from cornerwise.render.parts.document import Look, document, group, text
from cornerwise.render.parts.flat import MARGIN, sheet
from cornerwise.render.parts.heights import common_limit, height_map
from cornerwise.render.parts.isometric import table
from cornerwise.render.parts.overlay import Overlay, read_overlay
from cornerwise.render.parts.tray import card
from cornerwise.render.request import quarters, sitters, subject

if TYPE_CHECKING:
    from cornerwise._core import Move, Placed, Position

PAD = 16.0
CARD = 226.0  # width of a color's card
HEAD = 36.0  # height of a card without its tray
GAP = 10.0
EDGE = 3.0  # around a board that stands alone


def svg(
    position: Position,
    *,
    size: int | None = None,
    view: int | str = 0,
    theme: Tones = "auto",
    marks: Marks = "pattern",
    coordinates: bool = True,
    trays: bool = True,
    panel: bool = True,
    names: Sequence[str] = (),
    dots: bool = False,
    last: Move | Placed | None = None,
    ghosts: Iterable[Move | str | int | tuple[str, Move | str | int]] = (),
    signs: Mapping[Cell, str] | Iterable[Cell] = (),
    numbers: bool | Iterable[Move | Placed | None] = False,
    heat: Mapping[Cell, float] | Sequence[float] | None = None,
    reach: bool | str | Iterable[str] = False,
    candidates: object = None,
) -> str:
    """Draws a position as one SVG document.

    How it looks: `size` is its width in pixels. `view` turns the board by quarters, or brings a color's start near.
    `theme` is "light", "dark" or "auto" (as the viewer's system wishes). `marks` is the second channel beside color:
    "pattern", "letter" or "none". `coordinates` names columns and rows, `trays` shows the shapes that are left, and
    `panel=False` leaves only the board. `names` are those of the seats; signs then take the place of English words.

    What it explains: `dots` mark where the color to move can attach. `last` gets a halo. `ghosts` are moves shown as
    if they were about to be placed, `(color, move)` for another color than the one to move. `signs` cross out cells,
    or put a short text, "cross", "ring", "dot" or "square" on each. `numbers` are the moves in the order in which they
    were played. `heat` is a number per cell, warm above zero and cold below. `reach` washes the cells that the next
    piece of the color to move, or of the colors named, can cover. `candidates` are moves with what they are worth,
    best first: an Advice, or a dictionary.
    """
    piece = subject(position, last)
    look = Look(
        paints(position.ruleset.colors),
        marks=marks,
        dots=bool(dots),
        coordinates=bool(coordinates),
        trays=bool(trays) and bool(panel),
        panel=bool(panel),
        names=sitters(position, names),
        theme=theme,
        view=quarters(position, view),
        size=size,
    )
    overlay = read_overlay(position, ghosts, signs, numbers, heat, reach, candidates)
    body, width, height = layout(position, look, piece, overlay)
    return document(width, height, position.ruleset.title, describe(position, look.names), body, look)


def layout(
    position: Position,
    look: Look,
    last: Placed | None,
    overlay: Overlay,
    moments: dict[tuple[int, int], int] | None = None,
) -> tuple[str, float, float]:
    """The SVG of everything that is shown, its width and its height."""
    if position.ruleset.rows:
        return dice.table(position, look, last, overlay, moments)
    if position.ruleset.board.levels > 1:
        return _structure(position, look, last, overlay, moments)
    return _board(position, look, last, overlay, moments)


def describe(position: Position, names: Sequence[str] = ()) -> str:
    """One sentence on who is to move and how the seats stand, for those who cannot see the picture."""
    subject(position)
    called = names or [f"seat {seat + 1}" for seat in range(len(position.scores))]
    scores = ", ".join(f"{called[seat]}: {score}" for seat, score in enumerate(position.scores))
    pieces = "1 piece" if position.ply == 1 else f"{position.ply} pieces"
    if position.is_over:
        winners = " and ".join(called[seat] for seat in position.winners)
        return f"The game is over after {pieces}; first is {winners}. Scores: {scores}."
    who = f"{position.turn.color} is to play" if position.turn.color else "the dice are to be rolled"
    return f"{pieces.capitalize()} placed, {who}. Scores: {scores}."


def _board(
    position: Position,
    look: Look,
    last: Placed | None,
    overlay: Overlay,
    moments: dict[tuple[int, int], int] | None,
) -> tuple[str, float, float]:
    """A flat board with the cards of its colors on the right."""
    columns, rows = extent(position.ruleset.board, look.view)
    unit = 520.0 / max(rows, columns)
    margin = MARGIN if look.coordinates else 0.0
    wide, high = columns * unit + margin, rows * unit
    board = sheet(position, 0, unit, look, last, overlay, moments)
    if not look.panel:
        return group(board, x=EDGE, y=EDGE), wide + 2 * EDGE, high + margin + 2 * EDGE
    body = group(board, x=PAD, y=PAD)
    body += group(_cards(position, high, look), x=PAD + wide + PAD, y=PAD)
    return body, wide + CARD + 3 * PAD, high + margin + 2 * PAD - 4


def _structure(
    position: Position,
    look: Look,
    last: Placed | None,
    overlay: Overlay,
    moments: dict[tuple[int, int], int] | None,
) -> tuple[str, float, float]:
    """The isometric table, the height map, and the cards of the colors."""
    drawing, wide, tall = table(position, 25.0, look, last, overlay, moments)
    unit = 20.0
    if not look.panel:
        if not (overlay.heat or overlay.reach or overlay.signs):
            return drawing, wide, tall
        # What is said of single columns is seen from above only.
        drawing += group(height_map(position, unit, look, last, overlay), x=wide + GAP, y=GAP)
        return drawing, wide + 2 * GAP + MARGIN + position.ruleset.board.columns * unit, tall
    margin = MARGIN if look.coordinates else 0.0
    side = position.ruleset.board.rows * unit
    limit = common_limit(position)
    caption = f"From above; at most {limit} high" if limit else "From above; limits in gray"
    column = max(CARD, side + margin)
    height = max(tall, side + margin + 40, len(position.ruleset.colors) * 92.0)
    right = PAD + wide + PAD
    body = group(drawing, x=PAD, y=PAD + (height - tall) / 2)
    body += text(right + margin, PAD + 11, caption, 11, "cw-muted")
    body += group(height_map(position, unit, look, last, overlay), x=right, y=PAD + 22)
    body += group(_cards(position, height, look), x=right + column + PAD, y=PAD)
    return body, right + column + CARD + 2 * PAD, height + 2 * PAD


def _cards(position: Position, height: float, look: Look) -> str:
    """The cards of all colors below each other; without trays only as high as their heads."""
    colors = position.ruleset.colors
    step = (height + GAP) / len(colors) if look.trays else HEAD + GAP
    return "".join(
        group(card(position, color, CARD, step - GAP, look), y=row * step) for row, color in enumerate(colors)
    )

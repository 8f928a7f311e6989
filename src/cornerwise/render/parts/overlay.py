"""The overlay: what a caller lays over a board to explain it, read into cells and drawn on a flat grid."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cornerwise._core import Move, Placed, Position
from cornerwise.errors import CornerwiseError, WrongType
from cornerwise.render.parts.document import element, group, text
from cornerwise.render.parts.outline import Square, central, path

if TYPE_CHECKING:
    from collections.abc import Callable

SHAPES = ("cross", "ring", "dot", "square")
MOST_WORDS = 4  # letters of a sign that fit a cell


@dataclass(frozen=True)
class Ghost:
    """A piece that could be placed; a candidate also has a rank and says what it is worth."""

    color: str
    cells: tuple[int, ...]
    rank: int = 0  # 1 is the best candidate; 0 is a plain ghost
    worth: str = ""


@dataclass(frozen=True)
class Overlay:
    """Everything that explains one sheet."""

    sheet: int = 0
    ghosts: tuple[Ghost, ...] = ()
    signs: Mapping[int, str] = field(default_factory=dict)
    heat: Mapping[int, float] = field(default_factory=dict)  # −1 to 1
    reach: Mapping[str, frozenset[int]] = field(default_factory=dict)
    numbers: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (sheet, placement) → when it was placed

    def draw(self, number: int, unit: float, where: Callable[[Iterable[int]], list[Square]]) -> str:
        """What lies over the pieces of a sheet; `where` puts cells on the grid."""
        if number != self.sheet:
            return ""
        parts = [
            _tint(color, index, len(self.reach), where(cells), unit)
            for index, (color, cells) in enumerate(self.reach.items())
        ]
        parts += [_warmth(value, where([cell])[0], unit) for cell, value in self.heat.items()]
        taken: set[Square] = set()
        badges = []
        for ghost in self.ghosts:
            squares = where(ghost.cells)
            parts.append(ghost_piece(squares, ghost, unit))
            if ghost.worth:
                place = central(set(squares) - taken or set(squares))
                taken.add(place)
                badges.append(_badge(place, ghost, unit))
        parts += badges
        parts += [_sign(words, where([cell])[0], unit) for cell, words in self.signs.items()]
        return group(*parts) if parts else ""


NOTHING = Overlay()


def read_overlay(
    position: Position,
    ghosts: object,
    signs: object,
    numbers: object,
    heat: object,
    reach: object,
    candidates: object,
) -> Overlay:
    """What was asked for, as cells and words; whatever cannot be drawn is refused with a sentence."""
    turn = position.turn
    candidate_ghosts = tuple(_candidates(position, candidates))
    return Overlay(
        max(turn.sheet, 0),
        (*(_ghost(position, ghost) for ghost in _many(ghosts, "Ghosts are moves")), *reversed(candidate_ghosts)),
        _signs(position, signs),
        _heat(position, heat),
        _reach(position, reach),
        _numbers(position, numbers),
    )


def _many(value: object, sentence: str) -> list[Any]:
    """The members of what should be several things, but no text."""
    if value is None:
        return []
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        raise WrongType(f"{sentence}, one after another, not {type(value).__name__}.")
    return list(value)


def _move(position: Position, move: object) -> Move:
    if isinstance(move, Move):
        if move.ruleset != position.ruleset:
            raise WrongType("A picture shows moves of its own game only.")
        return move
    if isinstance(move, str):
        return position.ruleset.parse_move(move)
    if isinstance(move, int) and not isinstance(move, bool):
        return position.ruleset.move(move)
    raise WrongType(f"A ghost is a Move, its text or its number, not {type(move).__name__}.")


def _ghost(position: Position, ghost: object) -> Ghost:
    color = position.turn.color
    if isinstance(ghost, tuple) and len(ghost) == 2:
        color, ghost = ghost
    if color not in position.ruleset.colors:
        if color is None:
            raise CornerwiseError("Nobody is to move, so a ghost needs its color: (color, move).")
        raise CornerwiseError(f"A ghost has a color of the game, not {str(color)[:40]!r}.")
    return Ghost(str(color), _move(position, ghost).cells)


def _candidates(position: Position, asked: object) -> Iterable[Ghost]:
    """Advice, a mapping from moves to what they are worth, or moves alone, best first."""
    if asked is None:
        return
    if hasattr(asked, "candidates") and hasattr(asked, "position"):
        if asked.position != position:
            raise CornerwiseError("The advice is about another position than the picture.")
        seat = position.turn.actor
        found: list[tuple[Any, Any]] = [(each.move, each.win[seat]) for each in asked.candidates]
    elif isinstance(asked, Mapping):
        found = list(asked.items())
    else:
        found = [(move, "") for move in _many(asked, "Candidates are an Advice, or moves with what they are worth")]
    for rank, (move, worth) in enumerate(found, 1):
        if isinstance(worth, float):
            if not math.isfinite(worth):
                raise CornerwiseError("The worth of a candidate is a finite number or a short text.")
            worth = f"{100 * worth:.0f}%" if 0 <= worth <= 1 else f"{worth:.1f}"
        ghost = _ghost(position, move)
        yield Ghost(ghost.color, ghost.cells, rank, str(worth)[:8] or str(rank))


def _cell(position: Position, cell: object) -> int:
    board = position.ruleset.board
    if isinstance(cell, str):
        return board.parse_cell(cell)
    if not hasattr(cell, "__index__") or isinstance(cell, bool):
        raise WrongType(f"A cell is its number or its name, not {type(cell).__name__}.")
    return board.parse_cell(board.cell_name(int(cell)))  # refuses numbers that are no cells


def _signs(position: Position, asked: object) -> dict[int, str]:
    if isinstance(asked, Mapping):
        if not all(isinstance(words, str) for words in asked.values()):
            raise WrongType("A sign is a short text, or one of " + ", ".join(SHAPES) + ".")
        long = next((words for words in asked.values() if words not in SHAPES and len(words) > MOST_WORDS), None)
        if long is not None:
            raise CornerwiseError(f"A sign has at most {MOST_WORDS} letters; {long[:20]!r} has {len(long)}.")
        return {_cell(position, cell): words for cell, words in asked.items()}
    return {_cell(position, cell): "cross" for cell in _many(asked, "Signs are cells, or cells with a short text")}


def _heat(position: Position, asked: object) -> dict[int, float]:
    if asked is None:
        return {}
    count = position.ruleset.board.cell_count
    if isinstance(asked, Mapping):
        values = {_cell(position, cell): value for cell, value in asked.items()}
    else:
        rows = asked.tolist() if hasattr(asked, "tolist") else asked
        if not isinstance(rows, Sequence) or isinstance(rows, str | bytes):
            raise WrongType(
                f"A heat map is a number for every cell, or cells with numbers, not {type(asked).__name__}."
            )
        if len(rows) != count:
            raise CornerwiseError(f"A heat map of this board has {count} numbers, not {len(rows)}.")
        values = dict(enumerate(rows))
    if not all(isinstance(value, int | float) or hasattr(value, "__float__") for value in values.values()):
        raise WrongType("The values of a heat map are numbers.")
    numbers = {cell: float(value) for cell, value in values.items()}
    if not all(math.isfinite(value) for value in numbers.values()):
        raise CornerwiseError("The values of a heat map are finite numbers.")
    most = max(map(abs, numbers.values()), default=0.0)
    return {cell: value / most for cell, value in numbers.items() if value} if most else {}


def _reach(position: Position, asked: object) -> dict[str, frozenset[int]]:
    if asked is None or asked is False:
        return {}
    if asked is True:
        colors = [position.turn.color] if position.turn.color else []
    else:
        colors = [asked] if isinstance(asked, str) else _many(asked, "Reach is shown for colors")
    sheet = max(position.turn.sheet, 0)
    return {color: frozenset(position.reach(color, sheet).tolist()) for color in colors}


def _numbers(position: Position, asked: object) -> dict[tuple[int, int], int]:
    if asked is False:
        return {}
    if asked is True:
        raise CornerwiseError("A position does not know when its pieces were placed; give the moves, or draw the game.")
    found: dict[tuple[int, int], int] = {}
    for number, piece in enumerate(_many(asked, "Numbers follow the moves as they were played"), 1):
        if not isinstance(piece, Move | Placed):
            raise WrongType(f"A number belongs to a Move or a Placed piece, not {type(piece).__name__}.")
        # A move does not say on which sheet it lies; the first one that has it will do.
        lying = (each for each in position.placed if each.placement == piece.placement)
        sheet = piece.sheet if isinstance(piece, Placed) else next((each.sheet for each in lying), 0)
        found[sheet, piece.placement] = number
    return found


# ---- drawing ----------------------------------------------------------------------------------


def ghost_piece(squares: list[Square], ghost: Ghost, unit: float) -> str:
    """A piece that is not there: see-through, with a broken line around it."""
    shape = path(squares, unit, unit * 0.06, unit * 0.16)
    fill = 0.5 if ghost.rank <= 1 else 0.16
    return element("path", d=shape, class_=f"cw-{ghost.color}", fill_opacity=fill) + element(
        "path",
        d=shape,
        class_=f"cw-{ghost.color}-line",
        stroke_width=unit * 0.08,
        stroke_dasharray=f"{unit * 0.22:.3g} {unit * 0.12:.3g}",
    )


def number_on(squares: Iterable[Square], number: int, color: str, unit: float) -> str:
    """When a piece was placed, on its middle; a disc of the plain fill keeps it readable on any pattern."""
    x, y = central(set(squares))
    return element("circle", cx=(x + 0.5) * unit, cy=(y + 0.5) * unit, r=unit * 0.34, class_=f"cw-{color}") + text(
        (x + 0.5) * unit, (y + 0.66) * unit, str(number), unit * 0.46, f"cw-letter cw-{color}-ink"
    )


def _badge(place: Square, ghost: Ghost, unit: float) -> str:
    size = max(7.5, unit * 0.36)
    wide = max(size * 1.3, size * (0.62 * len(ghost.worth) + 0.5))
    x, y = (place[0] + 0.5) * unit, (place[1] + 0.5) * unit
    box = {"x": x - wide / 2, "y": y - size * 0.68, "width": wide, "height": size * 1.36, "rx": size * 0.4}
    words = text(x, y + size * 0.36, ghost.worth, size, "cw-text cw-letter")
    return element("rect", class_="cw-tag", stroke_width=2.0 if ghost.rank == 1 else 1.0, **box) + words


def _tint(color: str, index: int, count: int, squares: list[Square], unit: float) -> str:
    """A wash of a color over the cells it can reach; of several colors, each has its part of the cell."""
    across = 1 if count == 1 else 2
    side = unit / across
    dx, dy = index % across * side, index // across % across * side
    d = "".join(
        f"M{x * unit + dx:.5g} {y * unit + dy:.5g}h{side:.4g}v{side:.4g}h-{side:.4g}z" for x, y in sorted(squares)
    )
    return element("path", d=d, class_=f"cw-{color}", fill_opacity=0.3 if count == 1 else 0.55) if d else ""


def _warmth(value: float, place: Square, unit: float) -> str:
    class_ = "cw-warm" if value > 0 else "cw-cold"
    side = {"width": unit, "height": unit}
    return element(
        "rect", x=place[0] * unit, y=place[1] * unit, **side, class_=class_, fill_opacity=round(0.75 * abs(value), 3)
    )


def _sign(words: str, place: Square, unit: float) -> str:
    x, y = (place[0] + 0.5) * unit, (place[1] + 0.5) * unit
    line = {"class_": "cw-sign", "stroke_width": unit * 0.12, "stroke_linecap": "round"}
    if words == "cross":
        reach = unit * 0.24
        side = f"{2 * reach:.4g}"
        d = f"M{x - reach:.5g} {y - reach:.5g}l{side} {side}m0 -{side}l-{side} {side}"
        return element("path", d=d, **line)
    if words == "ring":
        return element("circle", cx=x, cy=y, r=unit * 0.28, **line)
    if words == "dot":
        return element("circle", cx=x, cy=y, r=unit * 0.16, **line)
    if words == "square":
        return element("rect", x=x - unit * 0.26, y=y - unit * 0.26, width=unit * 0.52, height=unit * 0.52, **line)
    size = unit * (0.58 if len(words) < 3 else 0.4)
    disc = element("circle", cx=x, cy=y, r=unit * 0.4, class_="cw-tag", stroke_width=1.0)
    return disc + text(x, y + size * 0.36, words, size, "cw-text cw-letter")

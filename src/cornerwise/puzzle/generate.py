"""New puzzles with exactly one solution, made by the kernel: a random laying, and just enough of it given away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Literal

from cornerwise import _core as kernel
from cornerwise.errors import PuzzleError
from cornerwise.puzzle.difficulty import LABELS, Difficulty, Label, told
from cornerwise.puzzle.read import parse_puzzle

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Laid, Puzzle

Kind = Literal["flat", "solid"]
Box = tuple[int, int, int]  # columns, rows, height
KINDS: tuple[Kind, ...] = ("flat", "solid")
BOXES: dict[Kind, dict[Label, Box]] = {
    "flat": {"easy": (5, 5, 1), "medium": (6, 6, 1), "hard": (7, 8, 1), "expert": (8, 10, 1)},
    "solid": {"easy": (2, 3, 3), "medium": (3, 3, 3), "hard": (3, 3, 4), "expert": (3, 3, 4)},
}


@dataclass(frozen=True)
class Generated:
    """A new puzzle, its only solution, and how hard it is."""

    puzzle: Puzzle
    solution: tuple[Laid, ...]
    difficulty: Difficulty


def generate(
    *,
    seed: int = 0,
    level: Label = "medium",
    kind: Kind = "flat",
    size: Box | None = None,
) -> Generated:
    """A puzzle of the wanted level with a single solution, the same for the same seed everywhere."""
    if level not in LABELS or kind not in BOXES:
        raise PuzzleError(f"A puzzle is flat or solid, and {', '.join(LABELS)}.")
    box = size or BOXES[kind][level]
    if not all(1 <= n <= 9 for n in box[2:]) or not 4 <= box[0] * box[1] * box[2] <= 100:
        raise PuzzleError("A puzzle to be made has between 4 and 100 cells.")
    empty = blank(kind, box, f"{kind}-{level}-{seed}")
    made = kernel.make_puzzle(empty.ruleset, LABELS.index(level), seed % (1 << 64))
    if made is None:
        raise PuzzleError("No such puzzle was found; another size or seed may give one.")
    supply, givens, solution, rated = made
    pieces = {name: number for name, number in zip(empty.shapes, supply[0], strict=True) if number}
    texts = [f"{laid.color}:{','.join(map(empty.board.cell_name, laid.cells))}" for laid in empty.pieces(givens)]
    puzzle = parse_puzzle({**empty.spec, "pieces": pieces, "givens": texts})
    return Generated(puzzle, empty.pieces(solution), told(rated))


def daily(day: date) -> Generated:
    """The puzzle of a day, easier on Mondays and harder toward Sunday; every third day in space."""
    level, is_solid = kernel.day_of(day.toordinal())
    return generate(seed=day.toordinal(), level=LABELS[level], kind=KINDS[is_solid])


def blank(kind: Kind, box: Box, name: str) -> Puzzle:
    """The puzzle of filling a box, before pieces are chosen: with one of every shape."""
    region = {"columns": box[0], "rows": box[1]} | ({"height": box[2]} if box[2] > 1 else {})
    data = {
        "name": name,
        "title": "Fill " + "×".join(str(side) for side in box[: 3 if box[2] > 1 else 2]),
        "text": "There is exactly one solution.",
        "shapes": kind,
        "region": region,
        "goal": "exact",
    }
    first = "1" if kind == "flat" else "I2"
    shapes = parse_puzzle({**data, "pieces": {first: 1}}, argue=False).shapes
    return parse_puzzle({**data, "pieces": dict.fromkeys(shapes, 1)}, argue=False)

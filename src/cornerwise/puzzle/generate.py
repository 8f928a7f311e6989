"""New puzzles with exactly one solution: a random laying, and just enough of it given away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from random import Random
from typing import TYPE_CHECKING, Any, Literal

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle.difficulty import LABELS, Difficulty, Label, difficulty
from cornerwise.puzzle.read import parse_puzzle, with_givens
from cornerwise.puzzle.solvers.rows import rows_of

if TYPE_CHECKING:
    from cornerwise.puzzle.puzzle import Laid, Puzzle

Kind = Literal["flat", "solid"]
FLAT = {"1": 1, "2": 2, "I3": 3, "V3": 3}
FLAT |= dict.fromkeys(("I4", "O", "T4", "L4", "Z4"), 4)
FLAT |= dict.fromkeys(("F", "I5", "L5", "N", "P", "T5", "U", "V5", "W", "X", "Y", "Z5"), 5)
SOLID = {"I2": 2, "I3": 3, "V3": 3} | dict.fromkeys(("I4", "L4", "T4", "S4", "O4", "B4", "D4", "E4"), 4)
BOXES = {
    "flat": {"easy": (5, 5, 1), "medium": (6, 6, 1), "hard": (7, 8, 1), "expert": (8, 10, 1)},
    "solid": {"easy": (2, 3, 3), "medium": (3, 3, 3), "hard": (3, 3, 4), "expert": (3, 3, 4)},
}
NODES = 60_000  # of a search; a laying that takes more is thrown away. Work, not time: the same on every machine.


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
    size: tuple[int, int, int] | None = None,
    tries: int = 60,
) -> Generated:
    """A puzzle of the wanted level with a single solution, the same for the same seed everywhere."""
    if level not in LABELS or kind not in BOXES:
        raise PuzzleError(f"A puzzle is flat or solid, and {', '.join(LABELS)}.")
    box = size or BOXES[kind][level]
    if not all(1 <= n <= 9 for n in box[2:]) or not 4 <= box[0] * box[1] * box[2] <= 100:
        raise PuzzleError("A puzzle to be made has between 4 and 100 cells.")
    random = Random(f"cornerwise {seed} {level} {kind} {box}")
    best: Generated | None = None
    wanted = LABELS.index(level)
    for _ in range(tries):
        made = _attempt(random, kind, box, f"{kind}-{level}-{seed}", wanted)
        if made is None:
            continue
        if made.difficulty.label == level:
            return made
        if best is None or _distance(made, wanted) < _distance(best, wanted):
            best = made
    if best is None:
        raise PuzzleError("No such puzzle was found; another size or seed may give one.")
    return best


def daily(day: date) -> Generated:
    """The puzzle of a day, easier on Mondays and harder toward Sunday; every third day in space."""
    level: Label = ("easy", "easy", "medium", "medium", "hard", "hard", "expert")[day.weekday()]
    kind: Kind = "solid" if day.toordinal() % 3 == 0 else "flat"
    return generate(seed=day.toordinal(), level=level, kind=kind)


def _distance(made: Generated, wanted: int) -> int:
    return abs(LABELS.index(made.difficulty.label) - wanted)


def _attempt(random: Random, kind: Kind, box: tuple[int, int, int], name: str, wanted: int) -> Generated | None:
    data = _draw(random, kind, box, name)
    if data is None:
        return None
    try:
        puzzle = parse_puzzle(data)
    except PuzzleError:  # the checkerboard says no
        return None
    search = solver.cover(rows_of(puzzle).instance(), seed=random.randrange(1, 1 << 32))
    if search.advance(1e9, nodes=NODES) != solver.Progress.found:
        return None
    target = rows_of(puzzle).laid(search.solution)
    givens = _enough(puzzle, target, random)
    if givens is None:
        return None
    # Giving more away makes it easier: stop at the level wanted.
    rest = [piece for piece in target if piece not in givens]
    random.shuffle(rest)
    while True:
        made = with_givens(puzzle, tuple(givens))
        rated = difficulty(made, tries=7)
        if LABELS.index(rated.label) <= wanted or len(rest) <= 3:
            return Generated(made, target, rated)
        givens.append(rest.pop())


def _draw(random: Random, kind: Kind, box: tuple[int, int, int], name: str) -> dict[str, Any] | None:
    """Different shapes of one color that add up to the box, larger ones likelier."""
    sizes = FLAT if kind == "flat" else SOLID
    area = box[0] * box[1] * box[2]
    pool = sorted(sizes, key=lambda shape: (-sizes[shape] + random.random() * 2, shape))
    colors = 1 + area // (sum(sizes.values()) + 1)
    chosen: dict[str, int] = {}
    left = area
    for shape in pool * colors:
        rest = left - sizes[shape]
        if rest >= 0 and rest not in (1, 2) and chosen.get(shape, 0) < colors:
            chosen[shape] = chosen.get(shape, 0) + 1
            left = rest
    if left:
        return None
    region = {"columns": box[0], "rows": box[1]} | ({"height": box[2]} if box[2] > 1 else {})
    title = f"{box[0]}×{box[1]}" + (f"×{box[2]}" if box[2] > 1 else "")
    return {
        "name": name,
        "title": f"Fill {title}",
        "text": "There is exactly one solution.",
        "shapes": kind,
        "region": region,
        "pieces": dict(sorted(chosen.items())),
        "goal": "exact",
    }


def _enough(puzzle: Puzzle, target: tuple[Laid, ...], random: Random) -> list[Laid] | None:
    """A smallest set of givens, in the sense that none can be left out, that leaves only the target."""
    givens: list[Laid] = []
    while (other := _another(puzzle, target, givens)) is not None:
        if not other:
            return None
        givens.append(random.choice([piece for piece in target if piece not in other]))
    for piece in random.sample(givens, len(givens)):
        fewer = [given for given in givens if given != piece]
        if _another(puzzle, target, fewer) is None:
            givens = fewer
    return givens


def _another(puzzle: Puzzle, target: tuple[Laid, ...], givens: list[Laid]) -> tuple[Laid, ...] | None:
    """A solution with these givens beside the target; None when there is provably none, () when unknown."""
    made = with_givens(puzzle, tuple(givens))
    rows = rows_of(made)
    search = solver.cover(rows.instance())
    while True:
        progress = search.advance(1e9, nodes=max(0, NODES - search.nodes))
        if progress == solver.Progress.exhausted:
            return None
        if progress == solver.Progress.running:
            return ()
        found = (*givens, *rows.laid(search.solution))
        if set(found) != set(target):
            return found

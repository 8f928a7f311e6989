"""Small puzzles drawn at random, and a search run out."""

import random

from cornerwise import _core as solver
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import Laid, parse_puzzle, with_givens

FLAT = {"1": 1, "2": 2, "I3": 3, "V3": 3, "I4": 4, "O": 4, "T4": 4, "L4": 4, "Z4": 4, "P": 5, "U": 5, "W": 5}
SOLID = {"1": 1, "2": 2, "I3": 3, "V3": 3, "O4": 4, "T4": 4, "L4": 4, "S4": 4, "B4": 4, "D4": 4, "E4": 4}


CONTACTS = ("any", "apart", "apart", "touching", "connected")


def small_puzzle(seed, solid=False):
    """A random small puzzle, as often unsolvable as not; None when an argument already excludes it."""
    draw = random.Random(seed)
    sizes = SOLID if solid else FLAT
    if solid:
        columns, rows = draw.randint(2, 3), draw.randint(2, 3)
        blocked, height = [], 2
    else:
        columns, rows, height = draw.randint(2, 5), draw.randint(2, 4), 1
        cells = [f"{'abcde'[x]}{y + 1}" for x in range(columns) for y in range(rows)]
        blocked = draw.sample(cells, draw.randint(0, 2))
    colors = draw.choice([1, 1, 2])
    pieces, left = {}, columns * rows * height - len(blocked)
    for shape in draw.sample(sorted(sizes), len(sizes)):
        number = draw.randint(1, 2)
        if colors * number * sizes[shape] <= left and draw.random() < 0.7:
            pieces[shape] = number
            left -= colors * number * sizes[shape]
    spec = {
        "shapes": "solid" if solid else "flat",
        "region": {"columns": columns, "rows": rows, "height": height} | ({"blocked": blocked} if blocked else {}),
        "pieces": pieces,
        "colors": colors,
        "goal": draw.choice(["place", "exact", "fill"]) if left == 0 else "place",
    }
    spec |= {"layable": draw.random() < 0.5} if solid else {"contact": draw.choice(CONTACTS)}
    try:
        made = parse_puzzle(spec)
        if draw.random() < 0.3:
            shapes = [made.shapes[int(s)] for s in made.ruleset.atlas.shapes]
            number = draw.choice([i for i, shape in enumerate(shapes) if pieces.get(shape)])
            cells = tuple(int(c) for c in made.ruleset.atlas.cells[number] if c >= 0)
            made = with_givens(made, (Laid(draw.choice(made.colors), shapes[number], cells),))
    except (PuzzleError, IndexError):
        return None
    return made


def run_out(search):
    assert search.advance(1e9, stop_at_solution=False) == solver.Progress.exhausted
    return search.count, search.fixed

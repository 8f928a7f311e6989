"""Writes what both doors must answer about puzzles: the puzzles of some days, and layings with their verdicts.

python tests/puzzle/write_judged.py        (read the difference before you keep it)
"""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

from cornerwise import puzzle as library
from cornerwise.puzzle import Laid, Puzzle, solve
from cornerwise.puzzle.generate import daily
from cornerwise.server.views import puzzles
from cornerwise.server.wire.resources import LaidPiece

FOLDER = Path(__file__).parents[1] / "data" / "puzzles"
FIRST, DAYS = date(2026, 11, 16), 14
SOLVED = ("two-sets-5x8", "cube-3", "soma", "pentominoes-6x10", "fours-8x10-apart", "cube-3-one-color", "all-84")
LIMIT = 1.0


def days() -> dict[str, Any]:
    """The puzzles of two weeks: pieces, givens and how hard they are."""
    found = {}
    for number in range(DAYS):
        made = daily(FIRST + timedelta(number))
        spec = made.puzzle.spec
        found[str(FIRST + timedelta(number))] = {
            "region": spec["region"],
            "pieces": spec["pieces"],
            "givens": spec["givens"],
            "difficulty": made.difficulty.label,
        }
    return found


def layings(puzzle: Puzzle, laid: tuple[Laid, ...], random: Random) -> list[list[Laid]]:
    """A solution, parts of it, and parts with a piece in the wrong place, in the wrong color or missing below."""
    rest = [piece for piece in laid if piece not in puzzle.givens]
    some = random.sample(rest, len(rest) // 2)
    atlas = puzzle.ruleset.atlas
    own = [p for p in range(len(atlas.shapes)) if puzzle.shapes[int(atlas.shapes[p])] == some[0].shape]
    (moved,) = puzzle.pieces([(puzzle.colors.index(some[0].color), random.choice(own))])
    swapped = [Laid(puzzle.colors[-1], piece.shape, piece.cells) for piece in rest]
    return [[], rest, rest[:-1], rest[::-1], some, some[1:], [*some[1:], moved], [*rest[1:], moved], swapped]


def wire(laid: list[Laid]) -> list[dict[str, Any]]:
    """Pieces as the page sends them."""
    return [puzzles.piece(piece).model_dump(mode="json") for piece in laid]


def judged() -> list[dict[str, Any]]:
    """Layings of several puzzles: what is wrong with them, and whether a solution keeps them."""
    random = Random(20)
    found = []
    for name in SOLVED:
        puzzle = library.puzzle(name)
        solution = solve(puzzle).solution
        assert solution is not None
        for laid in layings(puzzle, solution.laid, random):
            placed = wire(laid)
            checked = puzzles.check(puzzle, [LaidPiece.model_validate(piece) for piece in placed])
            verdict = "impossible"
            # What was begun under the rules may take long to complete; then only the check is compared.
            if puzzle.is_laying and laid and not checked.is_solved:
                verdict = ""
            elif not checked.faults:
                begun = puzzles.with_pieces(puzzle, (*puzzle.givens, *laid))
                verdict = {"solved": "found", "unknown": "not_found"}.get(solve(begun, limit=LIMIT).status, verdict)
            if verdict != "not_found":
                answer = {"is_solved": checked.is_solved, "faults": [fault.kind for fault in checked.faults]}
                found.append({"puzzle": name, "placed": placed, **answer, "verdict": verdict})
    return found


def main() -> None:
    """Write both files."""
    (FOLDER / "days.json").write_text(json.dumps(days(), indent=1, ensure_ascii=False) + "\n", "utf-8")
    rows = ",\n".join(json.dumps(each, separators=(",", ":")) for each in judged())
    (FOLDER / "judged.json").write_text(f"[\n{rows}\n]\n", "utf-8")


if __name__ == "__main__":
    main()

"""What several of the puzzle commands are asked with: a puzzle, a seed, a limit, pieces already placed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cornerwise.errors import PuzzleError

if TYPE_CHECKING:
    from cornerwise.puzzle import Puzzle

PUZZLE = "A puzzle (see `cornerwise puzzles`) or a puzzle file (.toml, .json)."
AnyPuzzle = Annotated[str, typer.Argument(help=PUZZLE)]
Seed = Annotated[
    int,
    typer.Option("--seed", help="Each seed gives its own solution; the same seed always gives the same one.", min=0),
]
Limit = Annotated[float | None, typer.Option("--limit", help="How long to search, in seconds.", min=0.0)]
Laid = Annotated[
    list[str] | None,
    typer.Option("--laid", metavar="COLOR:CELLS", help="A piece that is already placed; may be repeated."),
]


def find(name: str, laid: list[str] | None) -> Puzzle | None:
    """The puzzle somebody means, or None when it is rather a position or a record."""
    from cornerwise.cli.arguments import holds_game
    from cornerwise.puzzle import open_puzzle, parse_puzzle
    from cornerwise.puzzle import puzzles as names

    path = Path(name)
    if holds_game(path):
        return None
    if name not in names() and path.suffix.lower() not in (".toml", ".json"):
        import cornerwise as cw

        if name in cw.rulesets() or "." in name:
            return None
    chosen = open_puzzle(name)
    if laid:
        chosen = parse_puzzle({**chosen.spec, "givens": [*chosen.spec.get("givens", []), *laid]}, argue=False)
    return chosen


def find_puzzle(name: str, laid: list[str] | None) -> Puzzle:
    """The puzzle somebody means; a position or a record is none."""
    found = find(name, laid)
    if found is None:
        raise PuzzleError(f"{name[:60]!r} is not a puzzle.")
    return found


def times(number: int, shape: str) -> str:
    """So many of a shape, as a person writes it."""
    return f"{number}×{shape}" if number > 1 else shape

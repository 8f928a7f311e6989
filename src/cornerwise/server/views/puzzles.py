"""Puzzles as the page fetches them, and the pieces somebody has laid, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import lru_cache

import cornerwise as cw
from cornerwise import puzzle as library
from cornerwise.puzzle import Laid, Puzzle, with_givens
from cornerwise.puzzle.generate import Generated, daily
from cornerwise.puzzle.read import Rank, ranks
from cornerwise.puzzle.verify import judge
from cornerwise.server.refusal import Refusal
from cornerwise.server.views.rulesets import board_detail, points, shape_detail
from cornerwise.server.wire.resources import (
    Checked,
    Fault,
    LaidPiece,
    PuzzleDetail,
    PuzzleList,
    PuzzlePiece,
    PuzzleSummary,
    Said,
)

DAILY = "daily-"
KEPT_DAYS = 31  # how long a day's puzzle can be opened
RULES = {
    "exact": "Cover every cell, with every piece.",
    "fill": "Cover every cell; some pieces are left over.",
    "place": "Place every piece; some cells stay empty.",
    "most": "Place as many pieces as you can.",
    "apart": "Pieces of one color never share an edge.",
    "touching": "Every piece touches another of its color at a corner.",
    "connected": "All pieces of a color hang together by corners.",
    "rooted": "The first piece of a color covers its start cell.",
    "descending": "Lay the pieces in descending size.",
    "layable": "Every piece can be put in from above.",
}
CONTACTS = {
    "any": (),
    "apart": ("apart",),
    "touching": ("apart", "touching"),
    "connected": ("apart", "connected"),
}


def find(name: str) -> Puzzle:
    """The puzzle of that name: one of the library, or a day's."""
    if (day := day_of(name)) is not None:
        return of_day(day)
    if name not in library.puzzles():
        raise Refusal("unknown_puzzle", f"There is no puzzle {name[:40]!r} here.", "unknown_puzzle")
    return library.puzzle(name)


def today() -> date:
    """The day in UTC, so that everybody has the same puzzle."""
    return datetime.now(UTC).date()


def day_of(name: str) -> date | None:
    """The day a name such as daily-2026-11-16 means; only the last weeks have puzzles."""
    try:
        day = date.fromisoformat(name.removeprefix(DAILY)) if name.startswith(DAILY) else None
    except ValueError:
        return None
    return day if day is not None and -1 <= (today() - day).days <= KEPT_DAYS else None


@lru_cache(maxsize=64)
def made_for(day: date) -> Generated:
    """What was made for a day."""
    return daily(day)


def of_day(day: date) -> Puzzle:
    """A day's puzzle, the same for everybody; it has exactly one solution."""
    return replace(made_for(day).puzzle, name=f"{DAILY}{day}")


def rank(name: str) -> Rank:
    """How hard a puzzle is, in a word."""
    day = day_of(name)
    return ranks()[name] if day is None else made_for(day).difficulty.label


@lru_cache(maxsize=64)
def summary(name: str, is_daily: bool) -> PuzzleSummary:
    """A puzzle as one line of a list."""
    puzzle = find(name)
    return PuzzleSummary(
        name=name,
        title=puzzle.title,
        text=puzzle.text,
        pieces=sum(map(sum, puzzle.supply)),
        cells=puzzle.board.cell_count,
        columns=puzzle.board.columns,
        rows=puzzle.board.rows,
        levels=puzzle.board.levels,
        difficulty=rank(name),
        region=points(puzzle.board.coordinates),
        givens=tuple(map(piece, puzzle.givens)),
        is_daily=is_daily,
    )


def summaries() -> PuzzleList:
    """Every puzzle: today's first, then from the easiest to the hardest."""
    first = f"{DAILY}{today()}"
    return PuzzleList(puzzles=tuple(summary(name, name == first) for name in (first, *library.puzzles())))


def rules(puzzle: Puzzle) -> tuple[Said, ...]:
    """What must hold."""
    kinds = [puzzle.goal, *CONTACTS[puzzle.contact]]
    if puzzle.rooted:
        kinds.append("rooted")
    if puzzle.order == "descending":
        kinds.append("descending")
    if puzzle.layable:
        kinds.append("layable")
    return tuple(Said(kind=kind, sentence=RULES[kind]) for kind in kinds)


@lru_cache(maxsize=64)
def detail(name: str) -> PuzzleDetail:
    """The puzzle of that name: its region, its pieces and its rules."""
    return detail_of(find(name))


def detail_of(puzzle: Puzzle) -> PuzzleDetail:
    """A puzzle as the page shows it."""
    used = {shape for own in puzzle.supply for shape, count in zip(puzzle.shapes, own, strict=True) if count}
    return PuzzleDetail(
        name=puzzle.name,
        title=puzzle.title,
        text=puzzle.text,
        rules=rules(puzzle),
        board=board_detail(puzzle.board),
        shapes=tuple(shape_detail(shape) for shape in puzzle.ruleset.shapes if shape.name in used),
        colors=puzzle.colors,
        pieces=tuple(
            PuzzlePiece(shape=shape, color=color, count=count)
            for color, own in zip(puzzle.colors, puzzle.supply, strict=True)
            for shape, count in zip(puzzle.shapes, own, strict=True)
            if count
        ),
        starts=tuple(tuple(map(int, cells)) for cells in puzzle.ruleset.starts) if puzzle.rooted else (),
        givens=tuple(map(piece, puzzle.givens)),
    )


def piece(laid: Laid) -> LaidPiece:
    """A laid piece for the wire."""
    return LaidPiece(shape=laid.shape, color=laid.color, cells=tuple(int(cell) for cell in laid.cells))


def laid(puzzle: Puzzle, placed: Sequence[LaidPiece]) -> tuple[Laid, ...]:
    """Pieces from the wire, the puzzle's own givens first."""
    count = puzzle.board.cell_count
    for each in placed:
        if not each.cells or max(each.cells) >= count:
            raise Refusal("refused", f"A piece covers some of the board's {count} cells.")
        if each.shape not in puzzle.shapes or each.color not in (None, *puzzle.colors):
            raise Refusal("refused", "There is no such piece in this puzzle.")
    given = set(puzzle.givens)
    pieces = [Laid(each.color or puzzle.colors[0], each.shape, tuple(sorted(each.cells))) for each in placed]
    return (*puzzle.givens, *(each for each in pieces if each not in given))


def with_pieces(puzzle: Puzzle, pieces: tuple[Laid, ...]) -> Puzzle:
    """The puzzle with these pieces lying; raises CornerwiseError with the reason when they cannot."""
    begun = with_givens(puzzle, pieces)
    for wanted, found in zip(pieces, begun.givens, strict=True):
        if wanted.shape != found.shape:
            raise cw.CornerwiseError(f"These cells form the piece {found.shape}, not {wanted.shape}.")
    return begun


def check(puzzle: Puzzle, placed: Sequence[LaidPiece]) -> Checked:
    """What is wrong with the pieces laid so far: the first piece that breaks a rule."""
    pieces = laid(puzzle, placed)[len(puzzle.givens) :]
    for at, each in enumerate(pieces):
        try:
            puzzle.pairs([each])
        except cw.PuzzleError as error:  # its cells are no such piece
            return Checked(is_solved=False, faults=(fault(error, each.cells, (at,)),))
    is_solved, wrong, at = judge(puzzle, pieces)
    if wrong is None:
        return Checked(is_solved=is_solved, faults=())
    where = (pieces[at].cells, (at,)) if at >= 0 else ((), ())
    return Checked(is_solved=False, faults=(fault(wrong, *where),))


def fault(error: cw.PuzzleError, cells: tuple[int, ...], pieces: tuple[int, ...]) -> Fault:
    """What an error says, for the wire."""
    return Fault(kind=error.kind, sentence=str(error), values=error.values, cells=cells, pieces=pieces)

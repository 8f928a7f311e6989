"""The REST routes of puzzles: the list, one puzzle, and a check of what was laid."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from cornerwise.server.http.routes.api import problems, tagged
from cornerwise.server.views import puzzles
from cornerwise.server.wire.resources import Checked, Laid, PuzzleDetail, PuzzleList

Name = Annotated[str, Path(max_length=40)]

router = APIRouter(prefix="/api/puzzles")


@router.get("", responses=problems())
def every() -> PuzzleList:
    """Every puzzle, today's first."""
    return puzzles.summaries()


@router.get("/{name}", response_model=PuzzleDetail, responses=problems(404))
def one(request: Request, name: Name) -> Response:
    """A puzzle: its region, its pieces and its rules."""
    return tagged(request, puzzles.detail(name))


@router.post("/{name}/check", responses=problems(404))
def check(name: Name, laid: Laid) -> Checked:
    """What is wrong with the pieces laid so far."""
    return puzzles.check(puzzles.find(name), laid.placed)

"""The routes of things to make at home: lost pieces and boards as files, at their true size."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response

import cornerwise as cw
from cornerwise.craft import board_pages, lost, pdf, piece_pages, solids, stl
from cornerwise.craft.drawing import Page, Paper
from cornerwise.craft.lost import LARGEST, SMALLEST
from cornerwise.server.http.routes.api import fresh, problems, ration
from cornerwise.server.refusal import Refusal

KEPT = 64  # files that are not made again
TYPES = {"pdf": "application/pdf", "svg": "image/svg+xml", "stl": "model/stl"}
Name = Annotated[str, Path(max_length=40, pattern=r"^[\w-]+$")]
Square = Annotated[float, Query(ge=SMALLEST, le=LARGEST, description="millimeters")]

router = APIRouter(prefix="/api/craft")


@lru_cache(KEPT)
def made_piece(ruleset: str, shape: str, color: str | None, square: float, paper: Paper, kind: str) -> bytes:
    """The file of a lost piece."""
    wanted = lost(cw.ruleset(ruleset), shape, color, square)
    return stl(solids(wanted)) if kind == "stl" else on_paper(piece_pages(wanted, paper), kind)


@lru_cache(KEPT)
def made_board(ruleset: str, square: float, paper: Paper, kind: str) -> bytes:
    """The file of a board."""
    return on_paper(board_pages(cw.ruleset(ruleset), square, paper), kind)


def on_paper(pages: list[Page], kind: str) -> bytes:
    """Pages as a file; a picture shows the first."""
    return pdf(pages) if kind == "pdf" else pages[0].svg().encode()


def answer(request: Request, kind: str, name: str, body: bytes) -> Response:
    """A file to be kept under a name."""
    # A picture is shown on the page; the others are for a printer.
    disposition = "inline" if kind == "svg" else "attachment"
    return fresh(
        request, body, TYPES[kind], **{"Content-Disposition": f'{disposition}; filename="cornerwise-{name}.{kind}"'}
    )


FILES: dict[int | str, dict[str, Any]] = {200: {"content": {media_type: {} for media_type in TYPES.values()}}}


@router.get("/{ruleset}/board.{kind}", response_class=Response, responses=problems(404) | FILES)
def board(
    request: Request, ruleset: Name, kind: Literal["pdf", "svg"], square: Square = 20.0, paper: Paper = "a4"
) -> Response:
    """A board to print, or in the Dice Game its score sheets."""
    ration(request, request.app.state.pictures)
    try:
        body = made_board(ruleset, round(square, 2), paper, kind)
    except cw.RulesetError as error:
        raise Refusal("unknown_ruleset", str(error)) from error
    except cw.CornerwiseError as error:
        raise Refusal("refused", str(error)) from error
    return answer(request, kind, f"{ruleset}-board", body)


@router.get("/{ruleset}/piece/{shape}.{kind}", response_class=Response, responses=problems(404) | FILES)
def piece(
    request: Request,
    ruleset: Name,
    shape: Name,
    kind: Literal["pdf", "svg", "stl"],
    color: Annotated[str | None, Query(max_length=20)] = None,
    square: Square = 20.0,
    paper: Paper = "a4",
) -> Response:
    """A lost piece or, by the name of all, the whole set of a color."""
    ration(request, request.app.state.pictures)
    try:
        body = made_piece(ruleset, shape, color, round(square, 2), paper, kind)
    except cw.RulesetError as error:
        raise Refusal("unknown_ruleset", str(error)) from error
    except cw.CornerwiseError as error:
        raise Refusal("refused", str(error)) from error
    return answer(request, kind, f"{ruleset}-{shape}", body)

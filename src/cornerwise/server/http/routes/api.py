"""The REST routes: what is fetched once."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response
from pydantic import BaseModel
from starlette.responses import JSONResponse

import cornerwise as cw
from cornerwise.formats.record import format_game
from cornerwise.server.http.limits import Buckets
from cornerwise.server.people.signin.visits import person_of
from cornerwise.server.play.running.sessions import PRIVATE, Sessions
from cornerwise.server.play.session import sharing
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import HOST
from cornerwise.server.think.pool import Stopped
from cornerwise.server.views import rulesets, view
from cornerwise.server.views.feed import snapshot
from cornerwise.server.views.studio import TYPES, Kind, Scene, Studio, Theme
from cornerwise.server.views.summaries import summaries
from cornerwise.server.wire.resources import (
    FirstTable,
    GameList,
    GameSummary,
    NewGame,
    NewSeat,
    OpenedGame,
    Problem,
    RulesetDetail,
    Shared,
    Welcome,
)
from cornerwise.server.wire.wire import GameId, Name

logger = logging.getLogger(__name__)

STATUS = {
    "unknown_game": 404,
    "unknown_ruleset": 404,
    "unknown_puzzle": 404,
    "unknown_person": 404,
    "unknown_ladder": 404,
    "signed_out": 401,
    "not_yours": 403,
    "too_fast": 429,
    "too_large": 413,
    "busy": 503,
}
FIRST = NewGame(ruleset="duo", seats=(NewSeat(), NewSeat(kind="computer", level=2)))
RECORD = 4  # a record to open is as much work as so many games of a list
# Otherwise a copy could be opened and thought about.
NO_RECORD = Refusal("refused", "The record of a rated game is given out when it is over.", "rated_record")
FOR_EVER = "public, max-age=31536000, immutable"


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The errors a route may answer with, for its description."""
    return {status: {"model": Problem} for status in (*statuses, 403, 413, 422, 429)}


def problem(status: int, code: str, sentence: str, kind: str = "", **values: str | int) -> JSONResponse:
    """An error as every route answers it."""
    return JSONResponse(Problem(code=code, sentence=sentence, kind=kind, values=values).model_dump(), status)


def sessions(request: Request) -> Sessions:
    """The app's sessions."""
    return request.app.state.sessions  # type: ignore[no-any-return]


AllSessions = Annotated[Sessions, Depends(sessions)]
Game = Annotated[GameId, Path()]


async def is_shown(request: Request, session: Session) -> bool:
    """Whether whoever asks may see a game: a private table is its people's own."""
    if session.may_look(Viewer()):
        return True
    person = await person_of(request)
    return person is not None and session.may_look(Viewer(person=person.id))


async def shown(request: Request, game: Game, sessions: AllSessions) -> Session:
    """The game of that name, if whoever asks may see it."""
    session = await sessions.find(game)
    if not await is_shown(request, session):
        raise PRIVATE
    return session


ShownGame = Annotated[Session, Depends(shown)]

router = APIRouter(prefix="/api")


def tagged(request: Request, model: BaseModel) -> Response:
    """A model as JSON with an ETag, or 304 when the client has it already."""
    return fresh(request, model.model_dump_json().encode(), "application/json")


def fresh(request: Request, body: bytes, media_type: str, **more: str) -> Response:
    """A body with an ETag, or 304 when the client has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"} | more
    # A proxy or the compressing layer may have weakened the tag.
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type=media_type, headers=headers)


@router.get("/welcome", response_model=Welcome, responses=problems())
def welcome(request: Request) -> Response:
    """The games there are, and how strong the computer can be in each."""
    return tagged(
        request,
        Welcome(version=cw.__version__, rulesets=rulesets.summaries()),
    )


async def first_table(app: FastAPI) -> FirstTable:
    """The table a newcomer finds set; made once."""
    assert FIRST.ruleset is not None
    if app.state.first is None:
        session = await app.state.sessions.preview(FIRST)
        host = Viewer(claimed=frozenset({HOST}))
        app.state.first = FirstTable(rules=rulesets.detail(FIRST.ruleset), snapshot=snapshot(session, host))
    return app.state.first  # type: ignore[no-any-return]


@router.get("/first", response_model=FirstTable, responses=problems())
async def first(request: Request) -> Response:
    """The table a newcomer finds set."""
    return tagged(request, await first_table(request.app))


@router.get("/rulesets/{name}", response_model=RulesetDetail, responses=problems(404))
def ruleset(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Everything needed to draw a ruleset; query parameters are its options."""
    try:
        return tagged(request, rulesets.detail(name, **dict(request.query_params)))
    except (cw.RulesetError, TypeError) as error:
        raise Refusal("unknown_ruleset", str(error)) from error


@router.get(
    "/atlas/{name}",
    response_class=Response,
    responses=problems(404) | {200: {"content": {"application/octet-stream": {}}}},
)
def atlas(request: Request, name: Annotated[str, Path(pattern=r"^[0-9a-f]{24}$")]) -> Response:
    """An atlas by its hash, byte by byte as docs/programs/protocols.md says."""
    file = rulesets.find_atlas(name)
    if file is None:
        raise Refusal("unknown_ruleset", "There is no such atlas; ask for the ruleset again.")
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{name}"', "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, media_type="application/octet-stream", headers=headers)
    return Response(file.plain, media_type="application/octet-stream", headers=headers)


def ration(request: Request, rations: Buckets, count: int = 1) -> None:
    """Refuse an address that has asked for too much of something."""
    if not rations.take(request.client.host if request.client else "", count):
        raise Refusal("too_fast", "That was too much at once; wait a moment.", "too_fast")


@router.post("/games", status_code=201, responses=problems())
async def open_game(request: Request, new: NewGame, sessions: AllSessions) -> OpenedGame:
    """Open a game: from the start, from a record, or from the text of a share link."""
    if new.ruleset is None:
        ration(request, request.app.state.replays, RECORD)
    game, token = await sessions.open(new)
    return OpenedGame(game=game, token=token)


@router.get("/games", responses=problems())
async def games(
    request: Request,
    sessions: AllSessions,
    ids: Annotated[str, Query(max_length=2000, pattern=r"^[A-Za-z0-9_,-]*$")] = "",
) -> GameList:
    """Summaries of the games asked for, as far as they exist and are no secret, in the order asked."""
    wanted = list(dict.fromkeys(filter(None, ids.split(","))))[:60]
    person = await person_of(request)
    whose = None if person is None else person.id
    found, unfiled = await sessions.store.read(summaries, wanted, whose)
    if unfiled:
        ration(request, request.app.state.replays, len(unfiled))
    for game in unfiled:
        try:
            session = await sessions.find(game)
            if await is_shown(request, session):
                found[game] = view.summary(session)
        except cw.CornerwiseError:
            logger.exception("Game %s cannot be read", game)
    return GameList(games=tuple(found[game] for game in wanted if game in found))


@router.get("/games/{game}", responses=problems(404))
async def game(session: ShownGame) -> GameSummary:
    """One game as a summary."""
    return view.summary(session)


@router.get("/games/{game}/share", responses=problems(404))
async def share(session: ShownGame) -> Shared:
    """The game up to what is on the table, as the text of a link."""
    session.expect_unguarded(NO_RECORD)
    text = await asyncio.to_thread(sharing.share, session)
    return Shared(text=text, path=f"/share#{text}")


@router.get(
    "/games/{game}/record",
    response_class=Response,
    responses=problems(404) | {200: {"content": {"application/json": {}}}},
)
async def record(session: ShownGame) -> Response:
    """The game as a record, with its variations."""
    session.expect_unguarded(NO_RECORD)
    text = await asyncio.to_thread(lambda: format_game(sharing.record(session)))
    headers = {"Content-Disposition": f'attachment; filename="{session.ruleset.name}-{session.game}.json"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get(
    "/games/{game}/picture.{kind}",
    response_class=Response,
    responses=problems(404) | {200: {"content": {"image/svg+xml": {}, "image/png": {}, "image/gif": {}}}},
)
async def picture(
    request: Request,
    session: ShownGame,
    kind: Kind,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    theme: Theme = "light",
    view: Annotated[int, Query(ge=0, le=3, description="quarter turns of the board")] = 0,
    name: Annotated[
        list[Name] | None,
        Query(max_length=4, description="how each seat is called, in order; null: they are numbered"),
    ] = None,
    bare: Annotated[bool, Query(description="the board alone, for a small picture")] = False,
) -> Response:
    """The board as a picture at a ply, or with gif the line that led there as a film; null: the ply on the table."""
    log = session.log
    if ply is not None and ply not in log.nodes:
        raise Refusal("refused", f"This game has no ply {ply}.")
    names = tuple(name or ())
    if names and len(names) != session.ruleset.seats:
        raise Refusal("refused", f"A picture names all {session.ruleset.seats} seats or none.")
    studio: Studio = request.app.state.studio
    ration(request, request.app.state.films if kind == "gif" else request.app.state.pictures)
    at = log.at if ply is None else ply
    plies = [*log.back(at)][::-1] if kind == "gif" else [at]
    try:
        body = await studio.draw(
            kind, (scene(session, each, theme, view, names, bare) for each in plies), request.is_disconnected
        )
    except Stopped:
        return Response(status_code=499)  # nobody is there to read it
    return Response(body, media_type=TYPES[kind])


def scene(session: Session, ply: int, theme: Theme, view: int, names: tuple[str, ...], is_bare: bool) -> Scene:
    """The position at a ply, the last move with a halo."""
    node = session.log.nodes[ply]
    is_move = node.entry is not None and node.entry.kind == "move"
    return Scene(node.position.text, node.entry.text if is_move and node.entry else None, theme, view, names, is_bare)

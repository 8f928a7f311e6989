"""The app: everything put together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse

import cornerwise as cw
from cornerwise.server.bus.choice import open_bus
from cornerwise.server.host.metrics import Measure, Metrics
from cornerwise.server.http import (
    api,
    host_routes,
    lobby_routes,
    people_routes,
    puzzle_routes,
    ranking_routes,
    signin_routes,
)
from cornerwise.server.http.api import problem
from cornerwise.server.http.limits import FILMS, PICTURES, REPLAYS, Buckets
from cornerwise.server.http.live import BUSY, Connection
from cornerwise.server.http.lobby_line import LobbyBoard
from cornerwise.server.http.pages import pages
from cornerwise.server.http.security import Security
from cornerwise.server.http.signin_routes import SignInThrottle
from cornerwise.server.http.visitor import GuestThrottle, while_signed_in
from cornerwise.server.lobby.lobby import Lobby
from cornerwise.server.people.erasure import sweep_people
from cornerwise.server.people.passwords import Passwords
from cornerwise.server.people.people import People
from cornerwise.server.people.visits import person_of
from cornerwise.server.play.deadlines import Deadlines
from cornerwise.server.play.sessions import Sessions
from cornerwise.server.play.sweeper import Sweeper
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.settings import Settings
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.think.thinking import Busy, Pool
from cornerwise.server.tidy import tidy
from cornerwise.server.views import puzzles, rulesets
from cornerwise.server.views.studio import Studio


def warm_up() -> None:
    """Make what the first visitor would have to wait for: the rulesets' tables and the day's puzzle."""
    rulesets.summaries()
    puzzles.summaries()


def create_app(settings: Settings) -> FastAPI:
    """The app for these settings; it opens its data when it starts and closes it when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database_url)
        pool = Pool(settings.workers)
        bus = open_bus(settings.database_url)
        await bus.start()
        app.state.sessions = Sessions(store, pool, settings.pace, bus)
        app.state.metrics.watch(app.state.sessions, pool)
        app.state.studio = Studio()
        app.state.pictures, app.state.films, app.state.replays = map(Buckets, (PICTURES, FILMS, REPLAYS))
        app.state.people = People(store)
        app.state.guest_throttle, app.state.signin_throttle = GuestThrottle(settings.guests), SignInThrottle()
        app.state.passwords = Passwords()
        sweeping = asyncio.create_task(sweep_people(app.state.people))
        app.state.bus, app.state.lobby, app.state.board = bus, Lobby(store, bus), LobbyBoard(store, bus)
        deadlines = Deadlines(app.state.sessions)
        deadlines.start()
        sweeper = Sweeper(app.state.sessions)
        sweeper.start()
        app.state.lobby.start()
        app.state.first = None
        threading.Thread(target=warm_up, daemon=True).start()
        tidying = asyncio.create_task(tidy())
        yield
        sweeping.cancel()
        app.state.passwords.close()
        await app.state.lobby.close()
        await deadlines.close()
        await sweeper.close()
        tidying.cancel()
        app.state.studio.close()
        app.state.sessions.close()
        await bus.close()
        pool.close()
        store.close()

    app = FastAPI(
        title="Cornerwise",
        version=cw.__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # they would load scripts from another host
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.metrics = Metrics()
    app.include_router(api.router)
    app.include_router(people_routes.house_router)
    app.include_router(signin_routes.router)
    app.include_router(people_routes.router)
    app.include_router(lobby_routes.router)
    app.include_router(puzzle_routes.router)
    app.include_router(ranking_routes.router)
    app.include_router(host_routes.router)

    @app.websocket("/api/live")
    async def live(websocket: WebSocket) -> None:
        person = await person_of(websocket)
        await websocket.accept()
        line = Connection(websocket, app.state.sessions, app.state.lobby, app.state.board, person)
        await while_signed_in(websocket, line.run())

    @app.exception_handler(Refusal)
    async def refused(_: Request, refusal: Refusal) -> JSONResponse:
        status = api.STATUS.get(refusal.code, 422)
        return problem(status, refusal.code, refusal.sentence, refusal.kind, **refusal.values)

    @app.exception_handler(Unavailable)
    async def unavailable(_: Request, __: Unavailable) -> JSONResponse:
        return problem(503, NOT_KEPT.code, NOT_KEPT.sentence, NOT_KEPT.kind)

    @app.exception_handler(Busy)
    async def busy(_: Request, __: Busy) -> JSONResponse:
        return problem(503, BUSY.code, BUSY.sentence, BUSY.kind)

    @app.exception_handler(RequestValidationError)
    async def malformed(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])[:80]
        return problem(422, "malformed", f"The request is malformed: {where}: {first['msg'][:200]}.")

    @app.exception_handler(HTTPException)
    async def http(_: Request, error: HTTPException) -> JSONResponse:
        answer = problem(error.status_code, "refused", f"{error.detail}.")
        answer.headers.update(error.headers or {})
        return answer

    app.include_router(pages(settings.static))
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=6)
    app.add_middleware(Security, origins=(*settings.origins, *filter(None, [settings.url])))
    app.add_middleware(Measure, metrics=app.state.metrics)
    return app

"""The app: everything put together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse

import cornerwise as cw
from cornerwise.server.bus.choice import open_bus
from cornerwise.server.host.metrics import Measure, Metrics
from cornerwise.server.http.limits import BOT_REQUESTS, FILMS, PICTURES, REPLAYS, Buckets
from cornerwise.server.http.live.bot_lines import Streams
from cornerwise.server.http.live.connection import BUSY
from cornerwise.server.http.live.door import Door
from cornerwise.server.http.live.lobby_line import LobbyBoard
from cornerwise.server.http.routes import api
from cornerwise.server.http.routes import archive as archive_routes
from cornerwise.server.http.routes import bots as bot_routes
from cornerwise.server.http.routes import craft as craft_routes
from cornerwise.server.http.routes import host as host_routes
from cornerwise.server.http.routes import lobby as lobby_routes
from cornerwise.server.http.routes import moderation as moderation_routes
from cornerwise.server.http.routes import notices as notice_routes
from cornerwise.server.http.routes import people as people_routes
from cornerwise.server.http.routes import puzzles as puzzle_routes
from cornerwise.server.http.routes import ranking as ranking_routes
from cornerwise.server.http.routes import signin as signin_routes
from cornerwise.server.http.routes.api import problem
from cornerwise.server.http.routes.pages import pages
from cornerwise.server.http.routes.signin import SignInThrottle
from cornerwise.server.http.security import Security
from cornerwise.server.http.visitor import GuestThrottle
from cornerwise.server.lobby import lobby
from cornerwise.server.notices import courier, subscriptions
from cornerwise.server.notices.courier import Courier
from cornerwise.server.notices.mail import Mailer
from cornerwise.server.notices.push import Pusher
from cornerwise.server.notices.vapid import Vapid
from cornerwise.server.people import erasure
from cornerwise.server.people.people import People
from cornerwise.server.people.signin.passwords import Passwords
from cornerwise.server.play.running import deadlines, retention, sweeper
from cornerwise.server.play.running.clerk import file_older_games
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.refusal import NOT_KEPT, Refusal
from cornerwise.server.rounds import Rounds
from cornerwise.server.settings import Settings
from cornerwise.server.store.store import Store, Unavailable
from cornerwise.server.think.pool import Busy, Pool
from cornerwise.server.tidy import tidy
from cornerwise.server.views import puzzles, rulesets
from cornerwise.server.views.studio import Studio


def warm_up(is_over: threading.Event) -> None:
    """Make what the first visitor would have to wait for: the rulesets' tables and the day's puzzle."""
    for name in cw.rulesets():
        if is_over.is_set():
            return
        rulesets.summary(name)
    if not is_over.is_set():
        puzzles.summaries()


async def hire_courier(settings: Settings, store: Store) -> Courier:
    """The courier who tells people that it is their turn, with the keys all processes share."""
    keys = await store.write(subscriptions.keys)
    contact = settings.url if settings.url.startswith("https:") else "mailto:webmaster@localhost"
    if settings.smtp is not None:
        contact = f"mailto:{settings.smtp.sender}"
    pusher = Pusher(Vapid(keys.push, contact), settings.push_to)
    return Courier(store, settings.url, keys, pusher, Mailer(settings.smtp) if settings.smtp else None)


def create_app(settings: Settings) -> FastAPI:
    """The app for these settings; it opens its data when it starts and closes it when it stops."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database_url)
        pool = Pool(max(1, settings.workers))
        bus = open_bus(settings.database_url)
        await bus.start()
        app.state.sessions = Sessions(store, pool, settings.pace, bus, settings.away)
        workers = None
        if not settings.workers:  # others think
            from cornerwise.server.think.remote import Workers

            workers = Workers(store, bus)
            await workers.start()
            app.state.sessions.thinking = workers
        app.state.metrics.watch(app.state.sessions, pool, workers)
        app.state.studio = Studio()
        app.state.pictures, app.state.films, app.state.replays = map(Buckets, (PICTURES, FILMS, REPLAYS))
        app.state.people = People(store)
        app.state.bot_requests, app.state.bot_streams = Buckets(BOT_REQUESTS), Streams()
        app.state.guest_throttle, app.state.signin_throttle = GuestThrottle(settings.guests, bus), SignInThrottle(bus)
        app.state.passwords = Passwords()
        app.state.bus, app.state.lobby, app.state.board = bus, lobby.Lobby(store, bus), LobbyBoard(store, bus)
        app.state.courier = await hire_courier(settings, store)
        clocks = deadlines.Deadlines(app.state.sessions)
        await clocks.begin()
        rounds = (
            Rounds("Deadlines", deadlines.PERIOD, clocks.look),
            Rounds("Due moves", sweeper.PERIOD, sweeper.Sweeper(app.state.sessions).sweep),
            Rounds("The lobby", lobby.PERIOD, app.state.lobby.sweep),
            Rounds(
                "Abandoned games", retention.PERIOD, partial(retention.sweep, app.state.sessions, settings.keep_games)
            ),
            Rounds("People", erasure.PERIOD, partial(erasure.sweep_people, app.state.people)),
            Rounds("Turns to tell of", courier.PERIOD, app.state.courier.sweep),
        )
        app.state.first = None
        is_over = threading.Event()
        warming = threading.Thread(target=warm_up, args=(is_over,), daemon=True)
        warming.start()
        tidying = asyncio.create_task(tidy())
        filing = asyncio.create_task(file_older_games(app.state.sessions))
        yield
        is_over.set()
        app.state.passwords.close()
        for each in rounds:
            await each.close()
        await app.state.courier.close()
        tidying.cancel()
        filing.cancel()
        app.state.studio.close()
        app.state.sessions.close()
        if workers is not None:
            await workers.close()
        await bus.close()
        pool.close()
        store.close()
        warming.join()  # a thread that is in native code while Python ends would abort the process

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
    app.include_router(notice_routes.router)
    app.include_router(notice_routes.mail_router)
    app.include_router(bot_routes.owner_router)
    app.include_router(people_routes.router)
    app.include_router(bot_routes.router)
    app.include_router(lobby_routes.router)
    app.include_router(moderation_routes.router)
    app.include_router(puzzle_routes.router)
    app.include_router(craft_routes.router)
    app.include_router(ranking_routes.router)
    app.include_router(archive_routes.router)
    app.include_router(host_routes.router)

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
    app.add_middleware(Door)
    app.add_middleware(Security, origins=(*settings.origins, *filter(None, [settings.url])))
    app.add_middleware(Measure, metrics=app.state.metrics)
    return app

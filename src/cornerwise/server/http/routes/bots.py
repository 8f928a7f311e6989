"""The routes of bots: what their owners do with them, and the API that bots use themselves (docs/programs/bots.md)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import StreamingResponse

from cornerwise.server.http.limits import Buckets
from cornerwise.server.http.live.bot_lines import Reader, Streams, events, seated, states
from cornerwise.server.http.routes.api import AllSessions, Game, problems
from cornerwise.server.http.visitor import AllPeople, Fresh, SignedIn, from_page, tell_visits
from cornerwise.server.lobby.lobby import Lobby, expect_leisure
from cornerwise.server.people import bots
from cornerwise.server.people.person import Person
from cornerwise.server.play.session import acts, moving
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.wire.bots import (
    BotChallenge,
    BotDone,
    BotList,
    BotMove,
    BotRoll,
    BotSelf,
    BotSought,
    BotToken,
    BotView,
    NewBot,
)
from cornerwise.server.wire.lobby import NewSeek, SeekId
from cornerwise.server.wire.table import OfferKind

owner_router = APIRouter(prefix="/api/people/me/bots", dependencies=[Depends(from_page)])
router = APIRouter(prefix="/api/bot")

BotName = Annotated[str, Path(max_length=40)]
NO_TOKEN = Refusal("signed_out", "Send the token of a bot: Authorization: Bearer cwbot_….")
LONGEST = 100  # characters of a token
NDJSON = "application/x-ndjson"
# Compressed or gathered by a proxy, a line would wait for others.
AT_ONCE = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
bearer = HTTPBearer(auto_error=False, description="the token of a bot")


# ---- for owners --------------------------------------------------------------------------------


@owner_router.get("", responses=problems(401))
async def mine(visit: SignedIn, people: AllPeople) -> BotList:
    """My bots."""
    found = await people.look(lambda transaction: bots.bots_of(transaction, visit.person.id))
    return BotList(
        bots=tuple(
            BotView(name=each.person.name, made=each.made, used=each.used, has_token=each.has_token) for each in found
        )
    )


@owner_router.post("", responses=problems(401))
async def make(new: NewBot, visit: Fresh, people: AllPeople) -> BotToken:
    """Make a bot; its token is told this once."""
    bot, token = await people.do(lambda transaction: bots.new_bot(transaction, visit.person, new.name))
    return BotToken(name=bot.name, token=token)


@owner_router.post("/{name}/token", responses=problems(401))
async def renew(name: BotName, visit: Fresh, people: AllPeople, request: Request) -> BotToken:
    """A new token for a bot; the old one opens nothing any more."""
    bot, token = await people.do(lambda transaction: bots.renew(transaction, visit.person.id, name))
    tell_visits(request, bot)
    return BotToken(name=name, token=token)


@owner_router.delete("/{name}/token", responses=problems(401))
async def revoke(name: BotName, visit: SignedIn, people: AllPeople, request: Request) -> BotList:
    """End a bot's token, and with it every stream it reads."""
    bot = await people.do(lambda transaction: bots.revoke(transaction, visit.person.id, name))
    tell_visits(request, bot)
    return await mine(visit, people)


# ---- for bots ----------------------------------------------------------------------------------


class Door:
    """What a request of a bot brings: who it is, and whether it still may."""

    def __init__(self, request: Request, bot: Person, token: str) -> None:
        self.bot = bot
        self.token = token
        self.people = request.app.state.people
        self.lobby: Lobby = request.app.state.lobby
        self.streams: Streams = request.app.state.bot_streams

    async def is_open(self) -> bool:
        """Whether the token has not been revoked since."""
        found = await self.people.look(lambda transaction: bots.find_bot(transaction, self.token))
        return found is not None and found.person.id == self.bot.id


async def door(
    request: Request, people: AllPeople, shown: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> Door:
    """The bot that asks, or a refusal; cookies open nothing here."""
    token = "" if shown is None else shown.credentials
    if not token or len(token) > LONGEST:
        raise NO_TOKEN
    found = await people.look(lambda transaction: bots.find_bot(transaction, token))
    if found is None:
        raise NO_TOKEN
    rations: Buckets = request.app.state.bot_requests
    if not rations.take(found.person.id):
        raise Refusal("too_fast", "This bot sends too many requests at once; wait a moment.", "too_fast")
    if not bots.is_noted(found):
        await people.do(lambda transaction: bots.note(transaction, found.person.id))
    return Door(request, found.person, token)


ThisBot = Annotated[Door, Depends(door)]
STREAM = problems(401) | {200: {"content": {NDJSON: {}}}}


@router.get("/me", responses=problems(401))
async def me(door: ThisBot) -> BotSelf:
    """Who this token belongs to."""
    return BotSelf(name=door.bot.name, id=door.bot.id)


@router.get("/events", response_class=StreamingResponse, responses=STREAM)
async def read_events(request: Request, door: ThisBot) -> StreamingResponse:
    """Challenges and games as lines of JSON, for as long as the bot reads."""
    door.streams.expect_room(door.bot.id)
    lines = events(door.lobby, request.app.state.bus, door.streams, door.bot.id, door.is_open)
    return StreamingResponse(lines, media_type=NDJSON, headers=AT_ONCE)


@router.post("/challenges", responses=problems(401, 404))
async def challenge(wanted: BotChallenge, door: ThisBot) -> BotSought:
    """Challenge somebody by name."""
    new = NewSeek(kind="challenge", terms=(wanted.terms,), to=wanted.to)
    return BotSought(seek=await door.lobby.seek(door.bot, new))


@router.post("/challenges/{seek}/accept", responses=problems(401))
async def accept(seek: Annotated[SeekId, Path()], door: ThisBot) -> BotDone:
    """Take a challenge; the game comes as an event."""
    await door.lobby.accept(door.bot, seek, 0)
    return BotDone()


@router.post("/challenges/{seek}/decline", responses=problems(401))
async def decline(seek: Annotated[SeekId, Path()], door: ThisBot) -> BotDone:
    """Turn a challenge down, or take one's own back."""
    await door.lobby.cancel(door.bot, seek)
    return BotDone()


@router.get("/games/{game}", response_class=StreamingResponse, responses=STREAM | problems(404))
async def read_game(game: Game, door: ThisBot, sessions: AllSessions) -> StreamingResponse:
    """A game of the bot as lines of JSON, until it is over."""
    door.streams.expect_room(door.bot.id)
    async with seated(sessions, game, door.bot.id, Reader()):
        pass  # refused now rather than in the middle of the stream
    lines = states(sessions, door.streams, game, door.bot.id, door.is_open)
    return StreamingResponse(lines, media_type=NDJSON, headers=AT_ONCE)


@router.post("/games/{game}/move", responses=problems(401, 404))
async def move(game: Game, made: BotMove, door: ThisBot, sessions: AllSessions) -> BotDone:
    """Make a move."""
    async with seated(sessions, game, door.bot.id, Reader()) as session:
        await moving.play(session, Viewer(person=door.bot.id), made.ply, made.move)
    return BotDone()


@router.post("/games/{game}/roll", responses=problems(401, 404))
async def roll(game: Game, made: BotRoll, door: ThisBot, sessions: AllSessions) -> BotDone:
    """Throw the dice."""
    async with seated(sessions, game, door.bot.id, Reader()) as session:
        await moving.roll(session, Viewer(person=door.bot.id), made.ply)
    return BotDone()


@router.post("/games/{game}/offers/{offer}", responses=problems(401, 404))
async def agree(game: Game, offer: OfferKind, door: ThisBot, sessions: AllSessions) -> BotDone:
    """Ask for a takeback or a rematch, or agree to one; the game of a rematch comes as an event."""
    if offer == "rematch":
        await door.people.look(lambda transaction: expect_leisure(transaction, door.bot.id))
    async with seated(sessions, game, door.bot.id, Reader()) as session:
        await acts.offer(session, Viewer(person=door.bot.id), offer)
    return BotDone()


@router.post("/games/{game}/offers/{offer}/decline", responses=problems(401, 404))
async def disagree(game: Game, offer: OfferKind, door: ThisBot, sessions: AllSessions) -> BotDone:
    """Say no to a takeback or a rematch, or ask for it no longer."""
    async with seated(sessions, game, door.bot.id, Reader()) as session:
        await acts.decline(session, Viewer(person=door.bot.id), offer)
    return BotDone()


@router.post("/games/{game}/resign", responses=problems(401, 404))
async def resign(game: Game, door: ThisBot, sessions: AllSessions) -> BotDone:
    """Give up; before the bot's second move the game is aborted."""
    viewer = Viewer(person=door.bot.id)
    async with seated(sessions, game, door.bot.id, Reader()) as session:
        await acts.resign(session, viewer, acts.own_seat(session, viewer).seat)
    return BotDone()

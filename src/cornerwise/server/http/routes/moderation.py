"""The routes of moderators: what was reported, and what they decide; each decision is kept with who made it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request

from cornerwise.server.http.routes.api import AllSessions, Game, problems
from cornerwise.server.http.visitor import AllPeople, Fresh, SignedIn, from_page
from cornerwise.server.lobby import rulings
from cornerwise.server.people.people import People
from cornerwise.server.people.person import Person
from cornerwise.server.people.signin.visits import Visit
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.views import moderation as view
from cornerwise.server.wire.lobby import PersonId
from cornerwise.server.wire.moderation import Desk, Hiding, Renaming, Suspension

router = APIRouter(prefix="/api/moderation", dependencies=[Depends(from_page)])
ERRORS = problems(401, 404)
Whose = Annotated[PersonId, Path()]


def _moderator(visit: Visit) -> Person:
    if not visit.person.is_moderator:
        raise Refusal("not_yours", "Only moderators may look here.", "moderators_only")
    return visit.person


async def moderator(visit: SignedIn) -> Person:
    """The moderator who looks, or a refusal."""
    return _moderator(visit)


async def judge(_: Annotated[Person, Depends(moderator)], visit: Fresh) -> Person:
    """The moderator who decides something and has just proved to be who they are, or a refusal."""
    return _moderator(visit)


Looking = Annotated[Person, Depends(moderator)]
Judge = Annotated[Person, Depends(judge)]


async def desk(people: People, with_handled: bool = False) -> Desk:
    """The desk as it is."""
    return await people.look(lambda transaction: view.desk(transaction, with_handled))


@router.get("", responses=ERRORS)
async def look(_: Looking, people: AllPeople, handled: Annotated[bool, Query()] = False) -> Desk:
    """What waits for the moderators (or everything that was reported), and what they decided last."""
    return await desk(people, handled)


@router.post("/reports/{number}", responses=ERRORS)
async def handle(number: Annotated[int, Path(ge=0, lt=2**31)], judge: Looking, people: AllPeople) -> Desk:
    """Mark a report as handled."""
    await people.do(lambda transaction: rulings.handle(transaction, judge, number, milliseconds()))
    return await desk(people)


@router.post("/people/{person}/suspension", responses=ERRORS)
async def suspend(person: Whose, asked: Suspension, judge: Judge, people: AllPeople, request: Request) -> Desk:
    """Keep somebody from playing with others for some days, or no longer."""
    await people.do(lambda transaction: rulings.suspend(transaction, judge, person, asked.days, milliseconds()))
    for topic in (f"person:{person}", "lobby"):
        request.app.state.bus.publish(topic, {})
    return await desk(people)


@router.post("/people/{person}/name", responses=ERRORS)
async def rename(person: Whose, asked: Renaming, judge: Judge, people: AllPeople, sessions: AllSessions) -> Desk:
    """Give somebody another name."""
    games = await people.do(lambda transaction: rulings.rename(transaction, judge, person, asked.name, milliseconds()))
    await sessions.look_again(games)
    return await desk(people)


@router.post("/games/{game}/annulment", responses=ERRORS)
async def annul(game: Game, judge: Judge, people: AllPeople, sessions: AllSessions) -> Desk:
    """Strike out the result of a rated game; what followed from it is computed anew."""
    await people.do(lambda transaction: rulings.annul(transaction, judge, game, milliseconds()))
    await sessions.look_again({game})
    return await desk(people)


@router.post("/games/{game}/hiding", responses=ERRORS)
async def hide(game: Game, asked: Hiding, judge: Judge, people: AllPeople) -> Desk:
    """Take a public game out of every list, or put it back."""
    await people.do(lambda transaction: rulings.hide(transaction, judge, game, asked.is_hidden, milliseconds()))
    return await desk(people)

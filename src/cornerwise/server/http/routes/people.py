"""The routes of people: who I am, who somebody is, my games, my data, goodbye; and what the host says."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from sqlalchemy.orm import Session as Transaction
from starlette.responses import JSONResponse

from cornerwise.server.http.routes.api import AllSessions, problems
from cornerwise.server.http.visitor import (
    AllPeople,
    Fresh,
    MaybePerson,
    SignedIn,
    Somebody,
    drop_cookie,
    from_page,
    set_cookie,
    tell_visits,
)
from cornerwise.server.people import house
from cornerwise.server.people import people as registry
from cornerwise.server.people.claims import claim, claimed_games
from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.erasure import erase
from cornerwise.server.people.export import export as export_of
from cornerwise.server.people.names import folded, is_guest_name
from cornerwise.server.people.person import Person
from cornerwise.server.people.signin import passkeys
from cornerwise.server.people.signin.visits import token_of, visit_of
from cornerwise.server.play.running.farewell import leave_tables
from cornerwise.server.refusal import Refusal
from cornerwise.server.wire.people import (
    Adopted,
    ChangedPerson,
    ClaimedGames,
    ClaimedGameView,
    Farewell,
    HouseWords,
    Me,
    PersonView,
    Profile,
)

router = APIRouter(prefix="/api/people", dependencies=[Depends(from_page)])
house_router = APIRouter(prefix="/api")

PersonName = Annotated[str, Path(max_length=80)]


def person_view(person: Person) -> PersonView:
    """A person as everybody sees them."""
    return PersonView(
        name=person.name,
        kind=person.kind,
        country=person.country,
        level=person.level,
        is_deleted=person.deleted is not None,
    )


def me_view(request: Request, person: Person | None) -> Me:
    """A person as they see themselves."""
    party = passkeys.party(request.app.state.settings.url, request.headers.get("host", ""))
    if person is None:
        return Me(person=None, may_use_passkeys=party is not None)
    return Me(
        person=person_view(person),
        is_moderator=person.is_moderator,
        suspended_until=person.suspended_until,
        has_generated_name=is_guest_name(person.name),
        may_use_passkeys=party is not None,
    )


@router.get("/me", responses=problems())
async def me(request: Request, response: Response) -> Me:
    """Who the server takes this browser for; nobody becomes a guest by asking."""
    visit = await visit_of(request)
    if visit is None:
        return me_view(request, None)
    token = token_of(request)
    if token is not None:
        set_cookie(request, response, token)  # the browser keeps it for as long again
    return me_view(request, visit.person)


@router.post("/me", responses=problems())
async def become(request: Request, visit: Somebody) -> Me:
    """Be somebody: whoever was nobody yet becomes a guest."""
    return me_view(request, visit.person)


@router.patch("/me", responses=problems())
async def change(
    changed: ChangedPerson, request: Request, visit: Somebody, people: AllPeople, sessions: AllSessions
) -> Me:
    """Change one's own name or country; whoever was nobody yet becomes a guest."""
    person = await people.do(
        lambda transaction: registry.change(transaction, visit.person.id, changed.name, changed.country)
    )
    await sessions.look_again_at(person.id)
    return me_view(request, person)


# ---- games of links and tokens -----------------------------------------------------------------


@router.post("/me/adopt", responses=problems(401))
async def adopt(adopted: Adopted, visit: SignedIn, people: AllPeople) -> ClaimedGames:
    """Let games this browser has tokens of follow me; a token that opens nothing is passed over."""

    def take(transaction: Transaction) -> None:
        for shown in adopted.games:
            claim(transaction, visit.person.id, shown.game, shown.tokens)

    await people.do(take)
    return await my_games(visit, people)


@router.get("/me/games", responses=problems(401))
async def my_games(visit: SignedIn, people: AllPeople) -> ClaimedGames:
    """The games that follow me, whichever device they were opened on."""
    found = await people.look(lambda transaction: claimed_games(transaction, visit.person.id))
    return ClaimedGames(games=tuple(ClaimedGameView(**vars(each)) for each in found))


# ---- my data -----------------------------------------------------------------------------------


@router.get(
    "/me/export", response_class=Response, responses=problems(401) | {200: {"content": {"application/json": {}}}}
)
async def export(visit: SignedIn, people: AllPeople) -> JSONResponse:
    """Everything kept about me, as a file."""
    found: dict[str, Any] = await people.look(lambda transaction: export_of(transaction, visit.person.id))
    return JSONResponse(found, headers={"Content-Disposition": 'attachment; filename="cornerwise-person.json"'})


@router.delete("/me", responses=problems(401))
async def delete(
    farewell: Farewell,
    visit: Fresh,
    request: Request,
    response: Response,
    people: AllPeople,
    sessions: AllSessions,
) -> Me:
    """Forget me: results stay, but tell nobody whose they were."""
    if folded(farewell.name) != folded(visit.person.name):
        raise Refusal("refused", "That is not your name; nothing was deleted.", "other_name")
    await leave_tables(sessions, visit.person.id)
    games = await people.do(lambda transaction: erase(transaction, visit.person.id))
    await sessions.look_again(games)
    tell_visits(request, visit.person.id)
    drop_cookie(request, response)
    return me_view(request, None)


# ---- others ------------------------------------------------------------------------------------


@router.get("/{name}", responses=problems(404))
async def profile(name: PersonName, asking: MaybePerson, people: AllPeople) -> Profile:
    """Somebody's page, by name."""
    person = await people.find(name)
    return Profile(person=person_view(person), made=person.made, is_you=asking is not None and asking.id == person.id)


@house_router.get("/house", responses=problems())
def words(request: Request) -> HouseWords:
    """What the host of this server says to everybody."""
    data = request.app.state.settings.data
    return HouseWords(
        announcement=house.announcement(data), terms=house.terms(data), countries=tuple(sorted(COUNTRIES))
    )

"""The routes of people: who I am, who somebody is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from cornerwise.server.http.api import problems
from cornerwise.server.http.visitor import AllPeople, Somebody, from_page, set_cookie
from cornerwise.server.people import people as registry
from cornerwise.server.people.person import Person
from cornerwise.server.people.visits import token_of, visit_of
from cornerwise.server.wire.people import ChangedPerson, Me, PersonView

router = APIRouter(prefix="/api/people", dependencies=[Depends(from_page)])

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


def me_view(person: Person | None) -> Me:
    """A person as they see themselves."""
    if person is None:
        return Me(person=None)
    return Me(person=person_view(person), is_moderator=person.is_moderator)


@router.get("/me", responses=problems())
async def me(request: Request, response: Response) -> Me:
    """Who the server takes this browser for; nobody becomes a guest by asking."""
    visit = await visit_of(request)
    if visit is None:
        return me_view(None)
    token = token_of(request)
    if token is not None:
        set_cookie(request, response, token)  # the browser keeps it for as long again
    return me_view(visit.person)


@router.post("/me", responses=problems())
async def become(visit: Somebody) -> Me:
    """Be somebody: whoever was nobody yet becomes a guest."""
    return me_view(visit.person)


@router.patch("/me", responses=problems())
async def change(changed: ChangedPerson, visit: Somebody, people: AllPeople) -> Me:
    """Change the own name or country."""
    person = await people.do(
        lambda transaction: registry.change(transaction, visit.person.id, changed.name, changed.country)
    )
    return me_view(person)


@router.get("/{name}", responses=problems(404))
async def person(name: PersonName, people: AllPeople) -> PersonView:
    """Somebody, by name."""
    return person_view(await people.find(name))

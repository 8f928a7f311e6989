"""Who asks: the dependencies by which a route knows its visitor, makes guests, and knows our own page.

Another site cannot act for anybody. Its requests carry no cookie (SameSite=Lax), are refused by their Origin
(http/security.py), and cannot bear the header that every changing request needs, since a browser asks our leave
before it sends such a header to another origin, and we never give it.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections.abc import Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request, Response, WebSocket
from starlette.requests import HTTPConnection

from cornerwise.server.bus.bus import Bus
from cornerwise.server.http.limits import CommonBuckets, Rate
from cornerwise.server.people.people import People, new_guest
from cornerwise.server.people.person import Person
from cornerwise.server.people.signin.visits import (
    COOKIE,
    DAY,
    SECURE_COOKIE,
    Visit,
    is_open,
    is_secure,
    new_visit,
    person_of,
    visit_of,
)
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import milliseconds
from cornerwise.server.wire.wire import SIGNED_OUT

PAGE_HEADER = "x-cornerwise"
SAFE = ("GET", "HEAD", "OPTIONS")
COOKIE_SECONDS = 400 * DAY // 1000  # the longest a browser keeps a cookie; the server ends visits sooner

GUESTS_AGAIN = 600  # seconds after which an address may bring as many new guests again
ALL_GUESTS = Rate(500, 5)  # new guests of everybody together


class GuestThrottle:
    """How many guests may come: from one address, and in all."""

    def __init__(self, guests: int, bus: Bus) -> None:
        rate = Rate(guests, guests / GUESTS_AGAIN)
        self.addresses = CommonBuckets("guests", rate, bus)
        self.everybody = CommonBuckets("all guests", ALL_GUESTS if guests <= ALL_GUESTS.burst else rate, bus)

    def take(self, address: str) -> None:
        """Let one guest in, or refuse."""
        if not self.addresses.take(address) or not self.everybody.take(""):
            raise Refusal("too_fast", "Too many guests came from here at once; wait a minute.", "many_guests")


def address_of(connection: HTTPConnection) -> str:
    """Whom to count a request against: the address, or in IPv6 the network one household has."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


def from_page(request: Request) -> None:
    """Refuse a changing request that does not come from our page, or from a program that says so."""
    if request.method not in SAFE and PAGE_HEADER not in request.headers:
        raise Refusal("not_yours", f"Requests that change something carry the header {PAGE_HEADER}.")


def people(request: Request) -> People:
    """The app's people."""
    return request.app.state.people  # type: ignore[no-any-return]


async def maybe_person(request: Request) -> Person | None:
    """The person who asks, if they are one already."""
    return await person_of(request)


async def signed_in(request: Request) -> Visit:
    """The visit of whoever asks, or a refusal."""
    visit = await visit_of(request)
    if visit is None:
        raise Refusal("signed_out", "You are not signed in here.", "signed_out")
    return visit


async def fresh(request: Request) -> Visit:
    """The visit of somebody who has just proved who they are, or a guest's, who has nothing to prove it by."""
    visit = await signed_in(request)
    if visit.person.kind == "account" and not visit.is_fresh(milliseconds()):
        raise Refusal("not_yours", "Prove once more who you are; then try again.", "prove_again")
    return visit


async def somebody(request: Request, response: Response) -> Visit:
    """The visit of whoever asks; somebody who had none becomes a guest."""
    visit = await visit_of(request)
    if visit is not None:
        return visit
    request.app.state.guest_throttle.take(address_of(request))
    agent = request.headers.get("user-agent", "")
    token = await people(request).do(lambda transaction: new_visit(transaction, new_guest(transaction).id, agent))
    return await seat_visit(request, response, token)


async def seat_visit(request: Request, response: Response, token: str) -> Visit:
    """Give the browser a visit's cookie and let the request go on as that visit."""
    set_cookie(request, response, token)
    request.cookies[SECURE_COOKIE if is_secure(request) else COOKIE] = token
    del request.state.visit
    visit = await visit_of(request)
    assert visit is not None, "a visit just made is there"
    return visit


def set_cookie(request: Request, response: Response, token: str) -> None:
    """Put a visit's token into the browser's cookie."""
    is_https = is_secure(request)
    name = SECURE_COOKIE if is_https else COOKIE
    response.set_cookie(name, token, max_age=COOKIE_SECONDS, path="/", secure=is_https, httponly=True, samesite="lax")


def drop_cookie(request: Request, response: Response) -> None:
    """Take the cookie out of the browser."""
    is_https = is_secure(request)
    name = SECURE_COOKIE if is_https else COOKIE
    response.delete_cookie(name, path="/", secure=is_https, httponly=True, samesite="lax")


def tell_visits(request: Request, whose: str) -> None:
    """Let every connection of a person, in whichever process, see whether its visit still stands."""
    request.app.state.bus.publish(f"person:{whose}", {"visits": True})


async def while_signed_in(websocket: WebSocket, serving: Coroutine[Any, Any, None]) -> None:
    """Serve a connection until it hangs up, or until the visit it came with ends."""
    visit = await visit_of(websocket)
    if visit is None:
        await serving
        return
    task = asyncio.ensure_future(serving)
    checks: set[asyncio.Task[None]] = set()
    has_ended = False

    async def check() -> None:
        nonlocal has_ended
        people: People = websocket.app.state.people
        if not await people.look(lambda transaction: is_open(transaction, visit.hash)):
            has_ended = True
            with contextlib.suppress(RuntimeError):  # closed by the other side
                await websocket.close(SIGNED_OUT, "You are no longer signed in here.")
            task.cancel()

    def hear(note: dict[str, Any]) -> None:
        if note.get("visits"):
            checking = asyncio.ensure_future(check())
            checks.add(checking)
            checking.add_done_callback(checks.discard)

    stop = websocket.app.state.bus.subscribe(f"person:{visit.person.id}", hear)
    try:
        await task
    except asyncio.CancelledError:
        if not has_ended:
            raise
    finally:
        stop()


AllPeople = Annotated[People, Depends(people)]
MaybePerson = Annotated[Person | None, Depends(maybe_person)]
SignedIn = Annotated[Visit, Depends(signed_in)]
Fresh = Annotated[Visit, Depends(fresh)]
Somebody = Annotated[Visit, Depends(somebody)]

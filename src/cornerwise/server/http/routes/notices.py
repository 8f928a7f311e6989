"""The routes of notices: whose turn it is, which browsers and addresses are told, and the links in e-mails."""

from __future__ import annotations

import logging
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.http.routes.api import problems
from cornerwise.server.http.visitor import AllPeople, SignedIn, from_page
from cornerwise.server.notices import subscriptions as wishes
from cornerwise.server.notices.courier import Courier
from cornerwise.server.notices.encryption import encrypt, from_text
from cornerwise.server.notices.endpoints import is_endpoint
from cornerwise.server.notices.mail import is_address
from cornerwise.server.notices.push import Subscription
from cornerwise.server.people.signin.visits import Visit
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import AddressRow, milliseconds
from cornerwise.server.views.lobby import turn_list
from cornerwise.server.wire.notices import MailAnswer, MailToken, MailWish, NoticeSettings, PushWish, TurnList

logger = logging.getLogger(__name__)

router = APIRouter(prefix="/api/people/me", dependencies=[Depends(from_page)])
mail_router = APIRouter(prefix="/api/mail")


def courier(request: Request) -> Courier:
    """The app's courier."""
    return request.app.state.courier  # type: ignore[no-any-return]


OurCourier = Annotated[Courier, Depends(courier)]


@router.get("/turns", responses=problems(401))
async def turns(visit: SignedIn, people: AllPeople) -> TurnList:
    """My tables that go on, those where it is my turn first, and how many challenges wait for me."""
    return await people.look(lambda transaction: turn_list(transaction, visit.person.id, milliseconds()))


@router.get("/notices", responses=problems(401))
async def notices(visit: SignedIn, people: AllPeople, courier: OurCourier) -> NoticeSettings:
    """How this browser and I are told that it is my turn."""
    return await settings(visit, people, courier)


async def settings(visit: Visit, people: AllPeople, courier: Courier) -> NoticeSettings:
    """How a browser and its person are told."""

    def look(transaction: Transaction) -> NoticeSettings:
        row = transaction.get(AddressRow, visit.person.id)
        return NoticeSettings(
            key=courier.pusher.vapid.public,
            is_subscribed=wishes.is_subscribed(transaction, visit.hash),
            has_mail=courier.mailer is not None,
            address=None if row is None else row.address,
            is_verified=row is not None and row.verified is not None,
        )

    return await people.look(look)


@router.put("/push", responses=problems(401))
async def subscribe(wish: PushWish, visit: SignedIn, people: AllPeople, courier: OurCourier) -> NoticeSettings:
    """Tell this browser by push from now on."""
    if not is_endpoint(wish.endpoint, courier.pusher.allowed):
        raise Refusal("refused", "This is not the address of a known push service.", "push_service")
    try:
        encrypt(b"", from_text(wish.p256dh), from_text(wish.auth))
    except ValueError:
        raise Refusal("refused", "The keys of the browser cannot be read.", "push_keys") from None
    to = Subscription(visit.hash, wish.endpoint, wish.p256dh, wish.auth, wish.language)
    await people.do(lambda transaction: wishes.subscribe(transaction, visit.person.id, to, milliseconds()))
    return await settings(visit, people, courier)


@router.delete("/push", responses=problems(401))
async def unsubscribe(visit: SignedIn, people: AllPeople, courier: OurCourier) -> NoticeSettings:
    """Tell this browser nothing any more."""
    await people.do(lambda transaction: wishes.unsubscribe(transaction, visit.hash))
    return await settings(visit, people, courier)


@router.put("/mail", responses=problems(401, 503))
async def set_mail(wish: MailWish, visit: SignedIn, people: AllPeople, courier: OurCourier) -> NoticeSettings:
    """Tell me by e-mail, once its reader has opened the link that is sent there."""
    if courier.mailer is None:
        raise Refusal("refused", "The host of this server sends no e-mail.", "no_mail")
    if not is_address(wish.address):
        raise Refusal("refused", "That is not an e-mail address.", "mail_address")
    whose, now = visit.person, milliseconds()
    is_new = await people.do(
        lambda transaction: wishes.set_address(transaction, whose.id, wish.address, wish.language, now)
    )
    if is_new:
        try:
            await courier.ask_address(whose.id, whose.name)
        except OSError as error:
            logger.warning("An e-mail could not be sent: %s", error)
            await people.do(lambda transaction: wishes.drop_address(transaction, whose.id))
            raise Refusal("busy", "The e-mail could not be sent; try again later.", "mail_failed") from None
    return await settings(visit, people, courier)


@router.delete("/mail", responses=problems(401))
async def drop_mail(visit: SignedIn, people: AllPeople, courier: OurCourier) -> NoticeSettings:
    """Send me no e-mail any more."""
    await people.do(lambda transaction: wishes.drop_address(transaction, visit.person.id))
    return await settings(visit, people, courier)


# ---- links in e-mails: whoever has one reads the address, signed in or not ------------------------


@mail_router.post("/verify", responses=problems())
async def verify(shown: MailToken, people: AllPeople, courier: OurCourier) -> MailAnswer:
    """The reader of an address says that it is theirs."""
    now = milliseconds()
    found = await people.do(lambda transaction: wishes.verify_address(transaction, courier.keys.mail, shown.token, now))
    return MailAnswer(address=found)


@mail_router.post("/off", responses=problems())
async def off(people: AllPeople, courier: OurCourier, token: Annotated[str, Query(max_length=200)]) -> MailAnswer:
    """No e-mail any more, by one click (RFC 8058); the same again changes nothing."""
    await people.do(lambda transaction: wishes.drop_shown(transaction, courier.keys.mail, token))
    return MailAnswer(address=None)

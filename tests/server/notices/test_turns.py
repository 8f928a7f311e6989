"""Turns of games that take days: told once, by whichever process is first, to browsers and then by e-mail."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from services import MailServer, PushService, Subscriber
from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.bus.local import LocalBus
from cornerwise.server.notices import subscriptions as wishes
from cornerwise.server.notices.courier import AGAIN, MAIL_AGAIN, Courier
from cornerwise.server.notices.mail import Mailer, SmtpServer
from cornerwise.server.notices.push import Pusher, Subscription
from cornerwise.server.notices.turns import MAIL_AFTER, PUSH_AFTER
from cornerwise.server.notices.vapid import Vapid
from cornerwise.server.people.erasure import erase
from cornerwise.server.people.people import new_guest
from cornerwise.server.people.signin.visits import end_visits, new_visit
from cornerwise.server.play.running.sessions import Sessions
from cornerwise.server.play.session.moving import play
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table.opening import Sitter, keep_table, open_table
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import AddressRow, NoticeRow, SubscriptionRow, milliseconds
from cornerwise.server.store.tokens import hashed
from cornerwise.server.think.pool import Pool
from cornerwise.server.wire.terms import DAY, Tempo, Terms

DAYS = Tempo(kind="days", initial=2 * DAY, increment=0)
BLITZ = Tempo(kind="fischer", initial=180_000, increment=2_000)


@dataclass
class Club:
    """Two people, a table of theirs, and couriers of two processes."""

    store: Store
    sessions: Sessions
    couriers: list[Courier]
    people: list[str]
    visits: list[str]

    async def open(self, tempo: Tempo = DAYS) -> str:
        """A table; the first of the people begins."""
        terms = Terms(ruleset="duo", options={}, tempo=tempo, is_rated=False, is_public=True, on_timeout="retire")
        sitters = [Sitter(person, f"Player {number}", None, None) for number, person in enumerate(self.people)]
        game = open_table(terms, sitters, milliseconds())
        await self.store.write(keep_table, game, milliseconds())
        return game.id

    async def play(self, game: str, number: int) -> None:
        """Somebody makes the first legal move."""
        session = await self.sessions.find(game)
        move = int(session.position.legal_ids[0])
        await play(session, Viewer(frozenset(), self.people[number]), session.log.at, move)

    async def sweep(self, later: int) -> int:
        """Both processes look at the same time; how many turns were taken up."""
        now = milliseconds() + later
        return sum(await asyncio.gather(*(courier.sweep(now) for courier in self.couriers)))

    async def waiting(self) -> list[tuple[str, str]]:
        """Who is still to be told, and how."""

        def look(transaction: Transaction) -> list[tuple[str, str]]:
            rows = transaction.execute(select(NoticeRow.person, NoticeRow.stage))
            return [(person, stage) for person, stage in rows]

        return await self.store.read(look)


def run(store: Store, push: PushService, mail: MailServer | None, work: Callable[[Club], Awaitable[None]]) -> None:
    """Let a club do something."""

    async def go() -> None:
        keys = await store.write(wishes.keys)
        assert keys == await store.write(wishes.keys), "all processes have the same keys"

        def arrive(transaction: Transaction) -> list[tuple[str, str]]:
            people = [new_guest(transaction).id for _ in range(2)]
            return [(person, hashed(new_visit(transaction, person, "test"))) for person in people]

        arrived = await store.write(arrive)
        mailer = None
        if mail is not None:
            mailer = Mailer(SmtpServer("127.0.0.1", mail.port, False, "", "", "play@example.org"))
        couriers = [
            Courier(
                store, "https://play.example.org", keys, Pusher(Vapid(keys.push, "mailto:a@b.c"), [push.host]), mailer
            )
            for _ in range(2)
        ]
        pool = Pool(1)
        sessions = Sessions(store, pool, 0.0, LocalBus())
        try:
            club = Club(store, sessions, couriers, [person for person, _ in arrived], [visit for _, visit in arrived])
            await work(club)
        finally:
            for courier in couriers:
                await courier.close()
            sessions.close()
            pool.close()

    asyncio.run(go())


async def listen(
    club: Club, number: int, push: PushService, path: str = "/browser", language: str = "en"
) -> Subscriber:
    """Let somebody's browser be told."""
    browser = Subscriber()
    wish = browser.wish(push.url + path, language)
    to = Subscription(club.visits[number], wish["endpoint"], wish["p256dh"], wish["auth"], language)
    await club.store.write(wishes.subscribe, club.people[number], to, milliseconds())
    return browser


def test_a_turn_is_told_once(store: Store, push_service: PushService) -> None:
    async def work(club: Club) -> None:
        second = await listen(club, 1, push_service, language="de")
        game = await club.open()
        assert await club.waiting() == [(club.people[0], "push")], "whoever begins is told too"
        await club.play(game, 0)
        assert await club.sweep(PUSH_AFTER - 2000) == 0, "whoever is at the table sees it"
        assert await club.sweep(PUSH_AFTER + 1000) == 1, "the first has moved; the second is told by one process"
        ((path, _, body),) = push_service.taken
        assert path == "/browser"
        assert json.loads(second.read(body)) == {
            "title": "Du bist am Zug",
            "body": "Duo mit Player 0",
            "path": f"/game/{game}",
            "tag": game,
        }
        assert await club.sweep(DAY) == 0 and await club.waiting() == []
        await club.play(game, 1)
        await club.play(game, 0)
        assert await club.sweep(PUSH_AFTER + 1000) == 1
        assert len(push_service.taken) == 2, "every turn anew"

    run(store, push_service, None, work)


def test_live_games_tell_nobody(store: Store, push_service: PushService) -> None:
    async def work(club: Club) -> None:
        await listen(club, 0, push_service)
        game = await club.open(BLITZ)
        await club.play(game, 0)
        assert await club.waiting() == []

    run(store, push_service, None, work)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(store: Store, push_service: PushService, status: int) -> None:
    async def work(club: Club) -> None:
        await listen(club, 0, push_service)
        push_service.status = status
        await club.open()
        await club.sweep(PUSH_AFTER + 1000)
        assert await store.read(wishes.subscriptions, club.people[0]) == []
        assert await club.waiting() == []

    run(store, push_service, None, work)


def test_a_service_that_is_busy_is_asked_again_and_one_that_refuses_not_for_ever(
    store: Store, push_service: PushService
) -> None:
    async def work(club: Club) -> None:
        await listen(club, 0, push_service)
        push_service.status = 503
        await club.open()
        await club.sweep(PUSH_AFTER + 1000)
        push_service.status = 201
        assert await club.sweep(PUSH_AFTER + AGAIN - 2000) == 0
        assert await club.sweep(PUSH_AFTER + AGAIN + 2000) == 1
        assert len(push_service.taken) == 2 and await club.waiting() == []
        push_service.status = 403
        for _ in range(wishes.REFUSALS):
            await club.open()
            await club.sweep(PUSH_AFTER + 1000)
        assert await store.read(wishes.subscriptions, club.people[0]) == []

    run(store, push_service, None, work)


def test_a_subscription_ends_with_its_visit_and_its_person(store: Store, push_service: PushService) -> None:
    async def work(club: Club) -> None:
        for number in (0, 1):
            await listen(club, number, push_service, f"/{number}")
        await club.open()

        def leave(transaction: Transaction) -> None:
            end_visits(transaction, club.people[0])
            transaction.add(AddressRow(person=club.people[1], address="a@b.c", language="en", made=0))
            transaction.flush()
            erase(transaction, club.people[1])
            erase(transaction, club.people[0])

        await store.write(leave)
        for table in (SubscriptionRow, AddressRow, NoticeRow):
            assert await store.read(lambda transaction, table=table: transaction.scalars(select(table)).all()) == []  # type: ignore[misc]

    run(store, push_service, None, work)


def link(text: str, kind: str) -> str:
    """The token of a link in an e-mail."""
    found = re.search(rf"https://play\.example\.org/mail#{kind}=(\S+)", text)
    assert found is not None, text
    return found[1]


def test_an_address_is_verified_told_and_left_alone(
    store: Store, push_service: PushService, mail_server: MailServer
) -> None:
    async def work(club: Club) -> None:
        person, courier = club.people[0], club.couriers[0]
        await listen(club, 0, push_service)
        assert await store.write(wishes.set_address, person, "ann@example.org", "fr", milliseconds())
        await courier.ask_address(person, "Ann")
        (question,) = mail_server.mails
        assert question["To"] == "ann@example.org" and question["Subject"] == "Est-ce votre adresse ?"
        secret, shown = courier.keys.mail, link(question.get_content(), "verify")
        await club.open()
        await club.sweep(PUSH_AFTER + 1000)
        await club.sweep(PUSH_AFTER + MAIL_AFTER + 2000)
        assert len(mail_server.mails) == 1, "an address nobody has verified is told nothing"
        forged = shown[:-1] + ("A" if shown[-1] != "A" else "B")
        assert await store.write(wishes.verify_address, secret, forged, milliseconds()) is None
        assert await store.write(wishes.verify_address, secret, shown, milliseconds() + 3 * DAY) is None, "too late"
        assert await store.write(wishes.verify_address, secret, shown, milliseconds()) == "ann@example.org"

        games = [await club.open() for _ in range(2)]
        await club.sweep(PUSH_AFTER + 1000)
        assert len(push_service.taken) == 3, "browsers first"
        await club.sweep(PUSH_AFTER + MAIL_AFTER + 2000)
        told = mail_server.mails[1:]
        assert len(told) == 1, "one e-mail an hour"
        text = told[0].get_content()
        assert told[0]["Subject"] == "À vous de jouer" and any(f"/game/{game}" in text for game in games)
        assert told[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        await club.sweep(PUSH_AFTER + MAIL_AFTER + MAIL_AGAIN + 5000)
        assert len(mail_server.mails) == 3, "the other game an hour later"

        off = link(text, "off")
        assert f"<https://play.example.org/api/mail/off?token={off}>" == told[0]["List-Unsubscribe"]
        assert not await store.write(wishes.drop_shown, secret, shown), "a link does only what it says"
        assert await store.write(wishes.drop_shown, secret, off)
        await club.open()
        await club.sweep(PUSH_AFTER + 1000)
        await club.sweep(DAY)
        assert len(mail_server.mails) == 3 and await club.waiting() == []

    run(store, push_service, mail_server, work)


def test_a_mail_server_that_is_away_is_asked_again(
    store: Store, push_service: PushService, mail_server: MailServer
) -> None:
    async def work(club: Club) -> None:
        person = club.people[0]
        await store.write(wishes.set_address, person, "ann@example.org", "en", milliseconds())

        def verify(transaction: Transaction) -> None:
            transaction.get_one(AddressRow, person).verified = 1

        await store.write(verify)
        await club.open()
        await club.sweep(PUSH_AFTER + 1000)
        mail_server.close()
        await club.sweep(PUSH_AFTER + MAIL_AFTER + 2000)
        assert await club.waiting() == [(person, "mail")]

    run(store, push_service, mail_server, work)

"""Visits: guests come when they act, cookies hold opaque tokens, and nobody is signed in by another site."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cornerwise.server.people.names import folded
from cornerwise.server.people.people import new_guest, person_named
from cornerwise.server.people.signin.visits import (
    DAY,
    HOUR,
    LASTS,
    end_visit,
    end_visits,
    find_visit,
    new_visit,
    renew_visit,
)
from cornerwise.server.store.store import Store, Transaction
from cornerwise.server.store.tokens import hashed
from serving import Server

PAGE = {"X-Cornerwise": "page"}


@pytest.fixture
def visitor(server: Server) -> Iterator[httpx.Client]:
    """A browser that has not been here yet."""
    with httpx.Client(base_url=server.url, headers=PAGE) as client:
        yield client


def test_a_visit_is_found_by_its_token_until_it_ends(store: Store) -> None:
    with Transaction(store.engine) as transaction, transaction.begin():
        guest = new_guest(transaction, now=0)
        token = new_visit(transaction, guest.id, "Browser", now=0)
    with Transaction(store.engine) as transaction, transaction.begin():
        found = find_visit(transaction, token, now=5)
        assert found is not None
        assert found.person == guest
        assert found.hash == hashed(token) != token
        assert find_visit(transaction, token + "x", now=5) is None
        assert find_visit(transaction, found.hash, now=5) is None, "what the database holds opens nothing"
        end_visit(transaction, found.hash)
        assert find_visit(transaction, token, now=5) is None


def test_a_visit_lasts_as_long_as_it_is_used(store: Store) -> None:
    with Transaction(store.engine) as transaction, transaction.begin():
        guest = new_guest(transaction, now=0)
        token = new_visit(transaction, guest.id, "", now=0)
        idle = new_visit(transaction, guest.id, "", now=0)
        for day in range(0, 420, 20):
            found = find_visit(transaction, token, now=day * DAY)
            assert found is not None
            renew_visit(transaction, found, now=day * DAY)
        assert find_visit(transaction, idle, now=LASTS + 1) is None
        assert find_visit(transaction, token, now=400 * DAY + LASTS + HOUR) is None


def test_signing_out_everywhere_may_leave_one_browser(store: Store) -> None:
    with Transaction(store.engine) as transaction, transaction.begin():
        guest, other = new_guest(transaction), new_guest(transaction)
        tokens = [new_visit(transaction, guest.id, "") for _ in range(3)]
        others = new_visit(transaction, other.id, "")
        transaction.flush()
        assert end_visits(transaction, guest.id, but=hashed(tokens[0])) == 2
        assert [find_visit(transaction, token) is not None for token in (*tokens, others)] == [True, False, False, True]
        assert end_visits(transaction, guest.id) == 1


def test_computer_players_are_persons(store: Store) -> None:
    with Transaction(store.engine) as transaction:
        for level in range(1, 11):
            found = person_named(transaction, f"computer {level}")
            assert (found.id, found.kind, found.level) == (f"computer-{level}", "computer", level)
            assert folded(found.name) == folded(f"Computer-{level}")


def test_looking_makes_nobody(visitor: httpx.Client) -> None:
    for path in ("/", "/api/welcome", "/api/people/me", "/api/people/computer-3"):
        answer = visitor.get(path)
        assert answer.status_code in (200, 503)
        assert "set-cookie" not in answer.headers
    assert visitor.get("/api/people/me").json()["person"] is None


def test_acting_makes_a_guest_once(visitor: httpx.Client) -> None:
    first = visitor.post("/api/people/me")
    assert first.status_code == 200
    person = first.json()["person"]
    assert person["kind"] == "guest" and person["name"].startswith("Guest ")
    cookie = first.headers["set-cookie"]
    assert cookie.startswith("visit=") and "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/" in cookie
    assert "Secure" not in cookie, "over plain http a browser would not keep it"
    again = visitor.post("/api/people/me")
    assert again.json()["person"] == person
    assert visitor.get("/api/people/me").json()["person"] == person
    profile = visitor.get(f"/api/people/{person['name'].upper()}").json()
    assert profile["person"] == person and profile["is_you"]


def test_the_database_holds_no_token(server: Server, visitor: httpx.Client) -> None:
    visitor.post("/api/people/me")
    token = visitor.cookies["visit"]
    assert len(token) == 43
    connection = sqlite3.connect(server.data / "cornerwise.sqlite3")
    rows = [row[0] for row in connection.execute("select hash from visits")]
    connection.close()
    assert hashed(token) in rows and token not in rows


def test_a_name_and_a_country_can_be_set_and_are_checked(visitor: httpx.Client, server: Server) -> None:
    named = visitor.patch("/api/people/me", json={"name": "  Ｚoé  Visits ", "country": "CH"})
    assert named.json()["person"] == {
        "name": "Zoé Visits",
        "kind": "guest",
        "country": "CH",
        "level": None,
        "is_deleted": False,
    }
    refused = visitor.patch("/api/people/me", json={"name": "Admin", "country": "FR"})
    assert refused.status_code == 422 and refused.json()["kind"] == "name_reserved"
    assert visitor.patch("/api/people/me", json={"country": "XX"}).json()["kind"] == "unknown_country"
    assert visitor.get("/api/people/me").json()["person"]["country"] == "CH", "nothing was changed"
    with httpx.Client(base_url=server.url, headers=PAGE) as other:
        taken = other.patch("/api/people/me", json={"name": "zoe_visits"})
        assert taken.status_code == 422 and taken.json()["kind"] == "name_taken"
    assert visitor.patch("/api/people/me", json={"name": "ZOE Visits"}).status_code == 200, "one's own key is free"
    assert visitor.patch("/api/people/me", json={"country": ""}).json()["person"]["country"] is None


def test_another_site_cannot_act(visitor: httpx.Client, server: Server) -> None:
    visitor.post("/api/people/me")
    cookies = dict(visitor.cookies)
    with httpx.Client(base_url=server.url, cookies=cookies) as forged:
        bare = forged.patch("/api/people/me", json={"name": "Forged"})
        assert bare.status_code == 403 and bare.json()["code"] == "not_yours"
        evil = {"Origin": "https://evil.example", **PAGE}
        assert forged.patch("/api/people/me", json={"name": "Forged"}, headers=evil).status_code == 403
        ask = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PATCH"}
        ask["Access-Control-Request-Headers"] = "x-cornerwise"
        leave = forged.options("/api/people/me", headers=ask)
        assert "access-control-allow-origin" not in leave.headers and leave.status_code >= 400
    assert visitor.get("/api/people/me").json()["person"]["name"].startswith("Guest ")


def test_nonsense_in_the_cookie_is_nobody(server: Server) -> None:
    for value in (b"x", b"x" * 64, b"x" * 4000, b"%00", "é".encode(), b"\xff"):
        answer = httpx.get(f"{server.url}/api/people/me", headers={b"Cookie": b"visit=" + value})
        assert answer.status_code == 200 and answer.json()["person"] is None


def test_guests_are_throttled(tmp_path: Path) -> None:
    server = Server(tmp_path, "--guests", "5")
    try:
        answers = [httpx.post(f"{server.url}/api/people/me", headers=PAGE) for _ in range(6)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        assert answers[-1].status_code == 429 and answers[-1].json()["kind"] == "many_guests"
    finally:
        assert server.stop() == 0

"""Every route that is not about people's accounts, tried by every role on a real server."""

from __future__ import annotations

import httpx
import pytest
from document import Row, rows

from serving import Client, Json, from_elsewhere
from strangers import Stranger, terms

HEADING = "Other routes"
ROLES = ("nobody", "sitter", "other person", "moderator")
WHO = dict(zip(ROLES, ("nobody", "first", "third", "moderator"), strict=True))
#: What moderators decide, so that nothing comes of it here.
DECISIONS: dict[str, Json] = {"suspension": {"days": 0}, "name": {"name": "Admin"}, "hiding": {"is_hidden": True}}
OPEN: dict[str, Json] = {"rated": {}, "private": {"is_rated": False, "is_public": False}}


@pytest.fixture(scope="module")
def games(people: dict[str, Client]) -> dict[str, str]:
    """A rated public game that goes on, a private one, and one opened by link."""
    one, other = people["first"], people["second"]
    assert isinstance(one, Stranger) and isinstance(other, Stranger)
    found = {}
    for name, more in OPEN.items():
        known = {table["game"] for table in one.mine["tables"]}
        seek = one.seek(terms(**more), kind="private")["seek"]
        assert other.ask("accept", seek=seek)["type"] == "done"
        one.until(lambda known=known: any(each["game"] not in known for each in one.mine["tables"]))  # type: ignore[misc]
        (found[name],) = {table["game"] for table in one.mine["tables"]} - known
    found["seek"] = one.seek(terms(), kind="private")["seek"]
    found["link"] = one.server.open("duo", "here", "link")["game"]
    found["person"] = other.http.get("/api/people/me/export").json()["person"]["id"]
    return found


def ask(http: httpx.Client, row: Row, games: dict[str, str], atlas: str) -> httpx.Response:
    """Ask for a route."""
    method, path = row.word.split(" ")
    kind = next((kind for kind in ("rated", "private", "link") if kind in row.name), "link")
    values = {
        "{game}": games[kind],
        "{seek}": games["seek"],
        "{person}": games["person"],
        "{number}": "999999",
        "{kind}": "svg",
        "{ladder}": "classic-live",
        "{ruleset}": "duo",
        "{shape}": "L5",
        "/puzzles/{name}": "/puzzles/soma",
        "/rulesets/{name}": "/rulesets/duo",
        "/atlas/{name}": f"/atlas/{atlas}",
        "/people/{name}": "/people/me",
    }
    for key, value in values.items():
        path = path.replace(key, value)
    body = {
        "/api/games": {"ruleset": "duo"},
        "/api/puzzles/soma/check": {"placed": []},
        "/api/mail/verify": {"token": "x"},
    }.get(path) or DECISIONS.get(path.rsplit("/", 1)[1])
    path = path.replace("/mail/off", "/mail/off?token=x")
    return http.request(method, path, json=body if method == "POST" else None, headers={"x-cornerwise": "1"})


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row.name)
def test_each_role_gets_what_it_may(people: dict[str, Client], games: dict[str, str], row: Row) -> None:
    server = people["nobody"].server  # type: ignore[attr-defined]
    atlas = server.http.get("/api/rulesets/duo").json()["atlas"]["url"].rsplit("/", 1)[1]
    for role, expected in row.cells.items():
        who = people[WHO[role]]
        cookies = who.http.cookies if isinstance(who, Stranger) else None
        # From an address of its own, so that no row uses up what the next may ask for.
        with httpx.Client(base_url=server.url, timeout=20, cookies=cookies, transport=from_elsewhere()) as http:
            answer = ask(http, row, games, atlas)
        told = "yes" if answer.status_code < 300 else answer.json()["code"]
        assert told == expected, (role, answer.text[:200])


def test_the_table_names_every_route(people: dict[str, Client]) -> None:
    server = people["nobody"].server  # type: ignore[attr-defined]
    described = server.http.get("/api/openapi.json").json()["paths"]
    known = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    ours = {
        route
        for route in known
        if not (" /api/people" in route or " /api/bot/" in route or route.endswith("/api/house"))
        or route.endswith("/ratings")
    }
    hosts = {"GET /health", "GET /ready", "GET /metrics"}  # not in the description: they are the host's
    assert {row.word for row in rows(HEADING)} == ours | hosts
    assert all(tuple(row.cells) == ROLES for row in rows(HEADING))

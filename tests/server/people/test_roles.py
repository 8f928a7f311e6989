"""Who may do what: every route of people with every role, and each wrong role tries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx
import pytest
from authenticator import Authenticator
from browsers import PASSWORD, Browser
from sqlalchemy import update

from cornerwise.server.store.database import in_directory
from cornerwise.server.store.store import Store, Transaction
from cornerwise.server.store.tables import PersonRow
from serving import Server, from_elsewhere

ROLES = ("nobody", "guest", "other", "owner", "moderator")
EVERYBODY = dict.fromkeys(ROLES, 200)
SIGNED_IN = EVERYBODY | {"nobody": 401}
ACCOUNTS = SIGNED_IN | {"guest": 422}
OWNER = {"nobody": 401, "guest": 422, "other": 422, "owner": 200, "moderator": 422}
NOBODY = dict.fromkeys(ROLES, 422)
#: A browser's subscription; the key is the one of RFC 8291's example.
PUSH = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/x",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    "language": "en",
}


@dataclass
class Table:
    """A server with one browser per role; the owner's things are what the others reach for."""

    server: Server
    browsers: dict[str, Browser] = field(default_factory=dict)
    credential: str = ""
    visit: str = ""
    bot: str = ""

    def fill(self, text: str) -> str:
        """A path with the owner's ids in it."""
        return text.replace("{credential}", self.credential).replace("{visit}", self.visit).replace("{bot}", self.bot)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    data = tmp_path_factory.mktemp("roles")
    is_postgres = request.param == "postgresql"
    url = request.getfixturevalue("postgres").fresh() if is_postgres else in_directory(data)
    server = Server(data, *(["--database", url] if is_postgres else []))
    found = Table(server, {role: Browser(server, transport=from_elsewhere()) for role in ROLES})
    found.browsers["guest"].post("/api/people/me")
    for role in ("other", "owner", "moderator"):
        assert found.browsers[role].keep(f"The {role.replace('owner', 'holder').replace('moderator', 'judge')}")
    store = Store(url)
    with Transaction(store.engine) as transaction, transaction.begin():
        transaction.execute(update(PersonRow).where(PersonRow.name == "The judge").values(is_moderator=True))
    store.close()
    owner = found.browsers["owner"]
    found.bot = owner.post("/api/people/me/bots", json={"name": "Held"}).json()["name"]
    device = Authenticator(str(owner.base_url))
    options = owner.post("/api/people/me/passkeys/options", json={}).json()["options"]
    owner.post("/api/people/me/passkeys", json={"answer": device.create(options)})
    found.credential = owner.get("/api/people/me/credentials").json()["credentials"][1]["id"]
    with Browser(server) as second:
        second.sign_in("The holder")
        visits = second.get("/api/people/me/visits").json()["visits"]
        found.visit = next(each["id"] for each in visits if each["is_this"])
    yield found
    for browser in found.browsers.values():
        browser.close()
    assert server.stop() == 0


# Every route in an order in which the earlier do not spoil the later; what ends something is tried last.
ROUTES: list[tuple[str, str, object, dict[str, int]]] = [
    ("GET", "/api/house", None, EVERYBODY),
    ("GET", "/api/people/me", None, EVERYBODY),
    ("GET", "/api/people/The holder", None, EVERYBODY),
    ("GET", "/api/people/me/games", None, SIGNED_IN),
    ("GET", "/api/people/me/export", None, SIGNED_IN),
    ("GET", "/api/people/me/credentials", None, SIGNED_IN),
    ("GET", "/api/people/me/visits", None, SIGNED_IN),
    ("GET", "/api/people/me/turns", None, SIGNED_IN),
    ("GET", "/api/people/me/notices", None, SIGNED_IN),
    ("PUT", "/api/people/me/push", PUSH, SIGNED_IN),
    ("DELETE", "/api/people/me/push", None, SIGNED_IN),
    ("PUT", "/api/people/me/mail", {"address": "a@example.org", "language": "en"}, NOBODY | {"nobody": 401}),
    ("DELETE", "/api/people/me/mail", None, SIGNED_IN),
    ("POST", "/api/people/me/adopt", {"games": []}, SIGNED_IN),
    ("GET", "/api/people/me/bots", None, SIGNED_IN),
    ("POST", "/api/people/me/bots", {"name": "x"}, NOBODY | {"nobody": 401}),
    ("POST", "/api/people/me/bots/{bot}/token", None, OWNER),
    ("DELETE", "/api/people/me/bots/{bot}/token", None, OWNER),
    ("POST", "/api/people/me/codes", None, ACCOUNTS),
    ("POST", "/api/people/signin/passkey/options", None, EVERYBODY),
    ("POST", "/api/people/signin/passkey", {"answer": "{}"}, NOBODY),
    ("POST", "/api/people/signin/recovery", {"name": "The other", "code": "wrong"}, NOBODY),
    ("POST", "/api/people/signin/password", {"name": "The holder", "password": "wrong"}, NOBODY),
    ("POST", "/api/people/me/passkeys", {"answer": "{}"}, NOBODY | {"nobody": 401}),
    ("DELETE", "/api/people/me/credentials/{credential}", None, OWNER),
    ("DELETE", "/api/people/me/visits/{visit}", None, OWNER),
    ("DELETE", "/api/people/me", {"name": "The holder"}, OWNER | {"owner": 0}),
    ("PATCH", "/api/people/me", {"country": "CH"}, {role: 200 for role in ROLES if role != "nobody"}),
    ("POST", "/api/people/me/passkeys/options", {}, ACCOUNTS | {"nobody": 422}),
    ("PUT", "/api/people/me/password", {"password": PASSWORD}, ACCOUNTS | {"nobody": 422}),
    ("POST", "/api/people/signout", None, SIGNED_IN | {"nobody": 0}),
    ("POST", "/api/people/me", None, EVERYBODY),
]


def ask(browser: Browser, method: str, path: str, body: object) -> httpx.Response:
    return browser.request(method, path, json=body)


def test_the_table_names_every_route(table: Table) -> None:
    described = table.server.http.get("/api/openapi.json").json()["paths"]
    known = {
        (method.upper(), path)
        for path, methods in described.items()
        for method in methods
        if path == "/api/house" or (path.startswith("/api/people") and not path.endswith("/ratings"))
    }
    ids = {
        "/credentials/{credential}": "/credentials/{id}",
        "/visits/{visit}": "/visits/{id}",
        "/bots/{bot}": "/bots/{name}",
    }
    named = set()
    for method, path, _, _ in ROUTES:
        for mine, theirs in ids.items():
            path = path.replace(mine, theirs)
        named.add((method, path.replace("The holder", "{name}")))
    assert named == known


@pytest.mark.parametrize(("method", "path", "body", "expected"), ROUTES, ids=lambda value: str(value)[:40])
def test_each_role_gets_what_it_may(
    table: Table, method: str, path: str, body: object, expected: dict[str, int]
) -> None:
    for role in (*[role for role in ROLES if role != "owner"], "owner"):  # the wrong ones first
        if expected.get(role):
            answer = ask(table.browsers[role], method, table.fill(path), body)
            assert answer.status_code == expected[role], (role, answer.text)
            assert answer.status_code == 200 or answer.json()["sentence"].endswith(".")


@pytest.mark.parametrize(("method", "path", "body", "_"), ROUTES, ids=lambda value: str(value)[:40])
def test_no_route_that_changes_something_is_open_to_another_site(
    table: Table, method: str, path: str, body: object, _: object
) -> None:
    if method == "GET":
        return
    cookies = dict(table.browsers["owner"].cookies)
    with httpx.Client(base_url=table.server.url, cookies=cookies, transport=from_elsewhere()) as forged:
        bare = forged.request(method, table.fill(path), json=body)
        assert (bare.status_code, bare.json()["code"]) == (403, "not_yours")
        foreign = {"Origin": "https://evil.example", "X-Cornerwise": "page"}
        crossed = forged.request(method, table.fill(path), json=body, headers=foreign)
        assert (crossed.status_code, crossed.json()["code"]) == (403, "not_yours")

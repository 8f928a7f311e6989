"""The routes of notices: only to push services, only for oneself, and one click ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from services import MailServer, PushService, Subscriber

from cornerwise.cli.host.serve import checked_smtp
from cornerwise.errors import CornerwiseError
from cornerwise.server.notices.mail import is_address, parse_smtp
from serving import Server
from strangers import DAYS, Stranger, meet


@pytest.fixture(scope="module")
def outside() -> Iterator[tuple[PushService, MailServer]]:
    push, mail = PushService(), MailServer()
    yield push, mail
    push.close()
    mail.close()


@pytest.fixture(scope="module")
def telling(outside: tuple[PushService, MailServer], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that tells people, and serves plain http so that a test can talk to it."""
    push, mail = outside
    wishes = ("--push-to", push.host, "--smtp", f"smtp://127.0.0.1:{mail.port}", "--mail-from", "play@example.org")
    server = Server(tmp_path_factory.mktemp("telling"), *wishes, "--url", "http://localhost:8000")
    yield server
    assert server.stop() == 0


def test_a_browser_subscribes_for_itself(telling: Server, outside: tuple[PushService, MailServer]) -> None:
    one, other = Stranger(telling), Stranger(telling)
    wish = Subscriber().wish(outside[0].url + "/one")
    before = one.http.get("/api/people/me/notices").json()
    assert before["is_subscribed"] is False and before["has_mail"] and len(before["key"]) == 87
    assert one.http.put("/api/people/me/push", json=wish).json()["is_subscribed"]
    assert one.http.get("/api/people/me/notices").json()["is_subscribed"]
    assert not other.http.get("/api/people/me/notices").json()["is_subscribed"]
    assert not one.http.delete("/api/people/me/push").json()["is_subscribed"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"endpoint": "https://example.org/push"}, "This is not the address of a known push service."),
        ({"endpoint": "http://127.0.0.1:22/"}, "This is not the address of a known push service."),
        ({"p256dh": "A" * 87}, "The keys of the browser cannot be read."),
        ({"language": "xx"}, None),
        ({"auth": "é" * 22}, None),
    ],
)
def test_what_is_no_subscription(telling: Server, change: dict[str, str], sentence: str | None) -> None:
    one = Stranger(telling)
    wish = Subscriber().wish("https://fcm.googleapis.com/fcm/send/x") | change
    answer = one.http.put("/api/people/me/push", json=wish)
    assert answer.status_code == 422
    assert sentence is None or answer.json()["sentence"] == sentence
    assert not one.http.get("/api/people/me/notices").json()["is_subscribed"]


def test_an_address_is_asked_verified_and_dropped_by_one_click(
    telling: Server, outside: tuple[PushService, MailServer]
) -> None:
    one, mail = Stranger(telling), outside[1]
    for wrong in ("nonsense", "a@b\r\nBcc: c@d.e", "a b@c.d", "a@" + "b" * 300):
        assert one.http.put("/api/people/me/mail", json={"address": wrong, "language": "en"}).status_code == 422
    assert mail.mails == []
    known = one.http.put("/api/people/me/mail", json={"address": "ann@example.org", "language": "en"}).json()
    assert (known["address"], known["is_verified"]) == ("ann@example.org", False)
    again = one.http.put("/api/people/me/mail", json={"address": "bob@example.org", "language": "en"})
    assert (again.status_code, again.json()["code"]) == (429, "too_fast"), "nobody's address is flooded"
    (question,) = mail.mails
    token = re.search(r"#verify=(\S+)", question.get_content())
    assert token is not None
    assert telling.http.post("/api/mail/verify", json={"token": token[1]}).json()["address"] == "ann@example.org"
    assert telling.http.post("/api/mail/verify", json={"token": "nonsense"}).json()["address"] is None
    assert one.http.get("/api/people/me/notices").json()["is_verified"]
    assert telling.http.post("/api/mail/off", params={"token": token[1]}).status_code == 200
    assert one.http.get("/api/people/me/notices").json()["is_verified"], "that link was for something else"
    assert one.http.delete("/api/people/me/mail").json()["address"] is None


def test_my_turns_are_listed(telling: Server) -> None:
    first, second = meet(telling, tempo=DAYS)
    (table,) = first.http.get("/api/people/me/turns").json()["tables"]
    assert table["is_your_turn"] and table["game"] == first.snapshot["game"]
    first.act()
    assert not first.http.get("/api/people/me/turns").json()["tables"][0]["is_your_turn"]
    assert second.http.get("/api/people/me/turns").json()["tables"][0]["is_your_turn"]
    assert telling.http.get("/api/people/me/turns").status_code == 401


def test_without_a_mail_server_there_is_no_mail(server: Server) -> None:
    one = Stranger(server)
    assert not one.http.get("/api/people/me/notices").json()["has_mail"]
    answer = one.http.put("/api/people/me/mail", json={"address": "ann@example.org", "language": "en"})
    assert answer.json()["sentence"] == "The host of this server sends no e-mail."


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://mail.example.org", "smtp://", "smtp://a:b:c", "smtp://a/b"]
)
def test_what_is_no_mail_server(url: str) -> None:
    with pytest.raises(CornerwiseError, match="no mail server"):
        parse_smtp(url, "play@example.org")


def test_a_mail_server_needs_a_sender_and_an_address() -> None:
    with pytest.raises(CornerwiseError, match="--mail-from"):
        parse_smtp("smtp://mail.example.org", "")
    with pytest.raises(CornerwiseError, match="--url"):
        checked_smtp("smtp://mail.example.org", "play@example.org", None)
    server = parse_smtp("smtps://user:p%40ss@mail.example.org", "play@example.org")
    assert (server.port, server.is_tls, server.user, server.password) == (465, True, "user", "p@ss")
    assert is_address("a.b+c@mail.example.org") and not is_address("a@b..c")

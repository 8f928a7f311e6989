"""Web Push: messages only the browser reads, signed by the server, and sent nowhere but to push services."""

from __future__ import annotations

import asyncio
import json

import httpcore
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from services import PushService, Subscriber, check_vapid

from cornerwise.server.notices.encryption import LONGEST, encrypt, from_text, public_bytes, to_text
from cornerwise.server.notices.endpoints import PublicBackend, is_endpoint
from cornerwise.server.notices.push import Delivery, Pusher, Subscription
from cornerwise.server.notices.vapid import Vapid, new_key
from cornerwise.server.notices.words import LANGUAGES, catalogue


def test_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A."""
    private = int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sender = ec.derive_private_key(private, ec.SECP256R1())
    receiver = from_text("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    auth, salt = from_text("BTBZMqHH6r4Tts7J_aSIgg"), from_text("DGv6ra1nlYgDCS1FRnbzlw")
    message = b"When I grow up, I want to be a watermelon"
    assert to_text(encrypt(message, receiver, auth, sender, salt)) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_only_the_browser_reads_it() -> None:
    browser, other = Subscriber(), Subscriber()
    for message in (b"", "Du bist am Zug ✓".encode(), b"x" * LONGEST):
        body = encrypt(message, public_bytes(browser.key.public_key()), browser.auth)
        assert browser.read(body) == message
    with pytest.raises(Exception):  # noqa: B017 - whatever the library raises
        other.read(body)
    with pytest.raises(ValueError, match="bytes"):
        encrypt(b"x" * (LONGEST + 1), public_bytes(browser.key.public_key()), browser.auth)
    with pytest.raises(ValueError):
        encrypt(b"x", b"\4" + bytes(64), browser.auth)


@pytest.mark.parametrize(
    ("url", "is_fine"),
    [
        ("https://fcm.googleapis.com/fcm/send/abc", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/abc", True),
        ("https://web.push.apple.com/QAbc", True),
        ("https://wns2-by3p.notify.windows.com/w/?token=x", True),
        ("https://fcm.googleapis.com:443/x", True),
        ("http://fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com:8443/x", False),
        ("https://fcm.googleapis.com.evil.example/x", False),
        ("https://evilfcm.googleapis.com.example/x", False),
        ("https://notfcm.googleapis.com/x", False),
        ("https://user@fcm.googleapis.com/x", False),
        ("https://fcm.googleapis.com@10.0.0.1/x", False),
        ("https://127.0.0.1/x", False),
        ("https://[::1]/x", False),
        ("https://169.254.169.254/latest/meta-data", False),
        ("https://localhost/x", False),
        ("file:///etc/passwd", False),
        ("https://fcm.googleapis.com/" + "x" * 1000, False),
        ("https://fcm.googleapis.com:x/", False),
        ("https://fcm。googleapis.com/", False),
        ("", False),
    ],
)
def test_where_messages_may_go(url: str, is_fine: bool) -> None:
    assert is_endpoint(url) is is_fine


def test_a_service_of_ones_own_is_named_by_the_host() -> None:
    assert is_endpoint("http://push.home:8080/x", {"push.home:8080"})
    assert not is_endpoint("http://push.home:8081/x", {"push.home:8080"})


def test_a_name_that_leads_home_is_not_followed() -> None:
    async def connect(allowed: tuple[str, ...]) -> None:
        stream = await PublicBackend(allowed).connect_tcp("localhost", port, timeout=5)
        await stream.aclose()

    service = PushService()
    port = service.server.server_port
    with pytest.raises(httpcore.ConnectError, match="no public address"):
        asyncio.run(connect(()))
    asyncio.run(connect((f"localhost:{port}",)))
    service.close()


@pytest.mark.parametrize(
    ("status", "expected"),
    [(201, "sent"), (404, "gone"), (410, "gone"), (429, "later"), (503, "later"), (403, "refused")],
)
def test_what_a_push_service_answers(push_service: PushService, status: int, expected: Delivery) -> None:
    browser = Subscriber()
    wish = browser.wish(f"{push_service.url}/to/somebody")
    push_service.status = status
    vapid = Vapid(new_key(), "mailto:host@example.org")

    async def send() -> Delivery:
        pusher = Pusher(vapid, [push_service.host])
        to = Subscription("visit", wish["endpoint"], wish["p256dh"], wish["auth"], "en")
        try:
            return await pusher.send(to, b'{"title": "Your turn"}', "topic", 600, 1_795_000_000)
        finally:
            await pusher.close()

    assert asyncio.run(send()) == expected
    ((path, headers, body),) = push_service.taken
    assert path == "/to/somebody" and json.loads(browser.read(body)) == {"title": "Your turn"}
    assert (headers["ttl"], headers["topic"], headers["content-encoding"]) == ("600", "topic", "aes128gcm")
    claims = check_vapid(headers["authorization"], push_service.url)
    assert claims["sub"] == "mailto:host@example.org" and claims["exp"] <= 1_795_000_000 + 24 * 3600
    assert f"k={vapid.public}" in headers["authorization"]


def test_a_service_that_is_away_is_tried_again_later() -> None:
    browser = Subscriber()
    wish = browser.wish("http://127.0.0.1:1/x")

    async def send() -> Delivery:
        pusher = Pusher(Vapid(new_key(), "mailto:host@example.org"), ["127.0.0.1:1"])
        to = Subscription("visit", wish["endpoint"], wish["p256dh"], wish["auth"], "en")
        return await pusher.send(to, b"{}", "topic", 600, 1)

    assert asyncio.run(send()) == "later"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything(language: str) -> None:
    import re

    def blanks(text: str) -> set[str]:
        return set(re.findall(r"{(\w+)}", text))

    english, words = catalogue("en"), catalogue(language)
    assert words.keys() == english.keys()
    assert all(blanks(words[key]) == blanks(text) for key, text in english.items())

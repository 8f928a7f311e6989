"""Signing in: passwords, passkeys, recovery codes, devices; and what nobody gets by trying."""

from __future__ import annotations

import json
import sqlite3
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from authenticator import Authenticator, data, text
from browsers import PASSWORD, Browser

from cornerwise.server.people.signin.passwords import check_password
from cornerwise.server.refusal import Refusal
from serving import Server

Answer = httpx.Response


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own: attempts to sign in are counted per address."""
    server = Server(tmp_path)
    yield server
    assert server.stop() == 0


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


@pytest.fixture
def other(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


def add_passkey(
    browser: Browser, device: Authenticator, name: str | None = None, title: str = "Phone"
) -> httpx.Response:
    options = browser.post("/api/people/me/passkeys/options", json={"name": name})
    assert options.status_code == 200, options.text
    answer = device.create(options.json()["options"])
    return browser.post("/api/people/me/passkeys", json={"answer": answer, "title": title})


def passkey_options(browser: Browser) -> str:
    options: str = browser.post("/api/people/signin/passkey/options").json()["options"]
    return options


def sign_in_by(browser: Browser, device: Authenticator) -> httpx.Response:
    answer = device.sign(passkey_options(browser))
    return browser.post("/api/people/signin/passkey", json={"answer": answer})


# ---- passwords ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("password", "kind"),
    [
        ("short", "password_length"),
        ("x" * 201, "password_length"),
        ("aaaaaaaaaaaaaaa", "password_common"),
        ("password123", "password_common"),
        ("PASSWORD123", "password_common"),
        ("Magnolia12", "password_name"),
    ],
)
def test_weak_passwords_are_refused(password: str, kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_password(password, "Magnolia")
    assert refused.value.kind == kind


def test_a_guest_keeps_the_account_and_nothing_else_changes(server: Server, browser: Browser, other: Browser) -> None:
    before = browser.post("/api/people/me").json()["person"]
    old = browser.cookies["visit"]
    assert browser.keep("Ada", "short").json()["kind"] == "password_length"
    assert browser.put("/api/people/me/password", json={"password": PASSWORD}).json()["kind"] == "name_needed"
    kept = browser.keep("Ada")
    assert kept.status_code == 200, kept.text
    assert kept.json()["person"] == before | {"name": "Ada", "kind": "account"}
    assert browser.cookies["visit"] != old, "the visit is renewed"
    connection = sqlite3.connect(server.data / "cornerwise.sqlite3")
    assert connection.execute("select count(*) from persons where kind != 'computer'").fetchone() == (1,)
    (stored,) = connection.execute("select data from credentials").fetchone()
    connection.close()
    assert "$argon2id$" in stored and PASSWORD not in stored
    other.cookies.set("visit", old)
    assert other.me["person"] is None, "the old token opens nothing"


def test_one_signs_in_on_another_device_however_the_name_is_written(browser: Browser, other: Browser) -> None:
    browser.keep("Ada Lovelace")
    assert other.sign_in("ada  lovelace").json()["person"]["name"] == "Ada Lovelace"
    assert other.name == browser.name == "Ada Lovelace"
    devices = other.get("/api/people/me/visits").json()["visits"]
    assert [each["is_this"] for each in devices].count(True) == 1 and len(devices) == 2


def test_nobody_learns_who_has_an_account(browser: Browser, other: Browser) -> None:
    browser.keep("Ada")
    wrong = other.sign_in("Ada", "not the password")
    unknown = other.sign_in("Nobody Here", "not the password")
    assert wrong.status_code == unknown.status_code == 422
    assert wrong.content == unknown.content and wrong.json()["kind"] == "wrong_signin"
    assert other.sign_in("Computer 6", "not the password").content == wrong.content
    assert other.me["person"] is None


def test_a_wrong_name_takes_as_long_as_a_wrong_password(browser: Browser, server: Server) -> None:
    browser.keep("Ada")

    def took(name: str) -> float:
        begun = time.perf_counter()
        assert browser.sign_in(name, "not the password").status_code == 422
        return time.perf_counter() - begun

    known, unknown = [], []
    for _ in range(5):
        known.append(took("Ada"))
        unknown.append(took("Zed"))
    assert 0.3 < statistics.median(known) / statistics.median(unknown) < 3
    assert min(unknown) > 0.02, "the work of a hash is done for nobody too"


def test_attempts_are_throttled_per_name_and_address(server: Server, browser: Browser) -> None:
    browser.keep("Ada")
    answers = [browser.sign_in("Ada", f"wrong password {number}") for number in range(11)]
    assert answers[-1].status_code == 429 and answers[-1].json()["kind"] == "many_signins"
    assert browser.sign_in("ADA").status_code == 429, "however the name is written"
    names = (browser.sign_in(f"Name{number}", "wrong password").status_code for number in range(60))
    assert 429 in names, "and for one address with many names"
    assert browser.name == "Ada", "whoever is signed in stays so"


def test_a_new_password_ends_other_visits_and_the_old_password(browser: Browser, other: Browser) -> None:
    browser.keep("Ada")
    other.sign_in("Ada")
    assert browser.put("/api/people/me/password", json={"password": "another five words here"}).status_code == 200
    assert browser.name == "Ada" and other.me["person"] is None
    assert other.sign_in("Ada").json()["kind"] == "wrong_signin"
    assert other.sign_in("Ada", "another five words here").status_code == 200


def test_changing_how_one_signs_in_needs_a_fresh_proof(server: Server, browser: Browser) -> None:
    browser.keep("Ada")
    connection = sqlite3.connect(server.data / "cornerwise.sqlite3")
    connection.execute("update visits set proved = proved - 16 * 60 * 1000")
    connection.commit()
    connection.close()
    refusals = [
        browser.put("/api/people/me/password", json={"password": "another five words here"}),
        browser.post("/api/people/me/passkeys/options", json={}),
        browser.post("/api/people/me/codes"),
        browser.request("DELETE", "/api/people/me", json={"name": "Ada"}),
    ]
    assert [(each.status_code, each.json()["kind"]) for each in refusals] == [(403, "prove_again")] * 4
    assert browser.get("/api/people/me/credentials").status_code == 200
    browser.sign_in("Ada")
    assert browser.post("/api/people/me/codes").status_code == 200


# ---- passkeys ----------------------------------------------------------------------------------


def test_a_passkey_keeps_the_account_and_opens_it_elsewhere(browser: Browser, other: Browser) -> None:
    device = Authenticator(str(browser.base_url))
    added = add_passkey(browser, device, "Grace")
    assert added.status_code == 200, added.text
    assert added.json()["person"]["kind"] == "account" and added.json()["person"]["name"] == "Grace"
    assert sign_in_by(other, device).json()["person"]["name"] == "Grace"
    listed = browser.get("/api/people/me/credentials").json()
    assert [(each["kind"], each["title"]) for each in listed["credentials"]] == [("passkey", "Phone")]
    assert listed["credentials"][0]["used"] is not None


def test_several_devices_and_removing_one(browser: Browser, other: Browser) -> None:
    phone, key = Authenticator(str(browser.base_url)), Authenticator(str(browser.base_url))
    add_passkey(browser, phone, "Grace")
    assert add_passkey(browser, key, title="Key").status_code == 200
    assert add_passkey(browser, key).json()["kind"] == "passkey_known"
    listed = browser.get("/api/people/me/credentials").json()["credentials"]
    assert [each["title"] for each in listed] == ["Phone", "Key"]
    left = browser.delete(f"/api/people/me/credentials/{listed[0]['id']}").json()["credentials"]
    assert [each["title"] for each in left] == ["Key"]
    assert sign_in_by(other, phone).json()["kind"] == "passkey_wrong"
    assert sign_in_by(other, key).status_code == 200
    last = browser.delete(f"/api/people/me/credentials/{left[0]['id']}")
    assert last.json()["kind"] == "last_credential"
    gone = browser.delete(f"/api/people/me/credentials/{left[0]['id']}?is_last=true")
    assert gone.json()["credentials"] == []
    assert browser.name == "Grace"


def test_a_challenge_is_answered_once(browser: Browser, other: Browser) -> None:
    device = Authenticator(str(browser.base_url))
    add_passkey(browser, device, "Grace")
    answer = device.sign(passkey_options(other))
    assert other.post("/api/people/signin/passkey", json={"answer": answer}).status_code == 200
    again = other.post("/api/people/signin/passkey", json={"answer": answer})
    assert again.status_code == 422 and again.json()["kind"] == "challenge"


def test_a_challenge_made_for_one_person_serves_no_other(browser: Browser, other: Browser) -> None:
    device = Authenticator(str(browser.base_url))
    other.post("/api/people/me")
    options = browser.post("/api/people/me/passkeys/options", json={"name": "Grace"}).json()["options"]
    stolen = other.post("/api/people/me/passkeys", json={"answer": device.create(options), "name": "Mallory"})
    assert stolen.json()["kind"] == "challenge"
    signed = {"challenge": json.loads(options)["challenge"], "rpId": "localhost"}
    crossed = other.post("/api/people/signin/passkey", json={"answer": device.sign(json.dumps(signed))})
    assert crossed.json()["kind"] == "challenge"


def test_false_answers_open_nothing(browser: Browser, other: Browser) -> None:
    device = Authenticator(str(browser.base_url))
    add_passkey(browser, device, "Grace")
    elsewhere = Authenticator("https://evil.example")
    elsewhere.key, elsewhere.id, elsewhere.user = device.key, device.id, device.user
    stranger = Authenticator(str(browser.base_url))
    stranger.id, stranger.user = device.id, device.user
    for forger in (elsewhere, stranger):
        assert sign_in_by(other, forger).json()["kind"] == "passkey_wrong"
    for false in ({"userHandle": text(b"somebody-else")}, {"signature": text(b"no")}, {"authenticatorData": ""}):
        answer = device.sign(passkey_options(other), **false)
        assert other.post("/api/people/signin/passkey", json={"answer": answer}).json()["kind"] == "passkey_wrong"
    foreign = json.loads(passkey_options(other)) | {"rpId": "evil.example"}
    answer = device.sign(json.dumps(foreign))
    assert other.post("/api/people/signin/passkey", json={"answer": answer}).json()["kind"] == "passkey_wrong"
    assert sign_in_by(other, device).status_code == 200
    other.post("/api/people/signout")
    device.count = 0  # a copy of the device, which has counted less than the original
    assert sign_in_by(other, device).json()["kind"] == "passkey_wrong"
    for nonsense in ("{}", "[]", "null", "x" * 50, '{"response": 3}', '{"response": {}, "id": 5}', "[" * 5000):
        refused = other.post("/api/people/signin/passkey", json={"answer": nonsense})
        assert refused.status_code == 422 and refused.json()["kind"] in ("passkey_wrong", "many_signins")
    assert other.me["person"] is None


def test_without_a_secure_address_a_sentence_says_why(server: Server) -> None:
    with Browser(server) as browser:
        browser.base_url = server.url  # an address, as on a home network
        browser.headers["Origin"] = server.url
        assert browser.me["may_use_passkeys"] is False
        refused = browser.post("/api/people/signin/passkey/options")
        assert refused.status_code == 422 and refused.json()["kind"] == "no_passkeys"
        assert browser.keep("Lin").status_code == 200, "passwords work all the same"


def test_over_https_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    server = Server(tmp_path, "--url", "https://play.example.org")
    try:
        headers = {"X-Cornerwise": "page", "Host": "play.example.org", "Origin": "https://play.example.org"}
        answer = httpx.post(f"{server.url}/api/people/me", headers=headers)
        assert answer.status_code == 200, answer.text
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-visit=") and "Secure" in cookie and "HttpOnly" in cookie
        assert answer.json()["may_use_passkeys"] is True
        token = cookie.split("=")[1].split(";")[0]
        plain = httpx.get(f"{server.url}/api/people/me", headers=headers | {"Cookie": f"visit={token}"})
        assert plain.json()["person"] is None, "a cookie that a neighbor host could have set is not looked at"
        bound = httpx.get(f"{server.url}/api/people/me", headers=headers | {"Cookie": f"__Host-visit={token}"})
        assert bound.json()["person"] is not None
        options = httpx.post(f"{server.url}/api/people/signin/passkey/options", headers=headers).json()["options"]
        assert json.loads(options)["rpId"] == "play.example.org"
    finally:
        assert server.stop() == 0


# ---- recovery codes and devices ----------------------------------------------------------------


def test_a_recovery_code_is_good_once(server: Server, browser: Browser, other: Browser) -> None:
    browser.post("/api/people/me")
    assert browser.post("/api/people/me/codes").json()["kind"] == "accounts_only"
    browser.keep("Ada")
    codes = browser.post("/api/people/me/codes").json()["codes"]
    assert len(set(codes)) == 10 and all(len(code) == 19 for code in codes)
    assert browser.get("/api/people/me/credentials").json()["codes"] == 10
    content = (server.data / "cornerwise.sqlite3-wal").read_bytes() + (server.data / "cornerwise.sqlite3").read_bytes()
    assert codes[0].encode() not in content and codes[0].replace("-", "").encode() not in content

    def use(code: str, name: str = "Ada") -> httpx.Response:
        return other.post("/api/people/signin/recovery", json={"name": name, "code": code})

    assert use(codes[0], "Bea").json()["kind"] == "wrong_signin"
    assert use(codes[0].upper().replace("-", " ")).json()["person"]["name"] == "Ada"
    assert use(codes[0]).json()["kind"] == "wrong_signin"
    assert other.put("/api/people/me/password", json={"password": "a password set anew"}).status_code == 200
    assert browser.me["person"] is None
    fresh = other.post("/api/people/me/codes").json()["codes"]
    assert use(codes[1]).json()["kind"] == "wrong_signin" and use(fresh[1]).status_code == 200


def test_signing_out_here_there_and_everywhere(browser: Browser, other: Browser, server: Server) -> None:
    browser.keep("Ada")
    other.sign_in("Ada")
    with Browser(server) as third:
        third.sign_in("Ada")
        visits = browser.get("/api/people/me/visits").json()["visits"]
        assert len(visits) == 3
        strangers = [each for each in visits if not each["is_this"]]
        browser.delete(f"/api/people/me/visits/{strangers[0]['id']}")
        assert [other.me["person"] is None, third.me["person"] is None].count(True) == 1
        token = browser.cookies["visit"]
        out = browser.post("/api/people/signout?everywhere=true")
        assert out.json()["person"] is None and "visit" not in browser.cookies
        browser.cookies.set("visit", token)
        assert browser.me["person"] is None and other.me["person"] is None and third.me["person"] is None
        assert browser.post("/api/people/signout").status_code == 401


def test_nobodys_device_is_signed_out_by_others(browser: Browser, other: Browser) -> None:
    browser.keep("Ada")
    other.keep("Bea")
    mine = browser.get("/api/people/me/visits").json()["visits"][0]["id"]
    assert other.delete(f"/api/people/me/visits/{mine}").json()["kind"] == "unknown_visit"
    assert browser.name == "Ada"


def test_data_and_text_are_each_others_inverse() -> None:
    assert data(text(b"\x00\xff~")) == b"\x00\xff~"

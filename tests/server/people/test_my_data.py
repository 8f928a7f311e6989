"""What is mine: games that follow me, my data as a file, and being forgotten."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator

import pytest
from browsers import Browser
from websockets.exceptions import ConnectionClosed

from cornerwise.server.people.erasure import sweep
from cornerwise.server.people.export import links
from cornerwise.server.people.people import new_guest
from cornerwise.server.people.signin.visits import DAY, LASTS, new_visit
from cornerwise.server.store.store import Store, Transaction
from cornerwise.server.store.tables import PersonRow, Row
from cornerwise.server.wire.wire import SIGNED_OUT
from serving import Client, Server


@pytest.fixture
def browser(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


@pytest.fixture
def other(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        yield browser


def line(server: Server, browser: Browser) -> Client:
    """A WebSocket of a browser, with its cookie."""
    return server.connect(additional_headers={"Cookie": f"visit={browser.cookies['visit']}"})


def test_games_of_links_follow_their_person(server: Server, browser: Browser, other: Browser) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        seat_token = host.snapshot["seats"][1]["token"]
    shown = [
        {"game": game["game"], "tokens": [game["token"]]},
        {"game": "no-such-game", "tokens": [game["token"]]},
        {"game": game["game"], "tokens": ["x" * 32]},
    ]
    assert browser.post("/api/people/me/adopt", json={"games": shown}).status_code == 401, "nobody has no games"
    browser.keep("Claire")
    claimed = browser.post("/api/people/me/adopt", json={"games": shown}).json()["games"]
    assert claimed == [{"game": game["game"], "is_host": True, "seats": []}]
    again = browser.post("/api/people/me/adopt", json={"games": shown})
    assert again.json()["games"] == claimed, "claiming twice changes nothing"

    other.sign_in("Claire")
    assert other.get("/api/people/me/games").json()["games"] == claimed
    with line(server, other) as elsewhere:
        elsewhere.join(game["game"])
        assert elsewhere.snapshot["is_host"] and elsewhere.is_mine()
        assert elsewhere.snapshot["seats"][1]["token"] is None, "the links are read only with the host's token"
        assert elsewhere.play()["type"] == "done"
    with server.join(game) as host:
        assert host.snapshot["is_host"], "the token works as before"
    seat = [{"game": game["game"], "tokens": [seat_token]}]
    assert other.post("/api/people/me/adopt", json={"games": seat}).json()["games"][0]["seats"] == [1]
    with line(server, other) as elsewhere:
        elsewhere.join(game["game"])
        assert elsewhere.is_mine(), "the seat came along"


def test_signing_out_everywhere_hangs_up(server: Server, browser: Browser, other: Browser) -> None:
    browser.keep("Hana")
    other.sign_in("Hana")
    with line(server, browser) as mine, line(server, other) as theirs, server.connect() as nobodys:
        visits = browser.get("/api/people/me/visits").json()["visits"]
        browser.delete(f"/api/people/me/visits/{next(each['id'] for each in visits if not each['is_this'])}")
        with pytest.raises(ConnectionClosed) as ended:
            while True:
                theirs.receive()
        assert ended.value.rcvd is not None and ended.value.rcvd.code == SIGNED_OUT
        assert mine.ask("join", game="no-such-game")["code"] == "unknown_game", "this browser stays"
        browser.post("/api/people/signout?everywhere=true")
        with pytest.raises(ConnectionClosed):
            while True:
                mine.receive()
        assert nobodys.ask("join", game="no-such-game")["code"] == "unknown_game"


def test_strangers_get_nothing_by_claims(server: Server, browser: Browser) -> None:
    game = server.open("duo", "here", "here")
    browser.post("/api/people/me")
    browser.post("/api/people/me/adopt", json={"games": [{"game": game["game"], "tokens": ["y" * 32]}]})
    with line(server, browser) as watcher:
        watcher.join(game["game"])
        assert not watcher.snapshot["is_host"] and not watcher.is_mine()


def test_a_guests_games_come_along_when_an_account_signs_in(server: Server, browser: Browser, other: Browser) -> None:
    browser.keep("Dora")
    game = server.open("duo", "here", "computer")
    other.post("/api/people/me")
    other.post("/api/people/me/adopt", json={"games": [{"game": game["game"], "tokens": [game["token"]]}]})
    other.sign_in("Dora")
    assert [each["game"] for each in browser.get("/api/people/me/games").json()["games"]] == [game["game"]]


def test_the_export_holds_everything_but_secrets(server: Server, browser: Browser) -> None:
    game = server.open("duo", "here", "here")
    browser.keep("Emil")
    browser.patch("/api/people/me", json={"country": "FR"})
    browser.post("/api/people/me/codes")
    browser.post("/api/people/me/adopt", json={"games": [{"game": game["game"], "tokens": [game["token"]]}]})
    answer = browser.get("/api/people/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    found = answer.json()
    assert found["person"]["name"] == "Emil" and found["person"]["country"] == "FR"
    assert [each["kind"] for each in found["credentials"]].count("recovery") == 10
    assert [each["game"] for each in found["claims"]] == [game["game"]]
    assert len(found["visits"]) == 1 and found["visits"][0]["agent"].startswith("python-httpx")
    text = json.dumps(found)
    assert "argon2" not in text and game["token"] not in text and browser.cookies["visit"] not in text
    for table in Row.metadata.sorted_tables:
        assert not links(table) or table.name in found, table.name


def test_deleting_forgets_the_person_and_keeps_the_games(server: Server, browser: Browser, other: Browser) -> None:
    game = server.open("duo", "here", "link")
    browser.keep("Fay")
    other.sign_in("Fay")
    with server.join(game) as host:
        host.ask("set_seat", game=game["game"], seat=0, kind="here", name="Fay")
        browser.post("/api/people/me/adopt", json={"games": [{"game": game["game"], "tokens": [game["token"]]}]})
        slip = browser.request("DELETE", "/api/people/me", json={"name": "Faye B"})
        assert slip.json()["kind"] == "other_name" and browser.name == "Fay"
        gone = browser.request("DELETE", "/api/people/me", json={"name": "fay"})
        assert gone.status_code == 200 and gone.json()["person"] is None
        host.wait(lambda snapshot: snapshot["seats"][0]["name"] == "")
    assert "visit" not in browser.cookies and other.me["person"] is None
    assert browser.get("/api/people/Fay").status_code == 404
    assert other.sign_in("Fay").json()["kind"] == "wrong_signin"
    connection = sqlite3.connect(server.data / "cornerwise.sqlite3")
    rows = connection.execute("select name, name_key, country from persons where deleted is not null").fetchall()
    assert rows and set(rows) == {("", None, None)}
    connection.close()
    with Browser(server) as newcomer:
        assert newcomer.keep("Fay").status_code == 200, "the name is free again"
    with server.join(game) as host:
        assert host.play()["type"] == "done", "the game goes on"


def test_guests_whom_nobody_can_be_are_forgotten(store: Store) -> None:
    with Transaction(store.engine) as transaction, transaction.begin():
        gone, here = new_guest(transaction, now=0), new_guest(transaction, now=0)
        new_visit(transaction, gone.id, "", now=0)
        new_visit(transaction, here.id, "", now=LASTS)
        transaction.flush()
        assert sweep(transaction, now=DAY // 2) == 0
        assert sweep(transaction, now=LASTS + DAY) == 1
        assert transaction.get_one(PersonRow, gone.id).deleted == LASTS + DAY
        assert transaction.get_one(PersonRow, here.id).deleted is None
        assert transaction.get_one(PersonRow, "computer-3").deleted is None
        assert sweep(transaction, now=LASTS + DAY) == 0


def test_the_host_speaks_through_files(server: Server, browser: Browser) -> None:
    said = browser.get("/api/house").json()
    assert said["announcement"] == said["terms"] == "" and len(said["countries"]) == 249
    announcement, terms = server.data / "announcement.txt", server.data / "terms.txt"
    announcement.write_text("Tournament on Sunday at 18:00.\nmore\n")
    terms.write_text("Be kind.\n\nThe house closes at ten.\n")
    try:
        said = browser.get("/api/house").json()
        assert said["announcement"] == "Tournament on Sunday at 18:00."
        assert said["terms"] == "Be kind.\n\nThe house closes at ten."
        announcement.write_bytes(b"\xff\xfe" + b"x" * 10_000)
        assert len(browser.get("/api/house").json()["announcement"]) <= 300
    finally:
        announcement.unlink()
        terms.unlink()

"""Bots: made and revoked by their owners, challenged by name; the example plays whole games."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from browsers import Browser
from sqlalchemy import select

import cornerwise as cw
from command import command
from cornerwise.server.store.database import in_directory, within
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import BotRow
from serving import Json, Server
from strangers import Stranger, play_out, terms

EXAMPLE = Path(__file__).parents[3] / "examples" / "bot.py"
CASUAL = {"is_rated": False}


class Bot(httpx.Client):
    """A bot's side of the API."""

    def __init__(self, server: Server, token: str) -> None:
        super().__init__(
            base_url=f"{server.url}/api/bot", headers={"Authorization": f"Bearer {token}"}, timeout=httpx.Timeout(20)
        )

    def lines(self, path: str) -> Iterator[Json]:
        """The lines of a stream, without those that only say that it is alive."""
        with self.stream("GET", path) as answer:
            assert answer.status_code == 200, answer.read()
            assert answer.headers["content-type"] == "application/x-ndjson"
            last = time.monotonic()
            for line in answer.iter_lines():
                assert time.monotonic() < last + 60, "nothing comes any more"
                if line:
                    yield json.loads(line)
                    last = time.monotonic()


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets one address ask much: here everybody has the same."""
    freely = "import cornerwise.server.http.limits as limits; limits.REQUESTS = limits.Rate(10_000, 1_000)"
    server = Server(tmp_path_factory.mktemp("bots"), before=freely)
    yield server
    server.kill()


@pytest.fixture(scope="module")
def owner(server: Server) -> Iterator[Browser]:
    with Browser(server) as browser:
        assert browser.keep("Robin the keeper").status_code == 200
        yield browser


def new_bot(owner: Browser, name: str) -> tuple[str, str]:
    answer = owner.post("/api/people/me/bots", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()["name"], answer.json()["token"]


def test_a_token_is_told_once_kept_as_a_hash_and_can_be_revoked(server: Server, owner: Browser) -> None:
    name, token = new_bot(owner, "Fickle")
    assert name == "Fickle Bot" and token.startswith("cwbot_")
    kept = within(in_directory(server.data), lambda found: [row.hash for row in found.scalars(select(BotRow))])
    assert kept and all(token not in str(each) for each in kept)
    assert token not in owner.get("/api/people/me/export").text
    with Bot(server, token) as bot:
        assert bot.get("/me").json()["name"] == name
        (shown,) = [each for each in owner.get("/api/people/me/bots").json()["bots"] if each["name"] == name]
        assert shown["has_token"] and shown["used"]
        with bot.stream("GET", "/events") as events:
            assert events.status_code == 200
            assert owner.delete(f"/api/people/me/bots/{name}/token").status_code == 200
            assert list(filter(None, events.iter_lines())) == []  # the stream ends with the token
        assert bot.get("/me").status_code == 401
        fresh = owner.post(f"/api/people/me/bots/{name}/token").json()["token"]
        assert bot.get("/me").status_code == 401
    with Bot(server, fresh) as again:
        assert again.get("/me").json()["name"] == name
    owner.delete(f"/api/people/me/bots/{name}/token")


def test_a_bot_is_known_as_a_computer(server: Server, owner: Browser) -> None:
    name, token = new_bot(owner, "Marked bot")
    assert name == "Marked Bot", "whoever adds the word gets it once"
    assert server.http.get(f"/api/people/{name}").json()["person"]["kind"] == "bot"
    refused = owner.patch("/api/people/me", json={"name": "Sly Bot"})
    assert refused.status_code == 422  # no person may be called so
    with Bot(server, token) as bot, Stranger(server) as person:
        answer = bot.post("/challenges", json={"to": person.name, "terms": terms(**CASUAL)})
        assert answer.status_code == 200, answer.text
        person.until(lambda: bool(person.mine["challenges"]))
        assert person.mine["challenges"][0]["person"] == {
            "id": bot.get("/me").json()["id"],
            "name": name,
            "is_guest": False,
            "is_computer": True,
        }
        assert bot.post(f"/challenges/{answer.json()['seek']}/decline").status_code == 200


def test_bots_play_no_rated_games_and_meet_nobody_by_chance(server: Server, owner: Browser) -> None:
    name, token = new_bot(owner, "Modest")
    with Bot(server, token) as bot, Stranger(server) as person:
        rated = bot.post("/challenges", json={"to": person.name, "terms": terms()})
        assert rated.json()["kind"] == "bot_unrated"
        assert person.seek(terms(), kind="challenge", to=name)["kind"] == "bot_unrated"
        seek = person.seek(terms(**CASUAL), kind="open")["seek"]
        assert bot.post(f"/challenges/{seek}/accept").json()["sentence"].startswith("A bot plays by challenges")
        person.ask("cancel", seek=seek)
        link = person.seek(terms(), kind="private")["seek"]
        assert bot.post(f"/challenges/{link}/accept").json()["kind"] == "bot_unrated"
        person.ask("cancel", seek=link)


def test_an_account_has_few_bots_and_guests_have_none(server: Server) -> None:
    with Browser(server) as guest:
        guest.post("/api/people/me")
        assert guest.post("/api/people/me/bots", json={"name": "Ghost"}).json()["kind"] == "bots_of_accounts"
        guest.keep("Many bots")
        for name in ("First", "Second", "Third", "Fourth"):
            new_bot(guest, name)
        assert guest.post("/api/people/me/bots", json={"name": "Fifth"}).json()["kind"] == "many_bots"


def test_a_bot_that_asks_too_much_is_told_to_wait(own_server: Server) -> None:
    with Browser(own_server) as owner:
        owner.keep("Busy Lizzie")
        _, token = new_bot(owner, "Hasty")
    with Bot(own_server, token) as bot:
        told = {bot.get("/me").status_code for _ in range(80)}
    assert told == {200, 429}


def test_a_bot_answers_takebacks_and_rematches(own_server: Server) -> None:
    with Browser(own_server) as owner:
        owner.keep("Patient Paula")
        name, token = new_bot(owner, "Patient")
    with Bot(own_server, token) as bot, Stranger(own_server) as person:
        events = bot.lines("/events")
        assert person.seek(terms(**CASUAL), kind="challenge", to=name)["type"] == "sought"
        challenge = next(event for event in events if event["type"] == "challenge")
        bot.post(f"/challenges/{challenge['challenge']['id']}/accept").raise_for_status()
        game = person.table()
        states = bot.lines(f"/games/{game}")

        def act(state: Json) -> None:
            move = str(next(iter(cw.Position.parse(state["position"]).legal_moves)))
            bot.post(f"/games/{game}/move", json={"ply": state["ply"], "move": move}).raise_for_status()

        for count in range(4):
            if person.wait(lambda snapshot, count=count: snapshot["ply"] >= count)["legal"]:  # type: ignore[misc]
                person.act()
            else:
                act(next(state for state in states if state["is_your_turn"] and state["ply"] == count))
        before = person.wait(lambda snapshot: snapshot["ply"] >= 4)["ply"]
        for is_wanted in (False, True):
            assert person.ask("offer", game=game, offer="takeback")["type"] == "done"
            state = next(state for state in states if state["offers"])
            (offer,) = state["offers"]
            assert (offer["kind"], offer["by"], state["ply"]) == ("takeback", person.seat, before)
            answer = bot.post(f"/games/{game}/offers/takeback{'' if is_wanted else '/decline'}")
            assert answer.status_code == 200
            state = next(state for state in states if not state["offers"])
            assert state["ply"] == (offer["to"] if is_wanted else before) and len(state["moves"]) == state["ply"]

        assert bot.post(f"/games/{game}/offers/draw").status_code == 422
        assert bot.post(f"/games/{game}/offers/rematch").json()["kind"] == "not_over"
        bot.post(f"/games/{game}/resign").raise_for_status()
        assert next(state for state in states if state["outcome"] != "playing")["offers"] == []
        assert next(states, None) is None
        for is_wanted in (False, True):
            person.wait(lambda snapshot: snapshot["is_over"] and not snapshot["table"]["offers"])
            assert person.ask("offer", game=game, offer="rematch")["type"] == "done"
            asked = next(event for event in events if event["type"] == "rematch")
            assert asked == {"type": "rematch", "game": game, "by": person.seat}
            bot.post(f"/games/{game}/offers/rematch{'' if is_wanted else '/decline'}").raise_for_status()
        following = next(event for event in events if event["type"] == "game" and event["game"] != game)
        assert person.wait(lambda snapshot: snapshot["table"]["next"])["table"]["next"] == following["game"]


@pytest.mark.parametrize("ruleset", ["duo", "dice-2"])
def test_the_example_plays_a_whole_game(own_server: Server, ruleset: str) -> None:
    with Browser(own_server) as owner:
        owner.keep(f"Holder {ruleset}")
        name, token = new_bot(owner, f"Example {ruleset[:2]}")
    bot = subprocess.Popen([sys.executable, EXAMPLE, own_server.url], env={**os.environ, "CORNERWISE_TOKEN": token})
    try:
        with Stranger(own_server) as person:
            assert person.seek(terms(ruleset, **CASUAL), kind="challenge", to=name)["type"] == "sought"
            game = person.table()
            play_out([person])
            assert person.snapshot["table"]["outcome"] == "over"
            assert name in [seat["name"] for seat in person.snapshot["seats"]]
            assert own_server.http.get(f"/api/games/{game}").json()["is_over"]
            assert person.ask("offer", game=game, offer="rematch")["type"] == "done"
            again = person.wait(lambda snapshot: snapshot["table"]["next"])["table"]["next"]
            assert person.join(again)["type"] == "done" and person.snapshot["table"]["outcome"] == "playing"
            person.ask("abort", game=again)
        (filed,) = own_server.http.get("/api/archive", params={"person": name}).json()["games"]
        assert (filed["game"], {seat["kind"] for seat in filed["seats"]}) == (game, {"guest", "bot"})
        with Bot(own_server, token) as reader:
            (state,) = reader.lines(f"/games/{game}")
        assert state["outcome"] == "over" and state["actor"] == -2 and len(state["moves"]) > 10
        assert state["offers"] == []
    finally:
        bot.terminate()
        bot.wait(20)


def test_somebody_who_goes_takes_the_bots_along(own_server: Server) -> None:
    with Browser(own_server) as owner:
        owner.keep("Leaving soon")
        name, token = new_bot(owner, "Orphan")
        assert owner.request("DELETE", "/api/people/me", json={"name": "Leaving soon"}).status_code == 200
    with Bot(own_server, token) as bot:
        assert bot.get("/me").status_code == 401
    assert own_server.http.get(f"/api/people/{name}").status_code == 404


def test_the_host_makes_and_revokes_bots_by_command(server: Server, tmp_path: Path) -> None:
    with Browser(server) as owner:
        owner.keep("By command")

    def manage(*words: str) -> str:
        done = command("bot", *words, "--data", str(server.data))
        return done.stdout + done.stderr

    token = manage("make", "By command", "Scripted").split()[-1]
    with Bot(server, token) as bot:
        assert bot.get("/me").json()["name"] == "Scripted Bot"
        assert "Scripted Bot" in manage("list", "By command")
        assert "opens nothing" in manage("revoke", "By command", "Scripted Bot")
        assert bot.get("/me").status_code == 401
    assert "no bot of that name" in manage("revoke", "By command", "Nobody")


def test_the_command_answers_an_unknown_name_with_a_sentence(tmp_path: Path) -> None:
    Store(in_directory(tmp_path)).close()
    command = [sys.executable, "-m", "cornerwise", "bot", "list", "Nobody", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "cornerwise: There is nobody with that name here.\n")

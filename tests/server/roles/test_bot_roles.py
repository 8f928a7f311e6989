"""Every route of bots, tried by every role on a real server; docs/hosting/security.md is the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from document import Row, rows

import cornerwise as cw
from cornerwise.server.people.bots import new_bot
from cornerwise.server.people.people import person_named
from cornerwise.server.store.database import in_directory, within
from serving import Client, Json
from strangers import Stranger, terms

HEADING = "Bots"
CASUAL = terms("dice-2", is_rated=False)


@pytest.fixture(scope="module")
def callers(people: dict[str, Client]) -> Iterator[dict[str, httpx.Client]]:
    """Somebody without anything, an account with its cookie, a bot, and another of the same account."""
    server, judge = people["first"].server, people["moderator"]  # type: ignore[attr-defined]
    assert isinstance(judge, Stranger)
    url = in_directory(server.data)
    made = within(url, lambda all: [new_bot(all, person_named(all, "The judge"), name) for name in ("Eins", "Zwei")])
    with ExitStack() as stack:
        found = {"nobody": stack.enter_context(httpx.Client(base_url=server.url, timeout=20)), "account": judge.http}
        for role, (bot, token) in zip(("bot", "other bot"), made, strict=True):
            client = httpx.Client(base_url=server.url, timeout=20, headers={"Authorization": f"Bearer {token}"})
            found[role] = stack.enter_context(client)
            found[role].name = bot.name  # type: ignore[attr-defined]
        yield found


def first_line(bot: httpx.Client, game: str) -> Json:
    """A game as the bot reads it now."""
    with bot.stream("GET", f"/api/bot/games/{game}") as answer:
        return dict(json.loads(next(answer.iter_lines())))


def due(bot: httpx.Client, person: Stranger, game: str, must_roll: bool) -> Json:
    """Play on until the bot is to move, or to throw; what it then sends."""
    while True:
        state = first_line(bot, game)
        moves = cw.Position.parse(state["position"]).legal_moves
        move = str(moves[-1]) if len(moves) else ""
        if state["is_your_turn"] and state["must_roll"] == must_roll:
            return {"ply": state["ply"]} | ({} if must_roll else {"move": move})
        if state["is_your_turn"]:
            what, body = ("roll", {}) if state["must_roll"] else ("move", {"move": move})
            assert bot.post(f"/api/bot/games/{game}/{what}", json={"ply": state["ply"]} | body).status_code == 200
        else:
            person.wait(lambda snapshot, ply=state["ply"]: snapshot["ply"] >= ply)  # type: ignore[misc]
            assert person.act()["type"] == "done"


@pytest.mark.parametrize("row", rows(HEADING), ids=lambda row: row.name)
def test_each_role_gets_what_it_may(people: dict[str, Client], callers: dict[str, httpx.Client], row: Row) -> None:
    with Stranger(people["first"].server) as person:  # type: ignore[attr-defined]
        bot = callers["bot"]
        method, path = row.word.split(" ")
        body: Json | None = {"to": person.name, "terms": CASUAL} if path.endswith("/challenges") else None
        if "{" in path:
            seek = person.seek(CASUAL, kind="challenge", to=bot.name)["seek"]  # type: ignore[attr-defined]
            path = path.replace("{seek}", seek)
        if "{game}" in path:
            assert bot.post(f"/api/bot/challenges/{seek}/accept").status_code == 200
            game = person.table()
            if "{offer}" in path:  # a move of the bot to take back
                bot.post(f"/api/bot/games/{game}/move", json=due(bot, person, game, False)).raise_for_status()
            path = path.replace("{game}", game).replace("{offer}", "takeback")
            if path.endswith(("/move", "/roll")):
                body = due(bot, person, game, path.endswith("/roll"))
        for role, expected in row.cells.items():
            with callers[role].stream(method, path, json=body) as answer:
                told = "yes" if answer.status_code < 300 else json.loads(answer.read())["code"]
            assert told == expected, role


def test_the_table_names_every_route(people: dict[str, Client]) -> None:
    server = people["first"].server  # type: ignore[attr-defined]
    described = server.http.get("/api/openapi.json").json()["paths"]
    known = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    assert {row.word for row in rows(HEADING)} == {route for route in known if " /api/bot/" in route}

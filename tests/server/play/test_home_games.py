"""Games played in a browser that come to the server to go on with somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from serving import Client, Server

Json = dict[str, Any]


def played(server: Server, name: str, moves: int) -> tuple[Json, Json]:
    """A game as a browser would have it, one step taken back and another made, and its snapshot."""
    with server.join(server.open(name, "here", "here")) as client:
        for _ in range(moves):
            client.act()
        before = client.snapshot
        client.at_table("undo")
        if client.snapshot["legal"]:
            client.play(client.snapshot["legal"][0])
        entries = {step["ply"]: step for step in (*before["steps"], *client.snapshot["steps"])}
        return home(client.snapshot, [entries[ply] for ply in sorted(entries)], before["steps"]), client.snapshot


def home(snapshot: Json, steps: list[Json], first: list[Json]) -> Json:
    """The whole log of a snapshot whose first line was another one."""
    lines = [first, snapshot["steps"]]
    after = {step["ply"]: line[index - 1]["ply"] if index else 0 for line in lines for index, step in enumerate(line)}
    forecast = [0.25, 0.75]
    return {
        "ruleset": snapshot["ruleset"],
        "options": snapshot["options"],
        "seats": [{"kind": "here", "name": "Ann", "level": 4}, {"kind": "link", "name": "", "level": 2}],
        "entries": [
            {"ply": s["ply"], "after": after[s["ply"]], "kind": s["kind"], "text": s["text"], "forecast": forecast}
            for s in steps
        ],
        "ply": snapshot["ply"],
        "is_paused": False,
    }


@pytest.mark.parametrize(("name", "moves"), [("duo", 7), ("dice-2", 6), ("3d-tower-2", 5)])
def test_nothing_is_lost_on_the_way(server: Server, name: str, moves: int) -> None:
    game, shown = played(server, name, moves)
    opened = server.http.post("/api/games", json={"home": game})
    assert opened.status_code == 201, opened.text
    with server.join(opened.json()) as client:
        now = client.snapshot
        for key in ("position", "ply", "at", "scores", "variations", "dice", "round", "sheets", "ruleset"):
            assert now[key] == shown[key], key
        assert [(s["ply"], s["text"]) for s in now["steps"]] == [(s["ply"], s["text"]) for s in shown["steps"]]
        assert all(step["forecast"] == [0.25, 0.75] for step in now["steps"])
        assert [seat["kind"] for seat in now["seats"]] == ["here", "link"]
        assert now["seats"][0]["name"] == "Ann"
        token = now["seats"][1]["token"]
        friend = server.join(opened.json(), token)
        with friend:
            actor: Client = client if now["turn"]["actor"] == 0 or now["may_roll"] else friend
            assert actor.act()["type"] == "done"


@pytest.mark.parametrize(
    "wrong",
    [
        {"ply": 99},
        {"ruleset": "chess"},
        {"seats": [{"kind": "here"}]},
        {"entries": [{"ply": 1, "after": 0, "kind": "move", "text": "a1"}]},
        {"entries": [{"ply": 1, "after": 0, "kind": "retire", "text": "all"}]},
        {"entries": [{"ply": 2, "after": 0, "kind": "move", "text": "e10,f10,g10,h10,i10"}], "ply": 2},
        {"entries": [{"ply": 1, "after": 7, "kind": "move", "text": "e10,f10,g10,h10,i10"}]},
        {"entries": [{"ply": 1, "after": 0, "kind": "roll", "text": "1 2 3 4"}]},
    ],
)
def test_what_is_no_game_is_refused_with_a_sentence(server: Server, wrong: Json) -> None:
    game = {"ruleset": "duo", "seats": [{"kind": "here"}, {"kind": "computer"}], "entries": [], "ply": 0} | wrong
    answer = server.http.post("/api/games", json={"home": game})
    assert answer.status_code == 422
    assert answer.json()["sentence"].endswith(".")

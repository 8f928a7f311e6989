"""Puzzles over the wire: every brain-teaser listed, checked, hinted at and solved."""

from __future__ import annotations

from datetime import timedelta

import pytest

from cornerwise import puzzle as library
from cornerwise.server.views import puzzles
from serving import Server

QUICK = ["fours-8x10", "fours-8x10-apart", "cube-3", "cube-4", "all-84", "pentominoes-6x10"]


def test_every_puzzle_is_listed_and_can_be_fetched(server: Server) -> None:
    listed = server.http.get("/api/puzzles").json()["puzzles"]
    assert listed[0]["name"] == f"daily-{puzzles.today()}"
    assert [each["name"] for each in listed[1:]] == list(library.puzzles())
    assert [each["is_daily"] for each in listed] == [True] + [False] * (len(listed) - 1)
    for each in listed:
        detail = server.http.get(f"/api/puzzles/{each['name']}").json()
        assert sum(piece["count"] for piece in detail["pieces"]) == each["pieces"]
        assert len(detail["board"]["cells"]) == each["cells"]
        assert detail["rules"]


def test_only_the_last_weeks_have_a_days_puzzle() -> None:
    today = puzzles.today()
    assert puzzles.day_of(f"daily-{today}") == today
    for name in (f"daily-{today - timedelta(60)}", f"daily-{today + timedelta(9)}", "daily-soon", "daily-", "soma"):
        assert puzzles.day_of(name) is None


@pytest.mark.parametrize("name", QUICK)
def test_a_puzzle_is_solved_by_hints_alone_or_at_once(server: Server, name: str) -> None:
    with server.connect() as client:
        solution = client.ask("solve", puzzle=name)
        assert (solution["type"], solution["verdict"]) == ("solution", "found"), solution
        checked = server.http.post(f"/api/puzzles/{name}/check", json={"placed": solution["placed"]})
        assert checked.json() == {"is_solved": True, "faults": []}

        region = client.ask("solve", puzzle=name, hint="region")
        piece = client.ask("solve", puzzle=name, hint="piece")
        placement = client.ask("solve", puzzle=name, hint="placement")
        assert region["piece"] is None
        assert piece["piece"]["cells"] == []
        assert piece["piece"]["shape"] == placement["piece"]["shape"]
        assert set(placement["piece"]["cells"]) <= set(region["cells"])
        further = client.ask("solve", puzzle=name, hint="placement", placed=[placement["piece"]])
        assert not set(further["piece"]["cells"]) & set(placement["piece"]["cells"])


def test_what_breaks_the_rules_is_named(server: Server) -> None:
    address = "/api/puzzles/fours-8x10-apart/check"
    first = {"shape": "O", "color": "blue", "cells": [0, 1, 8, 9]}
    assert server.http.post(address, json={"placed": [first]}).json() == {"is_solved": False, "faults": []}
    over = {"shape": "I4", "color": "red", "cells": [1, 2, 3, 4]}
    beside = {"shape": "I4", "color": "blue", "cells": [2, 3, 4, 5]}
    twice = {"shape": "O", "color": "blue", "cells": [40, 41, 48, 49]}
    wrong = {"shape": "L4", "color": "red", "cells": [20, 21, 28, 29]}
    for second in (over, beside, twice, wrong):
        checked = server.http.post(address, json={"placed": [first, second]}).json()
        assert not checked["is_solved"]
        assert checked["faults"][0]["pieces"] == [1]
        assert checked["faults"][0]["sentence"].endswith(".")


def test_nonsense_is_refused(server: Server) -> None:
    address = "/api/puzzles"
    assert server.http.get(f"{address}/nonsense").status_code == 404
    assert server.http.post(f"{address}/cube-3/check", json={"placed": [{"shape": "I3"}]}).status_code == 422
    for cells in ([], [4000]):
        body = {"placed": [{"shape": "I3", "color": "blue", "cells": cells}]}
        assert server.http.post(f"{address}/cube-3/check", json=body).status_code == 422
    with server.connect() as client:
        assert client.ask("solve", puzzle="nonsense")["code"] == "unknown_puzzle"


def test_what_cannot_be_completed_is_said(server: Server) -> None:
    # Two straight pieces cut off the corner a1, which alone can hold no four.
    placed = [
        {"shape": "I4", "color": "blue", "cells": [1, 2, 3, 4]},
        {"shape": "I4", "color": "red", "cells": [8, 16, 24, 32]},
    ]
    with server.connect() as client:
        for hint in (None, "region"):
            answer = client.ask("solve", puzzle="fours-8x10", placed=placed, hint=hint)
            assert (answer["verdict"], answer["placed"], answer["faults"]) == ("impossible", [], [])
        over = [*placed, {"shape": "O", "color": "green", "cells": [0, 1, 8, 9]}]
        assert client.ask("solve", puzzle="fours-8x10", placed=over)["faults"]


def test_the_days_puzzle_is_solved_by_hints_alone(server: Server) -> None:
    name = f"daily-{puzzles.today()}"
    detail = server.http.get(f"/api/puzzles/{name}").json()
    placed: list[dict] = []
    with server.connect() as client:
        while True:
            checked = server.http.post(f"/api/puzzles/{name}/check", json={"placed": placed}).json()
            assert checked["faults"] == []
            if checked["is_solved"]:
                break
            placed.append(client.ask("solve", puzzle=name, placed=placed, hint="placement")["piece"])
    assert len(placed) + len(detail["givens"]) == sum(piece["count"] for piece in detail["pieces"])


def test_solving_shows_progress_and_can_be_stopped(server: Server) -> None:
    with server.connect() as client:
        client.socket.send('{"type": "solve", "id": 77, "puzzle": "all-84-17x21"}')
        thinking = client.receive()
        assert (thinking["type"], thinking["job"], thinking["puzzle"]) == ("thinking", "solve", "all-84-17x21")
        assert client.ask("stop", job="solve")["type"] == "done"
        assert client.answer(77)["code"] == "refused"

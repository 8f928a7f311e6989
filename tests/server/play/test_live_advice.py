"""Advice and reviews over the wire: ranked moves with reasons, progress, and a stop that is heard."""

from __future__ import annotations

import time

import pytest

from serving import Client, Server


def table(server: Server, name: str, moves: int) -> Client:
    """A hot-seat game after so many steps."""
    seats = {"duo": 2, "dice-2": 2, "classic-3": 3, "3d-wall-2": 2}[name]
    client = server.join(server.open(name, *["here"] * seats))
    for _ in range(moves):
        client.act()
    return client


@pytest.mark.parametrize(("name", "looks"), [("duo", 4), ("classic-3", 4), ("dice-2", 20), ("3d-wall-2", 4)])
def test_advice_ranks_legal_moves_and_gives_reasons(server: Server, name: str, looks: int) -> None:
    with table(server, name, 8) as client:
        if client.snapshot["may_roll"]:
            client.act()
        advice = client.at_table("advise", seconds=0.5)
        assert advice["type"] == "advice"
        seats = len(client.snapshot["seats"])
        for candidate in advice["candidates"]:
            assert candidate["move"] in client.snapshot["legal"]
            assert len(candidate["wins"]) == len(candidate["scores"]) == seats
            assert all(0 <= win <= 1 for win in candidate["wins"])
            assert all(finding["text"].endswith(".") for finding in candidate["findings"])
        actor = client.snapshot["turn"]["actor"]
        assert advice["candidates"][0]["wins"][actor] >= advice["candidates"][-1]["wins"][actor] - 0.2
        # Where moves are equally good there may be nothing to say; a few turns later there is.
        told = advice
        for _ in range(looks - 1):
            if any(candidate["findings"] for candidate in told["candidates"]):
                break
            client.act()
            if client.snapshot["may_roll"]:
                client.act()
            told = client.at_table("advise", seconds=0.5)
        assert any(candidate["findings"] for candidate in told["candidates"])
        client.wait(lambda snapshot: snapshot["forecast"] is not None)


def test_a_review_judges_every_move_and_draws_the_ribbon(server: Server) -> None:
    with table(server, "duo", 6) as client:
        review = client.ask("review", game=client.snapshot["game"])
        assert [each["ply"] for each in review["judgments"]] == [1, 2, 3, 4, 5, 6]
        costs = {each["ply"]: each["cost"] for each in review["judgments"]}
        assert [costs[ply] for ply in review["costliest"]] == sorted(
            (costs[ply] for ply in review["costliest"]), reverse=True
        )
        for each in review["judgments"]:
            assert (each["better"] is not None) == (each["ply"] in review["costliest"])
        client.wait(lambda snapshot: all(step["forecast"] for step in snapshot["steps"]))


def test_progress_is_shown_and_a_stop_is_heard(server: Server) -> None:
    with table(server, "duo", 2) as client:
        game, ply = client.snapshot["game"], client.snapshot["ply"]
        begun = time.monotonic()
        client.socket.send(f'{{"type": "advise", "id": 900, "game": "{game}", "ply": {ply}, "seconds": 30}}')
        shown = [client.receive() for _ in range(3)]
        assert [message["type"] for message in shown] == ["thinking"] * 3
        assert shown[-1]["job"] == "advise"
        assert 0 < shown[-1]["progress"] < 0.5
        assert client.ask("stop", job="advise", game=game)["type"] == "done"
        ended = client.answer(900)
        assert (ended["reply"], ended["code"]) == (900, "refused")
        assert time.monotonic() - begun < 10


def test_drafts_of_advice_come_while_it_thinks(server: Server) -> None:
    with table(server, "duo", 2) as client:
        game, ply = client.snapshot["game"], client.snapshot["ply"]
        client.socket.send(f'{{"type": "advise", "id": 901, "game": "{game}", "ply": {ply}, "seconds": 2}}')
        shown = [client.receive()]
        while shown[-1]["type"] == "thinking":
            shown.append(client.receive())
        drafts = [message["advice"] for message in shown[:-1] if message["advice"]]
        # A few, and each only once.
        assert 1 <= len(drafts) <= 4
        assert all(each["move"] in client.snapshot["legal"] for draft in drafts for each in draft["candidates"])
        assert drafts[0]["candidates"] and drafts[0]["verdict"]
        answers = [message for message in (*shown, client.receive()) if message.get("reply") == 901]
        assert any(message["type"] == "advice" for message in answers)


def test_advice_for_nobody_is_refused(server: Server) -> None:
    with server.join(server.open("dice-2", "here", "here")) as client:
        assert client.at_table("advise")["code"] == "refused"
        assert client.ask("advise", game=client.snapshot["game"], ply=5)["code"] == "stale"
        assert client.ask("review", game=client.snapshot["game"])["code"] == "refused"

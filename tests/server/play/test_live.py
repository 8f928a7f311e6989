"""Playing over the WebSocket: every game to its end, back and forth, and why not."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import cornerwise as cw
from cornerwise.server.play.table import dice
from serving import Client, Server

ENOUGH = [
    "classic-4",
    "classic-teams",
    "classic-3",
    "classic-2",
    "duo",
    "dice-2",
    "dice-4",
    "3d-tower-2x4",
    "3d-pyramid-3",
]


def replay(snapshot: dict) -> cw.Position:
    """The position the snapshot's steps lead to, by the library alone."""
    position = cw.start(snapshot["ruleset"], **snapshot["options"])
    for step in snapshot["steps"][: snapshot["at"]]:
        position = position.play(step["text"]) if step["kind"] == "move" else position.roll(step["text"])
    return position


@pytest.mark.parametrize("name", ENOUGH)
def test_a_person_plays_a_game_to_its_end_against_the_computer(server: Server, name: str) -> None:
    seats = cw.ruleset(name).seats
    with server.join(server.open(name, "here", *["computer"] * (seats - 1))) as client:
        while True:
            client.wait(lambda snapshot: snapshot["is_over"] or client.is_mine())
            if client.snapshot["is_over"]:
                break
            assert client.act()["type"] == "done"
        end = client.snapshot
    position = replay(end)
    assert position.is_over
    assert end["scores"] == list(position.scores)
    assert end["ranks"] == list(position.ranks)
    assert end["position"] == position.text
    assert end["winners"] == list(position.winners)


@pytest.mark.parametrize("name", ["duo", "classic-3", "dice-3", "3d-stairs-4"])
def test_every_snapshot_tells_what_the_library_says(server: Server, name: str) -> None:
    ruleset = cw.ruleset(name)
    with server.join(server.open(name, *["here"] * ruleset.seats)) as client:
        for _ in range(24):
            snapshot, position = client.snapshot, replay(client.snapshot)
            assert snapshot["turn"]["actor"] == position.turn.actor
            assert snapshot["legal"] == position.legal_ids.tolist()
            for sheet, view in enumerate(snapshot["sheets"]):
                assert view["cells"] == position.cell_colors(sheet).tolist()
                covered = {cell: piece["color"] for piece in view["placed"] for cell in piece["cells"]}
                assert {cell: c for cell, c in enumerate(view["cells"]) if c >= 0} == covered
            numbers = [piece["number"] for view in snapshot["sheets"] for piece in view["placed"]]
            assert sorted(numbers) == list(range(1, position.ply + 1))
            for supply in snapshot["supplies"]:
                owner = supply["seat"] if supply["color"] is None else supply["color"]
                assert sorted(p["shape"] for p in supply["pieces"]) == sorted(position.supply(owner))
            if position.turn.actor >= 0:
                mover = position.turn.actor if ruleset.rows else position.turn.color
                supply = next(each for each in snapshot["supplies"] if mover in (each["color"], each["seat"]))
                counted = {piece["shape"]: piece["places"] for piece in supply["pieces"]}
                fits = {(move.shape, move.placement) for move in position.legal_moves}
                for shape, count in Counter(shape for shape, _ in fits).items():
                    assert counted[shape] == count
                if not ruleset.rows:  # there the dice decide which shapes may come
                    assert sum(counted.values()) == len(fits)
            client.act()


def test_dice_are_fixed_by_the_commitment(server: Server) -> None:
    with server.join(server.open("dice-2", "here", "here")) as client:
        promise = client.snapshot["fairness"]
        assert promise["seed"] is None
        while not client.snapshot["is_over"]:
            client.act()
        seed = client.snapshot["fairness"]["seed"]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promise["commitment"]
    rolls = [step["text"] for step in client.snapshot["steps"] if step["kind"] == "roll"]
    for number, text in enumerate(rolls, 1):
        assert text == " ".join(map(str, dice.faces_of(seed, number, len(text.split()))))


def test_throwing_again_gives_the_same_dice(server: Server) -> None:
    with server.join(server.open("dice-3", "here", "here", "here")) as client:
        client.act()
        rolled = client.snapshot["dice"]
        client.at_table("goto", to=0)
        client.at_table("roll")
        assert client.snapshot["dice"] == rolled
        assert client.snapshot["ply"] == 1


def test_undo_goes_back_to_the_persons_decision_and_redo_forward(server: Server) -> None:
    with server.join(server.open("duo", "here", "computer")) as client:
        before = client.snapshot
        client.play()
        after = client.wait(lambda snapshot: snapshot["at"] == 2)
        assert client.at_table("undo")["type"] == "done"
        assert client.snapshot["position"] == before["position"]
        assert (client.snapshot["at"], len(client.snapshot["steps"])) == (0, 2)
        assert not client.snapshot["is_paused"]
        assert client.at_table("undo")["code"] == "refused"
        client.at_table("redo")
        assert client.snapshot["position"] == after["position"]
        assert client.at_table("redo")["code"] == "refused"


def test_another_move_after_undo_is_a_variation(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        client.play(client.snapshot["legal"][0])
        client.play(client.snapshot["legal"][0])
        client.at_table("goto", to=1)
        client.play(client.snapshot["legal"][1])
        assert client.snapshot["ply"] == 3
        assert [(v["after"], v["ply"], v["moves"]) for v in client.snapshot["variations"]] == [(1, 2, 1)]
        client.at_table("goto", to=2)
        assert [step["ply"] for step in client.snapshot["steps"]] == [1, 2]
        # The same move again is not written twice.
        client.at_table("goto", to=1)
        client.play(client.snapshot["legal"][1])
        assert client.snapshot["ply"] == 3
        assert client.at_table("goto", to=9)["code"] == "refused"


def test_the_computer_waits_when_stopped(server: Server) -> None:
    with server.join(server.open("duo", "here", "computer")) as client:
        client.ask("stop", job="play", game=client.snapshot["game"])
        assert client.snapshot["is_paused"]
        client.play()
        # A person's move lets the game go on.
        client.wait(lambda snapshot: snapshot["at"] == 2)
        client.at_table("goto", to=1)
        assert client.snapshot["is_paused"]
        client.ask("start", game=client.snapshot["game"])
        client.wait(lambda snapshot: snapshot["at"] == 2)


def test_explain_says_why_not(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        answer = client.at_table("explain", cells=[0])
        position = cw.start("duo")
        reason = position.explain("a1")
        assert (answer["is_legal"], answer["kind"], answer["sentence"]) == (False, reason.kind, str(reason))
        legal = cw.ruleset("duo").move(client.snapshot["legal"][0])
        assert client.at_table("explain", cells=list(legal.cells))["is_legal"]
        assert client.at_table("explain", cells=[9999 % 4096])["code"] == "refused"


def test_moves_can_be_typed(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        move = cw.start("duo").legal_moves[0]
        assert client.play(",".join(reversed(str(move).split(","))))["type"] == "done"
        assert client.snapshot["steps"][0]["text"] == str(move)
        answer = client.play("a1")
        assert (answer["code"], answer["sentence"][-1]) == ("illegal", ".")


def test_resigning_ends_a_game_of_two_and_can_be_taken_back(server: Server) -> None:
    with server.join(server.open("duo", "here", "computer")) as client:
        game = client.snapshot["game"]
        client.ask("resign", game=game, seat=0)
        end = client.snapshot
        assert (end["is_over"], end["winners"], end["ranks"]) == (True, [1], [2, 1])
        assert client.at_table("play", move=0)["code"] == "refused"
        client.ask("stand_in", game=game, seat=0)
        assert not client.snapshot["is_over"]
        assert client.is_mine()


def test_the_computer_finishes_a_game(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        client.ask("finish", game=client.snapshot["game"], level=1)
        assert client.wait(lambda snapshot: snapshot["is_over"])["at"] > 10


def rude(client: Client, **message: object) -> str:
    """The code of the error a message is answered with."""
    answer = client.ask(**message)  # type: ignore[arg-type]
    assert answer["type"] == "error", answer
    assert answer["sentence"].endswith(".")
    return str(answer["code"])


def test_what_must_not_be_is_refused_and_changes_nothing(server: Server) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host, server.connect() as watcher:
        name, before = game["game"], host.snapshot
        assert rude(watcher, type="play", game=name, ply=0, move=0) == "not_joined"
        watcher.join(name)
        assert watcher.snapshot["legal"] == []
        assert all(seat["token"] is None for seat in watcher.snapshot["seats"])
        assert rude(watcher, type="play", game=name, ply=0, move=before["legal"][0]) == "not_yours"
        assert rude(watcher, type="set_seat", game=name, seat=0, kind="computer") == "not_yours"
        assert rude(watcher, type="resign", game=name, seat=0) == "not_yours"
        assert rude(watcher, type="undo", game=name, ply=0) == "not_yours"
        assert rude(host, type="play", game=name, ply=7, move=before["legal"][0]) == "stale"
        assert rude(host, type="play", game=name, ply=0, move=9_999_999) == "illegal"
        assert rude(host, type="play", game=name, ply=0, move=0) == "illegal"
        assert rude(host, type="roll", game=name, ply=0) == "refused"
        assert rude(host, type="undo", game=name, ply=0) == "refused"
        assert rude(host, type="set_seat", game=name, seat=3, kind="here") == "refused"
        assert rude(host, type="join", game="no-such-game") == "unknown_game"
        assert rude(host, type="dance") == "malformed"
        assert rude(host, type="join", game="../../etc") == "malformed"
        host.join(name, game["token"])
        unchanged = {key: value for key, value in host.snapshot.items() if key != "seats"}
        assert unchanged == {key: value for key, value in before.items() if key != "seats"}


def test_a_move_sent_twice_is_played_once(server: Server) -> None:
    with server.join(server.open("duo", "here", "here")) as client:
        ply, move, game = 0, client.snapshot["legal"][0], client.snapshot["game"]
        assert client.ask("play", game=game, ply=ply, move=move)["type"] == "done"
        assert client.ask("play", game=game, ply=ply, move=move)["code"] == "stale"
        assert client.snapshot["at"] == 1

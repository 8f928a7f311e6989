"""Changes instead of snapshots: whoever applies them has what a newcomer is told, and what was missed is made good."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.store.database import in_directory
from cornerwise.server.store.games import Seat, StoredGame
from cornerwise.server.store.store import Store
from cornerwise.server.store.tables import now
from cornerwise.server.store.tokens import hashed
from cornerwise.server.views import feed, view
from cornerwise.server.wire.change import APART, Change
from cornerwise.server.wire.messages import server_messages
from cornerwise.server.wire.snapshot import Snapshot
from serving import Client, Json, Server


def same_table(client: Client, server: Server, *tokens: str) -> None:
    """The client, by changes alone, sees what somebody sees who sits down now with the same rights."""
    with server.connect() as late:
        late.join(client.snapshot["game"], *tokens)
        newest = late.snapshot
    client.wait(lambda snapshot: snapshot["seq"] == newest["seq"] and snapshot["seats"] == newest["seats"])
    assert client.snapshot == newest


@pytest.mark.parametrize("name", ["duo", "classic-3", "dice-2", "3d-tower-2"])
def test_changes_lead_to_what_a_newcomer_is_told(server: Server, name: str) -> None:
    rng = random.Random(name)
    kinds = ["here", "here", *["here"] * 4][: {"classic-3": 3}.get(name, 2)]
    game = server.open(name, *kinds)
    with server.join(game) as host, server.connect() as watcher:
        watcher.join(game["game"])
        for turn in range(40):
            if not host.is_mine():  # over
                host.at_table("goto", to=0)
            ply = host.snapshot["ply"]
            what = rng.random()
            if what < 0.6 or turn < 4:
                host.act()
            elif what < 0.7:
                host.at_table("undo")
            elif what < 0.75:
                host.at_table("redo")
            elif what < 0.85:
                host.at_table("goto", to=rng.randrange(ply + 1))
            elif what < 0.9:
                host.ask("set_seat", game=game["game"], seat=0, kind="here", name=f"Ann {turn}")
            else:
                seat = rng.randrange(len(kinds))
                host.ask("stand_in", game=game["game"], seat=seat, level=1)
                host.ask("stand_in", game=game["game"], seat=seat, level=None)
            if turn % 5 == 0 and not any(seat["stand_in"] for seat in host.snapshot["seats"]):
                same_table(host, server, game["token"])
                same_table(watcher, server)
        for message in (*host.heard, *watcher.heard):
            server_messages.validate_python(message, strict=False)
        assert [message["type"] for message in watcher.heard].count("snapshot") == 1
        assert "change" in {message["type"] for message in watcher.heard}


def test_a_change_may_set_every_field_that_does_not_stay() -> None:
    assert set(Change.model_fields) >= {"game", "after", "seq", "ply", "set", "steps", "placed"}
    fields = set(Snapshot.model_fields) - set(APART)
    assert fields == set(Change.model_json_schema()["$defs"]["Changed"]["properties"])


def test_a_move_is_told_in_few_words(server: Server) -> None:
    game = server.open("classic-4", "here", "link", "link", "link")
    with server.join(game) as host, server.connect() as watcher:
        watcher.join(game["game"])
        host.act()
        change = next(message for message in iter(watcher.receive, None) if message["type"] == "change")
        told = "turn supplies targets scores color_scores ranks at position waits_for starter"
        assert set(change["set"]) <= set(told.split())
        assert change["steps"]["keep"] == 0 and len(change["steps"]["add"]) == 1
        assert [len(tail["add"]) for tail in change["placed"]] == [1]


def lost(server: Server, game: Json, moves: int, taken_back: int = 0) -> tuple[Json, list[str]]:
    """A client goes, so many moves are made and taken back, it comes back: what it knows and what it was told."""
    with server.join(game) as client:
        client.act()
        known = client.snapshot
    with server.join(game) as other:
        for _ in range(moves):
            other.act()
        for _ in range(taken_back):
            other.at_table("undo")
    with server.connect() as client:
        client.snapshot = known
        client.ask("join", game=game["game"], tokens=[game["token"]], seq=known["seq"])
        same_table(client, server, game["token"])
        return client.snapshot, [message["type"] for message in client.heard if message["type"] != "done"]


def test_who_comes_back_is_told_what_was_missed(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game):  # somebody stays, so that the table stays alive
        assert lost(server, game, 0)[1] == ["change"]
        assert lost(server, game, 3)[1] == ["change"], "all at once"
        assert lost(server, game, 2, taken_back=5)[1] == ["change"]
        assert lost(server, game, 0, taken_back=1)[1] == ["change"]
        assert lost(server, game, feed.KEPT + 1)[1][0] == "snapshot"


def test_a_number_that_never_was_gets_a_snapshot(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.connect() as client:
        client.ask("join", game=game["game"], tokens=[game["token"]], seq=77)
        assert client.snapshot["seq"] == 0


def test_a_restart_is_no_gap(own_server: Server) -> None:
    game = own_server.open("duo", "here", "here")
    with own_server.join(game) as client:
        client.act()
        known = client.snapshot
    own_server.kill()
    own_server.start()
    with own_server.connect() as client:
        client.snapshot = known
        client.ask("join", game=game["game"], tokens=[game["token"]], seq=known["seq"])
        assert [message["type"] for message in client.heard] == ["change", "done"]
        assert client.act()["type"] == "done"


def test_every_part_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty members of three sorts: the shared part is built once, the personal part three times."""
    made = {"shared": 0, "personal": 0}

    def counting(name: str) -> None:
        original = getattr(view, name)

        def count(*args: object) -> object:
            made[name] += 1
            return original(*args)

        monkeypatch.setattr(view, name, count)

    seats = tuple(Seat(number, "link", "", 1, hashed(f"token-of-seat-{number}")) for number in range(2))
    stored = StoredGame("game-one", "duo", {}, "00", 7, hashed("the-host"), 0, False, seats, (), {}, now(), now())
    store = Store(in_directory(tmp_path))
    session = Session(stored, store)
    told = feed.feed_of(session)
    tokens = ("the-host", "token-of-seat-0", "token-of-seat-1", "nobody")
    viewers = [Viewer(frozenset({token})) for token in tokens] * 10
    for number, viewer in enumerate(viewers):
        assert told.greet(number, viewer)[0].startswith('{"type":"snapshot"')
    counting("shared")
    counting("personal")
    session.seq += 1
    session.version += 1
    texts = {told.show(number, viewer) for number, viewer in enumerate(viewers)}
    assert made == {"shared": 1, "personal": 4}
    assert len(texts) <= 4
    store.close()

"""Seats: links that seat whoever opens them, absentees, hosts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from serving import Server


def test_a_link_seats_whoever_opens_it(server: Server) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        token = host.snapshot["seats"][1]["token"]
        host.play()
        assert host.snapshot["waits_for"] == [1]
        with server.join(game, token) as guest:
            assert [seat["is_yours"] for seat in guest.snapshot["seats"]] == [False, True]
            assert not guest.snapshot["is_host"]
            host.wait(lambda snapshot: snapshot["seats"][1]["is_connected"] and not snapshot["waits_for"])
            assert guest.play()["type"] == "done"
            assert host.wait(lambda snapshot: snapshot["at"] == 2)["legal"]
            # Moves stand while somebody plays elsewhere.
            assert host.at_table("undo")["code"] == "refused"
            assert guest.at_table("undo")["code"] == "not_yours"
        host.wait(lambda snapshot: not snapshot["seats"][1]["is_connected"])


def test_the_guest_can_be_named(server: Server) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host, server.connect() as guest:
        token = host.snapshot["seats"][1]["token"]
        guest.ask("join", game=game["game"], tokens=[token], name="Zoë")
        assert guest.wait(lambda snapshot: snapshot["seats"][1]["name"] == "Zoë")
        guest.ask("set_seat", game=game["game"], seat=1, kind="link", name="Ada")
        host.wait(lambda snapshot: snapshot["seats"][1]["name"] == "Ada")


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which two seconds are a long time."""
    server = Server(tmp_path_factory.mktemp("impatient"), "--away", "2")
    yield server
    assert server.stop() == 0


def test_somebody_gone_for_a_moment_keeps_the_seat(server: Server) -> None:
    """Neither a rival nor the host may replace or rename somebody whose line broke."""
    game = server.open("duo", "link", "link")
    with server.join(game) as host:
        tokens = [seat["token"] for seat in host.snapshot["seats"]]
        with server.join(game, tokens[0]) as rival:
            assert rival.play()["type"] == "done"
            with server.connect() as guest:
                guest.ask("join", game=game["game"], tokens=[tokens[1]], name="Ada")
                rival.wait(lambda snapshot: snapshot["seats"][1]["is_connected"])
            rival.wait(lambda snapshot: snapshot["waits_for"] == [1])
            for who in (rival, host):
                who.wait(lambda snapshot: snapshot["waits_for"] == [1])
                answer = who.ask("stand_in", game=game["game"], seat=1, level=1)
                assert (answer["code"], answer["kind"]) == ("refused", "just_gone")
                assert 20 <= answer["values"]["seconds"] <= 30
                assert who.snapshot["may_stand_in"] == []
            for fields in ({"kind": "computer", "level": 1}, {"kind": "here"}, {"kind": "link", "name": "Mallory"}):
                answer = host.ask("set_seat", game=game["game"], seat=1, **fields)
                assert (answer["code"], answer["kind"]) == ("refused", "taken_seat")
                assert rival.ask("set_seat", game=game["game"], seat=1, **fields)["code"] == "not_yours"
            with server.join(game, tokens[1]) as back:
                seat = back.snapshot["seats"][1]
                assert (seat["name"], seat["stand_in"], seat["kind"]) == ("Ada", None, "link")
                assert back.play()["type"] == "done"


def test_the_computer_stands_in_for_an_absentee_who_may_come_back(impatient: Server) -> None:
    server = impatient
    game = server.open("classic-3", "here", "link", "link")
    with server.join(game) as host:
        tokens = [seat["token"] for seat in host.snapshot["seats"]]
        with server.join(game, tokens[1]) as guest:
            # Nobody may be replaced while the game does not wait for them.
            answer = guest.ask("stand_in", game=game["game"], seat=2, level=1)
            assert answer["code"] == "not_yours"
            host.play()
            guest.wait(lambda snapshot: snapshot["at"] == 1)
            guest.play()
            assert guest.snapshot["waits_for"] == [2]
            assert guest.ask("set_seat", game=game["game"], seat=2, kind="computer")["code"] == "not_yours"
            guest.wait(lambda snapshot: snapshot["may_stand_in"] == [2])
            assert guest.ask("stand_in", game=game["game"], seat=2, level=9)["kind"] == "agreed_level"
            assert guest.ask("stand_in", game=game["game"], seat=2, level=1)["type"] == "done"
            guest.wait(lambda snapshot: snapshot["at"] == 3)
            with server.join(game, tokens[2]) as late:
                seat = late.snapshot["seats"][2]
                assert (seat["kind"], seat["stand_in"], seat["is_yours"]) == ("link", 1, True)
                assert seat["is_reclaimable"]
                assert guest.ask("stand_in", game=game["game"], seat=2)["code"] == "not_yours"
                assert late.ask("stand_in", game=game["game"], seat=2)["type"] == "done"
                assert late.snapshot["seats"][2]["stand_in"] is None
                assert late.ask("set_seat", game=game["game"], seat=2, kind="here")["code"] == "not_yours"


def test_a_guest_cannot_take_back_what_the_host_took(server: Server) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game) as host:
        token = host.snapshot["seats"][1]["token"]
        host.ask("set_seat", game=game["game"], seat=1, kind="here")
        with server.join(game, token) as guest:
            assert not guest.snapshot["seats"][1]["is_yours"]
            assert guest.ask("set_seat", game=game["game"], seat=1, kind="link")["code"] == "not_yours"


def test_the_host_swaps_seats_in_mid_game(server: Server) -> None:
    game = server.open("duo", "here", "computer")
    with server.join(game) as host:
        host.play()
        host.wait(lambda snapshot: snapshot["at"] == 2)
        host.ask("set_seat", game=game["game"], seat=1, kind="here")
        host.play()
        assert host.is_mine()
        host.ask("set_seat", game=game["game"], seat=1, kind="computer", level=5)
        host.wait(lambda snapshot: snapshot["at"] == 4)
        assert host.snapshot["seats"][1]["level"] == 5


def test_a_wrong_token_only_watches(server: Server) -> None:
    game = server.open("duo", "here", "link")
    with server.join(game, "x" * 32) as stranger:
        assert not any(seat["is_yours"] for seat in stranger.snapshot["seats"])
        assert stranger.snapshot["seats"][1]["token"] is None


def test_a_seat_stays_its_persons_while_the_computer_plays_it(server: Server) -> None:
    game = server.open("duo", "here", "computer")
    with server.join(game) as host:
        name = game["game"]
        assert host.ask("finish", game=name, level=1)["type"] == "done"
        seat = host.snapshot["seats"][0]
        assert (seat["kind"], seat["stand_in"], seat["is_yours"]) == ("here", 1, True)
        assert host.snapshot["legal"] == []
        assert host.at_table("play", move=0)["code"] in ("refused", "not_yours", "stale")
        assert host.ask("stand_in", game=name, seat=1, level=2)["code"] == "refused"
        assert host.ask("stand_in", game=name, seat=0)["type"] == "done"
        assert host.wait(lambda snapshot: snapshot["turn"]["actor"] == 0 and snapshot["legal"])
        host.ask("resign", game=name, seat=0)
        assert host.ask("resign", game=name, seat=0)["code"] == "refused"
        seats = host.snapshot["seats"]
        assert [seat["kind"] for seat in seats] == ["here", "computer"]
        assert [seat["is_yours"] for seat in seats] == [True, False]
    with server.join(game) as later:
        assert later.snapshot["seats"][0]["has_resigned"], "the store forgot"
        assert later.snapshot["seats"][0]["stand_in"]

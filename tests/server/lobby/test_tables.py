"""Tables between strangers: played on terms, under a clock, and fair."""

from __future__ import annotations

import time
from contextlib import ExitStack

import pytest

from cornerwise.server.play.table.pulse import LATE
from serving import Server
from strangers import DAYS, QUICK, Stranger, look_again, meet, play_in, play_out, terms


def test_play_now_meets_whoever_wants_the_same(server: Server) -> None:
    odd = {"kind": "fischer", "initial": 99_000, "increment": 1_000}
    with Stranger(server) as one, Stranger(server) as other:
        assert one.seek(terms("classic-2", tempo=odd), terms(tempo=odd), kind="quick")["type"] == "sought"
        one.until(lambda: bool(one.mine["seeks"]))
        assert other.seek(terms(tempo=odd))["type"] == "sought"
        assert one.table() == other.table()
        assert {one.seat, other.seat} == {0, 1}
        assert one.snapshot["ruleset"] == "duo"
        assert not one.mine["seeks"]


def test_two_strangers_meet_and_play_a_rated_game_to_the_end(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        seats = one.snapshot["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "person"]
        assert [seat["name"] for seat in seats] == [one.name, other.name]
        assert (one.seat, other.seat) == (0, 1)
        assert not one.snapshot["is_host"]
        assert one.snapshot["table"]["running"] == 0
        assert one.snapshot["table"]["is_grace"]
        play_out([one, other])
        for each in (one, other):
            end = each.wait(lambda snapshot: snapshot["is_over"])
            assert end["table"]["outcome"] == "over"
            assert end["table"]["running"] is None
            befores = [standing["number"] for standing in end["table"]["standings"]]
            afters = [standing["after"] for standing in end["table"]["standings"]]
            assert befores == [1500, 1500]
            if end["ranks"][0] != end["ranks"][1]:
                winner = end["winners"][0]
                assert afters[winner] > 1500 > afters[1 - winner]
        one.until(lambda: not one.mine["tables"])


def test_a_rated_game_is_fair(server: Server) -> None:
    one, other = meet(server)
    with one, other, Stranger(server) as watcher:
        game, before = one.snapshot["game"], one.snapshot["position"]
        watcher.join(game)
        assert one.play()["type"] == "done"
        for who in (one, other, watcher):
            assert who.code("advise", game=game, ply=1) in ("refused", "not_yours")
            assert who.code("review", game=game) in ("refused", "not_yours")
            for type, fields in {
                "undo": {"ply": 1},
                "redo": {"ply": 1},
                "goto": {"ply": 1, "to": 0},
                "set_seat": {"seat": 0, "kind": "computer"},
                "stand_in": {"seat": 0, "level": 1},
                "finish": {},
                "stop": {"job": "play"},
                "start": {},
                "offer": {"offer": "takeback"},
            }.items():
                assert who.code(type, game=game, **fields) in ("refused", "not_yours"), (type, who.name)
        for who, seat in ((watcher, 0), (one, 1), (other, 0)):
            assert who.code("resign", game=game, seat=seat) == "not_yours"
        assert one.http.get(f"/api/games/{game}/record").status_code == 422
        assert one.http.get(f"/api/games/{game}/share").status_code == 422
        assert watcher.code("say", game=game, phrase="hello") == "not_yours"
        assert watcher.code("abort", game=game) == "not_yours"
        other.wait(lambda snapshot: snapshot["at"] == 1)
        assert other.snapshot["forecast"] is None
        assert other.snapshot["position"] != before
        assert all(seat["token"] is None for seat in one.snapshot["seats"])
        assert other.ask("abort", game=game)["type"] == "done"


def test_resigning_before_the_second_move_is_aborting(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        game = one.snapshot["game"]
        assert other.ask("resign", game=game, seat=1)["type"] == "done"
        end = one.wait(lambda snapshot: snapshot["is_over"])
        assert end["table"]["outcome"] == "aborted" and end["winners"] == []
        assert (end["table"]["aborted_by"], end["table"]["timed_out"]) == (1, [])
        assert all(standing["after"] is None for standing in end["table"]["standings"]), "nothing was rated"


def test_resigning_is_retiring_and_counts(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        play_in([one, other])
        game = one.snapshot["game"]
        assert one.ask("resign", game=game, seat=0)["type"] == "done"
        end = other.wait(lambda snapshot: snapshot["is_over"])
        assert end["ranks"] == [2, 1]
        assert end["steps"][-1]["kind"] == "retire"
        assert end["steps"][-1]["color"] is None, "nothing was placed"
        assert end["table"]["timed_out"] == []
        assert end["table"]["standings"][1]["after"] > 1500
        assert one.code("resign", game=game, seat=0) == "refused"
        assert other.ask("join", game=game)["type"] == "done"  # a log with a retirement can be read again


def test_aborting_before_the_second_move_is_free_but_counted(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        game = one.snapshot["game"]
        one.play()
        other.wait(lambda snapshot: snapshot["at"] == 1)
        other.play()
        one.wait(lambda snapshot: snapshot["at"] == 2)
        assert one.snapshot["table"]["may_abort"]
        one.play()
        assert not one.snapshot["table"]["may_abort"]
        assert one.code("abort", game=game) == "refused"
        assert other.ask("abort", game=game)["type"] == "done"
        end = one.wait(lambda snapshot: snapshot["is_over"])
        assert end["table"]["outcome"] == "aborted"
        assert end["winners"] == []
        assert all(standing["after"] is None for standing in end["table"]["standings"])
        other.until(lambda: not other.mine["tables"])
        for _ in range(5):
            seek = one.seek(terms(), kind="private")["seek"]
            assert other.ask("accept", seek=seek)["type"] == "done"
            aborted = other.table()
            assert other.ask("abort", game=aborted)["type"] == "done"
            other.until(lambda: not other.mine["tables"])
        answer = other.seek(terms())
        assert (answer["code"], answer["kind"]) == ("refused", "aborted_often")
        casual = other.seek(terms(is_rated=False))
        assert casual["type"] == "sought"
        other.ask("cancel", seek=casual["seek"])


def test_whose_time_is_out_retires(server: Server) -> None:
    one, other = meet(server, tempo=QUICK)
    with one, other:
        one.play()
        other.wait(lambda snapshot: snapshot["at"] == 1)
        other.play()
        begun = time.monotonic()
        one.wait(lambda snapshot: snapshot["at"] == 2)
        end = other.wait(lambda snapshot: snapshot["is_over"], 15)
        assert 4 < time.monotonic() - begun < 12
        assert end["ranks"] == [2, 1]
        assert end["steps"][-1]["kind"] == "retire"
        assert end["steps"][-1]["seat"] == 0
        assert end["table"]["timed_out"] == [0]
        assert len(end["sheets"][0]["placed"]) == 2, "nobody's piece is ever placed for them"


def test_or_the_computer_stands_in_until_the_seat_is_reclaimed(server: Server) -> None:
    one, other = meet(server, tempo=QUICK, is_rated=False, on_timeout="computer")
    with one, other:
        game = one.snapshot["game"]
        one.play()
        other.wait(lambda snapshot: snapshot["at"] == 1)
        other.play()
        one.wait(lambda snapshot: snapshot["seats"][0]["stand_in"] is not None, 15)
        one.wait(lambda snapshot: snapshot["at"] >= 3, 15)
        assert other.code("stand_in", game=game, seat=0) == "not_yours"
        assert one.ask("stand_in", game=game, seat=0)["type"] == "done"
        assert one.snapshot["seats"][0]["stand_in"] is None
        assert one.code("stand_in", game=game, seat=0, level=3) in ("refused", "not_yours")


def test_a_takeback_needs_everybody(server: Server) -> None:
    one, other = meet(server, is_rated=False)
    with one, other:
        game = one.snapshot["game"]
        assert one.code("offer", game=game, offer="takeback") == "refused"
        one.play()
        other.wait(lambda snapshot: snapshot["at"] == 1)
        assert one.ask("offer", game=game, offer="takeback")["type"] == "done"
        asked = other.wait(lambda snapshot: snapshot["table"]["offers"])["table"]["offers"][0]
        assert (asked["kind"], asked["by"], asked["to"]) == ("takeback", 0, 0)
        other.ask("decline", game=game, offer="takeback")
        one.wait(lambda snapshot: not snapshot["table"]["offers"])
        one.ask("offer", game=game, offer="takeback")
        other.ask("offer", game=game, offer="takeback")
        back = one.wait(lambda snapshot: snapshot["at"] == 0)
        assert back["table"]["running"] == 0
        assert one.play(one.snapshot["legal"][-1])["type"] == "done"


def test_a_takeback_gains_no_time(server: Server) -> None:
    one, other = meet(server, is_rated=False)
    with one, other:
        game = one.snapshot["game"]
        play_out([one, other], 3)
        before = other.wait(lambda snapshot: snapshot["at"] == 3)["table"]["left"]
        time.sleep(0.3)  # somebody thinks
        one.ask("offer", game=game, offer="takeback")
        other.ask("offer", game=game, offer="takeback")
        left = one.wait(lambda snapshot: snapshot["at"] == 2)["table"]["left"]
        assert left[0] == before[0] - 2_000, "what the move earned is gone"
        assert left[1] <= before[1] - 300, "who agreed was thinking meanwhile"


def test_whoever_is_forgotten_leaves_the_tables(server: Server) -> None:
    with ExitStack() as stack:
        one, two, three, four = (stack.enter_context(each) for each in meet(server, 4, ruleset="classic-4", tempo=DAYS))
        for each in (one, two, three, four, one, two):
            each.wait(lambda _, each=each: each.is_mine())  # type: ignore[misc]
            assert each.play()["type"] == "done"
        early, early_other = meet(server, tempo=DAYS)
        with early, early_other:
            gone = early.http.request("DELETE", "/api/people/me", json={"name": early.name})
            assert gone.status_code == 200, gone.text
            end = early_other.wait(lambda snapshot: snapshot["is_over"])
            assert end["table"]["outcome"] == "aborted", "nobody had made two moves"
        gone = one.http.request("DELETE", "/api/people/me", json={"name": one.name})
        assert gone.status_code == 200, gone.text
        left = two.wait(lambda snapshot: not snapshot["seats"][0]["name"] and snapshot["steps"][-1]["kind"] == "retire")
        assert left["steps"][-1]["seat"] == 0 and not left["is_over"]
        play_out([two, three, four])
        end = two.wait(lambda snapshot: snapshot["is_over"])
        assert end["ranks"][0] == 4, "who retires ranks after all who stayed"
        assert [standing["after"] is not None for standing in end["table"]["standings"]] == [True] * 4


def test_a_rematch_rotates_the_seats(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        game = one.snapshot["game"]
        assert one.code("offer", game=game, offer="rematch") == "refused"
        play_in([one, other])
        one.ask("resign", game=game, seat=0)
        other.wait(lambda snapshot: snapshot["is_over"])
        one.ask("offer", game=game, offer="rematch")
        other.wait(lambda snapshot: snapshot["table"]["offers"])
        assert other.ask("offer", game=game, offer="rematch")["type"] == "done"
        following = one.wait(lambda snapshot: snapshot["table"]["next"])["table"]["next"]
        one.join(following)
        other.join(following)
        assert (one.seat, other.seat) == (1, 0)
        assert one.snapshot["table"]["standings"][1]["number"] < 1500
        # Saying it again opens no third game.
        one.join(game)
        assert one.ask("offer", game=game, offer="rematch")["type"] == "done"
        assert one.snapshot["table"]["next"] == following


def test_four_seats_with_two_computers(server: Server) -> None:
    with ExitStack() as stack:
        strangers = [stack.enter_context(Stranger(server)) for _ in range(2)]
        wanted = terms("classic-4", tempo=DAYS)
        host, guest = strangers
        private = host.seek(wanted, kind="private", fill=1)["seek"]
        assert guest.ask("accept", seek=private)["type"] == "done"
        assert guest.code("fill", seek=private) == "not_yours"
        host.until(lambda: bool(host.mine["seeks"] and host.mine["seeks"][0]["joined"]))
        assert host.ask("fill", seek=private)["type"] == "done"
        for each in strangers:
            each.table()
        kinds = [seat["kind"] for seat in host.snapshot["seats"]]
        assert sorted(kinds) == ["computer", "computer", "person", "person"]
        play_out(strangers)
        end = host.wait(lambda snapshot: snapshot["is_over"])
        assert end["table"]["outcome"] == "over"
        for seat, standing in zip(end["seats"], end["table"]["standings"], strict=True):
            assert (standing["after"] is None) == (seat["kind"] == "computer")


@pytest.mark.parametrize("is_public", [True, False])
def test_who_may_watch(server: Server, is_public: bool) -> None:
    one, other = meet(server, is_public=is_public, is_rated=False)
    with one, other, Stranger(server) as stranger, server.connect() as nobody:
        game = one.snapshot["game"]
        for watcher in (stranger, nobody):
            answer = watcher.join(game)
            assert answer["type"] == ("done" if is_public else "error")
        stranger.until(lambda: bool(stranger.lobby))
        shown = [table["game"] for table in stranger.lobby["tables"]]
        assert (game in shown) or not is_public


def test_one_person_never_holds_two_seats(server: Server) -> None:
    with Stranger(server) as one, one.again() as same:
        wish = terms(tempo={"kind": "fischer", "initial": 77_000, "increment": 0})
        assert one.seek(wish, kind="open")["type"] == "sought"
        assert same.seek(wish)["type"] == "sought"
        look_again(server)
        one.ask("time")
        assert not one.mine["tables"]
        one.until(lambda: len(one.mine["seeks"]) == 2)
        for seek in one.mine["seeks"]:
            assert same.code("accept", seek=seek["id"]) == "refused"
            assert same.ask("cancel", seek=seek["id"])["type"] == "done"


def test_the_same_person_plays_from_two_browsers(server: Server) -> None:
    one, other = meet(server)
    with one, other, one.again() as elsewhere:
        elsewhere.join(one.snapshot["game"])
        assert elsewhere.seat == 0
        assert elsewhere.play()["type"] == "done"
        other.wait(lambda snapshot: snapshot["at"] == 1)


def test_a_time_out_is_heard_at_once_by_whoever_is_elsewhere(server: Server) -> None:
    one, other = meet(server, tempo=QUICK)
    with one, other:
        play_in([one, other])
        one.ask("leave", game=one.snapshot["game"])
        assert one.mine["tables"]
        one.until(lambda: not one.mine["tables"], 12)  # of its own accord the lobby looks every 20 s


def test_a_new_name_is_seen_at_running_tables(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        assert one.play()["type"] == "done"
        assert one.http.patch("/api/people/me", json={"name": "Berta Corner"}).status_code == 200
        other.wait(lambda snapshot: snapshot["seats"][0]["name"] == "Berta Corner")
        kept = {"name": "Clara Corner", "password": "seven corners meet"}
        assert one.http.put("/api/people/me/password", json=kept).status_code == 200
        other.wait(lambda snapshot: snapshot["seats"][0]["name"] == "Clara Corner")
        with other.again() as elsewhere:
            assert elsewhere.mine["tables"][0]["names"] == ["Clara Corner", other.name]
        assert other.play()["type"] == "done", "the game goes on"


def test_lag_is_forgiven_within_its_quota(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        for mover, at in ((one, 0), (other, 1)):
            mover.wait(lambda snapshot, at=at: snapshot["at"] == at)  # type: ignore[misc]
            mover.play()
        one.wait(lambda snapshot: snapshot["at"] == 2)
        before = one.snapshot["table"]
        time.sleep(0.5)  # a fifth of a second of thought, the rest on the network
        move, game = one.snapshot["legal"][0], one.snapshot["game"]
        assert one.ask("play", game=game, ply=2, move=move, thought=200)["type"] == "done"
        after = one.snapshot["table"]
        passed = after["since"] - before["since"]  # by the server's clock, however busy the machine is
        assert passed >= 500
        # The time beyond the thought was the network's; a second of it is forgiven at most, and a move earns two.
        assert before["left"][0] - passed + min(passed - 200, 1_000) + 2_000 == after["left"][0]


def test_nobody_seeks_without_being_somebody(server: Server) -> None:
    with server.connect() as nobody:
        answer = nobody.ask("seek", seek={"terms": [terms()]})
        assert (answer["code"], answer["kind"]) == ("not_yours", "be_somebody")
        assert nobody.ask("enter_lobby")["type"] == "done"


def test_terms_that_make_no_game_are_refused(server: Server) -> None:
    with Stranger(server) as one:
        for wrong in (
            terms("no-such-game"),
            terms(options={"corners": "purple"}, is_rated=False),
            terms("duo", options={"starts": "free"}),
        ):
            assert one.code("seek", seek={"terms": [wrong]}) in ("refused", "malformed")
        assert one.code("seek", seek={"terms": [terms(), terms()]}) == "refused"
        assert one.code("seek", seek={"terms": []}) == "malformed"
        assert one.code("seek", seek={"terms": [terms("dice-2")], "fill": 9}) == "refused"
        assert one.code("accept", seek="a" * 16) == "refused"
        assert not one.mine["seeks"]


def test_a_program_without_a_person_sees_the_clock(server: Server) -> None:
    with server.connect() as nobody:
        now = nobody.ask("time")["now"]
        assert abs(now - time.time() * 1000) < 5_000


def test_a_table_outlives_the_server(own_server: Server) -> None:
    one, other = meet(own_server, tempo=DAYS)
    game = one.snapshot["game"]
    one.play()
    deadline = one.snapshot["table"]["deadline"]
    visits = one.visit, other.visit
    own_server.kill()
    own_server.start()
    with Stranger(own_server, visit=visits[1]) as back, Stranger(own_server, visit=visits[0]) as first:
        assert [table["is_your_turn"] for table in back.mine["tables"]] == [True]
        assert back.table() == game
        assert back.snapshot["at"] == 1
        assert abs(back.snapshot["table"]["deadline"] - deadline) < 86_400_000 + 5_000
        assert back.play()["type"] == "done"
        first.join(game)
        assert first.snapshot["at"] == 2
        assert first.is_mine()


def test_a_time_without_a_server_is_on_nobodys_clock(own_server: Server) -> None:
    away = LATE / 1000 + 0.2  # a shorter pause is the server's ordinary delay
    one, other = meet(own_server)
    with one, other:
        play_in([one, other])
        game, before = one.snapshot["game"], one.wait(lambda snapshot: snapshot["at"] == 4)["table"]
        time.sleep(3)  # somebody thinks, longer than a pulse may be late
    own_server.kill()
    begun = time.monotonic()
    time.sleep(away)
    own_server.start()
    down = 1000 * (time.monotonic() - begun)
    with one.again() as back:
        back.join(game)
        after = back.snapshot["table"]
        assert (after["running"], after["left"]) == (before["running"], before["left"])
        credit = after["since"] - before["since"]
        assert 1000 * away <= credit < down + 2500, "what was thought before still counts"
        assert after["deadline"] - before["deadline"] == after["since"] - before["since"]
        assert back.play()["type"] == "done"


def test_my_tables_follow_me(server: Server) -> None:
    one, other = meet(server, is_public=False, is_rated=False)
    with one, other:
        game = one.snapshot["game"]
        mine = {"game": game, "is_host": False, "seats": [0]}
        assert one.http.get("/api/people/me/games").json()["games"] == [mine]
        one.ask("abort", game=game)
        assert one.http.get("/api/people/me/games").json()["games"] == [mine], "those that have ended too"
        (line,) = one.http.get("/api/games", params={"ids": game}).json()["games"]
        assert (line["is_over"], line["winners"], line["names"]) == (True, [], [one.name, other.name])

"""The lobby over the wire: it moves by itself, and people who do not want to meet never do."""

from __future__ import annotations

from command import command
from serving import Server
from strangers import DAYS, Stranger, look_again, meet, play_in, terms

CASUAL = terms("classic-3", is_rated=False)


def test_an_offer_is_seen_by_everybody_and_accepted_once(server: Server) -> None:
    with Stranger(server) as one, Stranger(server) as other, Stranger(server) as late:
        wanted = [terms("3d-stairs-2", is_rated=False), terms("3d-wall-2", is_rated=False)]
        seek = one.seek(*wanted, kind="open", low=1400)["seek"]
        other.until(lambda: any(each["id"] == seek for each in other.lobby["seeks"]))
        shown = next(each for each in other.lobby["seeks"] if each["id"] == seek)
        assert (shown["person"]["name"], shown["numbers"], shown["low"]) == (one.name, [1500, 1500], 1400)
        assert one.code("accept", seek=seek) == "refused"
        assert other.ask("accept", seek=seek, terms=1)["type"] == "done"
        assert late.ask("accept", seek=seek, terms=1)["kind"] == "seek_gone"
        assert other.table() == one.table()
        assert one.snapshot["ruleset"] == "3d-wall-2"
        late.until(lambda: all(each["id"] != seek for each in late.lobby["seeks"]))


def test_an_offer_for_nobody_is_refused(server: Server) -> None:
    with Stranger(server) as one:
        assert one.seek(CASUAL, kind="open", low=3000, high=10)["kind"] == "rating_range"
        assert one.seek(CASUAL, kind="open", low=1500, high=1500)["type"] == "sought"


def test_one_challenge_to_somebody_for_a_game_is_enough(server: Server) -> None:
    with Stranger(server, "Fay Ladder") as fay, Stranger(server, "Gus Ladder"), Stranger(server, "Hal Ladder"):
        seek = fay.seek(CASUAL, kind="challenge", to="Gus Ladder")["seek"]
        again = fay.seek({**CASUAL, "tempo": DAYS}, kind="challenge", to="Gus Ladder")
        assert (again["kind"], again["values"]) == ("challenged_already", {"name": "Gus Ladder"})
        assert fay.seek({**CASUAL, "ruleset": "3d-wall-2"}, kind="challenge", to="Gus Ladder")["type"] == "sought"
        assert fay.seek(CASUAL, kind="challenge", to="Hal Ladder")["type"] == "sought"
        fay.ask("cancel", seek=seek)
        assert fay.seek(CASUAL, kind="challenge", to="Gus Ladder")["type"] == "sought"


def test_a_seek_is_taken_back(server: Server) -> None:
    with Stranger(server) as one, Stranger(server) as other:
        seek = one.seek(CASUAL, kind="open")["seek"]
        one.until(lambda: bool(one.mine["seeks"]))
        assert other.code("cancel", seek=seek) == "not_yours"
        assert one.ask("cancel", seek=seek)["type"] == "done"
        one.until(lambda: not one.mine["seeks"])
        assert one.code("cancel", seek=seek) == "refused"


def test_play_now_again_takes_the_place_of_the_wish_before(server: Server) -> None:
    with Stranger(server) as one:
        first, second = one.seek(CASUAL)["seek"], one.seek(CASUAL)["seek"]
        one.until(lambda: [seek["id"] for seek in one.mine["seeks"]] == [second])
        assert first != second
        one.ask("cancel", seek=second)


def test_a_challenge_is_for_one_person_and_can_be_turned_down(server: Server) -> None:
    with Stranger(server, "Ann Ladder") as ann, Stranger(server, "Bo Ladder") as bo, Stranger(server) as eve:
        wish = terms(tempo=DAYS)
        assert ann.seek(wish, kind="challenge", to="nobody at all")["type"] == "error"
        assert ann.seek(wish, kind="challenge", to="Ann Ladder")["kind"] == "challenge_self"
        seek = ann.seek(wish, kind="challenge", to="bo  ladder")["seek"]
        bo.until(lambda: bool(bo.mine["challenges"]))
        assert bo.mine["challenges"][0]["person"]["name"] == "Ann Ladder"
        waiting = [each.http.get("/api/people/me/turns").json()["challenges"] for each in (ann, bo, eve)]
        assert waiting == [0, 1, 0], "wherever on the page"
        assert eve.code("accept", seek=seek) == "refused"
        assert all(each["id"] != seek for each in eve.lobby["seeks"])
        assert bo.ask("cancel", seek=seek)["type"] == "done"
        bo.until(lambda: not bo.mine["challenges"])
        ann.until(lambda: bool(ann.mine["seeks"] and ann.mine["seeks"][0]["is_declined"]))
        for late in ("accept", "cancel"):
            assert bo.ask(late, seek=seek)["kind"] == "seek_gone", "no is no"
        assert bo.http.get("/api/people/me/turns").json()["challenges"] == 0
        assert ann.ask("cancel", seek=seek)["type"] == "done"  # seen
        ann.until(lambda: not ann.mine["seeks"])
        seek = ann.seek(wish, kind="challenge", to="Bo Ladder")["seek"]
        assert bo.ask("accept", seek=seek)["type"] == "done"
        assert ann.table() == bo.table()


def test_blocked_people_never_meet_and_cannot_challenge(server: Server) -> None:
    one, other = meet(server, is_rated=False, ruleset="dice-2")
    with one, other:
        person = one.snapshot["seats"][1]["person"]
        assert one.ask("bar", person=person, bar="block")["type"] == "done"
        one.until(lambda: person in [each["id"] for each in one.mine["blocked"]])
        game = one.snapshot["game"]
        one.ask("abort", game=game)
        for each in (one, other):
            each.until(lambda each=each: not each.mine["tables"])  # type: ignore[misc]
            assert each.seek(terms("3d-pyramid-2", is_rated=False))["type"] == "sought"
        look_again(server)
        one.until(lambda: bool(one.mine["seeks"]))
        assert not one.mine["tables"]
        answer = other.seek(terms(tempo=DAYS), kind="challenge", to=one.name)
        assert answer["kind"] == "no_challenges"
        seek = one.mine["seeks"][0]["id"]
        assert other.ask("accept", seek=seek)["kind"] == "other_seek"
        assert one.ask("bar", person=person, bar="none")["type"] == "done"
        one.table()
        assert other.table() == one.snapshot["game"]


def test_phrases_are_said_to_the_table_and_the_muted_are_not_heard(server: Server) -> None:
    one, other = meet(server, is_rated=False)
    with one, other, Stranger(server) as watcher:
        game = one.snapshot["game"]
        watcher.join(game)
        assert one.ask("say", game=game, phrase="good_luck")["type"] == "done"
        for each in (one, other, watcher):
            each.until(lambda each=each: bool(each.phrases))  # type: ignore[misc]
            assert (each.phrases[0]["seat"], each.phrases[0]["phrase"]) == (0, "good_luck")
        assert one.code("say", game=game, phrase="free text") == "malformed"
        other.ask("bar", person=one.snapshot["seats"][0]["person"], bar="mute")
        one.ask("say", game=game, phrase="oops")
        watcher.until(lambda: len(watcher.phrases) == 2)
        other.ask("time")
        assert len(other.phrases) == 1
        codes = [one.code("say", game=game, phrase="hello") for _ in range(12)]
        assert "refused" in codes, "nobody talks without end"


def test_reports_reach_the_moderators(server: Server) -> None:
    def moderate(*arguments: str) -> str:
        done = command("moderate", *arguments, "--data", str(server.data))
        return done.stdout + done.stderr

    one, other = meet(server, tempo=DAYS)
    with one, other, Stranger(server) as watcher:
        game = one.snapshot["game"]
        watcher.join(game)
        assert watcher.code("report", game=game, seat=0, reason="help") == "done"
        assert one.code("report", game=game, seat=0, reason="help") == "refused"
        assert one.code("report", game=game, seat=1, reason="stalling", note="for ever") == "done"
        assert one.code("report", game=game, seat=1, reason="stalling", note="again") == "done"
        listed = moderate("reports")
        assert f"{one.name} about {other.name}: stalling" in listed
        assert "for ever" in listed
        assert "again" not in listed
        numbers = [line.split()[0] for line in listed.splitlines() if " about " in line]
        assert moderate("handle", *numbers).startswith(f"{len(numbers)} reports")
        assert moderate("reports") == "Nothing was reported.\n"
        assert "(handled)" in moderate("reports", "--all")

        assert moderate("rename", other.name, "Quick Fox") == f"{other.name} is called Quick Fox now.\n"
        assert "house" in moderate("rename", "Quick Fox", "Admin")
        assert "nobody called" in moderate("rename", "Nobody At All", "Quick Wolf")

        play_in([one, other])
        one.ask("resign", game=game, seat=0)
        end = other.wait(lambda snapshot: snapshot["is_over"])
        assert end["table"]["standings"][1]["after"] > 1500
        assert moderate("annul", game).endswith("the ratings of 2 people changed.\n")
        assert "no table" in moderate("annul", "nosuchgame12")
        for each in (one, other, watcher):  # whoever is at the table hears of it from the store a little later
            each.ask("leave", game=game)
        with other.again() as fresh:
            fresh.join(game)
            assert fresh.snapshot["table"]["outcome"] == "annulled"

        assert "is suspended until" in moderate("suspend", "Quick Fox", "--days", "2")
        with other.again() as suspended:
            assert suspended.seek(terms())["kind"] == "suspended"
        assert moderate("suspend", "Quick Fox", "--days", "0") == "Quick Fox may play again.\n"
        with other.again() as free:
            seek = free.seek(CASUAL)
            assert seek["type"] == "sought"
            free.ask("cancel", seek=seek["seek"])
        assert "has no account" in moderate("appoint", "Quick Fox")


def test_the_tempos_on_offer_are_fetched_once(server: Server) -> None:
    answer = server.http.get("/api/tempos").json()
    assert {(tempo["name"], tempo["seats"]) for tempo in answer["tempos"]} >= {("blitz", 2), ("days", 4)}
    assert "hello" in answer["phrases"]


def test_who_is_forgotten_leaves_no_name_and_no_wish(server: Server) -> None:
    with Stranger(server, "Fleeting Fay") as fay, Stranger(server) as other:
        seek = fay.seek(terms(tempo=DAYS), kind="private")["seek"]
        other.ask("accept", seek=seek)
        game = fay.table()
        assert other.table() == game
        assert fay.seek(terms(tempo=DAYS), kind="open")["type"] == "sought"
        muted = fay.snapshot["seats"][1 - fay.seat]["person"]
        assert fay.ask("bar", person=muted, bar="mute")["type"] == "done"
        kept = fay.http.get("/api/people/me/export")
        assert kept.status_code == 200, kept.text
        assert {"seats", "seeks", "bars"} <= {name for name, rows in kept.json().items() if rows}
        gone = fay.http.request("DELETE", "/api/people/me", json={"name": fay.name})
        assert gone.status_code < 300, gone.text
        other.ask("leave", game=game)
        other.until(lambda: all(each["person"]["name"] != "Fleeting Fay" for each in other.lobby["seeks"]))
    with other.again() as again:
        again.join(game)
        assert "Fleeting Fay" not in [seat["name"] for seat in again.snapshot["seats"]]

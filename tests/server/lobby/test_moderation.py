"""Moderators on the site: they read reports and decide, each decision under a name, and never in their own case."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cornerwise.server.lobby.moderation import appoint
from cornerwise.server.lobby.rulings import Ruling, rulings
from cornerwise.server.store.database import in_directory, looking, within
from serving import Json, Server
from strangers import Stranger, meet, play_in, terms


@pytest.fixture
def judge(server: Server) -> Iterator[Stranger]:
    """A moderator with an open line."""
    with Stranger(server) as guest:
        name = f"Judge {guest.name.split()[-1]}"
        kept = guest.http.put("/api/people/me/password", json={"name": name, "password": "seven corners meet"})
        assert kept.status_code == 200, kept.text
        within(in_directory(server.data), lambda transaction: appoint(transaction, name, True))
        guest.visit = guest.http.cookies["visit"]
        with guest.again() as found:
            yield found


def decide(judge: Stranger, path: str, **fields: object) -> Json:
    """Decide something; the desk afterwards, or the problem."""
    answer: Json = judge.http.post(f"/api/moderation/{path}", json=fields).json()
    return answer


def listed(server: Server) -> list[Ruling]:
    """What was decided, newest first."""
    return looking(in_directory(server.data), rulings)


def test_a_report_is_read_and_decided(server: Server, judge: Stranger) -> None:
    one, other = meet(server)
    with one, other:
        game = one.snapshot["game"]
        play_in([one, other])
        one.ask("report", game=game, seat=1, reason="name", note="rude")
        one.ask("resign", game=game, seat=0)
        end = other.wait(lambda snapshot: snapshot["is_over"])
        assert end["table"]["standings"][1]["after"] > 1500
        assert one.http.get("/api/moderation").status_code == 403
        desk = judge.http.get("/api/moderation").json()
        (report,) = [each for each in desk["reports"] if each["game"] == game]
        assert (report["by"]["name"], report["about"]["name"], report["note"]) == (one.name, other.name, "rude")
        assert report["is_rated"] and report["outcome"] == "over"
        about = report["about"]["id"]

        assert "reports" in decide(judge, f"people/{about}/name", name="Kind Fox")
        assert other.http.get("/api/people/me").json()["person"]["name"] == "Kind Fox"
        assert "reports" in decide(judge, f"people/{about}/suspension", days=7)
        other.until(lambda: (other.mine["suspended_until"] or 0) > 6 * 86_400_000)
        assert other.seek(terms())["kind"] == "suspended"
        assert "reports" in decide(judge, f"games/{game}/annulment")
        other.wait(lambda snapshot: snapshot["table"]["outcome"] == "annulled")
        assert decide(judge, f"people/{about}/suspension", days=0)["reports"]
        assert "reports" in decide(judge, f"games/{game}/hiding", is_hidden=True)
        left = decide(judge, f"reports/{report['number']}")["reports"]
        assert game not in {each["game"] for each in left}
        every = judge.http.get("/api/moderation?handled=true").json()
        assert next(each for each in every["reports"] if each["game"] == game)["is_hidden"]
        told = [(each.kind, each.by, each.detail) for each in listed(server)[:6]]
        assert told == [
            ("handle", judge.name, str(report["number"])),
            ("hide", judge.name, ""),
            ("restore", judge.name, ""),
            ("annul", judge.name, ""),
            ("suspend", judge.name, "7"),
            ("rename", judge.name, other.name),
        ]


def test_a_new_name_is_seen_at_a_table_that_goes_on(server: Server, judge: Stranger) -> None:
    one, other = meet(server)
    with one, other:
        about = one.snapshot["seats"][1]["person"]
        assert "reports" in decide(judge, f"people/{about}/name", name=f"Mild {other.name.split()[-1]}")
        one.wait(lambda snapshot: snapshot["seats"][1]["name"].startswith("Mild"))
        assert one.play()["type"] == "done"
        assert one.ask("abort", game=one.snapshot["game"])["type"] == "done"


def test_nobody_judges_their_own_case_or_another_moderator(server: Server, judge: Stranger) -> None:
    with Stranger(server) as other:
        seek = judge.seek(terms(), kind="private")["seek"]
        assert other.ask("accept", seek=seek)["type"] == "done"
        game = judge.table()
        own = judge.snapshot["seats"][judge.seat]["person"]
        before = len(listed(server))
        for path, fields in (
            (f"people/{own}/suspension", {"days": 0}),
            (f"people/{own}/name", {"name": "Somebody New"}),
            (f"games/{game}/annulment", {}),
            (f"games/{game}/hiding", {"is_hidden": True}),
        ):
            assert decide(judge, path, **fields)["kind"] == "own_case", path
        kept = other.http.put(
            "/api/people/me/password", json={"name": "Second Judge", "password": "seven corners meet"}
        )
        assert kept.status_code == 200, kept.text
        within(in_directory(server.data), lambda transaction: appoint(transaction, "Second Judge", True))
        theirs = other.http.get("/api/people/me/export").json()["person"]["id"]
        assert decide(judge, f"people/{theirs}/suspension", days=3)["kind"] == "host_judges"
        assert decide(judge, "people/computer-3/suspension", days=3)["kind"] == "unknown_person"
        assert decide(judge, "games/nosuchgame12/annulment")["kind"] == "no_ruling"
        assert len(listed(server)) == before, "what is refused is not kept"
        assert judge.ask("abort", game=game)["type"] == "done"


def test_who_is_a_moderator_no_longer_is_shut_out_at_once(server: Server, judge: Stranger) -> None:
    assert judge.http.get("/api/moderation").status_code == 200
    within(in_directory(server.data), lambda transaction: appoint(transaction, judge.name, False))
    answer = judge.http.get("/api/moderation")
    assert (answer.status_code, answer.json()["kind"]) == (403, "moderators_only")

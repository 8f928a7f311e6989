"""What people at a table agree to: it holds for those who are still there, and only as long as they may play."""

from __future__ import annotations

from contextlib import ExitStack

from sqlalchemy.orm import Session as Transaction

from cornerwise.server.lobby.moderation import suspend
from cornerwise.server.store.database import in_directory, within
from cornerwise.server.store.tables import milliseconds
from serving import Server
from strangers import DAYS, Stranger, meet, play_out, terms


def test_a_takeback_brings_nobody_back_who_has_left(server: Server) -> None:
    with ExitStack() as stack:
        four = meet(server, 4, ruleset="classic-4", is_rated=False, tempo=DAYS)
        one, two, three, four_ = (stack.enter_context(each) for each in four)
        play_out([one, two, three, four_], 9)
        game = one.snapshot["game"]
        assert one.ask("offer", game=game, offer="takeback")["type"] == "done"
        assert three.ask("resign", game=game, seat=2)["type"] == "done"
        for each in (one, two, four_):
            each.wait(lambda snapshot: snapshot["steps"][-1]["kind"] == "retire")
            assert each.snapshot["table"]["offers"] == []
            assert each.code("offer", game=game, offer="takeback") == "refused"
        assert two.play()["type"] == "done", "the game goes on without the one who left"


def test_whoever_may_not_play_gets_no_rematch(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        game = one.snapshot["game"]
        assert other.ask("abort", game=game)["type"] == "done"
        one.wait(lambda snapshot: snapshot["is_over"])
        set_suspended(server, other, 2)
        assert one.ask("offer", game=game, offer="rematch")["type"] == "done"
        other.wait(lambda snapshot: snapshot["table"]["offers"])
        answer = other.ask("offer", game=game, offer="rematch")
        assert (answer["type"], answer.get("kind")) == ("error", "suspended")
        assert other.snapshot["table"]["next"] is None
        set_suspended(server, other, 0)
        assert other.ask("offer", game=game, offer="rematch")["type"] == "done"
        opened = one.wait(lambda snapshot: snapshot["table"]["next"])["table"]
        assert opened["offers"] == []
        assert one.join(opened["next"])["type"] == "done"
        assert one.ask("abort", game=opened["next"])["type"] == "done"


def test_whoever_has_aborted_many_games_gets_no_rated_rematch(server: Server) -> None:
    one, other = meet(server)
    with one, other:
        for _ in range(6):
            game = other.snapshot["game"]
            assert other.ask("abort", game=game)["type"] == "done"
            one.wait(lambda snapshot: snapshot["is_over"])
            assert one.ask("offer", game=game, offer="rematch")["type"] == "done"
            answer = other.ask("offer", game=game, offer="rematch")
            if answer["type"] == "error":
                assert answer["kind"] == "aborted_often"
                break
            following = one.wait(lambda snapshot: snapshot["table"]["next"])["table"]["next"]
            for each in (one, other):
                assert each.join(following)["type"] == "done"
        else:
            raise AssertionError("games can be aborted and begun again for ever")
        assert other.seek(terms())["kind"] == "aborted_often"


def set_suspended(server: Server, person: Stranger, days: int) -> None:
    """Let the host suspend somebody, or (0) let them play again."""

    def work(transaction: Transaction) -> None:
        suspend(transaction, person.name, days, milliseconds())

    within(in_directory(server.data), work)


def test_what_counts_is_played_in_public(server: Server) -> None:
    with Stranger(server) as farmer:
        for kind in ("private", "open", "quick"):
            answer = farmer.seek(terms(is_public=False), kind=kind)
            assert (answer["type"], answer["kind"]) == ("error", "rated_public")
        assert farmer.mine["seeks"] == []
        assert farmer.seek(terms(is_public=False, is_rated=False), kind="private")["type"] == "sought"

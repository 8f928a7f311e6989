"""The lobby and its tables over two processes on one PostgreSQL: strangers at different processes are at one place."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from postgres import Postgres
from serving import Server
from strangers import QUICK, Stranger, look_again, play_out, terms


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that share a database."""
    url = postgres.fresh()
    servers = [Server(tmp_path_factory.mktemp("pair"), "--database", url) for _ in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        assert server.stop() == 0


def apart(pair: tuple[Server, Server], **more: object) -> list[Stranger]:
    """Two strangers at one table, each at a process of their own, in the order of the seats."""
    here, there = Stranger(pair[0]), Stranger(pair[1])
    seek = here.seek(terms(**more), kind="open")["seek"]
    there.until(lambda: any(each["id"] == seek for each in there.lobby["seeks"]))
    assert there.ask("accept", seek=seek)["type"] == "done"
    assert here.table() == there.table()
    return sorted((here, there), key=lambda stranger: stranger.seat)


def test_a_rated_game_across_processes(pair: tuple[Server, Server]) -> None:
    one, other = apart(pair)
    with one, other:
        assert one.ask("say", game=one.snapshot["game"], phrase="hello")["type"] == "done"
        other.until(lambda: bool(other.phrases))
        play_out([one, other])
        ends = [each.wait(lambda snapshot: snapshot["is_over"]) for each in (one, other)]
        assert ends[0]["table"]["standings"] == ends[1]["table"]["standings"]
        assert all(standing["after"] is not None for standing in ends[0]["table"]["standings"])


def test_a_time_out_happens_once_whichever_process_sees_it(pair: tuple[Server, Server]) -> None:
    one, other = apart(pair, tempo=QUICK)
    with one, other:
        one.play()
        other.wait(lambda snapshot: snapshot["at"] == 1)
        other.play()
        for each in (one, other):
            end = each.wait(lambda snapshot: snapshot["is_over"], 20)
            assert [step["kind"] for step in end["steps"]] == ["move", "move", "retire"]


def test_play_now_gives_every_seek_away_once(pair: tuple[Server, Server]) -> None:
    odd = {"kind": "fischer", "initial": 88_000, "increment": 1_000}
    people = [Stranger(pair[number % 2]) for number in range(8)]
    for person in people:
        assert person.seek(terms(tempo=odd))["type"] == "sought"
    games = [person.table() for person in people]
    assert sorted(games.count(game) for game in games) == [2] * 8
    for server in pair:
        look_again(server)
    for person in people:
        person.ask("time")
        assert len(person.mine["tables"]) == 1
        person.close()

"""Two processes on one PostgreSQL: a move made at one is seen at the other, once, also when the bus lost its note."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from postgres import Postgres
from serving import Client, Server


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers that share a database."""
    url = postgres.fresh()
    servers = [Server(tmp_path_factory.mktemp("pair"), "--database", url) for _ in range(2)]
    yield servers[0], servers[1]
    for server in servers:
        assert server.stop() == 0


def seated(pair: tuple[Server, Server]) -> tuple[Client, Client]:
    """A game of two: the host at one process, the guest at the other."""
    one, two = pair
    game = one.open("duo", "here", "link")
    host = one.join(game)
    guest = two.join(game, host.snapshot["seats"][1]["token"])
    return host, guest


def test_a_game_is_played_across_processes(pair: tuple[Server, Server]) -> None:
    host, guest = seated(pair)
    with host, guest:
        # Each sees that the other is there.
        host.wait(lambda snapshot: snapshot["seats"][1]["is_connected"])
        guest.wait(lambda snapshot: snapshot["seats"][0]["is_connected"])
        players = [host, guest]
        for ply in range(8):
            mover = players[ply % 2]
            mover.wait(lambda snapshot, ply=ply: snapshot["at"] == ply)
            assert mover.play()["type"] == "done"
        for player in players:
            player.wait(lambda snapshot: snapshot["at"] == 8)
        assert host.snapshot["steps"] == guest.snapshot["steps"]
        guest.close()
        host.wait(lambda snapshot: not snapshot["seats"][1]["is_connected"])


def test_of_racing_moves_at_two_processes_one_wins(pair: tuple[Server, Server]) -> None:
    one, two = pair
    game = one.open("duo", "here", "here")
    with one.join(game) as here, two.join(game) as there:
        for ply in range(6):
            for client in (here, there):
                client.wait(lambda snapshot, ply=ply: snapshot["at"] == ply)
            sent = []
            for client, move in ((here, 0), (there, -1)):
                fields = {"game": game["game"], "ply": client.snapshot["ply"], "move": client.snapshot["legal"][move]}
                sent.append((client, client.say("play", **fields)))
            answers = [client.answer(number) for client, number in sent]
            assert sorted(answer["type"] for answer in answers) == ["done", "error"]
            assert {answer.get("code") for answer in answers} == {None, "stale"}


def test_the_computer_plays_once_for_two_processes(pair: tuple[Server, Server]) -> None:
    one, two = pair
    game = one.open("duo", "here", "computer")
    with one.join(game) as here, two.join(game) as there:
        for turn in range(3):
            here.wait(lambda snapshot, turn=turn: snapshot["at"] == 2 * turn)
            assert here.play()["type"] == "done"
            for client in (here, there):
                client.wait(lambda snapshot, turn=turn: snapshot["at"] == 2 * turn + 2)
        assert [step["ply"] for step in there.snapshot["steps"]] == [1, 2, 3, 4, 5, 6]


def test_a_lost_note_costs_a_moment(pair: tuple[Server, Server], postgres: Postgres) -> None:
    host, guest = seated(pair)
    with host, guest, psycopg.connect(postgres.url("postgres"), autocommit=True) as admin:
        # Whoever listens is cut off: what is said meanwhile is heard by nobody.
        admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        assert host.play()["type"] == "done"
        guest.wait(lambda snapshot: snapshot["at"] == 1)
        assert guest.play()["type"] == "done"
        host.wait(lambda snapshot: snapshot["at"] == 2)


def test_one_process_dies_and_its_people_go_on_at_the_other(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.fresh()
    one, two = (Server(tmp_path, "--database", url) for _ in range(2))
    host, guest = seated((one, two))
    assert host.play()["type"] == "done"
    guest.wait(lambda snapshot: snapshot["at"] == 1)
    known = host.snapshot
    one.kill()
    assert guest.play()["type"] == "done"
    with two.connect() as again:
        again.snapshot = known
        again.ask("join", game=known["game"], tokens=[known["seats"][0]["token"]], seq=known["seq"])
        again.wait(lambda snapshot: snapshot["at"] == 2)
        assert again.snapshot["steps"] == guest.snapshot["steps"]
    guest.close()
    assert two.stop() == 0


def test_one_port_many_processes(postgres: Postgres, tmp_path: Path) -> None:
    """Whichever process takes a connection, the table is one; a process that dies is replaced."""
    server = Server(tmp_path, "--database", postgres.fresh(), "--processes", "2")
    server.http.timeout = httpx.Timeout(90)  # the port is open before the processes behind it are up
    game = server.open("duo", "here", "here")
    clients = [server.join(game) for _ in range(6)]
    children = subprocess.run(["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True).stdout.split()
    for ply in range(4):
        for client in clients:
            client.wait(lambda snapshot, ply=ply: snapshot["at"] == ply)
        assert clients[ply].play()["type"] == "done"
    workers = [child for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()]
    os.kill(int(workers[0]), signal.SIGKILL)
    with server.join(game) as late:
        late.wait(lambda snapshot: snapshot["at"] == 4)
        assert late.play()["type"] == "done"
    assert server.stop() == 0
    for client in clients:
        client.close()


def test_several_processes_need_one_database(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cornerwise", "serve", "--port", "0", "--data", str(tmp_path), "--processes", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--database" in done.stderr


def test_attempts_to_sign_in_count_together(pair: tuple[Server, Server]) -> None:
    """Whoever is refused at one process does not go on at another."""
    page = {"X-Cornerwise": "1"}
    wrong = {"name": "Nobody Here", "password": "not the password"}
    codes = []
    for number in range(24):
        answer = pair[number % 2].http.post("/api/people/signin/password", json=wrong, headers=page)
        codes.append(answer.status_code)
    assert 10 <= codes.count(422) <= 14, codes  # ten for a name, and what passes before a note arrives
    assert codes[-4:] == [429] * 4

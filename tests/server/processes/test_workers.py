"""Workers: other processes think, and neither a kill nor a second answer changes what is played."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import psycopg
import pytest
from breaking import Worker

import cornerwise as cw
from cornerwise.server.think import jobs as queue
from cornerwise.server.think.computer import choose
from cornerwise.server.think.pool import Control
from cornerwise.server.think.question import Choose
from postgres import Postgres
from serving import Server


@pytest.fixture(scope="module")
def place(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server that only asks, and its database."""
    url = postgres.fresh()
    server = Server(tmp_path_factory.mktemp("asking"), "--database", url, "--workers", "0")
    yield server, url
    assert server.stop() == 0


def waiting(server: Server) -> float:
    """The metric that tells a host how many questions nobody thinks about yet."""
    [line] = [row for row in server.http.get("/metrics").text.splitlines() if row.startswith("cornerwise_waiting ")]
    return float(line.split()[1])


def test_a_question_as_data_has_the_same_answer() -> None:
    for name in ("duo", "classic-3", "dice-2", "3d-tower-2"):
        position = cw.start(name)
        last = None
        if position.turn.actor == cw.CHANCE:
            position = position.roll(" ".join(map(str, position.rolls[0].dice)))
        for _ in range(3):
            if position.turn.actor < 0:
                break
            here = choose(position, 2, Control(), last=last, seed=7)
            question = Choose.at("game", 3, position, last, 2, 7)
            again = Choose.model_validate_json(question.model_dump_json())
            there = again.read(again.write(again.answer(Control())))
            assert there == here
            last, position = here.move, position.play(here.move)


def test_people_take_turns_in_the_queue_and_quick_moves_wait_for_none(place: tuple[Server, str]) -> None:
    _, url = place
    end = cw.start("duo")
    while not 1 < len(end.legal_ids) <= 3:
        end = end.play(next(iter(end.legal_moves)))

    def question(name: str, level: int) -> Choose:
        return Choose.at(f"turns-{name}", 0, end, None, level, 1)

    async def ask() -> None:
        async with queue.open_jobs(url, connections=2).open_async() as jobs:
            for number in range(15):
                await queue.put(jobs, question(f"many-{number:02}", 9), "many")
            for number in range(3):
                await queue.put(jobs, question(f"few-{number}", 9), "few")
            await queue.put(jobs, question("weak", 1), "many")

    def answers() -> list[str]:
        with psycopg.connect(url) as rows:
            found = rows.execute("SELECT key FROM answers WHERE key LIKE 'turns-%' ORDER BY made, ctid").fetchall()
        return [key.removeprefix("turns-").split(":")[0] for (key,) in found]

    queue.make_tables(url)  # the server may not have come to that yet
    asyncio.run(ask())
    worker = Worker(url, threads=1)
    try:
        begun = time.monotonic()
        while len(order := answers()) < 19:
            assert time.monotonic() < begun + 60
            time.sleep(0.1)
    finally:
        assert worker.stop() == 0
    assert "weak" in order[:3], "a thread of its own answers quick questions"
    order.remove("weak")
    # After one of the many turns comes one of the few.
    assert [name.split("-")[0] for name in order[:6]] == ["many", "few"] * 3
    assert [name for name in order if name.startswith("many")] == [f"many-{number:02}" for number in range(15)]


def test_workers_move_advise_and_review(place: tuple[Server, str]) -> None:
    server, url = place
    game = server.open("duo", "here", "computer")
    with server.join(game) as client:
        client.play()
        begun = time.monotonic()
        with psycopg.connect(url) as rows:
            while rows.execute("SELECT status::text FROM procrastinate_jobs").fetchall() != [("todo",)]:
                assert time.monotonic() < begun + 15
                rows.rollback()
        client.ask("time")
        assert client.snapshot["at"] == 1, "the question waits: nobody is there to think"
        while waiting(server) != 1:  # counted once a second
            assert time.monotonic() < begun + 15
            time.sleep(0.1)
        worker = Worker(url)
        try:
            client.wait(lambda snapshot: snapshot["at"] == 2, 30)
            advice = client.at_table("advise", seconds=0.5)
            assert advice["type"] == "advice", advice
            assert advice["candidates"][0]["text"]
            assert any(each["type"] == "thinking" and each["job"] == "advise" for each in client.heard)
            review = client.ask("review", game=game["game"])
            assert review["type"] == "review", review
            assert len(review["judgments"]) == 2
            begun = time.monotonic()
            while waiting(server):
                assert time.monotonic() < begun + 15
                time.sleep(0.1)
        finally:
            assert worker.stop() == 0


def test_stop_reaches_a_worker(place: tuple[Server, str]) -> None:
    server, url = place
    worker = Worker(url)
    try:
        with server.join(server.open("duo", "here", "here")) as client:
            asked = client.say("advise", game=client.snapshot["game"], ply=0, seconds=30)
            while not any(each["type"] == "thinking" and each.get("progress") for each in client.heard):
                client.receive()
            begun = time.monotonic()
            client.ask("stop", job="advise", game=client.snapshot["game"])
            assert client.answer(asked)["kind"] == "stopped"
            # The worker is free again long before the thirty seconds are over.
            with psycopg.connect(url) as connection:
                while connection.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() != (0,):
                    assert time.monotonic() < begun + 15
                    time.sleep(0.2)
    finally:
        assert worker.stop() == 0


def test_a_killed_workers_questions_are_answered_by_another_once(place: tuple[Server, str]) -> None:
    server, url = place
    first = Worker(url, threads=1)
    games = [
        server.open("classic-4", *["computer"] * 4, seats=[{"kind": "computer", "level": 6}] * 4) for _ in range(2)
    ]
    clients = [server.join(game) for game in games]
    try:
        clients[0].wait(lambda snapshot: snapshot["at"] >= 1, 60)
        for _ in range(2):
            first.kill()
            first = Worker(url, threads=1)
            ply = clients[0].snapshot["at"]
            clients[0].wait(lambda snapshot, ply=ply: snapshot["at"] > ply + 1, 60)  # type: ignore[misc]
        for client in clients:
            client.wait(lambda snapshot: snapshot["at"] >= 2, 60)
            client.ask("stop", job="play", game=client.snapshot["game"])
            steps = client.snapshot["steps"]
            assert [step["ply"] for step in steps] == list(range(1, len(steps) + 1))
    finally:
        first.stop()
        for client in clients:
            client.close()


def test_a_worker_that_was_cut_off_and_taken_for_dead_takes_questions_again(place: tuple[Server, str]) -> None:
    server, url = place
    worker = Worker(url, threads=1)
    game = server.open("duo", "computer", seats=[{"kind": "computer", "level": 2}] * 2)
    try:
        with server.join(game) as client:
            client.wait(lambda snapshot: snapshot["at"] >= 1, 60)
            with psycopg.connect(url, autocommit=True) as connection:
                others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
                connection.execute(f"SELECT pg_terminate_backend(pid) {others}")
                connection.execute("DELETE FROM procrastinate_workers")
            ply = client.snapshot["at"]
            client.wait(lambda snapshot: snapshot["at"] > ply + 3, 60)
    finally:
        assert worker.stop() == 0


def test_a_question_stands_in_the_queue_once_and_is_withdrawn_however_long_it_was_thought_about(
    place: tuple[Server, str],
) -> None:
    server, url = place
    worker = Worker(url, threads=1)
    try:
        with server.join(server.open("duo", "here", "here")) as client, psycopg.connect(url, autocommit=True) as rows:
            asked = client.say("advise", game=client.snapshot["game"], ply=0, seconds=30)
            begun = time.monotonic()
            while time.monotonic() < begun + 3:  # longer than a server waits before it looks again
                client.receive()
            assert rows.execute("SELECT status::text FROM procrastinate_jobs").fetchall() == [("doing",)]
            client.ask("stop", job="advise", game=client.snapshot["game"])
            assert client.answer(asked)["kind"] == "stopped"
            while rows.execute("SELECT count(*) FROM procrastinate_jobs").fetchone() != (0,):
                assert time.monotonic() < begun + 15
                time.sleep(0.2)
    finally:
        assert worker.stop() == 0

"""Many at once: racing moves, many games, thinking that does not block."""

from __future__ import annotations

import json
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from serving import Server


def test_of_racing_moves_one_wins(server: Server) -> None:
    game = server.open("duo", "here", "here")
    clients = [server.join(game) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        for round in range(5):
            for client in clients:
                client.wait(lambda snapshot, round=round: snapshot["at"] == round)
            answers = list(threads.map(lambda client: client.play(client.snapshot["legal"][-1]), clients))
            assert sorted(answer["type"] for answer in answers) == ["done"] + ["error"] * 5
            assert {answer.get("code") for answer in answers} == {None, "stale"}
    for client in clients:
        client.close()


def test_a_move_counts_even_if_its_sender_hangs_up(server: Server) -> None:
    game = server.open("duo", "here", "here")
    with server.join(game) as watcher:
        for ply in range(8):
            sender = server.join(game)
            move = sender.snapshot["legal"][-1]
            message = {"type": "play", "game": game["game"], "ply": sender.snapshot["ply"], "move": move}
            sender.socket.send(json.dumps(message))
            sender.socket.socket.shutdown(socket.SHUT_RDWR)
            watcher.wait(lambda snapshot, ply=ply: snapshot["at"] == ply + 1)
            sender.close()


def test_many_games_at_once(server: Server) -> None:
    def game(number: int) -> list[int]:
        with server.join(server.open("duo", "computer", "computer")) as client:
            return client.wait(lambda snapshot: snapshot["is_over"], 60)["scores"]

    with ThreadPoolExecutor(8) as threads:
        assert all(len(scores) == 2 for scores in threads.map(game, range(8)))


def test_the_page_answers_while_the_computer_thinks(server: Server) -> None:
    game = server.open("classic-4", *["computer"] * 4)
    with server.join(game) as client:
        slowest = 0.0
        while not client.snapshot["is_over"] and client.snapshot["at"] < 40:
            begun = time.monotonic()
            assert server.http.get(f"/api/games/{game['game']}").status_code == 200
            slowest = max(slowest, time.monotonic() - begun)
            client.receive()
        assert slowest < 1.0

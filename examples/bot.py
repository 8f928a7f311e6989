"""A bot in forty lines: takes every challenge and plays greedily. docs/programs/bots.md tells what it may do.

CORNERWISE_TOKEN=cwbot_… python examples/bot.py https://play.example.org
"""

import json
import os
import sys
import threading

import httpx

import cornerwise as cw

key = {"Authorization": f"Bearer {os.environ['CORNERWISE_TOKEN']}"}
server, player = httpx.Client(base_url=f"{sys.argv[1]}/api/bot", headers=key, timeout=30), cw.GreedyPlayer(seed=1)


def lines(path):
    with server.stream("GET", path) as answer:
        answer.raise_for_status()
        yield from (json.loads(line) for line in answer.iter_lines() if line)


def play(game):
    for state in lines(f"/games/{game}"):
        if state["must_roll"]:
            server.post(f"/games/{game}/roll", json={"ply": state["ply"]}).raise_for_status()
        elif state["is_your_turn"]:
            move = player.choose(cw.Position.parse(state["position"]))
            server.post(f"/games/{game}/move", json={"ply": state["ply"], "move": str(move)}).raise_for_status()


for event in lines("/events"):
    if event["type"] == "challenge":
        server.post(f"/challenges/{event['challenge']['id']}/accept")
    elif event["type"] == "rematch":
        server.post(f"/games/{event['game']}/offers/rematch")
    elif event["type"] == "game":
        threading.Thread(target=play, args=(event["game"],), daemon=True).start()

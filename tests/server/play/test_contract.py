"""What every table promises (tests/contract), played with a real server; run as a program it writes the hashes anew."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from serving import Client, Server

Json = dict[str, Any]
SCRIPTS = sorted((Path(__file__).parents[2] / "contract").glob("*.json"))


def fits(wanted: Any, found: Any, kept: Json) -> bool:
    """Whether something is as a script wants it."""
    if not isinstance(wanted, dict):
        return bool(wanted == found)
    match wanted:
        case {"length": int(count)}:
            return len(found) == count
        case {"least": int(count)}:
            return len(found) >= count
        case {"as": str(name)}:
            return bool(kept[name] == found)
    return all(key in found and fits(value, found[key], kept) for key, value in wanted.items())


def whole(snapshot: Json) -> str:
    """The hash of a snapshot without names, secrets and dice."""
    seats = [{key: value for key, value in seat.items() if key != "token"} for seat in snapshot["seats"]]
    told = {key: value for key, value in snapshot.items() if key not in ("game", "fairness")} | {"seats": seats}
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def message(step: Json, snapshot: Json) -> Json:
    """The message of a step, about the game and the ply that are shown."""
    sent = {"game": snapshot["game"], **step["send"]}
    if sent["type"] in ("play", "roll", "undo", "redo", "goto", "explain"):
        sent.setdefault("ply", snapshot["ply"])
    if isinstance(sent.get("move"), dict):
        sent["move"] = snapshot["legal"][sent["move"]["legal"]]
    return sent


def run(client: Client, script: Json) -> list[str]:
    """Do what a script says and see that everything is as it wants; returns the hashes of the whole snapshots."""
    kept: Json = {}
    hashes = []
    for number, step in enumerate(script["steps"], 1):
        at = f"step {number}: {step}"
        if "send" in step:
            answer = client.ask(**message(step, client.snapshot))
            assert fits(step["answer"], answer, kept), f"{at} was answered by {answer}"
        if "wait" in step:
            is_mine = step["wait"] == "mine"
            client.wait(lambda shown, is_mine=is_mine: client.is_mine() if is_mine else shown["is_over"])
        for key, value in step.get("shows", {}).items():
            assert fits(value, client.snapshot[key], kept), f"{at} shows {key} {client.snapshot[key]}"
        for name, path in step.get("keep", {}).items():
            kept[name] = client.snapshot[path[0]]
        if "whole" in step:
            hashes.append(whole(client.snapshot))
    return hashes


def opened(server: Server, script: Json) -> Client:
    """A client at the game a script opens."""
    game = server.http.post("/api/games", json=script["open"]).json()
    return server.join(game)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_the_server_keeps_the_promise(server: Server, path: Path) -> None:
    script = json.loads(path.read_text())
    with opened(server, script) as client:
        hashes = run(client, script)
    assert hashes == [step["whole"] for step in script["steps"] if "whole" in step]


def write() -> None:
    """Write the hashes of what the server shows into the scripts."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data))
        for path in SCRIPTS:
            text = path.read_text()
            with opened(server, json.loads(text)) as client:
                hashes = iter(run(client, json.loads(text)))
            path.write_text(re.sub(r'"whole": "[0-9a-f]*"', lambda _: f'"whole": "{next(hashes)}"', text))  # noqa: B023
        server.stop()


if __name__ == "__main__":
    sys.exit(write())

"""What a newcomer does who has just installed Cornerwise: play, ask the engine, open the page.

Run it with the Python of the new environment; with --library where the server's packages cannot be installed.
"""

from __future__ import annotations

import pydoc
import re
import subprocess
import sys
import urllib.request
from importlib.resources import files
from pathlib import Path

import cornerwise as cw
from cornerwise.engine import Engine, Limit

SEARCHED = "duo.0.BTsCaCC4h.BVYChpC2F"  # what six searches of Duo lead to


def plays() -> None:
    """Some moves by the engine, which are the same on every machine; a whole game; a picture."""
    for name in cw.rulesets():
        position = cw.start(name)
        assert position.turn.actor == cw.CHANCE or len(position.legal_moves) > 0, name
    position = cw.start("duo")
    with Engine("duo", limit=Limit(simulations=300), seed=1) as engine:
        for _ in range(6):
            position = position.play(engine.choose(position))
    assert position.text == SEARCHED, position.text
    assert "<svg" in cw.svg(position)
    game = cw.play_game([cw.GreedyPlayer(1), cw.RandomPlayer(2)], "duo")
    assert game.position.is_over
    print(f"{cw.__version__} plays: {position.text} {game.position.scores}")


def looks_around() -> None:
    """Every public name at once, and the help; neither needs what an extra brings."""
    found: dict[str, object] = {}
    exec("from cornerwise import *", found)
    assert found["start"] is cw.start
    assert "play_game" in pydoc.render_doc(cw)


def serves() -> None:
    """The page, all its parts, the kernel for the browser, and the rules."""
    command = [sys.executable, "-m", "cornerwise", "serve", "--port", "0", "--data", "newcomer-data"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        home = re.search(r"http://\S+", said)
        assert home, said
        page = fetch(home[0])
        parts = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
        assert parts, page[:300]
        for part in parts:
            fetch(home[0] + part)
        manifest = fetch(home[0] + "kernel/manifest.json")
        assert "wasm" in manifest or "--no-kernel" in sys.argv, "The kernel for the browser is missing."
        assert "Duo" in fetch(home[0] + "api/welcome")
        assert (files("cornerwise.server") / "static" / "notebook.js").is_file(), "The board for notebooks is missing."
        print(f"The page came with {len(parts)} parts.")
    finally:
        server.terminate()
        server.wait(30)


def fetch(address: str) -> str:
    """What is at an address, or an error."""
    with urllib.request.urlopen(address, timeout=60) as answer:
        return str(answer.read().decode("utf-8", "replace"))


if __name__ == "__main__":
    home = Path(cw.__file__).resolve()
    assert "site-packages" in home.parts or "--anywhere" in sys.argv, f"That is not the installed package but {home}."
    plays()
    looks_around()
    if "--library" not in sys.argv:
        serves()

"""The corpus of advice: positions over all games, each with what is advised after a fixed search.

`python tests/advice_corpus.py` writes tests/data/advice.jsonl anew (make advice); `--text` prints it for a reader who
labels every sentence (docs/advice.md).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cornerwise as cw
from cornerwise._core import SearchResult, advise
from cornerwise.advice.advice import make_advice
from cornerwise.advice.finding import worded
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.throw import throw

FILE = Path(__file__).parent / "data" / "advice.jsonl"
SIMULATIONS = 4000
COUNT = 3
FLAT = (3, 9)
OTHERS = (1, 5)
"""Games of a ruleset and positions of each: half and more of all positions lie on flat boards that rivals share."""
CONTRACT = 20
"""Every so-manieth entry is what the page at home is held to."""


def positions(ruleset: str) -> list[cw.Position]:
    """Positions of games between computers, from the opening to the end, by fixed seeds."""
    rules = cw.ruleset(ruleset)
    games, each = FLAT if rules.contact == "corner" and rules.sheets == 1 else OTHERS
    return [position for game in range(games) for position in played(ruleset, 7 + game, each, is_first=game == 0)]


def played(ruleset: str, seed: int, count: int, *, is_first: bool) -> list[cw.Position]:
    """Positions of one game; the first move is looked at only once."""
    game = cw.Game(ruleset)
    seen: list[cw.Position] = []
    with Engine(ruleset, level=3, seed=seed, memory_mb=32) as engine:
        while not game.position.is_over:
            if game.position.rolls:
                game.roll(throw(game.position, len(seen)))
                continue
            if len(game.position.legal_moves) > 1:
                seen.append(game.position)
            game.play(engine.choose(game.position))
    seen = seen if is_first else seen[1:]
    step = max(1.0, len(seen) / count)
    return [seen[int(index * step)] for index in range(min(count, len(seen)))]


def searched(position: cw.Position) -> SearchResult:
    """What a fixed search of a position finds."""
    with Engine(position.ruleset, limit=Limit(simulations=SIMULATIONS), seed=1, memory_mb=64) as engine:
        return engine.search(position, engine.limit, compares=True)


def look(text: str) -> dict[str, Any]:
    """What is advised in a position, as data."""
    position = cw.Position.parse(text)
    found = advise(position, searched(position), COUNT)
    moves = []
    for each in found["moves"]:
        sentences = [f"{'+' if said.is_good else '-'} {said}" for said in worded(position.ruleset, each["findings"])]
        kinds = [
            f"{said['kind']}:{said['value']:g}:{said['usual']:g}:{len(said['cells'])}" for said in each["findings"]
        ]
        moves.append({"move": str(position.ruleset.move(each["move"])), "kinds": kinds, "says": sentences})
    return {"position": text, "verdict": found["verdict"], "moves": moves}


def main() -> None:
    """Write the corpus, or print it for readers."""
    if "--text" in sys.argv:
        for number, line in enumerate(FILE.read_text("utf-8").splitlines(), 1):
            position = cw.Position.parse(json.loads(line)["position"])
            print(f"=== {number} {position.ruleset.title} ===")
            print(position)
            print(make_advice(position, searched(position), COUNT), "\n")
        return
    with FILE.open("w", encoding="utf-8") as out:
        for ruleset in cw.rulesets():
            for position in positions(ruleset):
                out.write(json.dumps(look(position.text), ensure_ascii=False) + "\n")
            print(ruleset, flush=True)


if __name__ == "__main__":
    main()

"""Golden searches: the engine finds the same on every machine, and in the browser (web/tests/home/search.test.ts).

`pytest tests/engine/test_golden_search.py --update-golden` writes data/searches.json anew.
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.engine.tuning import tuning_of
from data_files import DATA

PATH = DATA / "searches.json"
GAMES = ("duo", "classic-4", "classic-teams", "classic-3", "3d-tower-2", "3d-pyramid-4", "dice-3")
PARTS = (0.0, 0.45, 0.8)  # of a game
SIMULATIONS = 250
LEVELS = (  # of our own, so that tuning those of the games changes nothing here
    {"simulations": 1, "care": 0.0, "taste": 0.4, "blindness": 0.3},
    {"simulations": 16, "care": 0.4, "taste": 0.75, "blindness": 0.1},
    {"simulations": 110, "care": 1.0, "taste": 1.0, "blindness": 0.0},
)
SEED = 7


@cache
def position_at(name: str, part: float) -> tuple[cw.Position, int]:
    """A position after such a part of a random game, in which a seat is to move, and the placement before it."""
    rng = random.Random(f"search {name}")
    position, line = cw.start(name), []
    last = -1
    while not position.is_over:
        if position.turn.actor == cw.CHANCE:
            position = position.roll(position.rolls[rng.randrange(len(position.rolls))])
            continue
        line.append((position, last))
        largest = max(len(move.cells) for move in position.legal_moves)
        move = rng.choice([move for move in position.legal_moves if len(move.cells) == largest])
        position, last = position.play(move), -1 if position.ruleset.rows else move.placement
    return line[int(part * len(line))]


def search(name: str, part: float, slices: bool = False) -> dict[str, Any]:
    """What a search and the levels make of a position, in one go or in slices."""
    position, last = position_at(name, part)
    rules = position.ruleset
    thinker = Search(rules, tuning_of(rules), SEED, 1, 64)
    if slices:
        thinker.begin(position, SIMULATIONS, last=last)
        while thinker.advance(7):
            assert 0 < thinker.simulations < SIMULATIONS
        found = thinker.result()
    else:
        found = thinker.run(position, SIMULATIONS, last=last)
    choices = []
    for level in LEVELS:
        parts: dict[str, Any] = {**level, "seed": SEED, "last": last}
        if slices:
            thinker.begin_choice(position, **parts)
            while thinker.advance(3):
                pass
            choices.append(thinker.choice()[0])
        else:
            choices.append(thinker.choose(position, **parts)[0])
    return {
        "position": position.text,
        "last": last,
        "simulations": found.simulations,
        "nodes": found.nodes,
        "depth": found.depth,
        "win": list(found.value_win),
        "score": list(found.value_score),
        "moves": list(found.moves),
        "visits": list(found.visits),
        "wins": [list(win) for win in found.win],
        "priors": list(found.priors),
        "choices": choices,
    }


CASES = [(name, part) for name in GAMES for part in PARTS]


def test_what_is_found_is_what_was_found_before(request: pytest.FixtureRequest) -> None:
    found = [search(name, part) for name, part in CASES]
    if request.config.getoption("--update-golden"):
        rows = ",\n".join(json.dumps(each, separators=(",", ":")) for each in found)
        setting = json.dumps({"seed": SEED, "simulations": SIMULATIONS, "levels": LEVELS})[1:-1]
        PATH.write_text(f'{{{setting}, "searches": [\n{rows}\n]}}\n', encoding="utf-8")
    kept = json.loads(PATH.read_text(encoding="utf-8"))
    assert (kept["seed"], kept["simulations"], kept["levels"]) == (SEED, SIMULATIONS, list(LEVELS))
    for case, one, other in zip(CASES, found, kept["searches"], strict=True):
        assert one == other, case


@pytest.mark.parametrize(("name", "part"), CASES[::2])
def test_slices_find_what_one_run_finds(name: str, part: float) -> None:
    assert search(name, part, slices=True) == search(name, part)


def test_a_search_that_has_not_begun_says_so() -> None:
    thinker = Search(cw.ruleset("duo"))
    for question in (lambda: thinker.advance(1), thinker.result, thinker.choice):
        with pytest.raises(cw.CornerwiseError, match="has not begun"):
            question()


def test_a_level_can_be_asked_before_it_is_done() -> None:
    """Whoever stops early still gets a legal move."""
    position = cw.start("duo")
    thinker = Search(position.ruleset, tuning_of(position.ruleset))
    thinker.begin_choice(position, simulations=1000)
    assert thinker.choice()[0] in position.legal_ids
    assert thinker.advance(5)
    move, found = thinker.choice()
    assert move == found.best and found.simulations == 5 and found.is_cut
    thinker.clear()
    with pytest.raises(cw.CornerwiseError, match="has not begun"):
        thinker.advance(1)

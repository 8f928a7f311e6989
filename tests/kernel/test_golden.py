"""Golden playthroughs, one per ruleset: a change in the rules shows as a diff in data/playthroughs.

`pytest tests/kernel/test_golden.py --update-golden` writes them anew.
"""

from __future__ import annotations

import random

import pytest

import cornerwise as cw
from data_files import DATA, join_name
from reference_games import EVERY_GAME


def describe(position: cw.Position) -> list[str]:
    """What a reviewer wants to see of a position."""
    turn = position.turn
    who = {cw.CHANCE: "chance", cw.NOBODY: "nobody"}.get(turn.actor, f"seat {turn.actor}")
    line = who if turn.color is None else f"{who}, {turn.color}, {len(position.legal_moves)} moves"
    if position.ruleset.rows:
        dice = " ".join(map(str, position.dice)) or "-"
        line += f", round {position.round}, dice {dice}, strikes {list(position.strikes)}"
    out = ", ".join(map(str, position.out)) or "-"
    return [f"  {line}; out {out}; scores {list(position.scores)}; ranks {list(position.ranks)}"]


def playthrough(name: str, options: dict[str, str]) -> str:
    """A random game as text, the same on every machine."""
    rng = random.Random(f"golden {name}")
    position = cw.start(name, **options)
    lines = [f"start {join_name(name, options)}", *describe(position)]
    while not position.is_over:
        if position.turn.actor == cw.CHANCE:
            roll = position.rolls[rng.randrange(len(position.rolls))]
            lines.append(f"roll {roll}")
            position = position.roll(roll)
        else:
            move = rng.choice(sorted(str(move) for move in position.legal_moves))
            lines.append(f"play {move}")
            position = position.play(move)
        lines += describe(position)
    lines += [f"colors {dict(position.color_scores)}", f"text {position.text}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=[join_name(*game) for game in EVERY_GAME])
def test_golden(name: str, options: dict[str, str], request: pytest.FixtureRequest) -> None:
    """The game goes as it went when its file was reviewed."""
    suffix = "".join(f"~{key}-{value}" for key, value in options.items())
    path = DATA / "playthroughs" / f"{name}{suffix}.txt"
    text = playthrough(name, options)
    if request.config.getoption("--update-golden"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), "There is no golden playthrough yet; --update-golden writes it."
    assert text == path.read_text(encoding="utf-8")

"""The rulebooks' own scoring examples, reached by real play."""

from __future__ import annotations

import pytest

import reference
from data_files import DATA, lines_of
from lockstep import Lockstep

#: What the rulebooks print: the score of every color, and the sizes (3D: the number) of the pieces left over.
EXAMPLES = {
    "C8": (
        {"blue": 20, "yellow": -8, "red": -24, "green": -20},
        {"blue": [], "yellow": [4, 4], "red": [3, 4, 4, 4, 4, 5], "green": [3, 4, 4, 4, 5]},
    ),
    "D2": ({"white": 20, "black": -10}, {"white": [], "black": [3, 3, 4]}),
    "S6": ({"blue": 5, "red": 6, "yellow": 4, "green": 4}, {"blue": 0, "red": 0, "yellow": 0, "green": 1}),
}


def replay(example: str) -> Lockstep:
    """Plays the stored game on both sides, comparing at every step."""
    words = [line.split() for line in lines_of(DATA / "worked" / f"{example}.txt")]
    both = Lockstep(next(row[1] for row in words if row[0] == "ruleset"))
    for word, *rest in words:
        if word == "play":
            both.game.play(rest[0])
            both.position = both.position.play(rest[0])
            both.compare()
    return both


@pytest.mark.parametrize("example", EXAMPLES)
def test_worked_example(example: str) -> None:
    """The game is over, the right pieces are left, and the scores are those in print."""
    scores, left = EXAMPLES[example]
    both = replay(example)
    assert both.position.is_over
    assert dict(both.position.color_scores) == scores == reference.color_scores(both.game)
    sizes = {shape.name: shape.size for shape in both.position.ruleset.shapes}
    for color, expected in left.items():
        supply = both.position.supply(color)
        assert (len(supply) if isinstance(expected, int) else sorted(sizes[shape] for shape in supply)) == expected


def test_winners() -> None:
    """Blue wins the Classic example, white the one of Duo, red the one in 3D."""
    for example, winner in (("C8", "blue"), ("D2", "white"), ("S6", "red")):
        position = replay(example).position
        assert [position.ruleset.colors[seat] for seat in position.winners] == [winner]


def test_bonus_without_the_single_square_last() -> None:
    """C5: all 21 placed, but the single square was not the last: +15."""
    position = replay("C5").position
    assert position.is_over
    assert dict(position.color_scores) == {"blue": 20, "yellow": 15, "red": 15, "green": 15}

"""A position text is refused if its turn, its round or its dice cannot have come after its pieces."""

from __future__ import annotations

import pytest

import cornerwise as cw
from positions import random_game

#: what is wrong, and a text with it
WRONG = {
    "green before anybody": "classic-4.3....",
    "yellow before blue": "classic-4.1....",
    "one die for two seats": "dice-2.0d6..",
    "the second seat without a piece of the first": "dice-2.1t1d6..",
    "three dice for two seats": "dice-2.0d123..",
    "a round that was not played": "dice-2.cn1s1..",
    "the wrong starter": "dice-2.cs1..",
    "strikes without pieces": "dice-2.ck10..",
    "the shared color of the wrong seat": "classic-3.0r1....",
}


@pytest.mark.parametrize("what", WRONG)
def test_refused(what: str) -> None:
    """One sentence about the position text."""
    with pytest.raises(cw.NotationError, match="position text"):
        cw.Position.parse(WRONG[what])


@pytest.mark.parametrize(("name", "plies"), [("classic-4", 6), ("classic-3", 11), ("duo", 5), ("3d-tower-3", 7)])
def test_only_one_color_can_be_to_move(name: str, plies: int) -> None:
    """With the same pieces every other turn is refused while nobody is out."""
    position = random_game(name, plies).position
    assert not position.out
    ruleset, head, *pieces = position.text.split(".")
    own = position.ruleset.colors.index(position.turn.color or "")
    for color in range(len(position.ruleset.colors)):
        text = ".".join([ruleset, str(color) + head[1:], *pieces])
        if color == own:
            assert cw.Position.parse(text) == position
        else:
            with pytest.raises(cw.NotationError, match="turn"):
                cw.Position.parse(text)


@pytest.mark.parametrize("name", ["dice-2", "dice-3", "dice-4"])
def test_a_piece_has_the_color_of_its_round(name: str) -> None:
    """I5: which marker a seat holds follows from the round, so another color cannot have come up."""
    position = random_game(name, 3 * cw.ruleset(name).seats).position
    text = position.text
    at = text.index(".", text.index(".") + 1) + 4
    assert cw.Position.parse(text) == position
    for color in "0123":
        if color != text[at]:
            with pytest.raises(cw.NotationError):
                cw.Position.parse(text[:at] + color + text[at + 1 :])


@pytest.mark.parametrize("name", cw.rulesets())
def test_no_reachable_position_is_refused(name: str) -> None:
    """Every position of random games, with and without somebody who retires on the way."""
    for seed in range(4):
        for node in random_game(name, 999, seed).node.path():
            position = node.position
            assert cw.Position.parse(position.text) == position
            if position.is_over:
                continue
            for seat in range(position.ruleset.seats):
                left = position.retire(seat)
                assert cw.Position.parse(left.text) == left

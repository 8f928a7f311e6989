"""Symmetries: images of games are games."""

from __future__ import annotations

import random

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.ruleset import ruleset_of_key
from cornerwise.throw import throw

COUNTS = {
    "classic-4": (1, 4),
    "classic-4~corners-free": (8, 32),
    "classic-teams": (1, 4),
    "classic-2": (1, 4),
    "classic-3": (1, 1),
    "duo": (2, 4),
    "dice-2": (8, 8),
    "3d-pyramid-2": (4, 8),
}


@pytest.mark.parametrize("key", COUNTS)
def test_how_many_there_are(key: str) -> None:
    found = ruleset_of_key(key).symmetries
    assert (sum(s.shift == 0 for s in found), len(found)) == COUNTS[key]
    assert np.array_equal(found[0].cells, np.arange(len(found[0].cells)))
    for symmetry in found:
        assert sorted(symmetry.moves.tolist()) == list(range(len(symmetry.moves)))


@pytest.mark.parametrize("key", ["duo", "classic-4~corners-free", "dice-2", "3d-pyramid-2", "3d-tower-2x4"])
def test_the_image_of_a_game_is_a_game(key: str) -> None:
    rules, chance = ruleset_of_key(key), random.Random(key)
    for symmetry in rules.symmetries:
        if symmetry.shift:
            continue
        position = image = cw.start(rules)
        while not position.is_over:
            if position.rolls:
                roll = throw(position, 7)
                position, image = position.roll(roll), image.roll(roll)
                continue
            id = chance.choice(position.legal_ids.tolist())
            assert sorted(symmetry.moves[position.legal_ids].tolist()) == image.legal_ids.tolist()
            position, image = position.play(id), image.play(int(symmetry.moves[id]))
            assert position.transform(symmetry) == image
        assert image.scores == position.scores
        assert cw.Position.parse(image.text) == image
        assert image.canonical()[0] == position.canonical()[0]
        best, leads = position.canonical()
        assert position.transform(leads) == best


def test_where_colors_move_on_observations_do_too() -> None:
    """In Classic a quarter turn maps what blue sees onto what yellow sees."""
    from cornerwise.env import Batch

    rules = cw.ruleset("classic-4")
    turn = next(s for s in rules.symmetries if s.shift == 1)
    with pytest.raises(cw.CornerwiseError, match="colors move on"):
        cw.start(rules).transform(turn)
    batch = Batch(rules, 1)
    blue = batch.planes()[0].reshape(-1, 400)
    first = cw.start(rules)
    batch.step([first.legal_ids[0]])
    yellow = batch.planes()[0].reshape(-1, 400)
    targets = 5
    assert np.array_equal(yellow[targets][turn.cells], blue[targets])


def test_a_symmetry_of_another_ruleset_is_refused() -> None:
    with pytest.raises(cw.CornerwiseError, match="another ruleset"):
        cw.start("duo").transform(cw.ruleset("dice-2").symmetries[1])

"""Lanes: what a color can do, against the kernel and against play."""

from collections import Counter

import pytest

import cornerwise as cw
from cornerwise._core import ever_cells, placements
from cornerwise.player import RandomPlayer
from positions import random_game


@pytest.mark.parametrize("ruleset", cw.rulesets())
def test_placements_are_those_the_kernel_counts_for_every_color(ruleset):
    names = [shape.name for shape in cw.ruleset(ruleset).shapes]
    for plies in (0, 1, 3, 7, 14, 25):
        position = random_game(ruleset, plies, seed=plies).position
        for sheet in range(position.ruleset.sheets):
            for color in position.ruleset.colors:
                counted = Counter(names[position.ruleset.atlas.shapes[id]] for id in placements(position, color, sheet))
                left = position.places_left(color, sheet)
                assert counted == Counter({shape: places for shape, places in left.items() if places})


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "3d-wall-3"])
def test_placements_of_the_color_to_move_are_its_legal_moves(ruleset):
    position = random_game(ruleset, 11).position
    assert list(placements(position, position.turn.color)) == position.legal_ids.tolist()


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-2"])
def test_nobody_ever_builds_outside_the_cells_it_can_ever_reach(ruleset):
    outside = 0
    for seed in range(4):
        before = random_game(ruleset, 14 if ruleset == "duo" else 36, seed).position
        ever = {color: set(ever_cells(before, color)) for color in before.ruleset.colors}
        outside += sum(before.ruleset.board.cell_count - len(cells) for cells in ever.values())
        old = {(piece.color, piece.placement) for piece in before.placed}
        for chance in range(20):
            position, player = before, RandomPlayer(chance)
            while not position.is_over:
                position = position.play(player.choose(position))
            for piece in position.placed:
                if (piece.color, piece.placement) not in old:
                    assert set(piece.cells) <= ever[piece.color]
    assert outside > 200  # the promise is not an empty one

"""Lanes: what a color can do, against the kernel and against play."""

from collections import Counter

import pytest

import cornerwise as cw
from cornerwise.advice.lane import Lane
from cornerwise.player import RandomPlayer
from positions import random_game


@pytest.mark.parametrize("ruleset", cw.rulesets())
def test_placements_are_those_the_kernel_counts_for_every_color(ruleset):
    names = [shape.name for shape in cw.ruleset(ruleset).shapes]
    for plies in (0, 1, 3, 7, 14, 25):
        position = random_game(ruleset, plies, seed=plies).position
        for sheet in range(position.ruleset.sheets):
            for color in position.ruleset.colors:
                lane = Lane(position, color, sheet)
                counted = Counter(names[position.ruleset.atlas.shapes[id]] for id in lane.placements)
                assert counted == Counter({shape: left for shape, left in lane.places.items() if left})


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "3d-wall-3"])
def test_placements_of_the_color_to_move_are_its_legal_moves(ruleset):
    position = random_game(ruleset, 11).position
    lane = Lane(position, position.turn.color)
    assert lane.placements.tolist() == position.legal_ids.tolist()
    assert lane.next_cells == {cell for move in position.legal_moves for cell in move.cells}


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-2"])
def test_nobody_ever_builds_outside_the_cells_it_can_ever_reach(ruleset):
    outside = 0
    for seed in range(4):
        before = random_game(ruleset, 14 if ruleset == "duo" else 36, seed).position
        lanes = {color: Lane(before, color) for color in before.ruleset.colors}
        outside += sum(before.ruleset.board.cell_count - len(lane.ever_cells) for lane in lanes.values())
        old = {(piece.color, piece.placement) for piece in before.placed}
        for chance in range(20):
            position, player = before, RandomPlayer(chance)
            while not position.is_over:
                position = position.play(player.choose(position))
            for piece in position.placed:
                if (piece.color, piece.placement) not in old:
                    assert set(piece.cells) <= lanes[piece.color].ever_cells
    assert outside > 200  # the promise is not an empty one


def test_a_dead_corner_is_one_that_no_piece_fits():
    position = random_game("duo", 24).position
    for color in position.ruleset.colors:
        lane = Lane(position, color)
        fits = {cell for id in lane.placements for cell in position.ruleset.move(int(id)).cells}
        assert lane.dead_targets == {cell for cell in lane.targets if cell not in fits}

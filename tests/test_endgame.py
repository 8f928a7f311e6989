"""Exact endgames: what is called proved is what trying everything finds."""

import pytest

import cornerwise as cw
from cornerwise.engine import Engine, Limit
from positions import random_game

MOST = 3000
"""Positions that a proof by hand may look at."""


class TooMany(Exception):
    """The tree is too large to be tried by hand."""


def lead(position, scores, seat):
    """By how much a seat is ahead of the best of the others."""
    team = next(team for team in position.ruleset.teams if seat in team)
    return scores[seat] - max(score for other, score in enumerate(scores) if other not in team)


def tried(position, seen):
    """Every legal move's final scores, if each seat maximizes its lead and takes the first of equals, largest first."""
    seen.append(position)
    if len(seen) > MOST:
        raise TooMany
    moves = sorted(position.legal_moves, key=lambda move: (-len(move.cells), move.id))
    return {move.id: end(position.play(move), seen) for move in moves}


def end(position, seen):
    if position.is_over:
        return tuple(position.scores)
    found = tried(position, seen)
    return max(found.values(), key=lambda scores: lead(position, scores, position.turn.actor))


@pytest.mark.parametrize(
    ("name", "plies"),
    [("duo", 25), ("classic-2", 56), ("classic-4", 56), ("classic-3", 56), ("classic-teams", 56), ("3d-tower-2", 15)],
)
def test_a_proof_finds_what_trying_everything_finds(name, plies):
    compared = 0
    with Engine(name, memory_mb=64) as engine:
        for seed in range(60):
            position = random_game(name, plies, seed).position
            if position.is_over:
                continue
            try:
                expected = tried(position, [])
            except TooMany:
                continue
            result = engine.search(position, Limit(simulations=100_000))
            assert result.is_proved
            seat = position.turn.actor
            found = {move: tuple(round(score) for score in scores)
                     for move, scores in zip(result.moves, result.score, strict=True)}
            assert {move: lead(position, scores, seat) for move, scores in found.items()} == {
                move: lead(position, scores, seat) for move, scores in expected.items()
            }, str(position)
            if len(position.ruleset.teams) == 2:
                assert found == expected, str(position)
            compared += 1
    assert compared >= 15


def test_colors_that_have_come_apart_are_packed_one_by_one():
    """In most lines from here no two colors can reach the same cell; all orders of all four would be far too many."""
    position = cw.Position.parse(
        "classic-4.0.ACoANcBD_Bs_CjTDo5ECuEfpFZMFdiGZHGosHKb.ACaBWwBwkCd5DogEHUEl1FUTFmoGPEGdlGy7HWW"
        ".AAxAg3BDMBPJCNhC_lDqxEPeEyiFY2GBSGWIHMx.AB4ANjA5ZCKzClSDhPEZWEkxFUNFsCFxVGRrGzf"
    )
    with Engine("classic-4", memory_mb=64) as engine:
        result = engine.search(position, Limit(simulations=20_000))
    assert result.is_proved and result.simulations < 40_000

"""The Dice Game's rounds: how many dice lie on the table, and when nobody rolls any more (I6, I7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import cornerwise as cw
from positions import random_game

GAMES = ["dice-2", "dice-3", "dice-4"]


def steps(name: str, games: int) -> Iterator[tuple[cw.Position, cw.Position]]:
    """The positions of random games, each with the one before it."""
    for seed in range(games):
        line = random_game(name, 999, seed).node.path()
        yield from ((node.parent.position, node.position) for node in line if node.parent is not None)


@pytest.mark.parametrize("name", GAMES)
def test_a_die_for_every_seat_that_is_still_to_draw(name: str) -> None:
    """I6: one die leaves with a seat that goes out in the middle of a round, the highest one."""
    is_seen = False
    for before, after in steps(name, 60):
        if after.turn.actor < 0:
            continue
        seats = after.ruleset.seats
        order = [(after.starter + step) % seats for step in range(seats)]
        waiting = [seat for seat in order[order.index(after.turn.actor) :] if seat not in after.out]
        assert len(after.dice) == len(waiting), after.text
        gone = len(after.out) - len(before.out)
        if gone and before.turn.actor >= 0:
            is_seen = True
            taken = list(before.dice)
            taken.remove(next(die for die in before.dice if drew(before, after, die)))
            assert sorted(taken)[: len(after.dice)] == list(after.dice)
    assert is_seen or name == "dice-2"


def drew(before: cw.Position, after: cw.Position, die: int) -> bool:
    """Whether some move with this die leads from one position to the other."""
    return any(move.die == die and before.play(move) == after for move in before.legal_moves)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_rolls_in_vain(name: str) -> None:
    """I7: before every roll some active seat could draw something."""
    ended = 0
    for before, after in steps(name, 60):
        if after.turn.actor == cw.CHANCE:
            active = [seat for seat in range(after.ruleset.seats) if seat not in after.out]
            assert any(any(after.places_left(after.markers[seat], seat).values()) for seat in active), after.text
        ended += after.is_over and after.round > before.round
    assert ended, "no game ended before a roll"

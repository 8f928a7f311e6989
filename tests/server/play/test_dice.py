"""Dice: reproducible from the seed, fair, and fixed by the commitment."""

from __future__ import annotations

import hashlib
from collections import Counter

from cornerwise.server.play.table import dice


def test_a_seed_gives_the_same_dice_again() -> None:
    seed = dice.new_seed()
    assert [dice.faces_of(seed, n, 4) for n in range(1, 9)] == [dice.faces_of(seed, n, 4) for n in range(1, 9)]
    assert len({dice.faces_of(dice.new_seed(), 1, 40) for _ in range(20)}) == 20


def test_faces_are_fair_and_independent() -> None:
    # Chi-squared against the 21 rolls of two dice: beyond 61 once in about 200,000 seeds; this seed is fixed.
    seed, count = "5a" * 32, 21_600
    rolls = Counter(dice.faces_of(seed, number, 2) for number in range(1, count + 1))
    chances = {(a, b): (1 if a == b else 2) / 36 for a in range(1, 7) for b in range(a, 7)}
    assert set(rolls) == set(chances)
    assert sum((rolls[roll] - count * p) ** 2 / (count * p) for roll, p in chances.items()) < 61


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert dice.commitment("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()

"""The kernel is equal to the reference on random games of every ruleset and option."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise as cw
from data_files import join_name
from lockstep import POLICIES, Lockstep
from reference_games import CATALOGUE, EVERY_GAME

GAME_NAMES = [join_name(*game) for game in EVERY_GAME]
SEEDS = st.integers(0, 2**32)


def test_every_ruleset_is_compared() -> None:
    """A ruleset added to the catalogue must be added to the reference too, and so must an option."""
    assert set(cw.rulesets()) == set(CATALOGUE)


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
@settings(max_examples=2)
@given(seed=SEEDS, policy=st.sampled_from(sorted(POLICIES)))
def test_random_games(name: str, options: dict[str, str], seed: int, policy: str) -> None:
    """Whole games, everything compared at every step."""
    rng = random.Random(seed)
    both = Lockstep(name, **options)
    both.compare_everything()
    while not both.game.is_over:
        both.step(rng, policy)
        both.compare_everything()


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
@settings(max_examples=2)
@given(seed=SEEDS)
def test_explain(name: str, options: dict[str, str], seed: int) -> None:
    """A move is explained away exactly when it is not legal, with a sentence, and is then refused."""
    rng = random.Random(seed)
    both = Lockstep(name, **options)
    while not both.game.is_over:
        both.step(rng)
        if both.game.turn.actor < 0:
            continue
        ruleset = both.position.ruleset
        for id in rng.sample(range(ruleset.move_count), 20):
            move = ruleset.move(id)
            reason = both.position.explain(move)
            both.check(f"explain {move}", reason is None, str(move) in both.game.legal)
            if reason is not None:
                assert str(reason).endswith(".") and reason.kind and reason.clause
                with pytest.raises(cw.IllegalMove):
                    both.position.play(move)

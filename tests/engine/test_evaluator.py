"""Evaluators from outside: what they see, what their word does, and what becomes of a search when they fail."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.engine import Engine, Limit
from cornerwise.engine.evaluator import Leaves
from cornerwise.env import Batch
from cornerwise.errors import CornerwiseError, EvaluatorError, WrongType

NAMES = ("duo", "classic-4", "classic-3", "classic-teams", "dice-3", "3d-pyramid-2")


def level_headed(leaves: Leaves) -> tuple[Any, Any]:
    """Likes every move and everybody equally."""
    seats = leaves["positions"][0].ruleset.seats
    return np.ones(len(leaves["ids"])), np.full((len(leaves["positions"]), seats), 1 / seats)


def middle(name: str, plies: int = 9) -> cw.Position:
    """A position some moves on."""
    batch = Batch(name, 1, seed=4, auto_reset=False)
    for _ in range(plies):
        batch.step(batch.sample())
    return batch.position(0)


@pytest.mark.parametrize("name", NAMES)
def test_it_sees_what_a_batch_shows(name: str) -> None:
    root = middle(name)
    seen: list[Leaves] = []

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        seen.append(leaves)
        return level_headed(leaves)

    Engine(name, limit=Limit(simulations=60), evaluator=evaluate, batch=8).choose(root)
    assert len(seen[0]["positions"]) == 1 and len(seen) < 40
    for leaves in seen[1:]:
        positions = leaves["positions"]
        batch = Batch(name, len(positions), auto_reset=False, offer_chance=True)
        for game, position in enumerate(positions):
            batch.put(game, position)
        ids, offsets = batch.legal()
        assert np.array_equal(ids, leaves["ids"]) and np.array_equal(offsets, leaves["offsets"])
        assert np.array_equal(batch.features(), leaves["features"])
        # The piece placed last is known to whoever went there, not to whoever looks at a position alone.
        sheets = cw.ruleset(name).seats if cw.ruleset(name).rows else 1
        levels = cw.ruleset(name).board.levels
        planes, told = batch.planes(), leaves["planes"].copy()
        per_sheet = (planes.shape[1] - levels) // sheets
        last = [levels * 2 + sheet * per_sheet + level for sheet in range(sheets) for level in range(levels)]
        for game, position in enumerate(positions):
            latest = told[game, last].astype(bool)
            assert latest.sum() in (0 if position.ply == root.ply else 1, 1, 2, 3, 4, 5)
        told[:, last] = 0
        assert np.array_equal(planes, told)


def test_the_piece_before_is_shown_as_in_play() -> None:
    batch = Batch("duo", 1, seed=2, auto_reset=False)
    batch.step(batch.sample())
    first = batch.position(0)
    seen: list[Leaves] = []

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        seen.append(leaves)
        return level_headed(leaves)

    engine = Engine("duo", limit=Limit(simulations=4), evaluator=evaluate, batch=1)
    placed = cw.ruleset("duo").move(first.placed[0].placement)
    engine.choose(first, last=placed)
    assert np.array_equal(seen[0]["planes"], batch.planes())
    batch.step([int(seen[0]["ids"][0])])
    other = Batch("duo", 1, auto_reset=False)
    other.put(0, batch.position(0), last=cw.ruleset("duo").move(int(seen[0]["ids"][0])))
    assert np.array_equal(other.planes(), batch.planes())
    with pytest.raises(CornerwiseError, match="not on the board"):
        other.put(0, batch.position(0), last=0)


@pytest.mark.parametrize("name", ["duo", "classic-4", "classic-teams", "dice-3"])
def test_its_word_decides(name: str) -> None:
    root = middle(name)
    mover = root.turn.actor
    favorite = root.legal_ids[len(root.legal_ids) // 2]
    wanted = root.play(int(favorite))

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        policy, shares = level_headed(leaves)
        for i, position in enumerate(leaves["positions"]):
            actor = position.turn.actor
            good = position.ply > root.ply and set(wanted.placed) <= set(position.placed)
            shares[i] = 0.0
            shares[i, (mover - actor) % position.ruleset.seats] = 1.0 if good else 0.1
        return policy, shares

    # Policy leads there too, so that few simulations do.
    def led(leaves: Leaves) -> tuple[Any, Any]:
        policy, shares = evaluate(leaves)
        return np.where(leaves["ids"] == favorite, 50.0, policy), shares

    with Engine(name, limit=Limit(simulations=200), evaluator=led, batch=4) as engine:
        assert engine.choose(root).id == favorite
        found = engine.last
    assert found is not None and found.simulations == sum(found.visits) == 200
    assert found.win[0][mover] > 0.9 and found.expected[0] == favorite
    # Playouts still tell about scores.
    assert any(score != 0 for score in found.value_score)


def test_the_same_numbers_find_the_same() -> None:
    position = middle("duo")

    def found() -> Any:
        with Engine("duo", limit=Limit(simulations=300), evaluator=level_headed, batch=16, seed=5) as engine:
            result = engine.search(position, engine.limit)
        return result.moves, result.visits, result.utility

    assert found() == found()


def test_it_is_asked_for_many_at_a_time_on_the_thread_that_asks() -> None:
    sizes: list[int] = []

    def evaluate(leaves: Leaves) -> tuple[Any, Any]:
        assert threading.current_thread() is threading.main_thread()
        sizes.append(len(leaves["positions"]))
        return level_headed(leaves)

    with Engine("classic-4", limit=Limit(simulations=2000), evaluator=evaluate, batch=64) as engine:
        result = engine.search(cw.start("classic-4"), engine.limit)
    assert result.simulations == 2000 and max(sizes) == 64 and np.mean(sizes[3:]) > 32


@pytest.mark.parametrize("name", ["duo", "dice-2", "classic-4"])
def test_a_failure_leaves_the_search_as_it_was(name: str) -> None:
    position = middle(name)
    calls, fails = 0, False

    def evaluate(*arrays: Any) -> tuple[Any, Any]:
        nonlocal calls
        calls += 1
        if fails:
            raise EvaluatorError("No.")
        n = len(arrays[4])
        return np.ones(len(arrays[2]), np.float32), np.full((n, position.ruleset.seats), 0.5, np.float32)

    search = Search(position.ruleset, {}, 1, 1, 64, evaluate, 16)
    search.begin(position, simulations=100_000)
    for _ in range(6):
        search.advance(48)
        before = search.result()
        fails = True
        with pytest.raises(EvaluatorError, match=r"^No\.$"):
            search.advance(1000)
        fails = False
        after = search.result()
        # What was certain may have been counted before the evaluator was asked.
        lost = after.simulations - before.simulations
        assert 0 <= lost < 16 and sum(after.visits) == sum(before.visits) + lost
        assert lost or (after.moves, after.visits, after.utility) == (before.moves, before.visits, before.utility)
    assert search.result().simulations >= 6 * 48 and calls > 12
    fails = True
    with pytest.raises(EvaluatorError):
        search.run(middle(name, 6), simulations=50)
    with pytest.raises(CornerwiseError, match="has not begun"):
        search.result()
    fails = False
    assert search.run(position, simulations=50).simulations == 50


NONSENSE: list[tuple[Callable[[Leaves], Any], str]] = [
    (lambda leaves: 1 / 0, "The evaluator failed: ZeroDivisionError: division by zero"),
    (lambda leaves: None, "a pair, policy and shares, not NoneType"),
    (lambda leaves: (1, 2, 3), "a pair, policy and shares, not tuple"),
    (lambda leaves: ("a", "b"), "policy of an evaluator is an array of numbers"),
    (lambda leaves: (level_headed(leaves)[0], None), "shares of an evaluator is an array of numbers"),
    (lambda leaves: (level_headed(leaves)[0][:-1], level_headed(leaves)[1]), "policy of an evaluator has the shape"),
    (lambda leaves: (level_headed(leaves)[0], np.zeros(len(leaves["positions"]))), r"has the shape \(1, 2\) here"),
    (lambda leaves: (-level_headed(leaves)[0], level_headed(leaves)[1]), "exp\\(logits\\)"),
    (lambda leaves: (level_headed(leaves)[0] * np.nan, level_headed(leaves)[1]), "infinities or NaN"),
    (lambda leaves: (level_headed(leaves)[0], level_headed(leaves)[1] * np.inf), "infinities or NaN"),
    (lambda leaves: (level_headed(leaves)[0], -level_headed(leaves)[1]), r"0 to 1; a value v"),
    (lambda leaves: (level_headed(leaves)[0] * 1j, level_headed(leaves)[1]), "array of numbers: of complex128"),
    (lambda leaves: ([[1], [2, 3]], level_headed(leaves)[1]), "policy of an evaluator is an array of numbers"),
]


@pytest.mark.parametrize(("evaluate", "sentence"), NONSENSE)
def test_nonsense_is_one_clear_error(evaluate: Callable[[Leaves], Any], sentence: str) -> None:
    answers: list[Callable[[Leaves], Any]] = [evaluate]

    def asked(leaves: Leaves) -> Any:
        return answers.pop()(leaves) if answers else level_headed(leaves)

    engine = Engine("duo", limit=Limit(simulations=20), evaluator=asked)
    with pytest.raises(EvaluatorError, match=sentence):
        engine.choose(cw.start("duo"))
    assert engine.choose(cw.start("duo")).id in cw.start("duo").legal_ids


def test_other_answers_that_will_do() -> None:
    def lists(leaves: Leaves) -> Any:
        leaves["ids"][:] = -7  # what it does to its arrays is its own affair
        return [0] * len(leaves["ids"]), [[1, 0]] * len(leaves["positions"])

    assert Engine("duo", limit=Limit(simulations=20), evaluator=lists).choose(cw.start("duo"))


def test_an_interruption_passes() -> None:
    def interrupt(leaves: Leaves) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Engine("duo", limit=Limit(simulations=20), evaluator=interrupt).choose(cw.start("duo"))


def test_it_cannot_ask_the_search_that_asks_it() -> None:
    engine: Engine

    def ask(leaves: Leaves) -> Any:
        return engine.choose(leaves["positions"][0])

    engine = Engine("duo", limit=Limit(simulations=20), evaluator=ask)
    with pytest.raises(EvaluatorError, match="already thinking"):
        engine.choose(cw.start("duo"))


def test_engines_with_it_have_limits() -> None:
    for wrong in ({}, {"level": 3}, {"level": 3, "limit": Limit(simulations=5)}):
        with pytest.raises(CornerwiseError, match="within a limit"):
            Engine("duo", **wrong, evaluator=level_headed)
    with pytest.raises(WrongType, match="is a callable, not int"):
        Engine("duo", limit=Limit(simulations=5), evaluator=5)  # type: ignore[arg-type]
    for batch in (0, -1, 4097, 1.5, True):
        with pytest.raises(CornerwiseError, match="1 to 4096 positions"):
            Engine("duo", limit=Limit(simulations=5), evaluator=level_headed, batch=batch)  # type: ignore[arg-type]
    with pytest.raises(CornerwiseError, match="one thread"):
        Search(cw.ruleset("duo"), {}, 0, 2, 64, level_headed, 4)
    engine = Engine("duo", limit=Limit(simulations=5), evaluator=level_headed)
    with pytest.raises(CornerwiseError, match="within a limit"):
        engine.set_strength(3)


def test_advice_and_reviews_use_it() -> None:
    with Engine("duo", limit=Limit(simulations=30), evaluator=level_headed) as engine:
        assert engine.advise(middle("duo"), count=2).candidates


def test_who_holds_its_engine_can_be_collected() -> None:
    class Agent:
        def __init__(self) -> None:
            self.engine = Engine("duo", limit=Limit(simulations=5), evaluator=self.evaluate)

        def evaluate(self, leaves: Leaves) -> Any:
            return level_headed(leaves)

    agent = Agent()
    agent.engine.choose(cw.start("duo"))
    gone = weakref.ref(agent)
    del agent
    gc.collect()
    assert gone() is None

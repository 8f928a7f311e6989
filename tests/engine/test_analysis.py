"""Analyses: results that grow while the engine thinks, and what ends them."""

from __future__ import annotations

import threading

import pytest

import cornerwise as cw
from cornerwise.engine import Engine, Limit
from cornerwise.errors import CornerwiseError, WrongType


@pytest.mark.parametrize("name", ["duo", "classic-4", "dice-2", "3d-wall-2"])
def test_it_tells_more_and_more(name: str) -> None:
    position = cw.start(name)
    if position.turn.actor == cw.CHANCE:
        position = position.roll(position.rolls[3])
    told = []
    with Engine(name, limit=Limit(simulations=1), seed=1) as engine:
        for found in engine.analyze(position, Limit(simulations=2000), every=0.01):
            told.append(found.simulations)
            assert sum(found.visits) == found.simulations and found.expected[0] == found.best
            at = position
            for move in found.expected:
                at = at.play(move)
        assert engine.last is not None and engine.last.simulations == told[-1] == 2000
    assert told == sorted(set(told))


def test_slices_find_what_one_search_finds() -> None:
    position = cw.start("duo")
    with Engine("duo", limit=Limit(simulations=1500), seed=3) as engine:
        *_, sliced = engine.analyze(position, Limit(simulations=1500), every=0.01)
    with Engine("duo", limit=Limit(simulations=1500), seed=3) as engine:
        whole = engine.search(position, Limit(simulations=1500))
    assert (sliced.moves, sliced.visits, sliced.expected) == (whole.moves, whole.visits, whole.expected)


def test_without_a_limit_somebody_ends_it() -> None:
    position = cw.start("duo")
    with Engine("duo", level=3) as engine:
        with engine.analyze(position, every=0.01) as analysis:
            for found in analysis:
                if found.simulations > 100:
                    break
        assert list(analysis) == [] and analysis.last is found
        # From another thread, as a window's button would.
        analysis = engine.analyze(position, every=0.01)
        threading.Timer(0.05, analysis.stop).start()
        assert [found.simulations for found in analysis]
        # What was thought is kept: the next search begins with it.
        assert engine.search(position, Limit(simulations=1)).nodes > 1


def test_an_exact_end_is_told_once() -> None:
    game = cw.play_game([cw.GreedyPlayer(1), cw.GreedyPlayer(2)], "duo")
    late = game.main_line()[-3].position
    with Engine("duo", level=3) as engine:
        told = list(engine.analyze(late))
    assert len(told) == 1 and told[0].is_exact and told[0].expected


def test_several_threads_think() -> None:
    with Engine("duo", limit=Limit(simulations=1), threads=2) as engine:
        *_, found = engine.analyze(cw.start("duo"), Limit(simulations=3000), every=0.02)
    assert found.simulations >= 3000


def test_an_engine_has_one_thing_on_its_mind() -> None:
    position = cw.start("duo")
    with Engine("duo", limit=Limit(simulations=20)) as engine:
        analysis = engine.analyze(position, every=0.01)
        next(analysis)
        engine.choose(position)
        with pytest.raises(CornerwiseError, match="something else since"):
            next(analysis)
        assert list(analysis) == []


def test_misuse_is_told() -> None:
    position = cw.start("duo")
    engine = Engine("duo", level=3)
    with pytest.raises(WrongType, match="a Position"):
        engine.analyze("duo")  # type: ignore[arg-type]
    with pytest.raises(CornerwiseError, match="plays duo"):
        engine.analyze(cw.start("classic-4"))
    with pytest.raises(WrongType, match="Limit"):
        engine.analyze(position, 3)  # type: ignore[arg-type]
    with pytest.raises(WrongType, match="a number"):
        engine.analyze(position, every="often")  # type: ignore[arg-type]
    for every in (0, -1, float("nan")):
        with pytest.raises(CornerwiseError, match="more than 0"):
            engine.analyze(position, every=every)
    over = cw.play_game([cw.RandomPlayer(1), cw.RandomPlayer(2)], "duo").position
    with pytest.raises(CornerwiseError, match="over"):
        next(engine.analyze(over))

"""Learning: a table fitted to searches prefers what the searches preferred, and the shipped tables fit their games."""

import json

import numpy as np
import pytest

import cornerwise as cw
from cornerwise._core import FEATURE_LEVELS, FEATURES, PHASES, Search, sketches
from cornerwise.engine.tuning import tuning_of
from cornerwise.training.playouts import fit_shapes
from cornerwise.training.policy import Samples, fit, learn
from cornerwise.training.searched import Searched, append


@pytest.mark.parametrize("name", cw.rulesets())
def test_every_ruleset_has_a_table_of_its_own_size(name):
    ruleset = cw.ruleset(name)
    tuning = tuning_of(ruleset)
    assert [len(row) for row in tuning["shape"]] == [len(ruleset.shapes)] * PHASES
    assert np.array(tuning["level"]).shape == (PHASES, len(FEATURES), FEATURE_LEVELS)


def test_fitting_finds_the_preference_behind_the_visits():
    position = cw.start("duo")
    ids, rows, phase = sketches(position, -1)
    wanted = cw.ruleset("duo").shapes[-1].name
    visits = np.array([9.0 if position.ruleset.move(int(i)).shape == wanted else 1.0 for i in ids], np.float32)
    samples = Samples(np.tile(rows, (20, 1)), np.tile(visits, 20), np.full(20, len(ids), np.int32), np.full(20, phase))
    table, _, _ = fit(samples, 21)
    assert np.argmax(table["shape"][phase]) == 20
    # Phases nobody has seen go on with what was learned.
    assert table["shape"] == [table["shape"][phase]] * PHASES


def test_playouts_draw_shapes_as_often_as_the_searches_chose_them(tmp_path):
    position = cw.start("duo")
    ids = position.legal_ids.tolist()
    shapes = np.asarray(position.ruleset.atlas.shapes)[ids]
    chosen = [ids[shapes.tolist().index(17)], ids[shapes.tolist().index(20)]]
    path = tmp_path / "searched.jsonl"
    append(path, [Searched(str(position), -1, chosen, [30, 10], [0.5, 0.5], [0.5, 0.5], [1.0, 0.0])] * 20)
    learned = fit_shapes(position.ruleset, [path])
    assert learned == [learned[0]] * PHASES
    drawn = np.bincount(shapes, minlength=21) * np.exp(learned[0])
    assert (drawn / drawn.sum())[[17, 20]] == pytest.approx([0.75, 0.25], abs=0.02)
    with pytest.raises(ValueError, match="no searched positions"):
        fit_shapes(position.ruleset, [])


@pytest.mark.parametrize("name", ["duo", "classic-2", "dice-3", "3d-stairs-4"])
def test_no_phase_plays_at_random(name):
    assert all(np.ptp(row) > 1 for row in tuning_of(cw.ruleset(name))["shape"])


def test_learning_writes_a_table_the_search_can_use(tmp_path):
    ruleset = cw.ruleset("3d-tower-2")
    tuning = learn(ruleset, None, tmp_path, games=1, simulations=10, generations=1, seed=3, workers=1)
    assert json.loads((tmp_path / "tuning-0.json").read_text()) == tuning
    position = cw.start(ruleset)
    assert Search(ruleset, tuning).run(position, simulations=20).best in position.legal_ids

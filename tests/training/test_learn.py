"""Learning: a table fitted to searches prefers what the searches preferred, and the shipped tables fit their games."""

import json
import signal
import subprocess
import time

import numpy as np
import pytest

import cornerwise as cw
from cornerwise._core import FEATURE_LEVELS, FEATURES, PHASES, Search, sketches
from cornerwise.engine.tuning import first_guess, tuning_of
from cornerwise.training.generation import learn
from cornerwise.training.playouts import fit_shapes
from cornerwise.training.policy import Samples, fit, fit_table
from cornerwise.training.searched import Searched, append, play, read_lines
from interpreter import PYTHON


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
    append(path, [Searched(position.text, -1, chosen, [30, 10], [0.5, 0.5], [0.5, 0.5], [1.0, 0.0])] * 20)
    learned = fit_shapes(position.ruleset, [path])
    assert learned == [learned[0]] * PHASES
    drawn = np.bincount(shapes, minlength=21) * np.exp(learned[0])
    assert (drawn / drawn.sum())[[17, 20]] == pytest.approx([0.75, 0.25], abs=0.02)
    with pytest.raises(cw.CornerwiseError, match="no searched positions"):
        fit_shapes(position.ruleset, [])


@pytest.mark.parametrize("name", ["duo", "classic-2", "dice-3", "3d-stairs-4"])
def test_no_phase_plays_at_random(name):
    assert all(np.ptp(row) > 1 for row in tuning_of(cw.ruleset(name))["shape"])


def test_learning_gives_a_table_the_search_can_use(tmp_path):
    ruleset = cw.ruleset("3d-tower-2")
    seen = []

    def fit_some(generation, tuning, files):
        seen.append((generation, [path.name for path in files]))
        return fit_table(ruleset, tuning, files)[0]

    tuning = learn(ruleset, first_guess(ruleset), tmp_path, fit_some, games=1, simulations=10, generations=2, seed=3)
    assert seen == [(0, ["searched-0.jsonl"]), (1, ["searched-1.jsonl"])]
    assert tuning["shape"] != first_guess(ruleset)["shape"]
    position = cw.start(ruleset)
    assert Search(ruleset, tuning).run(position, simulations=20).best in position.legal_ids


def test_the_positions_are_the_same_with_any_number_of_workers(tmp_path):
    ruleset = cw.ruleset("3d-wall-2")
    told = []
    for workers in (1, 2):
        path = tmp_path / f"{workers}.jsonl"
        count = play(
            ruleset, first_guess(ruleset), path, games=13, simulations=10, seed=2, workers=workers, on_games=told.append
        )
        assert count == 13 and told[-1] == 13
    assert (tmp_path / "1.jsonl").read_text() == (tmp_path / "2.jsonl").read_text()


def run_learn(*words):
    command = [*PYTHON, "-m", "cornerwise", "learn", *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_positions_of_an_earlier_run_are_data(tmp_path):
    ruleset = cw.ruleset("3d-wall-2")
    play(ruleset, first_guess(ruleset), tmp_path / "old.jsonl", games=4, simulations=10, seed=2, workers=1)
    out = tmp_path / "out"
    process = run_learn("3d-wall-2", "--data", tmp_path / "old.jsonl", "--out", out)
    words, errors = process.communicate()
    assert process.returncode == 0, errors
    assert "generation 0:" in words and {path.name for path in out.iterdir()} == {"tuning-0.json", "tuning.json"}
    table = json.loads((out / "tuning.json").read_text())
    assert table == fit_table(ruleset, first_guess(ruleset), [tmp_path / "old.jsonl"])[0]
    (tmp_path / "nothing.jsonl").write_text("nothing\n")
    for file, sentence in (("none.jsonl", "there is no such file"), ("nothing.jsonl", "no searched positions")):
        process = run_learn("3d-wall-2", "--data", tmp_path / file, "--out", out)
        assert sentence in process.communicate()[1] and process.returncode == 2
    assert table == json.loads((out / "tuning.json").read_text())


def test_an_interruption_says_what_was_kept(tmp_path):
    process = run_learn("3d-wall-2", "--games", 100_000, "--simulations", 10, "--out", tmp_path / "out")
    path = tmp_path / "out" / "searched-0.jsonl"
    until = time.monotonic() + 60
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.endswith(f"cornerwise: interrupted; nothing is learned yet; positions for --data: {path}.\n")
    assert len(list(read_lines(cw.ruleset("3d-wall-2"), path))) > 0

"""Positions in Parquet; `make test-env` runs this, because pyarrow is not everybody's."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet

import cornerwise as cw
from cornerwise.engine.tuning import first_guess
from cornerwise.training.dataset import read_batches, read_origin, read_positions, write_games
from cornerwise.training.policy import fit_table
from cornerwise.training.searched import append


@pytest.mark.parametrize("name", ["duo", "dice-2"])
def test_positions_go_to_a_file_and_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / "games.parquet"
    count = write_games(cw.ruleset(name), path, games=6, simulations=20, seed=3)
    origin = read_origin(path)
    assert (origin.ruleset, origin.games, origin.seed, origin.engine) == (name, 6, 3, cw.__version__)
    rows = list(read_positions(path))
    assert len(rows) == count > 10 and not path.with_name("games.parquet.parts").exists()
    for position, found in rows:
        assert set(found.moves) <= set(position.legal_ids.tolist()) and sum(found.shares) == pytest.approx(1)
    assert parquet.read_table(path).column("game").to_pylist()[-1] <= 5
    seen = 0
    for arrays in read_batches(path, size=8):
        n = len(arrays["planes"])
        seen += n
        sums = np.add.reduceat(arrays["policy"], arrays["offsets"][:-1])
        assert np.allclose(sums, 1) and arrays["shares"].shape == (n, 2)
    assert seen == count


def test_the_file_is_the_same_with_any_workers_and_after_an_interruption(tmp_path: Path) -> None:
    rules = cw.ruleset("3d-wall-2")
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    write_games(rules, one, games=9, simulations=10)

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_games(rules, two, games=9, simulations=10, on_part=stop)
    assert not two.exists()
    with pytest.raises(cw.CornerwiseError, match="another run"):
        write_games(rules, two, games=9, simulations=11)
    write_games(rules, two, games=9, simulations=10, workers=2)
    assert parquet.read_table(one).equals(parquet.read_table(two))


def test_a_data_set_feeds_learning(tmp_path: Path) -> None:
    """The same positions give the same table, from Parquet as from the lines that learning keeps itself."""
    rules = cw.ruleset("3d-wall-2")
    path, lines = tmp_path / "games.parquet", tmp_path / "lines.jsonl"
    count = write_games(rules, path, games=9, simulations=10)
    append(lines, [found for _, found in read_positions(path)])
    table, quality = fit_table(rules, first_guess(rules), [path])
    assert quality.startswith(f"{count} positions") and table == fit_table(rules, first_guess(rules), [lines])[0]
    out = tmp_path / "out"
    command = [sys.executable, "-m", "cornerwise", "learn", "3d-wall-2", "--data", str(path), "--out", str(out)]
    subprocess.run(command, check=True, timeout=120)
    assert json.loads((out / "tuning.json").read_text()) == table
    with pytest.raises(cw.CornerwiseError, match=r"holds positions of 3d-wall-2, not of duo\.$"):
        fit_table(cw.ruleset("duo"), first_guess(cw.ruleset("duo")), [path])
    with pytest.raises(cw.MissingFile, match="no such file"):
        fit_table(rules, first_guess(rules), [tmp_path / "none.parquet"])


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_says_what_was_kept(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "games.parquet"
    words = ["--ruleset", "3d-wall-2", "--games", "100000", "--simulations", "10", "--workers", str(workers)]
    command = [sys.executable, "-m", "cornerwise", "selfplay", "--out", str(path), *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60
    while not list(tmp_path.glob("games.parquet.parts/*.parquet")) and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    kept = 4 * len(list(tmp_path.glob("games.parquet.parts/*.parquet")))
    assert process.returncode == 130 and kept and not path.exists()
    assert errors.endswith(
        f"interrupted; {kept:,} of 100,000 games are kept in {path}.parts, and the same command goes on.\n"
    )


def test_what_is_no_data_set_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    path.write_bytes(b"nothing")
    with pytest.raises(cw.CornerwiseError, match="no positions of Cornerwise"):
        read_origin(path)
    with pytest.raises(cw.CornerwiseError, match="one game"):
        write_games(cw.ruleset("duo"), path, games=0, simulations=5)

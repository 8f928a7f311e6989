"""Networks and tables from files: what `cornerwise learn` writes plays, and what does not fit is refused."""

from __future__ import annotations

import json
import shutil
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.arena.side import parse_side
from cornerwise.engine.tuning import first_guess, read_tuning, tuning_of

DUO = cw.ruleset("duo")
LIMIT = cw.Limit(simulations=60)


def shipped(name: str, folder: Path, as_name: str) -> Path:
    """A copy of a network that comes with the engine, as somebody's own."""
    with files("cornerwise.engine.tuning").joinpath(f"{name}.npz").open("rb") as file:
        path = folder / as_name
        path.write_bytes(file.read())
    return path


def visits(tuning: dict[str, Any] | None) -> list[tuple[int, int]]:
    found = cw.Engine("duo", limit=LIMIT, seed=1, tuning=tuning).search(cw.start("duo"), LIMIT)
    return list(zip(found.moves, found.visits, strict=True))


def test_a_network_from_a_file_is_the_one_that_thinks(tmp_path: Path) -> None:
    path = shipped("duo", tmp_path, "network-0.npz")
    assert visits(read_tuning(path, DUO)) == visits(None)
    arrays = dict(np.load(path))
    np.savez(tmp_path / "blank.npz", **{name: np.zeros_like(array) for name, array in arrays.items()})
    assert visits(read_tuning(tmp_path / "blank.npz", DUO)) != visits(None)


def test_shapes_beside_a_network_belong_to_it(tmp_path: Path) -> None:
    path = shipped("duo", tmp_path, "network-7.npz")
    shapes = [[float(i) for i in range(21)]] * len(tuning_of(DUO)["shape"])
    (tmp_path / "shapes-7.json").write_text(json.dumps({"shape": shapes}))
    assert read_tuning(path, DUO)["shape"] == shapes
    (tmp_path / "shapes-7.json").write_text(json.dumps({"shape": shapes[:1]}))
    with pytest.raises(cw.CornerwiseError, match=r"shapes-7\.json is not a table for the pieces of duo"):
        read_tuning(path, DUO)


def test_a_table_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "tuning.json"
    path.write_text(json.dumps(first_guess(cw.ruleset("3d-tower-2"))))
    position = cw.start("3d-tower-2")
    player = parse_side(f"network:simulations:20:{path}").make(position.ruleset, 1)
    assert player.choose(position) in position.legal_moves
    with pytest.raises(cw.CornerwiseError, match="not a table for the pieces of duo"):
        read_tuning(path, DUO)


def test_files_that_are_no_networks_are_refused(tmp_path: Path) -> None:
    def refused(path: Path, sentence: str) -> None:
        with pytest.raises(cw.CornerwiseError, match=sentence) as error:
            read_tuning(path, DUO)
        assert "\n" not in str(error.value)

    path = shipped("duo", tmp_path, "network.npz")
    arrays = dict(np.load(path))
    refused(tmp_path / "none.npz", "there is no such file")
    refused(tmp_path, "there is no such file")
    (tmp_path / "words.npz").write_text("a network, honestly")
    refused(tmp_path / "words.npz", "not a network of Cornerwise")
    (tmp_path / "cut.npz").write_bytes(path.read_bytes()[:1000])
    refused(tmp_path / "cut.npz", "not a network of Cornerwise")
    np.save(tmp_path / "array.npy", np.zeros(3))
    shutil.move(tmp_path / "array.npy", tmp_path / "array.npz")
    refused(tmp_path / "array.npz", "not a network of Cornerwise")
    refused(shipped("classic-4", tmp_path, "classic.npz"), "for other pieces, colors or boards than duo has")
    name = next(each for each in arrays if each not in ("supply", "turned"))
    np.savez(tmp_path / "less.npz", **{each: array for each, array in arrays.items() if each != name})
    refused(tmp_path / "less.npz", f"cannot be played with: The network misses its {name}")
    np.savez(tmp_path / "other.npz", **{**arrays, name: np.array(["x"] * arrays[name].size)})
    refused(tmp_path / "other.npz", "its numbers are of another kind")
    (tmp_path / "bad.json").write_text('{"shape": 3, "level": "x"}')
    refused(tmp_path / "bad.json", "not a table for the pieces of duo: look at its 'shape'")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("network:", "There is no side"),
        ("network:mine.npz", "network:simulations:800:FILE"),
        ("network:level:5:mine.npz", "network:simulations:800:FILE"),
        ("network:simulations:800:", "network:simulations:800:FILE"),
        ("network:simulations:800:mine.npz", "there is no such file"),
    ],
)
def test_networks_are_named_with_a_limit_and_a_file(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cw.CornerwiseError, match=sentence):
        parse_side(text)

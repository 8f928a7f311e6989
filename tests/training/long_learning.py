"""Learning a network, with torch: `make test-learning`."""

from pathlib import Path

import numpy as np
import pytest
import torch

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.engine.tuning import tuning_of
from cornerwise.training.network import Positions, Trainer, fit_network
from cornerwise.training.searched import play, read_lines

FLAT = ["duo", "classic-4", "classic-2", "classic-teams", "classic-3"]


def searched(ruleset: cw.Ruleset, folder: Path) -> Path:
    path = folder / "searched-0.jsonl"
    play(ruleset, tuning_of(ruleset), path, games=1, simulations=40, seed=3, workers=1)
    return path


@pytest.mark.parametrize("name", FLAT)
def test_the_kernel_finds_what_the_trained_network_finds(name: str, tmp_path: Path) -> None:
    """Whole numbers are as good as floating point: the same moves and the same victors, nearly as likely."""
    ruleset = cw.ruleset(name)
    path = searched(ruleset, tmp_path)
    positions = Positions.read(ruleset, [path])
    trainer = Trainer(ruleset, positions)
    trainer.train(0.05, lambda text: None)
    search = Search(ruleset, {"network": trainer.network.whole_numbers(), "value_share": 0.5})
    for index, (position, one) in enumerate(read_lines(ruleset, path)):
        with torch.no_grad():
            _, _, logs, teams = trainer.look(np.array([index]))
        ids, likely, shares = search.first_thoughts(position, one.last)
        assert ids.tolist() == position.legal_ids.tolist()
        np.testing.assert_allclose(likely, np.exp(logs.numpy()), atol=0.02)
        for team, share in zip(ruleset.teams, torch.softmax(teams[0], 0).tolist(), strict=True):
            assert all(shares[seat] == pytest.approx(share, abs=0.03) for seat in team)


@pytest.mark.parametrize("name", FLAT)
def test_training_goes_on_from_whole_numbers(name: str) -> None:
    """What was written is what is read again."""
    ruleset = cw.ruleset(name)
    arrays = tuning_of(ruleset)["network"]
    empty = Positions(*(np.zeros((0, 1)) for _ in range(4)), *(np.zeros(0, np.int64) for _ in range(3)))
    again = Trainer(ruleset, empty, start=arrays).network.whole_numbers()
    assert again.keys() == arrays.keys()
    for key, values in arrays.items():
        assert again[key].dtype == values.dtype
        np.testing.assert_array_equal(again[key].reshape(-1), values.reshape(-1), err_msg=key)


def test_learning_makes_the_network_better(tmp_path: Path) -> None:
    """On the positions it learns from, moves and victors become likelier; what it writes can be played with."""
    ruleset = cw.ruleset("duo")
    path = searched(ruleset, tmp_path)
    told: list[str] = []
    trainer = Trainer(ruleset, Positions.read(ruleset, [path]))
    everything = np.arange(len(trainer.positions.sizes))
    with torch.no_grad():
        before = [float(loss) for loss in trainer.look(everything)[:2]]
        with torch.enable_grad():
            trainer.train(0.2, told.append)
        after = [float(loss) for loss in trainer.look(everything)[:2]]
    assert after[0] < before[0] - 0.5 and after[1] < before[1] - 0.03
    assert told
    out = tmp_path / "network.npz"
    fit_network(ruleset, [path], out, minutes=0.02, start=trainer.network.whole_numbers(), tell=told.append)
    with np.load(out) as arrays:
        found = Search(ruleset, tuning_of(ruleset) | {"network": dict(arrays)}).run(cw.start("duo"), simulations=50)
    assert found.best in cw.start("duo").legal_ids

"""The pool on Ray: two nodes, the same results, a worker and a node that die; `make test-env` runs this."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import ray
from ray.cluster_utils import Cluster

import cornerwise as cw
from cornerwise.arena.tournament import Tournament, play_tournament
from cornerwise.engine.tuning import tuning_of
from cornerwise.ground.pool import run_units
from cornerwise.puzzle import puzzle, solve
from cornerwise.puzzle.count import count
from cornerwise.puzzle.hunt import hunt
from cornerwise.training.searched import play

# Nodes do not find this file, so what is defined here goes to them as it is.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
PLAYERS = {"g": "greedy", "r": "random", "l": "level:1"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, with one processor each."""
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    made.wait_for_nodes()
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield made
    ray.shutdown()
    made.shutdown()


class Doubler:
    """Doubles numbers; the first who is asked for 13 dies."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, number: int) -> tuple[int, str]:
        mark = self.folder / "died"
        if number == 13 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if number == 14:
            raise cw.CornerwiseError("Fourteen is too much.")
        if number == 15:
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(0.02)
        return 2 * number, ray.get_runtime_context().get_node_id()


def test_two_nodes_share_the_work(cluster: Any, tmp_path: Path) -> None:
    found = list(run_units(partial(Doubler, tmp_path), range(60, 120), None, cluster.address))
    assert sorted(number for number, _ in found) == list(range(120, 240, 2))
    assert len({node for _, node in found}) == 2


def test_a_killed_worker_costs_its_unit_only(cluster: Any, tmp_path: Path) -> None:
    found = sorted(number for number, _ in run_units(partial(Doubler, tmp_path), range(10, 14), 2, cluster.address))
    assert found == [20, 22, 24, 26] and (tmp_path / "died").exists()
    with pytest.raises(cw.CornerwiseError, match="as others before"):
        list(run_units(partial(Doubler, tmp_path), [15], 1, cluster.address))
    with pytest.raises(cw.CornerwiseError, match="Fourteen is too much"):
        list(run_units(partial(Doubler, tmp_path), [14], 1, cluster.address))


def test_a_tournament_comes_out_as_at_home(cluster: Any, tmp_path: Path) -> None:
    tournament = Tournament("3d-wall-2", PLAYERS, games=8)
    here = play_tournament(tournament)
    there = play_tournament(tournament, tmp_path / "out", None, cluster.address)

    def rows(table: Any) -> list[Any]:
        return sorted((row["group"], row["opening"], row["seating"], row["scores"]) for row in table.rows)

    assert rows(there) == rows(here)


def test_a_count_comes_out_as_at_home(cluster: Any, tmp_path: Path) -> None:
    soma = puzzle("soma")
    here = count(soma, method="search")
    there = count(soma, method="search", workers=None, cluster=cluster.address, checkpoint=tmp_path / "soma.json")
    assert there.raw == here.raw == 240 * 48 and there.is_complete
    assert (there.up_to_rotation, there.up_to_symmetry) == (here.up_to_rotation, here.up_to_symmetry)


def test_a_hunt_finds_what_its_seed_finds_at_home(cluster: Any) -> None:
    found = list(hunt(puzzle("soma"), seed=3, number=4, workers=None, cluster=cluster.address))
    assert len({frozenset(outcome.solution.laid) for _, outcome in found if outcome.solution}) == 4
    for seed, outcome in found:
        alone = solve("soma", seed=seed).solution
        assert alone is not None and outcome.solution is not None and alone.laid == outcome.solution.laid


def test_learning_plays_the_same_games_as_at_home(cluster: Any, tmp_path: Path) -> None:
    rules = cw.ruleset("3d-wall-2")
    for name, address in (("here", None), ("there", cluster.address)):
        workers = None if address else 1
        path = tmp_path / name
        play(rules, tuning_of(rules), path, games=10, simulations=10, seed=2, workers=workers, cluster=address)
    assert (tmp_path / "here").read_text() == (tmp_path / "there").read_text()


def test_a_lost_node_costs_its_units_only(cluster: Any, tmp_path: Path) -> None:
    node = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    results = run_units(partial(Doubler, tmp_path), range(100, 250), 3, cluster.address)
    found = [next(results) for _ in range(20)]
    cluster.remove_node(node, allow_graceful=False)
    found += list(results)
    assert sorted(number for number, _ in found) == list(range(200, 500, 2))


def test_a_cluster_that_goes_away(tmp_path: Path) -> None:
    # Ray would let the driver play on for a minute, and then end it with a message of its own.
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.wait_for_nodes()
    file, log = tmp_path / "players.toml", tmp_path / "out" / "games.jsonl"
    file.write_text('ruleset = "duo"\ngames = 2000\n[players]\na = "simulations:300"\nb = "random"\n')
    command = [sys.executable, "-m", "cornerwise", "tournament", str(file), "--out", str(log.parent)]
    driver = subprocess.Popen([*command, "--ray", made.address], stderr=subprocess.PIPE, text=True)
    try:
        while not log.exists() or len(log.read_text().splitlines()) < 3:
            assert driver.poll() is None
            time.sleep(0.5)
        made.head_node.kill_gcs_server()
        told = driver.communicate(timeout=180)[1]
        assert driver.returncode == 2 and "is gone: its head does not answer." in told and "Traceback" not in told
    finally:
        driver.kill()
        made.shutdown()


def test_a_cluster_that_is_not_there() -> None:
    ray.shutdown()
    with pytest.raises(cw.CornerwiseError, match="There is no Ray cluster"):
        list(run_units(partial(Doubler, Path()), [1], 1, "127.0.0.1:1"))

"""Hunts: many seeds at once find what each of them finds alone."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace

import pytest

import cornerwise as cw
from cornerwise.puzzle import parse_puzzle, puzzle, solve
from cornerwise.puzzle.hunt import hunt
from interpreter import PYTHON


@pytest.mark.parametrize("workers", [1, 2])
def test_every_seed_finds_what_it_finds_alone(workers: int) -> None:
    found = list(hunt(puzzle("soma"), seed=5, number=3, workers=workers))
    assert len({frozenset(outcome.solution.laid) for _, outcome in found if outcome.solution}) == 3
    for seed, outcome in found:
        alone = solve("soma", seed=seed).solution
        assert seed >= 5 and alone is not None and outcome.solution is not None
        assert (alone.laid, alone.solver) == (outcome.solution.laid, outcome.solution.solver)


def test_a_hunt_ends_when_there_is_nothing_else() -> None:
    """A puzzle with one solution, of which two are wanted; then one that is not decided in time."""
    region = {"columns": 5, "rows": 1}
    one = parse_puzzle({"name": "bar", "shapes": "flat", "colors": 1, "region": region, "pieces": {"I5": 1}})
    assert [outcome.status for _, outcome in hunt(one, number=2)] == ["solved"]
    late = list(hunt(puzzle("all-84-17x21"), limit=0.2))
    assert [outcome.status for _, outcome in late] == ["unknown"]


def test_the_command_tells_the_seed() -> None:
    command = [*PYTHON, "-m", "cornerwise", "solve", "soma", "--seed", "7", "--workers", "2", "--json"]
    told = json.loads(subprocess.check_output(command, text=True, timeout=120))
    assert told["status"] == "solved" and len(told["seeds"]) == 1
    alone = solve("soma", seed=told["seeds"][0]).solution
    assert alone is not None and told["solutions"] == [alone.as_data()]
    refused = subprocess.run([*command[:-1], "--all"], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 2 and "different seeds" in refused.stderr


def test_nonsense_is_refused() -> None:
    with pytest.raises(cw.PuzzleError, match="one solution or more"):
        list(hunt(puzzle("soma"), number=0))
    with pytest.raises(cw.PuzzleError, match="use one worker"):
        list(hunt(replace(puzzle("soma"), goal="most")))

"""The engine's tuning: one table of values per kind of game, read in this one place."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from cornerwise._core import FEATURE_LEVELS, FEATURES, NETWORK_COLUMNS, PHASES, Ruleset, Search
from cornerwise.errors import CornerwiseError, MissingFile
from cornerwise.ground.textfile import file_name, parse_table, read_text

Tuning = dict[str, Any]


def tuning_of(ruleset: Ruleset) -> Tuning:
    """The tuning for a ruleset: the table its data name, as far as it fits, over a sensible guess."""
    tuning = first_guess(ruleset)
    name = ruleset.spec.get("tuning")
    if not isinstance(name, str):
        return tuning
    table = _read_table(name)
    if len(table.get("shape", [[]])[0]) != len(ruleset.shapes):
        return tuning
    network = _read_network(name)
    if network is not None and _fits(network, ruleset):
        tuning["network"] = network
    tuning |= table
    if "first_piece" in table:
        tuning["first_piece"] = [table["first_piece"].get(shape.name, 0.0) for shape in ruleset.shapes]
    return tuning


def read_tuning(path: str | os.PathLike[str], ruleset: Ruleset) -> Tuning:
    """The ruleset's tuning with what a file of `cornerwise learn` puts in its place: a network, or a table.

    A network (.npz) brings the shapes of its playouts along if they lie beside it: shapes-3.json beside network-3.npz.
    """
    file = Path(file_name(path))
    if not file.is_file():
        raise MissingFile(f"The network {str(file)!r} cannot be read: there is no such file.")
    tuning = tuning_of(ruleset)
    if file.suffix == ".json":
        tuning |= _own_table(file, ruleset, ("shape", "level"))
    else:
        tuning["network"] = _own_network(file, ruleset)
        shapes = file.with_name(file.name.replace("network", "shapes", 1)).with_suffix(".json")
        if file.name.startswith("network") and shapes.is_file():
            tuning |= _own_table(shapes, ruleset, ("shape",))
    try:
        Search(ruleset, tuning, memory_mb=1)
    except CornerwiseError as error:
        raise CornerwiseError(f"{file} cannot be played with: {error}") from None
    except (RuntimeError, TypeError, ValueError):
        raise CornerwiseError(f"{file} cannot be played with: its numbers are of another kind.") from None
    return tuning


def _own_network(file: Path, ruleset: Ruleset) -> dict[str, Any]:
    try:
        with np.load(file) as arrays:
            network = dict(arrays)
        if not _fits(network, ruleset):
            raise CornerwiseError(f"{file} is a network for other pieces, colors or boards than {ruleset.key} has.")
    except CornerwiseError:
        raise
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, IndexError, BadZipFile):
        raise CornerwiseError(
            f"{file} is not a network of Cornerwise; `cornerwise learn --network` writes one."
        ) from None
    return network


def _own_table(file: Path, ruleset: Ruleset, parts: tuple[str, ...]) -> Tuning:
    table = parse_table(read_text(file, "table", CornerwiseError), "json", f"table {str(file)!r}", CornerwiseError)
    wanted = {"shape": (PHASES, len(ruleset.shapes)), "level": (PHASES, len(FEATURES), FEATURE_LEVELS)}
    for part in parts:
        try:
            is_right = np.array(table[part], np.float64).shape == wanted[part]
        except (KeyError, ValueError, TypeError):
            is_right = False
        if not is_right:
            raise CornerwiseError(f"{file} is not a table for the pieces of {ruleset.key}: look at its {part!r}.")
    return {name: value for name, value in table.items() if name != "network"}


def _fits(network: dict[str, Any], ruleset: Ruleset) -> bool:
    """Whether a network was made for such pieces and colors; the board may be another one, if it is flat."""
    orientations = int(np.asarray(ruleset.atlas.orientations).max()) + 1
    return (
        not ruleset.rows
        and ruleset.board.levels == 1
        and ruleset.board.columns <= NETWORK_COLUMNS
        and network["supply"].shape[0] == len(ruleset.colors) * len(ruleset.shapes)
        and network["turned"].shape[0] == orientations
    )


@lru_cache(maxsize=16)
def _read_table(name: str) -> Tuning:
    try:
        table: Tuning = json.loads(files("cornerwise.engine.tuning").joinpath(f"{name}.json").read_text("utf-8"))
    except FileNotFoundError:
        return {}
    return table


@lru_cache(maxsize=16)
def _read_network(name: str) -> dict[str, Any] | None:
    """The network that rates moves in the tree, where one was trained."""
    try:
        with files("cornerwise.engine.tuning").joinpath(f"{name}.npz").open("rb") as file, np.load(file) as arrays:
            return dict(arrays)
    except FileNotFoundError:
        return None


def first_guess(ruleset: Ruleset) -> Tuning:
    """Values from the rulebooks' strategy tips: large pieces first, new corners, rivals' corners, the middle."""
    per_step = {
        "covers_rivals": 0.8,
        "beside_rivals": 0.1,
        "opens": 0.25,
        "opens_wide": 0.1,
        "spends": -0.1,
        "answers_corners": 0.4,
        "covers_partner": -0.6,
        "central": 0.25,
        "tops_rivals": 0.5,
        "tops_own": -0.5,
        "strikes_used": -2.0,
    }
    levels = [[per_step.get(name, 0.0) * level for level in range(FEATURE_LEVELS)] for name in FEATURES]
    flat = [list(row) for row in levels]
    flat[FEATURES.index("central")] = [0.0] * FEATURE_LEVELS
    sizes = [shape.size for shape in ruleset.shapes]
    return {
        "exploration": 2.0,
        "shape": [[1.2 * size for size in sizes]] * PHASES,
        "level": [levels, flat, flat, flat][:PHASES],
    }

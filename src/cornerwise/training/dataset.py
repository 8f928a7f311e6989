"""Data sets: positions searched in self-play, in a Parquet file for any learner (docs/learning/datasets.md)."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cornerwise
from cornerwise._core import Position, Ruleset
from cornerwise.engine.tuning import tuning_of
from cornerwise.env.batch import Batch
from cornerwise.errors import CornerwiseError, MissingFile
from cornerwise.ruleset import ruleset_of_spec
from cornerwise.training.searched import Searched, read_lines, self_play, spec_text, units_of

FORMAT = "cornerwise positions 1"


@dataclass(frozen=True)
class Origin:
    """Where positions come from; with the same engine they come out the same again."""

    ruleset: str
    """Its key, such as "duo"."""
    spec: str
    """Its data, as JSON."""
    games: int
    simulations: int
    seed: int
    engine: str = cornerwise.__version__


def write_games(
    ruleset: Ruleset,
    path: Path,
    *,
    games: int,
    simulations: int,
    seed: int = 1,
    workers: int | None = 1,
    cluster: str | None = None,
    on_part: Callable[[int, int], None] | None = None,
) -> int:
    """Plays games against itself and writes their searched positions to a file; says how many positions.

    Parts lie beside the file until all are there, so an interrupted run goes on when it is asked for again. The file
    does not depend on the number of workers.
    """
    if games < 1 or simulations < 1:
        raise CornerwiseError("Self-play takes one game and one simulation or more.")
    parquet = _parquet()
    origin = Origin(ruleset.key, spec_text(ruleset), games, simulations, seed)
    folder = parts_of(path)
    _claim(folder, origin)
    units = units_of(games, seed)
    rest = [unit for unit in units if not _part(folder, unit[0]).exists()]
    done = len(units) - len(rest)
    with closing(self_play(ruleset, tuning_of(ruleset), rest, simulations, workers, cluster)) as played:
        for first, rows in played:
            unfinished = _part(folder, first).with_suffix(".new")
            parquet.write_table(_table(rows, first, origin), unfinished)
            os.replace(unfinished, _part(folder, first))
            done += 1
            if on_part is not None:
                on_part(done, len(units))
    count = 0
    unfinished = path.with_name(path.name + ".new")
    with parquet.ParquetWriter(unfinished, _schema(origin), compression="zstd") as writer:
        for first, _, _ in units:
            table = parquet.read_table(_part(folder, first))
            count += table.num_rows
            writer.write_table(table)
    os.replace(unfinished, path)
    shutil.rmtree(folder)
    return count


def read_origin(path: Path) -> Origin:
    """Where the positions of a file come from."""
    try:
        told = json.loads(_parquet().read_schema(path).metadata[b"cornerwise"])
        if told.pop("format") != FORMAT:
            raise ValueError
        return Origin(**told)
    except FileNotFoundError:
        raise MissingFile(f"The data set {str(path)!r} cannot be read: there is no such file.") from None
    except CornerwiseError:
        raise
    except (OSError, ValueError, KeyError, TypeError):
        raise CornerwiseError(f"{path} holds no positions of Cornerwise.") from None


def read_positions(path: Path) -> Iterator[tuple[Position, Searched]]:
    """The positions of a file with what the searches found."""
    ruleset = ruleset_of_spec(read_origin(path).spec)
    for group in _parquet().ParquetFile(path).iter_batches(batch_size=1024):
        for row in group.to_pylist():
            row.pop("game")
            yield Position.parse(row["position"], ruleset), Searched(**row)


def read(ruleset: Ruleset, path: Path) -> Iterator[tuple[Position, Searched]]:
    """Positions to learn from: those of a data set, or of a file of lines that `cornerwise learn` left behind."""
    if path.suffix != ".parquet":
        yield from read_lines(ruleset, path)
        return
    if ruleset_of_spec(read_origin(path).spec) != ruleset:
        raise CornerwiseError(f"{path} holds positions of {read_origin(path).ruleset}, not of {ruleset.key}.")
    yield from read_positions(path)


def read_batches(path: Path, size: int = 256) -> Iterator[dict[str, NDArray[Any]]]:
    """The positions of a file as arrays a learner takes: planes, features, legal ids with offsets, and what to learn.

    "policy" has the share of the visits of every legal id, "shares" every seat's share of the victory, the seat to
    move first.
    """
    ruleset = ruleset_of_spec(read_origin(path).spec)
    rows: list[tuple[Position, Searched]] = []
    batch = Batch(ruleset, size, auto_reset=False)

    def arrays() -> dict[str, NDArray[Any]]:
        nonlocal batch
        if len(rows) != len(batch):
            batch = Batch(ruleset, len(rows), auto_reset=False)
        for game, (position, found) in enumerate(rows):
            batch.put(game, position, last=found.last)
        ids, offsets = batch.legal()
        policy = np.zeros(len(ids), np.float32)
        shares = np.zeros((len(rows), ruleset.seats), np.float32)
        for game, (position, found) in enumerate(rows):
            mine = ids[offsets[game] : offsets[game + 1]]
            policy[offsets[game] + np.searchsorted(mine, found.moves)] = np.divide(found.visits, sum(found.visits))
            shares[game] = np.roll(found.shares, -position.turn.actor)
        return {
            "planes": batch.planes(),
            "features": batch.features(),
            "ids": ids,
            "offsets": offsets,
            "policy": policy,
            "shares": shares,
        }

    for row in read_positions(path):
        rows.append(row)
        if len(rows) == size:
            yield arrays()
            rows.clear()
    if rows:
        yield arrays()


def parts_of(path: Path) -> Path:
    """The folder for the parts of a file that is still to come."""
    return path.with_name(path.name + ".parts")


def _part(folder: Path, first: int) -> Path:
    return folder / f"{first:08}.parquet"


def _claim(folder: Path, origin: Origin) -> None:
    """Opens the folder for parts, or takes up one of the same run."""
    head = folder / "origin.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if head.exists() and json.loads(head.read_text("utf-8")) != asdict(origin):
            raise CornerwiseError(f"{folder} holds the parts of another run; remove it, or name another file.")
        head.write_text(json.dumps(asdict(origin)), "utf-8")
    except OSError as error:
        raise CornerwiseError(f"The folder {folder} cannot be written: {error.strerror}.") from None
    except ValueError as error:
        if isinstance(error, CornerwiseError):
            raise
        raise CornerwiseError(f"{head} cannot be read; remove the folder.") from None


def _table(rows: list[Searched], first: int, origin: Origin) -> Any:
    import pyarrow

    games: list[int] = []
    for row in rows:
        # Positions of one game share one list of results.
        is_next = bool(games) and row.shares is not rows[len(games) - 1].shares
        games.append(games[-1] + is_next if games else first)
    columns = {name: [getattr(row, name) for row in rows] for name in Searched.__dataclass_fields__}
    return pyarrow.table({"game": games} | columns, schema=_schema(origin))


def _schema(origin: Origin) -> Any:
    import pyarrow

    numbers, shares = pyarrow.list_(pyarrow.int32()), pyarrow.list_(pyarrow.float32())
    return pyarrow.schema(
        [
            ("game", pyarrow.int32()),
            ("position", pyarrow.string()),
            ("last", pyarrow.int32()),
            ("moves", numbers),
            ("visits", numbers),
            ("values", shares),
            ("expected", shares),
            ("shares", shares),
        ],
        metadata={"cornerwise": json.dumps({"format": FORMAT} | asdict(origin))},
    )


def _parquet() -> Any:
    try:
        from pyarrow import parquet
    except ImportError:
        raise CornerwiseError("Data sets need pyarrow: pip install pyarrow.") from None
    return parquet

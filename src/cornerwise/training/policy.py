"""Learn the policy table of a ruleset: priors of the tree and weights of the playouts, from the engine's own searches.

A sample is one searched position: the features of every legal move and how often the search visited it. The table is a
softmax regression on them, so it is small, quick to look up and quick to learn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cornerwise._core import FEATURE_LEVELS, FEATURES, PHASES, Position, Ruleset, sketches
from cornerwise.engine.tuning import Tuning
from cornerwise.errors import CornerwiseError
from cornerwise.training.dataset import read
from cornerwise.training.searched import Searched


@dataclass
class Samples:
    """Searched positions, all moves behind each other; `sizes` says how many belong to each position."""

    rows: np.ndarray  # (moves, 1 + features) uint8: shape, then the level of every feature
    visits: np.ndarray  # (moves,) float32
    sizes: np.ndarray  # (positions,) int32
    phases: np.ndarray  # (positions,) uint8


def sketched(searched: Iterable[tuple[Position, Searched]]) -> Samples:
    """The samples that searched positions give."""
    rows, visits, sizes, phases = [], [], [], []
    for position, one in searched:
        ids, features, phase = sketches(position, one.last)
        count = np.zeros(len(ids), np.float32)
        count[np.searchsorted(ids, one.moves)] = one.visits
        rows.append(features)
        visits.append(count)
        sizes.append(len(ids))
        phases.append(phase)
    if not rows:
        nothing = np.zeros((0, 1 + len(FEATURES)), np.uint8)
        return Samples(nothing, np.zeros(0, np.float32), np.zeros(0, np.int32), np.zeros(0, np.uint8))
    return Samples(np.concatenate(rows), np.concatenate(visits), np.array(sizes, np.int32), np.array(phases, np.uint8))


def fit(
    samples: Samples,
    shapes: int,
    *,
    epochs: int = 60,
    rate: float = 0.05,
    decay: float = 1e-6,
    seed: int = 0,
    start_from: Tuning | None = None,
) -> tuple[Tuning, float, float]:
    """Fits the table; returns it with the cross entropy and top-1 agreement on a tenth of the positions kept apart."""
    features = len(FEATURES)
    width = shapes + features * FEATURE_LEVELS
    offsets = np.concatenate([[0], shapes + FEATURE_LEVELS * np.arange(features)]).astype(np.int32)
    table = np.zeros(PHASES * width, np.float64)
    if start_from is not None:
        table = _flatten_table(start_from, shapes)
    first = np.concatenate([[0], np.cumsum(samples.sizes)])
    order = np.random.default_rng(seed).permutation(len(samples.sizes))
    held, used = order[: len(order) // 10], order[len(order) // 10 :]
    mean, square, step = np.zeros_like(table), np.zeros_like(table), 0

    def batch(positions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        picks = np.concatenate([np.arange(first[p], first[p + 1]) for p in positions])
        sizes = samples.sizes[positions]
        index = samples.rows[picks].astype(np.int32) + offsets
        index += (np.repeat(samples.phases[positions].astype(np.int32), sizes) * width)[:, None]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        target = samples.visits[picks].astype(np.float64)
        target /= np.repeat(np.add.reduceat(target, starts), sizes)
        return index, target, starts, sizes

    def softmax(index: np.ndarray, starts: np.ndarray, sizes: np.ndarray) -> np.ndarray:
        logits = table[index].sum(axis=1)
        logits -= np.repeat(np.maximum.reduceat(logits, starts), sizes)
        weights = np.exp(logits)
        result: np.ndarray = weights / np.repeat(np.add.reduceat(weights, starts), sizes)
        return result

    generator = np.random.default_rng(seed + 1)
    for epoch in range(epochs):
        generator.shuffle(used)
        for at in range(0, len(used), 256):
            positions = used[at : at + 256]
            index, target, starts, sizes = batch(positions)
            error = softmax(index, starts, sizes) - target
            gradient = np.bincount(index.ravel(), np.repeat(error, index.shape[1]), len(table)) / len(positions)
            gradient += decay * table
            step += 1
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            pace = rate * (1 - epoch / epochs) ** 0.5
            table -= pace * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    loss = hits = 0.0
    for at in range(0, len(held), 256):
        positions = held[at : at + 256]
        index, target, starts, sizes = batch(positions)
        guess = softmax(index, starts, sizes)
        loss -= float((target * np.log(guess + 1e-12)).sum())
        for s, n in zip(starts, sizes, strict=True):
            hits += target[s + int(guess[s : s + n].argmax())] == target[s : s + n].max()
    count = max(1, len(held))
    _fill_phases(table.reshape(PHASES, width), set(samples.phases.tolist()))
    return _unflatten_table(table, shapes), loss / count, hits / count


def _fill_phases(rows: np.ndarray, seen: set[int]) -> None:
    """A phase without samples takes over the nearest one's weights: zeros would mean playing at random there."""
    for phase in range(PHASES):
        if phase not in seen and seen:
            rows[phase] = rows[min(seen, key=lambda other: abs(other - phase))]


def _flatten_table(tuning: Tuning, shapes: int) -> np.ndarray:
    parts = []
    for shape_row, level_rows in zip(tuning["shape"], tuning["level"], strict=True):
        parts += [np.array(shape_row, np.float64), np.array(level_rows, np.float64).ravel()]
    return np.concatenate(parts)


def _unflatten_table(table: np.ndarray, shapes: int) -> Tuning:
    rows = table.reshape(PHASES, -1)
    return {
        "shape": [[round(float(v), 4) for v in row[:shapes]] for row in rows],
        "level": [
            [[round(float(v), 4) for v in level] for level in row[shapes:].reshape(len(FEATURES), FEATURE_LEVELS)]
            for row in rows
        ],
    }


def fit_table(ruleset: Ruleset, tuning: Tuning, files: list[Path]) -> tuple[Tuning, str]:
    """Fits the table to the positions of files, whoever searched them; says how well it agrees with them."""
    samples = sketched(pair for path in files for pair in read(ruleset, path))
    if not len(samples.sizes):
        raise CornerwiseError("There are no searched positions to learn from.")
    table, loss, agreement = fit(samples, len(ruleset.shapes))
    return {**tuning, **table}, f"{len(samples.sizes)} positions, cross entropy {loss:.3f}, top-1 {agreement:.3f}"

"""Learn the policy table of a ruleset: priors of the tree and weights of the playouts, from the engine's own searches.

A sample is one searched position: the features of every legal move and how often the search visited it. The table is a
softmax regression on them, so it is small, quick to look up and quick to learn.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cornerwise._core import FEATURE_LEVELS, FEATURES, PHASES, Position, Ruleset, Search, sketches
from cornerwise.ruleset import ruleset_of_spec, start
from cornerwise.tuning import Tuning, first_guess


@dataclass
class Samples:
    """Searched positions, all moves behind each other; `sizes` says how many belong to each position."""

    rows: np.ndarray  # (moves, 1 + features) uint8: shape, then the level of every feature
    visits: np.ndarray  # (moves,) float32
    sizes: np.ndarray  # (positions,) int32
    phases: np.ndarray  # (positions,) uint8

    @staticmethod
    def join(parts: list[Samples]) -> Samples:
        """Several sets of samples as one."""
        return Samples(*(np.concatenate([getattr(p, f) for p in parts]) for f in ("rows", "visits", "sizes", "phases")))

    def write(self, path: Path) -> None:
        """Stores the samples in a compressed file."""
        np.savez_compressed(path, rows=self.rows, visits=self.visits, sizes=self.sizes, phases=self.phases)

    @staticmethod
    def read(path: Path) -> Samples:
        """Loads samples from a file."""
        with np.load(path) as data:
            return Samples(data["rows"], data["visits"], data["sizes"], data["phases"])


def play_games(spec: str, tuning: Tuning, games: int, simulations: int, seed: int) -> Samples:
    """Plays games against itself and keeps every searched position."""
    ruleset: Ruleset = ruleset_of_spec(spec)
    chooser = random.Random(seed)
    rows, visits, sizes, phases = [], [], [], []
    for game in range(games):
        search = Search(ruleset, tuning, seed=seed * 1000 + game, memory_mb=128)
        position = start(ruleset)
        last = -1
        opening = chooser.randrange(0, 2 * len(ruleset.colors))
        while not position.is_over:
            if position.rolls:
                position = position.roll(_random_roll(position, chooser))
                continue
            if position.ply < opening:
                # Random first moves spread the samples; large pieces keep them sensible.
                options = [m for m in position.legal_moves if len(m.cells) >= 4] or list(position.legal_moves)
                move = chooser.choice(options)
            else:
                result = search.run(position, simulations=simulations, last=last)
                ids, features, phase = sketches(position, last)
                if len(ids) > 1:
                    count = np.zeros(len(ids), np.float32)
                    count[np.searchsorted(ids, result.moves)] = result.visits
                    rows.append(features)
                    visits.append(count)
                    sizes.append(len(ids))
                    phases.append(phase)
                move = ruleset.move(_soft_choice(result.moves, result.visits, chooser))
            last = -1 if ruleset.rows else move.placement
            position = position.play(move)
    if not rows:
        width = 1 + len(FEATURES)
        nothing = np.zeros(0, np.uint8)
        return Samples(np.zeros((0, width), np.uint8), np.zeros(0, np.float32), np.zeros(0, np.int32), nothing)
    return Samples(np.concatenate(rows), np.concatenate(visits), np.array(sizes, np.int32), np.array(phases, np.uint8))


def _soft_choice(moves: tuple[int, ...], visits: tuple[int, ...], chooser: random.Random) -> int:
    weights = [v**2 for v in visits]
    return chooser.choices(moves, weights)[0]


def _random_roll(position: Position, chooser: random.Random) -> Any:
    return chooser.choices(position.rolls, [roll.probability for roll in position.rolls])[0]


def self_play(
    ruleset: Ruleset, tuning: Tuning, *, games: int, simulations: int, seed: int, workers: int, chunk: int = 4
) -> Iterator[Samples]:
    """Yields samples as worker processes finish a few games each."""
    spec = json.dumps(ruleset.spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    jobs = [(min(chunk, games - first), seed + first) for first in range(0, games, chunk)]
    if workers <= 1:
        for count, job_seed in jobs:
            yield play_games(spec, tuning, count, simulations, job_seed)
        return
    with ProcessPoolExecutor(workers) as pool:
        futures = [pool.submit(play_games, spec, tuning, count, simulations, s) for count, s in jobs]
        for future in as_completed(futures):
            yield future.result()


def fit(samples: Samples, shapes: int, *, epochs: int = 60, rate: float = 0.05, decay: float = 1e-6, seed: int = 0,
        start_from: Tuning | None = None) -> tuple[Tuning, float, float]:
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
    return _unflatten_table(table, shapes), loss / count, hits / count


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


def learn(ruleset: Ruleset, tuning: Tuning | None, out: Path, *, games: int, simulations: int, generations: int,
          seed: int, workers: int, minutes: float = 0.0) -> Tuning:
    """Plays, fits and plays again with what was learned; keeps every generation's samples and table in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    tuning = dict(tuning if tuning is not None else first_guess(ruleset))
    for generation in range(generations):
        begun = time.monotonic()
        parts: list[Samples] = []
        for part in self_play(ruleset, tuning, games=games, simulations=simulations,
                              seed=seed + 100_000 * generation, workers=workers):
            parts.append(part)
            if minutes and time.monotonic() - begun > 60 * minutes:
                break
        samples = Samples.join(parts)
        samples.write(out / f"samples-{generation}.npz")
        table, loss, agreement = fit(samples, len(ruleset.shapes))
        tuning.update(table)
        (out / f"tuning-{generation}.json").write_text(json.dumps(tuning))
        quality = f"cross entropy {loss:.3f}, top-1 {agreement:.3f}"
        print(f"generation {generation}: {len(samples.sizes)} positions, {quality}", flush=True)
    return tuning

"""Learn which shapes playouts draw, from searched positions: the weight a shape has for every place it fits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cornerwise._core import PHASES, Ruleset
from cornerwise.errors import CornerwiseError
from cornerwise.training.dataset import read

STEPS = 3000
DOUBT = 3e-4
"""How strongly a weight is drawn to zero; shapes that are hardly ever seen in a phase stay there."""


def fit_shapes(ruleset: Ruleset, paths: list[Path]) -> list[list[float]]:
    """By phase and shape, the logarithm of the weight with which playouts would choose most like the searches."""
    shapes = np.asarray(ruleset.atlas.shapes).astype(np.int64)
    width = len(ruleset.shapes)
    places: list[list[npt.NDArray[np.intp]]] = [[] for _ in range(PHASES)]
    chosen: list[list[npt.NDArray[Any]]] = [[] for _ in range(PHASES)]
    for path in paths:
        for position, searched in read(ruleset, path):
            left = len(position.supply(position.turn.color or ""))
            phase = PHASES - 1 - left * PHASES // (width + 1)  # as native/kernel/isa/playout.inl counts
            visits = np.array(searched.visits, np.float64)
            places[phase].append(np.bincount(shapes[position.legal_ids], minlength=width))
            chosen[phase].append(np.bincount(shapes[searched.moves], visits / visits.sum(), width))
    seen = [phase for phase in range(PHASES) if places[phase]]
    if not seen:
        raise CornerwiseError("There are no searched positions to learn from.")
    fitted = {phase: _fit(np.array(places[phase], np.float64), np.array(chosen[phase])) for phase in seen}
    return [fitted[min(seen, key=lambda other: abs(other - phase))] for phase in range(PHASES)]


def _fit(places: npt.NDArray[np.float64], chosen: npt.NDArray[np.float64]) -> list[float]:
    """Climbs the likelihood of what was chosen; it has one summit."""
    weights = np.zeros(places.shape[1])
    for step in range(STEPS):
        likely = places * np.exp(weights)
        likely /= likely.sum(1, keepdims=True)
        weights += 20 / (1 + step / 300) * ((chosen - likely).mean(0) - DOUBT * weights)
    return [round(float(weight), 3) for weight in weights]

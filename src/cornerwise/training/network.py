"""Learn the network that looks at flat boards, from searched positions (needs torch; playing never does).

The network must judge a position in some ten microseconds, so it is tiny: three layers of 3 × 3 over 32 channels; per
move a sum over the cells it covers, the corners it opens and the edges it takes, plus what its orientation says about
the middle cell; and for who will win, the features summed over the cells in play and the pieces left. It is trained in
floating point and kept as whole numbers (native/kernel/playout/network.h).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from cornerwise._core import NETWORK_CHANNELS, NETWORK_PHASES, Ruleset, planes
from cornerwise.training.dataset import read

LIMIT = 16.0
"""Activations are cut off here, so that whole numbers can hold them."""
FAITH = 2.0
"""How strongly a search's values, beside its visits, tilt the target."""
BATCH = 128
RATE = 1.5e-3
WARM_UP = 300
"""Steps until the rate is reached; with a faster start a third of the channels die."""
WEIGHT, ACTIVATION = 512, 128  # parts of a unit in whole numbers, as in native/kernel/playout/network.h
POOLED = 32.0
"""Sums over the cells in play are divided by this."""


@dataclass
class Positions:
    """Searched positions as arrays; the moves of all lie behind each other, `sizes` of them for each."""

    planes: npt.NDArray[np.uint8]  # bits, packed
    supplies: npt.NDArray[np.uint8]  # (positions, colors × shapes), the mover's color first
    moves: npt.NDArray[np.int64]
    targets: npt.NDArray[np.float32]  # how likely each move should be
    movers: npt.NDArray[np.int64]  # the color to move
    shares: npt.NDArray[np.float32]  # (positions, teams), of the victory
    sizes: npt.NDArray[np.int64]

    @staticmethod
    def read(ruleset: Ruleset, paths: list[Path]) -> Positions:
        """Reads files of searched positions."""
        shapes = {shape.name: index for index, shape in enumerate(ruleset.shapes)}
        colors = list(ruleset.colors)
        teams = ruleset.teams
        seen, movers, supplies, moves, targets, shares, sizes = [], [], [], [], [], [], []
        for path in paths:
            for position, searched in read(ruleset, path):
                legal = position.legal_ids
                seen.append(np.packbits(planes(position, searched.last)))
                supply = np.zeros((len(colors), len(shapes)), np.uint8)
                first = colors.index(position.turn.color or "")
                for index in range(len(colors)):
                    for name in position.supply(colors[(first + index) % len(colors)]):
                        supply[index, shapes[name]] = 1
                values = np.array(searched.values, np.float32)
                weights = np.array(searched.visits, np.float32) * np.exp(FAITH * (values - values.max()))
                target = np.zeros(len(legal), np.float32)
                target[np.searchsorted(legal, searched.moves)] = weights / weights.sum()
                # Half what came, half what the search expected; every partner has the team's share.
                came = [searched.shares[team[0]] for team in teams]
                expected = [searched.expected[team[0]] for team in teams]
                shares.append([(one + other) / 2 for one, other in zip(came, expected, strict=True)])
                movers.append(first)
                supplies.append(supply.ravel())
                moves.append(legal)
                targets.append(target)
                sizes.append(len(legal))
        return Positions(
            np.array(seen),
            np.array(supplies),
            np.concatenate(moves).astype(np.int64),
            np.concatenate(targets),
            np.array(movers, np.int64),
            np.array(shares, np.float32),
            np.array(sizes, np.int64),
        )


class Geometry:
    """The cells of every placement and around it, and how the board's eight symmetries move cells and placements."""

    def __init__(self, ruleset: Ruleset) -> None:
        board = ruleset.board
        self.rows, self.columns = board.rows, board.columns
        self.size = self.rows * self.columns
        self.nowhere = self.size
        cells = np.asarray(ruleset.atlas.cells).astype(np.int64)
        self.cells = np.where(cells < 0, self.nowhere, cells)
        self.orientations = np.asarray(ruleset.atlas.orientations).astype(np.int64)
        self.shapes = np.asarray(ruleset.atlas.shapes).astype(np.int64)
        opened, taken, middle = [], [], []
        for row in self.cells:
            own = [int(cell) for cell in row if cell != self.nowhere]
            edges = self._around(own, ((0, 1), (0, -1), (1, 0), (-1, 0)))
            opened.append(sorted(self._around(own, ((1, 1), (1, -1), (-1, 1), (-1, -1))) - edges))
            taken.append(sorted(edges))
            middle.append(own[len(own) // 2])
        self.opened, self.taken = self._padded(opened), self._padded(taken)
        self.middle = np.array(middle, np.int64)
        self.symmetries = self._symmetries()

    def _around(self, cells: list[int], steps: tuple[tuple[int, int], ...]) -> set[int]:
        found = set()
        for cell in cells:
            y, x = divmod(cell, self.columns)
            for dy, dx in steps:
                if 0 <= y + dy < self.rows and 0 <= x + dx < self.columns:
                    found.add((y + dy) * self.columns + x + dx)
        return found - set(cells)

    def _padded(self, lists: list[list[int]]) -> npt.NDArray[np.int64]:
        table = np.full((len(lists), max(map(len, lists))), self.nowhere, np.int64)
        for row, cells in zip(table, lists, strict=True):
            row[: len(cells)] = cells
        return table

    def _symmetries(self) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
        """Per symmetry: for every cell the one it shows, and for every placement the one it becomes."""
        known = {frozenset(row.tolist()): index for index, row in enumerate(self.cells)}
        found = []
        for turns in range(4 if self.rows == self.columns else 1):
            for is_mirrored in (False, True):
                board = np.rot90(np.arange(self.size).reshape(self.rows, self.columns), turns)
                shown = (board[:, ::-1] if is_mirrored else board).reshape(-1)
                becomes = np.append(np.argsort(shown), self.nowhere)
                moved = [known[frozenset(becomes[row].tolist())] for row in self.cells]
                found.append((shown, np.array(moved, np.int64)))
        return found


class MoveNetwork(nn.Module):  # type: ignore[misc]
    """The network in floating point; `forward` gives logarithms: of every listed move's weight, and of every team's."""

    def __init__(self, ruleset: Ruleset, geometry: Geometry) -> None:
        super().__init__()
        self.geometry = geometry
        self.shapes = len(ruleset.shapes)
        seen, channels = 3 + 2 * len(ruleset.colors), NETWORK_CHANNELS
        self.first = nn.Conv2d(seen, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.third = nn.Conv2d(channels, channels, 3, padding=1)
        self.supply = nn.Linear(len(ruleset.colors) * self.shapes, channels, bias=False)
        self.heads = nn.Linear(channels, 3, bias=False)
        self.turned = nn.Embedding(int(geometry.orientations.max()) + 1, channels)
        self.bias = nn.Embedding(NETWORK_PHASES * self.shapes, 1)
        colors = len(ruleset.colors)
        self.value_first = nn.Linear(channels, channels)
        self.value_supply = nn.Linear(colors * self.shapes, channels, bias=False)
        self.value_last = nn.Linear(channels, colors, bias=False)
        for part, spread in (
            (self.supply, 0.02),
            (self.heads, 0.05),
            (self.turned, 0.02),
            (self.bias, 0.0),
            (self.value_supply, 0.02),
            (self.value_last, 0.05),
        ):
            nn.init.normal_(part.weight, std=spread)
        for name in ("cells", "opened", "taken", "middle", "orientations"):
            self.register_buffer(f"_{name}", torch.from_numpy(getattr(geometry, name)), persistent=False)
        self.register_buffer("_shapes", torch.from_numpy(geometry.shapes), persistent=False)
        owned = [[float(owner in team) for team in ruleset.teams] for owner in ruleset.owners]
        self.register_buffer("_owned", torch.tensor(owned), persistent=False)

    def forward(
        self, seen: Tensor, supplies: Tensor, index: Tensor, moves: Tensor, movers: Tensor
    ) -> tuple[Tensor, Tensor]:
        """`index` says for every move to which position of the batch it belongs."""
        size, count = self.geometry.size, len(seen)
        first = functional.relu(self.first(seen) + self.supply(supplies)[:, :, None, None]).clamp(max=LIMIT)
        second = functional.relu(self.second(first)).clamp(max=LIMIT)
        third = functional.relu(self.third(second) + first).clamp(max=LIMIT)
        cells = third.reshape(count, NETWORK_CHANNELS, size).transpose(1, 2)
        maps = self.heads(cells)
        free, empty = seen[:, 3].reshape(count, size), 1 - seen[:, 1].reshape(count, size)
        offsets = (index * (size + 1))[:, None]

        def gather(values: Tensor, places: Tensor) -> Tensor:
            padded = functional.pad(values, (0, 1)).reshape(-1)
            return padded[offsets + places[moves]].sum(1)

        rating = gather(maps[:, :, 0], self._cells)
        rating = rating + gather(maps[:, :, 1] * free, self._opened) + gather(maps[:, :, 2] * empty, self._taken)
        at_middle = cells.reshape(count * size, NETWORK_CHANNELS)[index * size + self._middle[moves]]
        rating = rating + (self.turned(self._orientations[moves]) * at_middle).sum(1)
        used = self.shapes - supplies[:, : self.shapes].sum(1).long()
        phase = used * NETWORK_PHASES // (self.shapes + 1)
        whole: Tensor = rating + self.bias(phase[index] * self.shapes + self._shapes[moves])[:, 0]
        return whole, self._value(seen, third, supplies, movers)

    def _value(self, seen: Tensor, third: Tensor, supplies: Tensor, movers: Tensor) -> Tensor:
        colors = len(self._owned)
        played = torch.zeros_like(seen[:, :1])
        for color in range(colors):
            free, corners = seen[:, 3 + 2 * color, None], seen[:, 4 + 2 * color, None]
            played = torch.maximum(played, functional.max_pool2d(corners, 5, 1, 2) * free)
        pooled = (third * played).sum((2, 3)) / POOLED
        hidden = functional.relu(self.value_first(pooled) + self.value_supply(supplies)).clamp(max=LIMIT)
        # From the mover's color first to the colors in their order.
        order = (torch.arange(colors)[None, :] - movers[:, None]) % colors
        by_color = self.value_last(hidden).gather(1, order)
        by_team: Tensor = by_color @ self._owned
        return by_team

    def whole_numbers(self) -> dict[str, npt.NDArray[Any]]:
        """The weights as the kernel reads them."""

        def numbers(part: Tensor) -> npt.NDArray[np.float64]:
            return np.asarray(part.detach().numpy(), np.float64)

        def layer(part: nn.Conv2d) -> npt.NDArray[np.int16]:
            weights = numbers(part.weight)
            if weights.shape[1] % 2:
                weights = np.pad(weights, ((0, 0), (0, 1), (0, 0), (0, 0)))
            outputs, inputs = weights.shape[:2]
            pairs = weights.transpose(2, 3, 1, 0).reshape(9, inputs // 2, 2, outputs).transpose(0, 1, 3, 2)
            return np.ascontiguousarray(np.clip(np.round(pairs * WEIGHT), -2047, 2047)).astype(np.int16)

        def fine(part: Tensor) -> npt.NDArray[np.int32]:
            return np.round(numbers(part) * WEIGHT * ACTIVATION).astype(np.int32)

        def coarse(part: Tensor) -> npt.NDArray[np.int16]:
            return np.clip(np.round(numbers(part) * WEIGHT), -32767, 32767).astype(np.int16)

        return {
            "first": layer(self.first),
            "second": layer(self.second),
            "third": layer(self.third),
            "first_bias": fine(self.first.bias),
            "second_bias": fine(self.second.bias),
            "third_bias": fine(self.third.bias),
            "supply": np.ascontiguousarray(fine(self.supply.weight).T),
            "heads": coarse(self.heads.weight),
            "turned": coarse(self.turned.weight),
            "shapes": fine(self.bias.weight[:, 0]),
            "value_first": np.clip(coarse(self.value_first.weight), -2047, 2047),
            "value_bias": fine(self.value_first.bias),
            "value_supply": np.ascontiguousarray(fine(self.value_supply.weight).T),
            "value_last": coarse(self.value_last.weight),
        }

    def take(self, arrays: dict[str, npt.NDArray[Any]]) -> None:
        """Goes on from whole numbers, as `whole_numbers` gives them; what they lack stays as it is."""

        def layer(part: nn.Conv2d, name: str) -> None:
            pairs = np.asarray(arrays[name], np.float32).reshape(9, -1, part.out_channels, 2)
            weights = pairs.transpose(2, 1, 3, 0).reshape(part.out_channels, -1, 3, 3) / WEIGHT
            part.weight.data.copy_(torch.from_numpy(weights[:, : part.in_channels].copy()))
            part.bias.data.copy_(torch.from_numpy(arrays[f"{name}_bias"] / (WEIGHT * ACTIVATION)))

        def fill(part: Tensor, name: str, unit: float) -> None:
            if name in arrays:
                values = np.asarray(arrays[name], np.float32) / unit
                part.data.copy_(torch.from_numpy(values).reshape(part.shape))

        for part, name in ((self.first, "first"), (self.second, "second"), (self.third, "third")):
            layer(part, name)
        fine = WEIGHT * ACTIVATION
        fill(self.supply.weight.data.T, "supply", fine)
        fill(self.heads.weight, "heads", WEIGHT)
        fill(self.turned.weight, "turned", WEIGHT)
        fill(self.bias.weight, "shapes", fine)
        fill(self.value_first.weight, "value_first", WEIGHT)
        fill(self.value_first.bias, "value_bias", fine)
        fill(self.value_supply.weight.data.T, "value_supply", fine)
        fill(self.value_last.weight, "value_last", WEIGHT)


class Trainer:
    """Fits a network to searched positions; a tenth of them, the last, is kept apart to judge it."""

    def __init__(
        self, ruleset: Ruleset, positions: Positions, *, start: dict[str, npt.NDArray[Any]] | None = None, seed: int = 1
    ) -> None:
        torch.manual_seed(seed)
        self.positions = positions
        self.geometry = Geometry(ruleset)
        self.network = MoveNetwork(ruleset, self.geometry)
        if start is not None:
            self.network.take(start)
        self._first = np.concatenate([[0], np.cumsum(positions.sizes)])
        self._seen = 3 + 2 * len(ruleset.colors)
        self._random = np.random.default_rng(seed)
        count = len(positions.sizes)
        held = min(2000, count // 10)
        self.used, self.held = np.arange(count - held), np.arange(count - held, count)

    def train(self, minutes: float, tell: Callable[[str], None]) -> None:
        """Trains for this long, telling after every pass how well it does."""
        optimizer = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=1e-4)
        begun = time.monotonic()
        passes = steps = 0
        while True:
            self._random.shuffle(self.used)
            for at in range(0, len(self.used), BATCH):
                done = (time.monotonic() - begun) / (60 * minutes)
                if done >= 1:
                    tell(f"{passes} passes, {steps} steps: " + self.quality())
                    return
                for group in optimizer.param_groups:
                    group["lr"] = RATE * max(0.02, 1 - done) * min(1.0, (steps + 1) / WARM_UP)
                symmetry = int(self._random.integers(len(self.geometry.symmetries)))
                of_moves, of_shares, _, _ = self.look(self.used[at : at + BATCH], symmetry)
                loss = of_moves + of_shares
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                steps += 1
            passes += 1
            tell(f"{passes} passes: " + self.quality())

    def quality(self) -> str:
        """On the positions kept apart: cross entropy and top-1 agreement of moves, cross entropy of the victory."""
        if not len(self.held):
            return "too few positions to keep some apart"
        loss = hits = doubt = 0.0
        with torch.no_grad():
            for at in range(0, len(self.held), 2 * BATCH):
                batch = self.held[at : at + 2 * BATCH]
                mean, of_shares, logs, _ = self.look(batch)
                loss += float(mean) * len(batch)
                doubt += float(of_shares) * len(batch)
                guesses = np.split(logs.numpy(), np.cumsum(self.positions.sizes[batch])[:-1])
                for position, guess in zip(batch, guesses, strict=True):
                    target = self.positions.targets[self._first[position] : self._first[position + 1]]
                    hits += int(guess.argmax()) == int(target.argmax())
        count = len(self.held)
        return f"cross entropy {loss / count:.3f}, top-1 {hits / count:.3f}; victory {doubt / count:.3f}"

    def look(self, batch: npt.NDArray[np.int64], symmetry: int = 0) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """What the network makes of some positions: its losses by moves and by victory, and the logarithms of how
        likely it thinks every move and every team's victory to be."""
        data, geometry = self.positions, self.geometry
        bits = np.unpackbits(data.planes[batch], axis=1)[:, : self._seen * geometry.size]
        shown, becomes = geometry.symmetries[symmetry]
        seen = bits.reshape(len(batch), self._seen, geometry.size)[:, :, shown].astype(np.float32)
        picks = np.concatenate([np.arange(self._first[p], self._first[p + 1]) for p in batch])
        index = torch.from_numpy(np.repeat(np.arange(len(batch)), data.sizes[batch]))
        target = torch.from_numpy(data.targets[picks])
        ratings, teams = self.network(
            torch.from_numpy(seen.reshape(len(batch), self._seen, geometry.rows, geometry.columns)),
            torch.from_numpy(data.supplies[batch].astype(np.float32)),
            index,
            torch.from_numpy(becomes[data.moves[picks]]),
            torch.from_numpy(data.movers[batch]),
        )
        most = torch.full((len(batch),), -1e9).scatter_reduce(0, index, ratings.detach(), "amax")
        total = torch.zeros(len(batch)).index_add(0, index, torch.exp(ratings - most[index]))
        logs = ratings - most[index] - torch.log(total)[index]
        of_shares = functional.cross_entropy(teams, torch.from_numpy(data.shares[batch]))
        return -(target * logs).sum() / len(batch), of_shares, logs, teams


def fit_network(
    ruleset: Ruleset,
    files: list[Path],
    out: Path,
    *,
    minutes: float,
    start: dict[str, npt.NDArray[Any]] | None = None,
    seed: int = 1,
    threads: int = 1,
    tell: Callable[[str], None] = print,
) -> None:
    """Trains a network on files of searched positions, from scratch or from another one, and writes it where `tuning`
    finds it."""
    torch.set_num_threads(threads)
    positions = Positions.read(ruleset, files)
    tell(f"{len(positions.sizes)} positions")
    trainer = Trainer(ruleset, positions, start=start, seed=seed)
    if start is not None:
        tell("before: " + trainer.quality())
    trainer.train(minutes, tell)
    arrays: dict[str, Any] = trainer.network.whole_numbers()
    np.savez_compressed(out, **arrays)

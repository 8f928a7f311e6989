"""The network: what it sees, that its whole numbers are added up right on every processor, and what does not fit it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

import cornerwise as cw
from cornerwise import _core
from cornerwise._core import NETWORK_CHANNELS, NETWORK_COLUMNS, NETWORK_PHASES, Search, planes
from cornerwise.engine.tuning import tuning_of
from cornerwise.ruleset import ruleset_of_spec
from positions import random_game

FLAT = ["duo", "classic-4", "classic-2"]
SEATINGS = [*FLAT, "classic-teams", "classic-3"]


@pytest.fixture(autouse=True)
def fastest_again() -> Iterator[None]:
    """Leaves the process with the instruction set it had."""
    before = _core.kernel()
    yield
    _core.use_kernel(before)


def random_network(ruleset: cw.Ruleset, seed: int) -> dict[str, np.ndarray]:
    """A network of random whole numbers, small enough that activations reach both of their ends."""
    random = np.random.default_rng(seed)
    channels, shapes, colors = NETWORK_CHANNELS, len(ruleset.shapes), len(ruleset.colors)
    pairs = (3 + 2 * colors + 1) // 2

    def short(*size: int, most: int = 600) -> np.ndarray:
        return random.integers(-most, most, size).astype(np.int16)

    def long(*size: int, most: int = 60_000) -> np.ndarray:
        return random.integers(-most, most, size).astype(np.int32)

    orientations = int(np.asarray(ruleset.atlas.orientations).max()) + 1
    return {
        "first": short(9, pairs, channels, 2),
        "second": short(9, channels // 2, channels, 2),
        "third": short(9, channels // 2, channels, 2),
        "first_bias": long(channels),
        "second_bias": long(channels),
        "third_bias": long(channels),
        "supply": long(colors * shapes, channels, most=5000),
        "heads": short(3, channels, most=60),
        "turned": short(orientations, channels, most=60),
        "shapes": long(NETWORK_PHASES * shapes),
        "value_first": short(channels, channels, most=200),
        "value_bias": long(channels),
        "value_supply": long(colors * shapes, channels, most=5000),
        "value_last": short(colors, channels, most=60),
    }


def slow_look(position: cw.Position, last: int, network: dict[str, np.ndarray]) -> tuple[dict[int, float], list[float]]:
    """The ratings of all legal moves and the value of every color, in the order of colors, added up one by one."""
    ruleset, board = position.ruleset, position.ruleset.board
    colors, shapes = list(ruleset.colors), [shape.name for shape in ruleset.shapes]
    seen = planes(position, last).reshape(-1, board.rows, board.columns).astype(np.int64)

    def layer(values: np.ndarray, weights: np.ndarray, bias: np.ndarray) -> np.ndarray:
        inputs = 2 * weights.shape[1]
        padded = np.zeros((inputs, board.rows + 2, board.columns + 2), np.int64)
        padded[: len(values), 1:-1, 1:-1] = values
        # [tap][input / 2][output][input % 2]
        matrix = weights.astype(np.int64).transpose(0, 2, 1, 3).reshape(9, -1, inputs)
        total = np.tile(bias.astype(np.int64)[:, None, None], (1, board.rows, board.columns))
        for tap in range(9):
            y, x = divmod(tap, 3)
            window = padded[:, y : y + board.rows, x : x + board.columns]
            total += np.einsum("oi,iyx->oyx", matrix[tap], window)
        return total

    def settled(values: np.ndarray) -> np.ndarray:
        return np.clip(values >> 9, 0, 16 * 128)

    first_color = colors.index(position.turn.color or "")
    bias = network["first_bias"].astype(np.int64)
    for index in range(len(colors)):
        for name in position.supply(colors[(first_color + index) % len(colors)]):
            bias = bias + network["supply"][index * len(shapes) + shapes.index(name)]
    first = settled(layer(seen * 128, network["first"], bias))
    second = settled(layer(first, network["second"], network["second_bias"]))
    third = settled(layer(second, network["third"], network["third_bias"]) + (first << 9))

    used = len(shapes) - len(position.supply(position.turn.color or ""))
    phase = used * NETWORK_PHASES // (len(shapes) + 1)
    ratings = {}
    for move in position.legal_moves:
        own = {divmod(cell, board.columns) for cell in move.cells}
        edges = {(y + dy, x + dx) for y, x in own for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0))} - own
        corners = {(y + dy, x + dx) for y, x in own for dy in (1, -1) for dx in (1, -1)} - own - edges

        def summed(cells: set[tuple[int, int]], head: int, where: np.ndarray) -> int:
            inside = [(y, x) for y, x in cells if 0 <= y < board.rows and 0 <= x < board.columns and where[y, x]]
            return sum(int(third[:, y, x] @ network["heads"][head].astype(np.int64)) for y, x in inside)

        middle_y, middle_x = sorted(own)[len(own) // 2]
        orientation = int(ruleset.atlas.orientations[move.placement])
        total = int(network["shapes"][phase * len(shapes) + shapes.index(move.shape)])
        total += summed(own, 0, seen[0]) + summed(corners, 1, seen[3]) + summed(edges, 2, 1 - seen[1])
        total += int(third[:, middle_y, middle_x] @ network["turned"][orientation].astype(np.int64))
        ratings[move.id] = total / 65536

    pooled = np.zeros(NETWORK_CHANNELS, np.int64)
    for y in range(board.rows):
        for x in range(board.columns):
            near = np.s_[max(0, y - 2) : y + 3, max(0, x - 2) : x + 3]
            if any(seen[3 + 2 * i, y, x] and seen[4 + 2 * i][near].any() for i in range(len(colors))):
                pooled += third[:, y, x]
    sums = network["value_bias"] + network["value_first"].astype(np.int64) @ (pooled >> 5)
    for index in range(len(colors)):
        for name in position.supply(colors[(first_color + index) % len(colors)]):
            sums = sums + network["value_supply"][index * len(shapes) + shapes.index(name)]
    from_mover = network["value_last"].astype(np.int64) @ settled(sums) / 65536
    return ratings, [float(value) for value in np.roll(from_mover, first_color)]


def own_ruleset(colors: int) -> cw.Ruleset:
    """Duo's board and pieces for another number of colors: other numbers of planes."""
    spec = cw.ruleset("duo").spec | {"name": "own", "colors": ["black", "white", "red"][:colors], "seats": colors}
    spec["owners"] = list(range(colors))
    spec["starts"] = {"choice": "fixed", "cells": ["e10", "j5", "e5"][:colors]}
    return ruleset_of_spec(json.dumps(spec))


@pytest.mark.parametrize(
    ("rules", "plies"), [*((name, plies) for name in SEATINGS for plies in (0, 9, 22)), (1, 9), (3, 9), (3, 22)]
)
def test_ratings_and_value_are_the_sums_they_claim_to_be(rules: str | int, plies: int) -> None:
    """Every instruction set finds exactly what adding up by hand finds, up to the last rounding of the softmax."""
    game = random_game(own_ruleset(rules) if isinstance(rules, int) else rules, plies, seed=5)
    position, last = game.position, game.moves[-1].placement if game.moves else -1
    network = random_network(position.ruleset, seed=plies)
    expected, by_color = slow_look(position, last, network)
    weights = np.array([expected[int(id)] for id in position.legal_ids])
    likely = np.exp(weights - weights.max())
    likely /= likely.sum()
    ruleset = position.ruleset
    by_team = np.zeros(len(ruleset.teams))
    for owner, value in zip(ruleset.owners, by_color, strict=True):
        if owner is not None:
            by_team[[owner in team for team in ruleset.teams].index(True)] += value
    shares = np.exp(by_team - by_team.max())
    shares /= shares.sum()
    results = []
    for kernel in _core.kernels():
        _core.use_kernel(kernel)
        ids, found, judged = Search(ruleset, {"network": network, "value_share": 0.5}).first_thoughts(position, last)
        assert ids.tolist() == position.legal_ids.tolist()
        np.testing.assert_allclose(found, likely, rtol=2e-3, atol=1e-7)
        for seat, share in enumerate(judged):
            team = [seat in team for team in ruleset.teams].index(True)
            assert share == pytest.approx(shares[team], rel=2e-3, abs=1e-6)
        results.append((found.tolist(), judged))
    assert all(result == results[0] for result in results)


def test_planes_show_the_board_from_the_movers_side() -> None:
    """Board, filled, the last piece's corners, then free cells and corners, the mover's first (Duo's first reply)."""
    position = cw.start("duo")
    move = next(move for move in position.legal_moves if move.shape == "I5")
    seen = planes(position.play(move), move.placement)
    assert seen.shape == (7, 196)
    assert seen[0].all()
    assert set(np.flatnonzero(seen[1])) == set(move.cells)
    assert set(np.flatnonzero(seen[2])) == set(np.flatnonzero(seen[6]))  # what black opened is what black builds from
    assert seen[3].sum() == 196 - 5 and np.flatnonzero(seen[4]).tolist() == list(position.ruleset.starts[1])


@pytest.mark.parametrize("name", FLAT)
def test_shipped_networks_think_of_large_pieces_first(name: str) -> None:
    """In the opening a trained policy hardly looks at pieces of less than five squares (tip of every rulebook)."""
    position = cw.start(name)
    tuning = tuning_of(position.ruleset)
    assert "network" in tuning
    ids, likely, _ = Search(position.ruleset, tuning).first_thoughts(position)
    large = np.array([len(position.ruleset.move(int(id)).cells) == 5 for id in ids])
    assert likely[large].sum() > 0.9


@pytest.mark.parametrize(("columns", "rows"), [(39, 12), (40, 12), (60, 8), (9, 40)])
def test_a_board_of_ones_own_is_thought_about_too(columns: int, rows: int) -> None:
    """Duo's network serves other boards for the same pieces, up to a width; wider ones do without it."""
    spec = cw.ruleset("duo").spec | {"board": {"columns": columns, "rows": rows}}
    spec["starts"] = {"choice": "fixed", "cells": ["c3", "f3"]}
    ruleset = ruleset_of_spec(json.dumps(spec))
    tuning = tuning_of(ruleset)
    assert ("network" in tuning) == (columns <= NETWORK_COLUMNS)
    position = cw.start(ruleset)
    assert Search(ruleset, tuning).run(position, simulations=200).best in position.legal_ids
    if columns > NETWORK_COLUMNS:
        with pytest.raises(cw.CornerwiseError, match="up to 39 columns"):
            Search(ruleset, {"network": random_network(ruleset, 1)})


def test_what_was_thought_about_before_does_not_matter() -> None:
    """The memory of one thread serves boards of every size, with rows that begin elsewhere and other colors."""
    game = random_game("classic-4", 12, 5)

    def think() -> list[float]:
        likely: list[float] = Search(game.ruleset, tuning_of(game.ruleset)).first_thoughts(game.position)[1].tolist()
        return likely

    before = think()
    for columns, rows in ((39, 12), (9, 40), (21, 19), (20, 20)):
        spec = cw.ruleset("duo").spec | {"board": {"columns": columns, "rows": rows}}
        spec["starts"] = {"choice": "fixed", "cells": ["c3", "f3"]}
        other = ruleset_of_spec(json.dumps(spec))
        Search(other, tuning_of(other)).run(cw.start(other), simulations=100)
        assert think() == before


@pytest.mark.parametrize("contact", ["corner", "face"])
def test_positions_are_rated_alike_in_any_order(contact: str) -> None:
    """By face too: on a flat board there is nothing above and below a piece."""
    ruleset = ruleset_of_spec(json.dumps(cw.ruleset("duo").spec | {"contact": contact}))
    search, position = Search(ruleset, tuning_of(ruleset)), cw.start(ruleset)
    positions = [position]
    for id in search.play_out(position, seed=1)[:-1]:
        positions.append(positions[-1].play(ruleset.move(id)))
    there = [search.first_thoughts(position)[1].tolist() for position in positions]
    assert there == [search.first_thoughts(position)[1].tolist() for position in reversed(positions)][::-1]


def test_a_network_that_does_not_fit_is_refused() -> None:
    """Wrong sizes, dice and space each get one sentence."""
    network = random_network(cw.ruleset("duo"), 1)
    with pytest.raises(cw.CornerwiseError, match="first has"):
        Search(cw.ruleset("classic-4"), {"network": network})
    for name in ("dice-2", "3d-tower-2"):
        with pytest.raises(cw.CornerwiseError, match="flat boards without dice"):
            Search(cw.ruleset(name), {"network": network})
    with pytest.raises(cw.CornerwiseError, match="misses"):
        Search(cw.ruleset("duo"), {"network": {"first": network["first"]}})
    with pytest.raises(cw.CornerwiseError, match="flat board"):
        planes(cw.start("3d-tower-2"))

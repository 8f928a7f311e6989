"""Positions and moves are values: equal, hashable, picklable, exact as text, safe between threads."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise as cw
from data_files import join_name
from reference_games import EVERY_GAME

GAME_NAMES = [join_name(*game) for game in EVERY_GAME]
URL_SAFE = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~")


def step(position: cw.Position, rng: random.Random) -> cw.Position:
    """A random roll or move."""
    if position.turn.actor == cw.CHANCE:
        return position.roll(rng.choice(position.rolls))
    return position.play(int(rng.choice(position.legal_ids)))


def random_game(name: str, options: dict[str, str], rng: random.Random) -> list[cw.Position]:
    """All positions of a random game."""
    positions = [cw.start(name, **options)]
    while not positions[-1].is_over:
        positions.append(step(positions[-1], rng))
    return positions


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_round_trips(name: str, options: dict[str, str], seed: int) -> None:
    """Text, pickle and copies give back an equal position; different positions have different texts."""
    rng = random.Random(seed)
    positions = random_game(name, options, rng)
    texts = [position.text for position in positions]
    assert len(set(texts)) == len(set(positions)) == len(positions)
    for position in rng.sample(positions, min(6, len(positions))):
        text = position.text
        assert set(text) <= URL_SAFE
        for twin in (
            cw.Position.parse(text),
            cw.Position.parse(text, position.ruleset),
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
        ):
            assert twin == position and hash(twin) == hash(position) and twin.text == text
            assert twin.legal_ids.tolist() == position.legal_ids.tolist()
            assert (twin.turn.actor, twin.scores, twin.ranks) == (
                position.turn.actor,
                position.scores,
                position.ranks,
            )


def test_texts_are_short() -> None:
    """A finished Classic game fits into a link."""
    longest = max(len(position.text) for position in random_game("classic-4", {}, random.Random(1)))
    assert longest < 300


@pytest.mark.parametrize("name", ["duo", "dice-3", "3d-wall-3"])
def test_moves_are_values(name: str) -> None:
    """A move equals its twin from text, id, pickle; its cells and shape fit its text."""
    position = step(cw.start(name), random.Random(3))
    ruleset = position.ruleset
    for move in position.legal_moves:
        twins = (ruleset.move(move.id), ruleset.parse_move(str(move)), pickle.loads(pickle.dumps(move)))
        assert all(twin == move and hash(twin) == hash(move) for twin in twins)
        cells = str(move).split(":")[-1].split(",")
        assert [ruleset.board.cell_name(cell) for cell in move.cells] == cells
        assert list(move.cells) == sorted(move.cells)
        backwards = str(move).replace(",".join(cells), ",".join(reversed(cells)))
        assert ruleset.parse_move(backwards) == move
        assert move in position.legal_moves and str(move) in position.legal_moves
        assert ruleset.atlas.find(move.cells) == move.placement
        assert move.shape in position.turn.shapes
    assert len({move.id for move in position.legal_moves}) == len(position.legal_moves)


def test_play_leaves_the_position_alone() -> None:
    """`play` returns a new value; an attempt that fails changes nothing."""
    position = cw.start("duo")
    before = position.text
    after = position.play(position.legal_moves[0])
    assert after != position and position.text == before
    with pytest.raises(cw.IllegalMove):
        position.play("a1")
    assert position.text == before and position == cw.start("duo")


def test_other_rulesets_are_different() -> None:
    """Positions of different rulesets or options are never equal, whatever lies on the board."""
    starts = [cw.start(name, **options) for name, options in EVERY_GAME]
    assert len(set(starts)) == len(starts)
    assert cw.start("duo") != "duo.0.." and cw.start("duo") == cw.start("duo", starts="fixed")


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
def test_geometry(name: str, options: dict[str, str]) -> None:
    """Cells, names and coordinates agree, and cells are numbered layer by layer, row by row."""
    board = cw.ruleset(name, **options).board
    points = [tuple(point) for point in board.coordinates.tolist()]
    assert len(points) == board.cell_count
    assert points == sorted(points, key=lambda point: point[::-1])
    for cell, point in enumerate(points):
        assert board.cell(*point) == cell
        assert board.parse_cell(board.cell_name(cell)) == cell
    assert board.cell(-1, 0) is None


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
def test_arrays_share_the_kernels_memory(name: str, options: dict[str, str]) -> None:
    """Shapes, board and atlas are arrays that nothing was copied for and nobody can write to."""
    rules = cw.ruleset(name, **options)
    for array in (
        lambda: rules.atlas.cells,
        lambda: rules.atlas.shapes,
        lambda: rules.atlas.orientations,
        lambda: rules.board.coordinates,
        lambda: rules.shapes[-1].coordinates,
    ):
        assert np.shares_memory(array(), array())
        assert not array().flags.writeable
    for shape in rules.shapes:
        assert shape.coordinates.tolist() == [[list(point) for point in cells] for cells in shape.orientations]


def test_threads() -> None:
    """Many threads play from the same positions and see what one thread sees."""
    games = [("duo", {}), ("classic-3", {}), ("dice-4", {}), ("3d-tower-4", {})]

    def play(seed: int) -> list[str]:
        rng = random.Random(seed)
        return [position.text for game in games for position in random_game(*game, rng)]

    alone = [play(seed) for seed in range(6)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(play, [seed for _ in range(3) for seed in range(6)]))
    assert together == alone * 3


def test_one_position_in_many_threads() -> None:
    """Reading one shared position from many threads is safe."""
    position = random_game("classic-4", {}, random.Random(5))[20]

    def read() -> tuple[str, list[int], int]:
        return position.text, position.legal_ids.tolist(), position.perft(2)

    expected = read()
    with ThreadPoolExecutor(8) as pool:
        jobs = [pool.submit(read) for _ in range(24)]
        assert all(job.result() == expected for job in jobs)


def test_every_part_is_a_value() -> None:
    """What two equal positions give is equal, hashes alike and copies; it differs from nothing and from others."""
    twins = [cw.Position.parse(cw.start("dice-3").roll("1 2 6").text) for _ in range(2)]
    played = [position.play(position.legal_moves[0]) for position in twins]
    parts = [
        (
            position, position.turn, position.legal_moves, position.legal_moves[5], position.placed[0],
            position.ruleset, position.ruleset.board, position.ruleset.atlas, position.ruleset.shapes[3],
            cw.Roll("6 1 2"),
        )
        for position in played
    ]  # fmt: skip
    for one, other in zip(*parts, strict=True):
        assert one == other and hash(one) == hash(other)
        assert copy.copy(one) is one and copy.deepcopy(one) is one
        assert one != None and one != 7 and one not in [None, "x"]  # noqa: E711
    assert len(set(parts[0] + parts[1])) == len(parts[0])
    assert played[0].turn != twins[0].turn and played[0].legal_moves != twins[0].legal_moves


def test_rolls_are_values() -> None:
    """A roll is known by its faces, whatever their order, and travels with the games that hold it."""
    roll = cw.Roll([3, 1, 3])
    assert roll == cw.Roll("3 3 1") == pickle.loads(pickle.dumps(roll)) and roll.dice == (1, 3, 3)
    assert roll.probability == pytest.approx(3 / 216)
    assert {roll: 1}[next(each for each in cw.start("dice-3").rolls if each.dice == (1, 3, 3))] == 1
    game = cw.Game("dice-3")
    game.roll(roll)
    game.play(game.position.legal_moves[0])
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin.position == game.position and twin.steps == game.steps


def test_legal_moves_are_a_sequence() -> None:
    """They do what Python's sequences do."""
    moves = cw.start("duo").legal_moves
    assert isinstance(moves, Sequence) and len(random.sample(moves, 3)) == 3
    assert [moves.index(move) for move in moves] == list(range(len(moves)))
    assert moves.index(str(moves[7])) == 7 and moves.index(moves[7], 7) == 7 and moves.index(moves[7], -414, 8) == 7
    assert moves.count(moves[7]) == 1 and moves.count("a1") == 0 and next(reversed(moves)) == moves[-1]
    for attempt in (lambda: moves.index("a1"), lambda: moves.index(moves[7], 8), lambda: moves.index(moves[7], 0, 7)):
        with pytest.raises(ValueError):
            attempt()


def test_what_a_ruleset_hands_out_cannot_change_it() -> None:
    """Lists and tables are copies or tuples."""
    rules = cw.ruleset("dice-2")
    rules.spec["name"], rules.rows[1], rules.options["x"] = "other", (), "y"
    assert isinstance(rules.notes, tuple) and rules.spec["name"] == "dice-2" and rules.rows[1] and not rules.options


def test_a_long_count_can_be_stopped() -> None:
    """Ctrl-C reaches a count that would take days."""
    code = """
import signal
import cornerwise as cw
position = cw.start("duo")
signal.signal(signal.SIGPROF, signal.default_int_handler)  # the clock counts processor time: it rings while it counts
signal.setitimer(signal.ITIMER_PROF, 0.2)
try:
    position.perft(6)
except KeyboardInterrupt:
    print("stopped")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=True)
    assert done.stdout == b"stopped\n"


@pytest.mark.parametrize("name", ["duo", "dice-2", "3d-pyramid-2"])
def test_perft_in_pieces(name: str) -> None:
    """A deep count, done in pieces, is the sum over what can happen first."""
    *_, position, _, _, _, _, _ = random_game(name, {}, random.Random(1))  # near the end the numbers are small
    after = [*map(position.play, position.legal_moves), *map(position.roll, position.rolls)]
    for depth in (4, 5):
        assert position.perft(depth) == sum(each.perft(depth - 1) for each in after) > 0

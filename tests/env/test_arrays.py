"""Arrays that the caller owns, and everything that must be refused without changing a game."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import cornerwise as cw
from cornerwise.env import Batch


@pytest.fixture
def batch() -> Batch:
    return Batch("duo", 4, seed=1)


def test_out_is_filled_in_place(batch: Batch) -> None:
    for kind in (np.bool_, np.int8, np.uint8):
        out = np.full((4, batch.action_count), 1, kind)
        assert batch.masks(out) is out
        assert np.array_equal(out.astype(bool), batch.masks())
        assert batch.masks(dtype=kind).dtype == kind
    planes = np.empty((4, *batch.plane_shape), np.uint8)
    assert batch.planes(out=planes) is planes and np.array_equal(planes, batch.planes())
    ids, offsets = np.empty(10_000, np.int32), np.empty(5, np.int64)
    batch.legal(out=(ids, offsets))
    wanted, starts = batch.legal()
    assert np.array_equal(offsets, starts) and np.array_equal(ids[: starts[-1]], wanted)


def test_views_are_live_and_read_only(batch: Batch) -> None:
    seats = batch.seats
    batch.step(batch.sample())
    assert seats.tolist() == [1, 1, 1, 1]
    with pytest.raises(ValueError):
        seats[0] = 0
    del batch
    assert seats.tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("games", [1, 3, 200])
def test_new_arrays_begin_where_every_library_reads_them(games: int) -> None:
    batch = Batch("duo", games, seed=1)
    found = [batch.planes(), batch.features(), batch.masks(), batch.packed_masks(), batch.sample(), batch.scores()]
    found += [batch.legal()[0], *batch.play_out(1)]
    assert [array.ctypes.data % 64 for array in found] == [0] * len(found)
    assert all(array.flags.c_contiguous and array.flags.writeable for array in found)


def test_dlpack(batch: Batch) -> None:
    masks = batch.masks()
    same = np.from_dlpack(batch.planes())
    assert same.dtype == np.uint8 and masks.__dlpack_device__()[0] == 1


def test_wide_ids_and_lists_are_taken(batch: Batch) -> None:
    other = Batch("duo", 4, seed=1)
    ids = batch.sample()
    batch.step(ids.astype(np.int64))
    other.step(ids.tolist())
    assert batch.position(2) == other.position(2)
    strided = np.zeros(8, np.int64)
    strided[::2] = batch.sample()
    batch.step(strided[::2])
    assert batch.position(0).ply == 2


@pytest.mark.parametrize(
    "spoil",
    [
        lambda ids: np.r_[ids[:3], -2],
        lambda ids: np.r_[ids[:3].astype(np.int64), 10**12],
        lambda ids: np.r_[ids[:3], 13729],
        lambda ids: np.r_[ids[:2], 0, ids[3]],
        lambda ids: ids[:3],
        lambda ids: np.r_[ids, ids],
        lambda ids: ids.reshape(2, 2),
        lambda ids: ids.astype(np.float32),
        lambda ids: ids.astype(np.uint8),
        lambda ids: ids > 0,
        lambda ids: None,
        lambda ids: "0000",
        lambda ids: [1, 2, "x", 4],
        lambda ids: 7,
    ],
)
def test_bad_ids_change_nothing(batch: Batch, spoil: object) -> None:
    before = batch.save()
    with pytest.raises(cw.CornerwiseError):
        batch.step(spoil(Batch("duo", 4, seed=1).sample()))  # type: ignore[operator]
    assert batch.save() == before


def test_an_illegal_move_is_explained(batch: Batch) -> None:
    ids = batch.sample()
    ids[2] = 0
    with pytest.raises(cw.IllegalMove, match=r"Game 2: move 0 is not legal. The first black piece must cover e10."):
        batch.step(ids)


def test_a_finished_game_waits() -> None:
    batch = Batch("duo", 2, seed=1, auto_reset=False)
    while not (batch.seats == cw.NOBODY).any():
        batch.step(batch.sample())
    over = int(np.flatnonzero(batch.seats == cw.NOBODY)[0])
    ids = batch.sample()
    assert ids[over] == -1
    ids[over] = 5
    before = batch.save()
    with pytest.raises(cw.IllegalMove, match=f"Game {over}: it is over"):
        batch.step(ids)
    assert batch.save() == before
    batch.reset(batch.seats == cw.NOBODY)
    assert batch.position(over) == cw.start("duo")


def test_a_roll_is_offered() -> None:
    batch = Batch("dice-2", 3, offer_chance=True)
    assert batch.seats.tolist() == [cw.CHANCE] * 3
    assert len(batch.legal()[0]) == 3 * 21
    with pytest.raises(cw.IllegalRoll, match="Game 1: there is no roll 21 of 2 dice"):
        batch.step([0, 21, 0])
    batch.step([0, 20, 5])
    assert batch.position(1).dice == (6, 6)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda b: b.masks(np.empty((4, 5), bool)), "has the shape"),
        (lambda b: b.masks(np.empty((4, b.action_count), np.float32)), "bool, int8 or uint8"),
        (lambda b: b.masks(np.empty((b.action_count, 4), bool).T), "not contiguous"),
        (lambda b: b.masks(dtype=np.float64), "bool, int8 or uint8"),
        (lambda b: b.planes(np.empty((4, *b.plane_shape), np.float32)), "uint8"),
        (lambda b: b.features(np.empty((4, 1), np.float32)), "has the shape"),
        (lambda b: b.masks("no"), "writable array"),
        (lambda b: b.masks(np.frombuffer(bytes(4 * b.action_count), np.uint8).reshape(4, -1)), "writable"),
        (lambda b: b.legal(out=(np.empty(3, np.int32), np.empty(5, np.int64))), "holds 3, but there are"),
        (lambda b: b.legal(out=np.empty(3, np.int32)), "pair of arrays"),
        (lambda b: b.reset(np.zeros(3, bool)), "has the shape"),
        (lambda b: b.reset(5), "array of bool"),
        (lambda b: b.put(4, cw.start("duo")), "numbers from 0 to 3"),
        (lambda b: b.put(0, cw.start("classic-4")), "another ruleset"),
        (lambda b: b.put(0, "duo"), "a Position"),
        (lambda b: b.play_out(0), "once or more often"),
        (lambda b: b.restore("x"), "bytes"),
        (lambda b: Batch("duo", 0), "one game or more, not 0"),
        (lambda b: Batch("duo", -3), "one game or more"),
        (lambda b: Batch("duo", 2.5), "whole number"),
        (lambda b: Batch("duo", 2, threads=0), "1 to 256 threads"),
        (lambda b: Batch("duo", 2, seed="x"), "seed"),
        (lambda b: Batch("chess", 2), "chess"),
    ],
)
def test_what_makes_no_sense_is_refused(batch: Batch, call: object, sentence: str) -> None:
    before = batch.save()
    with pytest.raises(cw.CornerwiseError, match=sentence):
        call(batch)  # type: ignore[operator]
    assert batch.save() == before


def test_a_batch_serves_one_thread_at_a_time() -> None:
    batch, refused = Batch("classic-4", 2000), []

    def play() -> None:
        for _ in range(30):
            try:
                batch.play_out(1, guided=False)
            except cw.CornerwiseError as error:
                refused.append(str(error))

    threads = [threading.Thread(target=play) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(refused) == {"Another thread is using this batch."}

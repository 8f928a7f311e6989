"""Batches against positions: every array says what the library says, for every ruleset."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import cornerwise as cw
from cornerwise import _core
from cornerwise.env import Batch, feature_names, plane_names
from cornerwise.player import GreedyPlayer
from cornerwise.ruleset import ruleset_of_key

RULESETS = (*cw.rulesets(), "classic-4~corners-free", "duo~starts-free")
MIXED = ("classic-4", "classic-teams", "classic-3", "duo", "dice-3", "3d-pyramid-2x4", "3d-tower-3")


def walk(key: str, n: int = 3, seed: int = 5) -> Iterator[tuple[Batch, list[cw.Position]]]:
    """A batch after every step of random games to their end, and the positions it must be at."""
    batch = Batch(ruleset_of_key(key), n, seed=seed, auto_reset=False, offer_chance=True)
    positions = [batch.position(i) for i in range(n)]
    while True:
        yield batch, positions
        if all(position.is_over for position in positions):
            return
        ids = batch.sample()
        for i, position in enumerate(positions):
            if position.rolls:
                positions[i] = position.roll(position.rolls[ids[i]])
            elif not position.is_over:
                positions[i] = position.play(int(ids[i]))
        batch.step(ids)


def box(ruleset: cw.Ruleset) -> tuple[list[tuple[int, int, int]], int, int]:
    """Where every cell lies in a plane, as (level, row, column), and how large a plane is."""
    points = [tuple(int(x) for x in point) for point in ruleset.board.coordinates]
    left, low = min(p[0] for p in points), min(p[1] for p in points)
    cells = [(z, y - low, x - left) for x, y, z in points]
    return cells, max(c[1] for c in cells) + 1, max(c[2] for c in cells) + 1


def slow_planes(position: cw.Position, last: tuple[int, tuple[int, ...]] | None) -> np.ndarray:
    """The planes of a position by its public attributes."""
    ruleset = position.ruleset
    cells, rows, columns = box(ruleset)
    levels = ruleset.board.levels
    turn, colors = position.turn, ruleset.colors
    first = colors.index(turn.color) if turn.color else 0
    first_sheet = turn.actor if ruleset.rows and turn.actor >= 0 else 0
    found: list[np.ndarray] = []

    def add(chosen: object) -> None:
        plane = np.zeros((levels, rows, columns), np.uint8)
        for cell in chosen:  # type: ignore[attr-defined]
            plane[cells[cell]] = 1
        found.extend(plane)

    add(range(len(cells)))
    sheets = ruleset.seats if ruleset.rows else 1
    for i in range(sheets):
        sheet = (first_sheet + i) % sheets
        owner = position.cell_colors(sheet)
        add(np.flatnonzero(owner >= 0))
        add(last[1] if last is not None and last[0] == sheet else ())
        for j in range(len(colors)):
            color = (first + j) % len(colors)
            mine = np.flatnonzero(owner == color)
            is_out = (sheet if ruleset.rows else colors[color]) in position.out
            empty = {cell for cell in range(len(cells)) if owner[cell] < 0}
            add(mine)
            if is_out:
                add(empty)
                add(())
                continue
            near: set[int] = set()
            if ruleset.contact == "corner":
                near = {other for cell in mine for other in ruleset.board.edge_neighbors(int(cell))}
            add(near & empty)
            add(position.targets(colors[color], sheet))
        if levels > 1:
            height = np.zeros((rows, columns), np.uint8)
            for cell in np.flatnonzero(owner >= 0):
                height[cells[cell][1:]] += 1
            found.append(height)
    return np.stack(found)


def slow_features(position: cw.Position) -> list[float]:
    """The numbers of a position by its public attributes."""
    ruleset, turn = position.ruleset, position.turn
    colors = ruleset.colors
    first = colors.index(turn.color) if turn.color else 0
    seat = max(turn.actor, 0)
    if ruleset.rows:
        owners: list[str | int] = [(seat + i) % ruleset.seats for i in range(ruleset.seats)]
    else:
        owners = [colors[(first + i) % len(colors)] for i in range(len(colors))]
    found = [float(shape.name in position.supply(owner)) for owner in owners for shape in ruleset.shapes]
    team = next(team for team in ruleset.teams if seat in team)
    for i in range(len(colors)):
        owner = ruleset.owners[(first + i) % len(colors)]
        if owner is None and not ruleset.rows:
            shared = colors[(first + i) % len(colors)]
            # Whoever plays the shared color next: seats take turns with the pieces placed.
            owner = (len(ruleset.shapes) - len(position.supply(shared))) % ruleset.seats
        found.append(float(owner in team))
    found += [float(owner in position.out) for owner in owners]
    found.append(position.ply / (len(owners) * len(ruleset.shapes)))
    if ruleset.rows:
        found += [float(position.dice.count(face)) for face in range(1, 7)]
        found += [float(ruleset.strikes - position.strikes[(seat + i) % ruleset.seats]) for i in range(ruleset.seats)]
    return found


@pytest.mark.parametrize("key", RULESETS)
def test_lists_and_masks_are_the_positions_own(key: str) -> None:
    for ply, (batch, positions) in enumerate(walk(key, 2)):
        assert batch.seats.tolist() == [position.turn.actor for position in positions]
        if ply % 5:
            continue
        ids, offsets = batch.legal()
        masks, packed = batch.masks(), batch.packed_masks()
        for i, position in enumerate(positions):
            assert batch.position(i) == position
            mine = ids[offsets[i] : offsets[i + 1]]
            if position.rolls:
                assert mine.tolist() == list(range(len(position.rolls)))
                assert not masks[i].any()
                continue
            assert mine.tolist() == position.legal_ids.tolist()
            assert np.flatnonzero(masks[i]).tolist() == mine.tolist()
            bits = np.unpackbits(packed[i], bitorder="little")[: batch.action_count]
            assert np.array_equal(bits, masks[i])
    assert batch.final_scores.tolist() == [list(position.scores) for position in positions]
    assert batch.final_ranks.tolist() == [list(position.ranks) for position in positions]
    assert batch.scores().tolist() == [list(position.scores) for position in positions]


@pytest.mark.parametrize("key", MIXED)
def test_observations_are_what_the_docs_say(key: str) -> None:
    last: list[tuple[int, tuple[int, ...]] | None] = [None, None]
    before: list[cw.Position] | None = None
    for ply, (batch, positions) in enumerate(walk(key, 2)):
        if before is not None:
            for i, (old, new) in enumerate(zip(before, positions, strict=True)):
                if new.ply > old.ply:
                    known = {(p.sheet, p.placement) for p in old.placed}
                    piece = next(p for p in new.placed if (p.sheet, p.placement) not in known)
                    last[i] = (piece.sheet, piece.cells)
        before = list(positions)
        if ply % 7 and ply > 3:
            continue
        planes, features = batch.planes(), batch.features()
        names = plane_names(batch.ruleset)
        assert planes.shape == (2, len(names), *batch.plane_shape[1:])
        assert features.shape == (2, len(feature_names(batch.ruleset)))
        for i, position in enumerate(positions):
            wanted = slow_planes(position, last[i])
            for name, mine, other in zip(names, planes[i], wanted, strict=True):
                assert np.array_equal(mine, other), (ply, name)
            assert features[i].tolist() == pytest.approx(slow_features(position)), ply


@pytest.mark.parametrize("key", MIXED)
def test_one_move_is_judged_as_all_are(key: str) -> None:
    chance = random.Random(3)
    for _, positions in walk(key, 1):
        position = positions[0]
        if position.rolls or position.is_over:
            continue
        legal = set(position.legal_ids.tolist())
        near = [(id + step) % position.ruleset.move_count for id in list(legal)[:20] for step in (-1, 1)]
        for id in [*near, *(chance.randrange(position.ruleset.move_count) for _ in range(40))]:
            assert (position.explain(id) is None) == (id in legal)
            try:
                position.play(id)
            except cw.IllegalMove:
                assert id not in legal
            else:
                assert id in legal


@pytest.mark.parametrize("key", ["classic-4", "dice-4", "3d-wall-2"])
def test_every_instruction_set_sees_the_same(key: str) -> None:
    def trail() -> list[np.ndarray]:
        batch = Batch(key, 5, seed=9)
        found = []
        for _ in range(60):
            found += [batch.planes(), batch.masks(), *batch.legal()]
            batch.step(batch.sample())
        return found

    kernels, current = _core.kernels(), _core.kernel()
    try:
        trails = []
        for name in kernels:
            _core.use_kernel(name)
            trails.append(trail())
    finally:
        _core.use_kernel(current)
    for other in trails[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(trails[0], other, strict=True))


@pytest.mark.parametrize("key", ["classic-4", "dice-2"])
def test_threads_change_nothing(key: str) -> None:
    one, many = Batch(key, 200, seed=4), Batch(key, 200, seed=4, threads=3)
    for _ in range(70):
        assert all(np.array_equal(a, b) for a, b in zip(one.legal(), many.legal(), strict=True))
        assert np.array_equal(one.planes(), many.planes())
        ids = one.sample()
        assert np.array_equal(ids, many.sample())
        one.step(ids)
        many.step(ids)
        assert np.array_equal(one.rewards, many.rewards) and np.array_equal(one.ended, many.ended)
    assert all(np.array_equal(a, b) for a, b in zip(one.play_out(2), many.play_out(2), strict=True))
    assert not np.array_equal(Batch(key, 200, seed=5).sample(), Batch(key, 200, seed=4).sample())


@pytest.mark.parametrize("key", ["duo", "classic-teams", "classic-4", "dice-3"])
def test_rewards_are_shares_of_the_victory(key: str) -> None:
    for batch, positions in walk(key, 4):
        sides = len(batch.ruleset.teams)
        for i, position in enumerate(positions):
            if batch.ended[i]:
                wanted = [(sides * share - 1) / (sides - 1) for share in position.win_shares]
                assert batch.rewards[i].tolist() == pytest.approx(wanted)
            else:
                assert not batch.rewards[i].any()


def test_games_start_again_by_themselves() -> None:
    batch = Batch("duo", 8, seed=1)
    finished = 0
    for _ in range(100):
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.ended):
            assert batch.position(int(i)) == cw.start("duo")
            assert set(batch.final_ranks[i].tolist()) <= {1, 2}
            finished += 1
    assert finished >= 16


def test_save_and_restore() -> None:
    batch = Batch("dice-2", 6, seed=2)
    for _ in range(9):
        batch.step(batch.sample())
    saved, trail = batch.save(), []
    for _ in range(40):
        batch.step(batch.sample())
        trail.append(batch.planes())
    batch.restore(saved)
    for planes in trail:
        batch.step(batch.sample())
        assert np.array_equal(batch.planes(), planes)
    for wrong in (b"", saved[:-1], saved[:60] + b"?" + saved[61:], b"x" * len(saved)):
        with pytest.raises(cw.CornerwiseError):
            batch.restore(wrong)
    with pytest.raises(cw.CornerwiseError, match="another ruleset"):
        Batch("dice-3", 6).restore(saved)
    with pytest.raises(cw.CornerwiseError, match="6 games, this one 7"):
        Batch("dice-2", 7).restore(saved)


@pytest.mark.parametrize("option", ["auto_reset", "offer_chance"])
def test_a_batch_with_other_options_is_not_restored(option: str) -> None:
    # A game would wait for a roll that nobody offers, or for a start that never comes.
    batch, other = Batch("dice-2", 3, **{option: False}), Batch("dice-2", 3, **{option: True})
    before = other.save()
    with pytest.raises(cw.CornerwiseError, match="another `auto_reset` or `offer_chance`"):
        other.restore(batch.save())
    assert other.save() == before


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_on_as_the_batch_does(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch("dice-3", 4, seed=3, auto_reset=False, offer_chance=True)
    for _ in range(7):
        batch.step(batch.sample())
    other = copied(batch)
    assert (len(other), other.ruleset, other.auto_reset, other.offer_chance) == (4, batch.ruleset, False, True)
    for _ in range(30):
        ids = batch.sample()
        assert np.array_equal(ids, other.sample())
        batch.step(ids)
        other.step(ids)
    assert batch.save() == other.save()


def test_a_reset_concerns_only_the_marked_games() -> None:
    batch = Batch("duo", 4, seed=1, auto_reset=False)
    while not batch.ended.any():
        batch.step(batch.sample())
    over = batch.ended.copy()
    rewards = batch.rewards[over].copy()
    assert rewards.any() and not over.all()
    batch.reset((~over).tolist())
    assert np.array_equal(batch.ended, over) and np.array_equal(batch.rewards[over], rewards)
    batch.put(int(np.flatnonzero(over)[0]), cw.start("duo"))
    batch.reset(over)
    assert not batch.ended.any() and not batch.rewards.any()
    assert batch.sample(where=over.tolist())[over].min() >= 0


def test_put_takes_up_a_position() -> None:
    position = cw.start("duo").play("e8,d9,e9,f9,e10")
    batch, other = Batch("duo", 2), Batch("duo", 2)
    batch.put(1, position)
    other.step([cw.start("duo").legal_ids[0], position.ruleset.parse_move("e8,d9,e9,f9,e10").id])
    assert batch.position(1) == position
    planes, wanted = batch.planes()[1], other.planes()[1]
    last = plane_names(batch.ruleset).index("last piece")
    assert np.array_equal(np.delete(planes, last, 0), np.delete(wanted, last, 0))


def test_playouts() -> None:
    batch = Batch("classic-teams", 20, seed=1)
    for guided in (False, True):
        shares, scores = batch.play_out(8, guided=guided, seed=3)
        again = batch.play_out(8, guided=guided, seed=3)
        assert np.array_equal(shares, again[0]) and np.array_equal(scores, again[1])
        assert np.allclose(shares[:, 0] + shares[:, 1], 1) and np.array_equal(shares[:, 0], shares[:, 2])
        assert (scores < 40).all() and (scores > -180).all()
    assert all(batch.position(i).ply == 0 for i in range(20))
    # Whoever chooses well leaves fewer squares over.
    assert batch.play_out(20, guided=True)[1].mean() > batch.play_out(20, guided=False)[1].mean() + 5


@pytest.mark.parametrize("key", ["classic-4", "duo", "dice-3", "3d-stairs-3", "classic-2"])
def test_greedy_is_greedy(key: str) -> None:
    for batch, positions in walk(key, 2):
        ids = batch.choose_greedily()
        for i, position in enumerate(positions):
            if position.is_over:
                assert ids[i] == -1
            elif not position.rolls:
                best = slow_greedy(position)
                assert position.greedy_ids.tolist() == best
                assert ids[i] in best
                assert GreedyPlayer(1).choose(position).id in best


def slow_greedy(position: cw.Position) -> list[int]:
    """The greedy moves, by playing every one of them."""
    ruleset, turn = position.ruleset, position.turn
    moves = list(position.legal_moves)
    owner = dict(zip(ruleset.colors, ruleset.owners, strict=True))
    if ruleset.contact == "face":
        rivals = [color for color in owner if owner[color] != turn.actor]

        def worth(move: cw.Move) -> float:
            scores = position.play(move).color_scores
            mine = sum(score for color, score in scores.items() if owner[color] == turn.actor)
            return mine - sum(scores[color] for color in rivals) / len(rivals) + len(move.cells) / 10
    else:
        moves = [move for move in moves if not move.strike] or moves
        size = max(len(move.cells) for move in moves)
        moves = [move for move in moves if len(move.cells) == size]
        others = [] if ruleset.rows else [color for color in owner if owner[color] != owner[turn.color or ""]]
        taken = [frozenset(position.targets(rival, turn.sheet).tolist()) for rival in others]

        def worth(move: cw.Move) -> float:
            made = len(position.play(move).targets(turn.color or "", turn.sheet))
            return made + sum(len(cells.intersection(move.cells)) for cells in taken)

    values = [worth(move) for move in moves]
    return [move.id for move, value in zip(moves, values, strict=True) if value == max(values)]

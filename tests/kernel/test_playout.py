"""Playouts: whole legal games, in which pieces go where they hinder rivals most."""

from collections import Counter
from random import Random

import pytest

import cornerwise as cw
from cornerwise import _core
from cornerwise._core import Search
from cornerwise.engine.tuning import tuning_of
from positions import random_game


def one_try(ruleset):
    """A search whose playouts draw one shape and then look for its best place."""
    return Search(ruleset, tuning_of(ruleset) | {"playout_tries": 1})


def beside(cells):
    return {(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}


def contested(position, last):
    """Where the mover would hinder rivals, the slow way: by sets of coordinates."""
    rules = position.ruleset
    columns = rules.board.columns
    where = [(cell % columns, cell // columns) for cell in range(columns * rules.board.rows)]
    colors = position.cell_colors()
    owner = dict(zip(rules.colors, rules.owners, strict=True))
    side = {seat: team for team in rules.teams for seat in team}
    empty = {cell for cell, color in zip(where, colors, strict=True) if color < 0}

    def free(name):
        index = rules.colors.index(name)
        return empty - beside({cell for cell, color in zip(where, colors, strict=True) if color == index})

    mover = position.turn.color
    rivals = [name for name in rules.colors if side[owner[name]] != side[owner[mover]]]
    [piece] = [piece for piece in position.placed if piece.placement == last]
    found = set()
    if piece.color in rivals:
        cells = {where[cell] for cell in piece.cells}
        diagonal = {(x + dx, y + dy) for x, y in cells for dx in (-1, 1) for dy in (-1, 1)}
        found = (diagonal - beside(cells) - cells) & free(piece.color) & free(mover)
    if not found:
        for name in rivals:
            if name not in position.out:
                found |= {where[cell] for cell in position.targets(name)} & free(mover)
    return {where.index(cell) for cell in found}


@pytest.mark.parametrize("name", ["duo", "classic-4", "classic-2", "classic-teams"])
def test_a_piece_goes_where_it_covers_most_of_what_rivals_opened(name):
    search, covering = one_try(cw.ruleset(name)), 0
    for game in range(6):
        position = cw.start(name)
        # Positions from playouts, as there the colors meet.
        for last in search.play_out(position, seed=game)[: (4 + 3 * game) * len(position.ruleset.colors) // 2]:
            position = position.play(position.ruleset.move(last))
        hot = contested(position, last)
        best: dict[str, int] = {}
        counts = {}
        for move in position.legal_moves:
            counts[move.placement] = min(4, len(hot & set(move.cells)))
            best[move.shape] = max(best.get(move.shape, 0), counts[move.placement])
        for seed in range(40):
            first = position.ruleset.move(search.play_out(position, last, seed)[0])
            assert counts[first.placement] == best[first.shape], (position, first)
            covering += counts[first.placement] > 0
    assert covering > 20


@pytest.mark.parametrize("name", ["duo", "classic-teams", "classic-3", "classic-2", "3d-tower-4", "3d-pyramid-2"])
def test_a_playout_is_a_legal_game_to_the_end(name):
    position = cw.start(name)
    search = Search(position.ruleset, tuning_of(position.ruleset))
    for seed in range(20):
        end = position
        for move in search.play_out(position, seed=seed):
            end = end.play(position.ruleset.move(move))  # raises where a move is illegal
        assert end.is_over
    assert search.play_out(position, seed=3) == search.play_out(position, seed=3)
    assert search.play_out(end) == ()


def test_shapes_are_drawn_by_weight_and_the_ways_to_cover_a_corner():
    position = cw.start("duo")
    rules, seeds = position.ruleset, 4000
    weights = [1.0 if shape.name in ("W", "X", "I4") else -30.0 for shape in rules.shapes]
    search = Search(rules, tuning_of(rules) | {"shape": [weights] * 4})
    drawn = Counter(rules.move(search.play_out(position, seed=seed)[0]).shape for seed in range(seeds))
    # Four turns of five cells, one turn of five, two turns of four.
    assert {name: drawn[name] / seeds for name in ("W", "X", "I4")} == pytest.approx(
        {"W": 20 / 33, "X": 5 / 33, "I4": 8 / 33}, abs=0.03
    )


@pytest.mark.parametrize("name", ["duo", "3d-pyramid-2", "classic-2"])
def test_a_shape_nobody_likes_is_still_placed_when_nothing_else_fits(name):
    position = cw.start(name)
    rules = position.ruleset
    search = Search(rules, tuning_of(rules) | {"shape": [[-90.0] + [0.0] * (len(rules.shapes) - 1)] * 4})
    small = 0
    for seed in range(10):
        end = position
        for move in search.play_out(position, seed=seed):
            end = end.play(rules.move(move))
        assert end.is_over
        small += sum(piece.shape == rules.shapes[0].name for piece in end.placed)
    assert small > 5


@pytest.mark.parametrize("name", ["dice-2", "dice-3", "dice-4"])
def test_a_playout_takes_dice_and_strikes_by_the_rules(name):
    strikes = moves = 0
    for seed in range(60):
        position, choice = cw.start(name), Random(seed)
        while not position.is_over and (position.rolls or position.ply < 5 + seed % 45):
            if position.rolls:
                position = position.roll(choice.choice(position.rolls))
            else:
                saving = [move for move in position.legal_moves if not move.strike]
                position = position.play(choice.choice(saving or position.legal_moves))
        if position.is_over:
            continue
        # Until the next roll, which a playout throws itself, its moves can be played after it.
        for id in Search(position.ruleset, tuning_of(position.ruleset)).play_out(position, seed=seed):
            move = position.ruleset.move(id)
            # A strike is kept for when nothing else goes.
            assert move.strike == all(other.strike for other in position.legal_moves)
            strikes, moves = strikes + move.strike, moves + 1
            position = position.play(move)
            if position.rolls or position.is_over:
                break
    assert moves > 30 and strikes > 3


def test_the_first_pieces_in_3d_are_drawn_by_weight_too():
    position = cw.start("3d-pyramid-2")
    rules = position.ruleset
    weights = [8.0 if shape == rules.shapes[-1] else 0.0 for shape in rules.shapes]
    search = Search(rules, tuning_of(rules) | {"shape": [weights] * 4})
    drawn = [search.play_out(position, seed=seed)[:2] for seed in range(100)]
    assert sum(rules.move(id).shape == rules.shapes[-1].name for two in drawn for id in two) > 180


def test_a_playout_begins_with_the_reply_that_won_last():
    known = 0
    for plies in (3, 5, 7, 9, 11):
        game = random_game("duo", plies, plies)
        search, last = Search(game.ruleset, tuning_of(game.ruleset)), game.moves[-1].placement

        def first_moves(search=search, game=game, last=last):
            return {search.play_out(game.position, last, seed)[0] for seed in range(20)}

        assert len(first_moves()) > 3
        for _ in range(3):
            search.run(game.position, simulations=100, last=last)
            known += len(first_moves()) == 1
        search.clear()
        assert len(first_moves()) > 3
    assert known >= 5


def test_playouts_are_the_same_with_every_instruction_set():
    before = _core.kernel()
    game = random_game("classic-4", 12, 5)
    last, found = game.moves[-1].placement, set()
    try:
        for kernel in _core.kernels():
            _core.use_kernel(kernel)
            search = Search(game.ruleset, tuning_of(game.ruleset))
            playouts = tuple(search.play_out(game.position, last, seed) for seed in range(50))
            result = search.run(game.position, simulations=300, last=last)
            found.add((playouts, result.moves, result.visits, search.play_out(game.position, last, 7)))
    finally:
        _core.use_kernel(before)
    assert len(found) == 1


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("duo", (13, 17, 23)),
        ("classic-4", (44, 56)),
        ("classic-3", (46, 58)),
        ("classic-2", (44, 56)),
        ("classic-teams", (50,)),
    ],
)
def test_over_a_list_of_what_can_come_up_it_is_the_same_playout(name, plies):
    before, compared, replied = _core.kernel(), 0, 0
    try:
        for ply in plies:
            game = random_game(name, ply, 3)
            last = game.moves[-1].placement
            search = Search(game.ruleset, tuning_of(game.ruleset))
            fresh = [search.play_out(game.position, last, seed) for seed in range(30)]
            assert fresh == [search.play_out(game.position, last, seed, listed=True) for seed in range(30)]
            # Remembered replies are looked up in the list too.
            search.run(game.position, simulations=400, last=last)
            for kernel in _core.kernels():
                _core.use_kernel(kernel)
                taught = [search.play_out(game.position, last, seed) for seed in range(30)]
                assert taught == [search.play_out(game.position, last, seed, listed=True) for seed in range(30)]
            compared += sum(len(moves) for moves in fresh)
            replied += sum(a != b for a, b in zip(fresh, taught, strict=True))
    finally:
        _core.use_kernel(before)
    assert compared > 100 and replied > 10


@pytest.mark.parametrize("name", ["duo", "classic-4", "3d-tower-2", "dice-2"])
def test_where_too_much_can_come_up_there_is_no_list(name):
    position = cw.start(name)
    search = Search(position.ruleset, tuning_of(position.ruleset))
    with pytest.raises(cw.CornerwiseError, match="cannot be listed"):
        search.play_out(position, listed=True)
    search.play_out(position)  # and nothing is left behind by it


def test_questions_a_playout_cannot_answer():
    duo = cw.ruleset("duo")
    for number in (float("nan"), float("inf"), -1e30):
        for wrong in (
            {"shape": [[number] * 21] * 4},
            {"level": [[[number] * 8]]},
            {"first_piece": [number]},
            {"tree_sharpness": number},
            {"exploration": number},
        ):
            with pytest.raises(cw.CornerwiseError, match="finite"):
                Search(duo, tuning_of(duo) | wrong)
    with pytest.raises(cw.CornerwiseError, match="another ruleset"):
        Search(duo, tuning_of(duo)).play_out(cw.start("classic-4"))
    with pytest.raises(cw.CornerwiseError, match="last placement"):
        Search(duo, tuning_of(duo)).play_out(cw.start(duo), last=10**6)

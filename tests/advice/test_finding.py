"""What is told of a move must be true: each finding is counted again here, slowly, from the rules alone."""

import re
from itertools import chain

import pytest

import cornerwise as cw
from cornerwise._core import Comparison, measure
from cornerwise.advice.finding import worded
from cornerwise.player import RandomPlayer
from cornerwise.throw import throw
from positions import forced, random_game
from recount import covered, geometry, names, numbered, places


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 8), ("classic-4", 20), ("classic-2", 30), ("3d-tower-3", 9)])
def test_no_move_told_beside_it_has_more_of_a_plus(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 60)]
    checked = set()
    for start in range(len(moves)):
        shown = [moves[(start + step) % len(moves)] for step in (0, 7, 19)]
        for told in worded(position.ruleset, Comparison(position, shown, moves).alone(shown[0])):
            if told.is_good and told.kind in ("corners_opened", "space", "space_taken", "corners_closed", "safe"):
                counts = [numbered(measure(position, move), told.kind, told.color) for move in shown]
                checked.add(told.kind)
                assert max(counts) == counts[0]
    assert checked


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [("duo", 8), ("duo", 18), ("classic-4", 32), ("classic-2", 44), ("classic-teams", 30), ("3d-tower-3", 9)],
)
def test_findings_say_what_was_measured_and_differ_enough(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 60)]
    comparison = Comparison(position, moves, moves)
    typical = [position.ruleset.move(id) for id in comparison.typical]
    checked = set()
    for move in moves:
        for told in worded(position.ruleset, comparison.alone(move)):
            value = numbered(measure(position, move), told.kind, told.color)
            if value is None:
                continue
            checked.add(told.kind)
            assert told.value == value and (not value or f" {abs(value)} " in told.sentence)
            others = {other.id: other for other in [*typical, *moves] if other != move}
            counts = [numbered(measure(position, other), told.kind, told.color) for other in others.values()]
            # Most others do so much, or less (more): that must be true of two thirds of all legal moves, and of all
            # that are told beside it where those are meant.
            held = [count <= told.usual if value > told.usual else count >= told.usual for count in counts]
            assert value != told.usual and told.against in ("typical", "listed", "nearly_all", "largely", "next")
            if told.against == "next":
                second = numbered(measure(position, moves[1]), told.kind, told.color)
                assert told.usual == second and max(value, *counts) == value
                continue
            assert all(held) or told.against != "listed"
            assert 2 * sum(held) >= len(held) or told.against != "typical"
            legal = position.legal_moves
            everywhere = [numbered(measure(position, each), told.kind, told.color) for each in legal if each != move]
            held = [count <= told.usual if value > told.usual else count >= told.usual for count in everywhere]
            # What is not measured of every move is measured of ninety.
            share = {"typical": 2 / 3, "nearly_all": 0.93, "largely": 0.8, "listed": 0}[told.against]
            assert sum(held) >= (share if len(legal) <= 90 else share - 0.1) * len(held)
            if told.against == "typical" and told.kind in ("corners_opened", "corners_closed", "space_taken"):
                assert abs(value - told.usual) >= max(3, 0.3 * told.usual)
            assert told.kind != "corners_starved" or value >= 3
    assert len(checked) >= 2


def finding(position, move, kind):
    """What is told of a move of this kind, beside all others."""
    move = position.ruleset.parse_move(move)
    found = worded(position.ruleset, Comparison(position, [move], position.legal_moves).alone(move))
    return next(each for each in found if each.kind == kind)


def test_the_cross_opens_the_most_corners():
    position = cw.start("duo")
    cross, *others = (position.ruleset.parse_move(text) for text in ("e8,d9,e9,f9,e10", "e10", "e10,f10", "e9,e10"))
    found = next(
        each
        for each in worded(position.ruleset, Comparison(position, [cross, *others], []).alone(cross))
        if each.kind == "corners_opened"
    )
    assert found.is_good and found.value == 8
    assert names(position, found.cells) == "d7 f7 c8 g8 c10 g10 d11 f11"
    assert found.sentence == "Opens 8 new corners to build from; the other moves listed open 4 or fewer."


def told_of(position, win):
    """The colors that are spoken of where seats have these chances."""
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 20)]
    comparison = Comparison(position, moves, moves, win)
    found = [comparison.alone(move) for move in moves]
    found += [comparison.beside(move, moves[0], False) for move in moves[1:]]
    return {each["color"] for each in chain.from_iterable(found)} - {None, position.turn.color}


def test_a_rival_without_a_chance_is_not_spoken_of_while_another_has_one():
    position = random_game("classic-4", 32, seed=0).position
    rules, seat = position.ruleset, position.turn.actor
    others = [other for other in range(4) if other != seat]
    color = {owner: name for name, owner in zip(rules.colors, rules.owners, strict=True)}
    everybody = told_of(position, ())
    assert len(everybody) == 3
    for leader in others:
        win = [0.04] * 4
        win[leader] = 0.5
        assert told_of(position, win) == {color[leader]}
    # Where nobody else has a chance either, nothing is left out.
    assert told_of(position, [0.04 if other in others else 0.88 for other in range(4)]) == everybody
    with pytest.raises(cw.CornerwiseError, match="win chance of every seat"):
        Comparison(position, [], [], [0.5])


def test_pieces_that_fit_again_are_told():
    told = 0
    for seed in range(24):
        position = random_game("duo", 16 + seed % 12, seed=seed).position
        if position.is_over:
            continue
        color = position.turn.color
        before = {shape for shape, spots in places(position, 0, color).items() if spots}
        comparison = Comparison(position, position.legal_moves[:40], position.legal_moves)
        for move in position.legal_moves[:40]:
            for each in worded(position.ruleset, comparison.alone(move)):
                if each.kind == "piece_revived":
                    told += 1
                    after = {shape for shape, spots in places(position.play(move), 0, color).items() if spots}
                    again = after - before
                    assert each.value == len(again) and each.shape in again
                    # The largest stands for them all.
                    sizes = {shape.name: shape.size for shape in position.ruleset.shapes}
                    assert sizes[each.shape] == max(sizes[shape] for shape in again)
    assert told


def test_most_of_a_few_moves_is_never_spoken_of():
    position = cw.Position.parse(
        "3d-tower-2x4.2.AGwAfoAoSBDaBPdBdHB4xCKv.AQgAeeA8TBCtBQDBfHBoZB5f.ADIAH2AeaA1yBKHBQtBdF.AMRAfsA5UBBjBeiBtJCEY"
    )
    assert len(position.legal_moves) == 2
    comparison = Comparison(position, position.legal_moves, position.legal_moves)
    assert all(each["against"] == "next" for move in position.legal_moves for each in comparison.alone(move))


def test_a_cube_on_top_hides_the_one_below():
    position = cw.start("3d-tower-2").play("d3.1,e3.1").play("d4.1,e4.1")
    board = position.ruleset.board
    over = {board.parse_cell("d4.2"), board.parse_cell("e4.2")}
    move = next(move for move in position.legal_moves if over <= set(move.cells))
    found = finding(position, str(move), "cubes_covered")
    assert found.is_good and found.value == 2
    assert found.sentence.startswith("Covers 2 of yellow’s visible cubes; ")


def test_the_coach_does_not_repeat_himself():
    for seed in range(8):
        position = random_game("classic-4", 20 + seed, seed=seed).position
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 20)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            told = comparison.alone(move)
            good = [each["kind"] for each in told if each["is_good"]]
            assert len(good) == len(set(good)) <= 3 and len(told) - len(good) <= 1


def test_a_typical_move_is_a_sensible_one():
    rolled = cw.start("dice-2").roll("4 6")
    typical = Comparison(rolled, [], rolled.legal_moves).typical
    assert not any(rolled.ruleset.move(id).strike for id in typical)
    start = cw.start("duo")
    sizes = {len(start.ruleset.move(id).cells) for id in Comparison(start, [], start.legal_moves).typical}
    assert sizes <= {4, 5}


@pytest.mark.parametrize("seed", range(4))
def test_contested_squares_are_new_to_the_mover_and_open_to_the_rival(seed):
    position = random_game("duo", 8, seed=seed).position
    color = position.turn.color
    rival = next(each for each in position.ruleset.colors if each != color)
    before = covered(places(position, 0, color))
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
    comparison, told = Comparison(position, moves, moves), 0
    for move in moves:
        for each in comparison.alone(move):
            if each["kind"] == "contested":
                after, told = position.play(move), told + 1
                own, other = covered(places(after, 0, color)), covered(places(after, 0, rival))
                assert set(each["cells"]) == (own - before) & other and len(each["cells"]) == each["value"]
    assert told


def test_the_only_move_has_nothing_to_be_compared_with():
    position = forced("duo")
    assert Comparison(position, position.legal_moves, position.legal_moves).alone(position.legal_moves[0]) == []


def test_many_cells_are_located_by_one_amid_them():
    seen = 0
    for seed in range(6):
        position = random_game("duo", 10, seed=seed).position
        board = position.ruleset.board
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            for told in worded(position.ruleset, comparison.alone(move)):
                if told.near is None:
                    continue
                seen += 1
                assert told.near in told.cells and len(told.cells) > 6
                x, y, _ = board.coordinates[told.near]
                close = [c for c in told.cells if max(abs(board.coordinates[c][:2] - (x, y))) <= 3]
                assert len(close) >= 0.8 * len(told.cells)
                if told.kind == "space_taken":
                    assert f" around {board.cell_name(told.near)} " in told.sentence
    assert seen


def test_cubes_at_the_height_limit_last():
    told = 0
    for seed in range(6):
        position = random_game("3d-tower-2", 8, seed=seed).position
        board = position.ruleset.board
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 40)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            high = {cell for cell in move.cells if geometry(position.ruleset).above[cell] is None}
            for each in comparison.alone(move):
                if each["kind"] == "lasting":
                    told += 1
                    assert set(each["cells"]) == high and each["value"] == len(high) > each["usual"]
        assert board.levels == 4
    assert told


def test_a_strike_that_every_move_spends_is_told_once():
    """Without a fault in it: nothing goes without."""
    told = 0
    for seed in range(12):
        game = cw.Game("dice-2")
        game.seed = seed
        while not game.position.is_over and not told:
            here = game.position
            if here.rolls:
                game.roll(throw(here, seed + here.ply))
                continue
            moves = here.legal_moves
            if len(moves) > 1 and all(move.strike for move in moves):
                found = worded(here.ruleset, Comparison(here, moves[:3], moves).alone(moves[0]))
                sentences = [each.sentence for each in found if each.kind.startswith("strike")]
                assert len(sentences) == 1
                assert re.fullmatch(r"Nothing fits without a strike; (none|\d) of 3 will be left\.", sentences[0])
                told += 1
            game.play(RandomPlayer(seed).choose(here))
    assert told


def test_that_all_pieces_fit_is_told_only_where_most_moves_do_not_keep_them():
    told = 0
    for ruleset, plies, seed in [*(("duo", 6 + seed % 9, seed) for seed in range(16)), ("classic-2", 42, 2)]:
        position = random_game(ruleset, plies, seed=seed).position
        moves, color = position.legal_moves, position.turn.color
        for move in moves[:40:4]:
            for each in Comparison(position, [move], moves).alone(move):
                if each["kind"] == "all_fit":
                    told += 1
                    failing, of = each["among"]
                    assert 2 * failing >= of == len(moves) - 1
                    after = places(position.play(move), 0, color)
                    assert all(after.values()) and len(after) == each["value"]
    assert told


def test_what_the_next_shape_can_use_is_told_in_the_color_it_will_have():
    """I5: markers move on, so corners of this turn's color serve it no more."""
    told = 0
    for seed in range(8):
        position = random_game("dice-2", 6 + seed, seed=seed).position
        while not position.is_over and position.rolls:
            position = position.roll(position.rolls[-1])
        if position.is_over:
            continue
        rules, turn = position.ruleset, position.turn
        color = rules.colors[(rules.colors.index(turn.color) - 1) % len(rules.colors)]
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 20)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            found = comparison.alone(move) + comparison.beside(move, moves[0], False)
            for each in worded(rules, found):
                assert each.kind != "corners_opened"
                if each.kind == "space":
                    told += 1
                    assert each.color == color and f"next shape, in {color}; " in each.sentence
                    assert each.value == len(covered(places(position.play(move), turn.sheet, color)))
    assert told


def told_first(text, moves):
    """What is told of the first of these moves, listed together."""
    position = cw.Position.parse(text)
    moves = [position.ruleset.parse_move(move) for move in moves]
    return worded(position.ruleset, Comparison(position, moves, position.legal_moves).alone(moves[0]))


def test_what_half_of_the_listed_moves_do_as_well_is_no_reason():
    found = told_first(
        "3d-wall-2x4.1x8.ALUAeWAvMBFZBV4BcHBlOB4LB8t.AGMAPeAfIAiYA-wBYhBaTCG6.AaOAeHAmQA-hBZzBcEBh7B3X."
        "AeDA45A_lBb1Bo9BqI",
        [
            "c7.3,c6.4,c7.4,d7.4", "c7.3,c7.4,d7.4,c8.4", "c7.3,c7.4,d7.4,d8.4",
            "f8.1,f7.2,e8.2,f8.2", "f8.1,f9.1,e8.2,f8.2",
        ],
    )  # fmt: skip
    # Three of its cubes reach the height limit, as do three of the next two.
    assert [each.kind for each in found] == ["rivals_space"]
    assert "your rival’s next pieces" in found[0].sentence


def test_the_only_rival_color_that_loses_squares_is_named():
    (found,) = told_first(
        "classic-2.0.BTCCOJCcXDGADj0EZ2FLNGFhGYUGcaGmiHWL.BLXCoxDLZEFyEooFV3FreF07GS-Gd6GmMHRY."
        "BMqC_PDGBDdYEEbFM_FdIGDIGV1GbaG7BHWu.CUvCamDF-DxaEN9EjMFKPF2dGLqGbUHDaHHR",
        ["f13,g13,f14,g14,f15", "f13,f14,g14,f15,g15", "m18,n18,o18,m19,n19", "t9,t10,t11,t12", "f13,g13,f14,f15"],
    )
    assert found.color == "yellow" and found.value == 6
    assert found.sentence.endswith("out of reach of yellow’s next piece; most moves not listed take 3 or fewer.")


def test_when_a_sheet_is_nearly_full_squares_are_compared_not_sides():
    found = told_first(
        "dice-4.0n11s3t1d244k1132.AEB3AGz0AJy2AVV1AdI1Agl0ApN0A3l2BAu3BIJ2BLG3."
        "AFc3AHT2AMr3AW70Ae31As33AvC1A3w2A_G0BEc1BKD0.AI32ALH1AML2ATO0Agz0AsF1Ayj1A3J2A_90BBt3BHZ3."
        "AJx0AOi2Aa81Anp0Aq02Au_1A2_3A6P2A7q3BAh0BBk1BJu3",
        ["4*:d9,e9", "4*:c3"],
    )
    assert [each.kind for each in found] == ["strike_gain", "fills"]
    assert found[1].sentence == "Fills 2 squares; the next move on the list fills 1."

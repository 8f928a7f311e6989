"""A move beside another one: what it has and lacks is true, and worth telling."""

from itertools import chain

import pytest

import cornerwise as cw
from cornerwise._core import Comparison, measure
from cornerwise.advice.finding import why_better, worded
from positions import random_game
from recount import names, numbered, places


def test_a_lower_move_is_told_by_number_what_it_lacks():
    lacking = 0
    for seed in range(20):
        position = random_game("duo", 10, seed=seed).position
        first, *others = position.legal_moves[:: len(position.legal_moves) // 5]
        comparison = Comparison(position, [first, *others], [])
        for move in others:
            for told in worded(position.ruleset, comparison.beside(move, first, False)):
                assert told.against == "first" and "the first move" in told.sentence
                value = numbered(measure(position, move), told.kind, told.color)
                if value is not None:
                    assert (told.value, told.usual) == (
                        value, numbered(measure(position, first), told.kind, told.color)
                    )  # fmt: skip
                    lacking += not told.is_good
    assert lacking > 5


def test_a_corner_taken_from_a_rival_is_named():
    position = cw.start("duo").play("e8,d9,e9,f9,e10").play("f5,g5,h5,i5,j5")
    assert names(position, position.targets("white").tolist()) == "e4 k4 e6 k6"
    both, one, other = (position.ruleset.parse_move(text) for text in ("e4,e5,e6,f6,f7", "e6,f6,f7", "c8"))
    found = next(each for each in why_better(position, both, other) if each.kind == "corners_closed")
    assert found.is_good and found.value == 2 and names(position, found.cells) == "e4 e6"
    assert found.sentence == "Closes 2 corners that white could build from (e4, e6); the move played closes none."
    # One corner is too little to speak of.
    told = [
        *why_better(position, one, other),
        *worded(position.ruleset, Comparison(position, [one], position.legal_moves).alone(one)),
    ]
    assert "corners_closed" not in {each.kind for each in told}


def test_fewer_corners_closed_are_no_fault_of_a_move_that_takes_as_much():
    spared = 0
    for seed in range(12):
        position = random_game("duo", 12, seed=seed).position
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        rival = next(color for color in position.ruleset.colors if color != position.turn.color)
        first = max(moves, key=lambda move: len(measure(position, move).closed[rival]))
        comparison, best = Comparison(position, moves, []), measure(position, first)
        for move in moves:
            own = measure(position, move)
            kinds = {each["kind"] for each in comparison.beside(move, first, False) if not each["is_good"]}
            if len(own.closed[rival]) < len(best.closed[rival]) and len(own.taken[rival]) >= len(best.taken[rival]):
                spared += 1
                assert "corners_closed" not in kinds
    assert spared


@pytest.mark.parametrize("kind", ["space_taken", "corners_closed"])
def test_what_is_done_to_one_rival_is_no_fault_of_a_move_that_does_as_much_to_all(kind):
    """Else a player would think that a move takes nothing which takes as much from somebody else."""
    faults = spared = 0
    for seed in range(6):
        position = random_game("classic-4", 16 + seed, seed=seed).position
        rivals = [color for color in position.ruleset.colors if color != position.turn.color]

        def in_all(move, kind=kind, position=position, rivals=rivals):
            found = measure(position, move)
            return sum(len((found.taken if kind == "space_taken" else found.closed)[rival]) for rival in rivals)

        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 12)]
        first = max(moves, key=lambda move, seed=seed: in_all(move) if seed % 2 else -in_all(move))
        comparison, most = Comparison(position, moves, []), in_all(first)
        for move in moves:
            told = [each["kind"] for each in comparison.beside(move, first, False) if not each["is_good"]]
            faults += kind in told
            if in_all(move) >= most:
                spared += 1
                assert kind not in told
                # Nor is it a merit of the first.
                merits = comparison.beside(first, move, True)
                assert kind not in [each["kind"] for each in merits if each["is_good"]]
    assert spared and (faults or kind == "corners_closed")


def test_a_corner_is_closed_where_the_reach_of_a_rival_shrinks():
    told = 0
    for seed in range(12):
        position = random_game("duo", 12, seed=seed).position
        rival = next(color for color in position.ruleset.colors if color != position.turn.color)
        moves = position.legal_moves[:: max(1, len(position.legal_moves) // 30)]
        comparison = Comparison(position, moves, moves)
        for move in moves:
            found = [
                *comparison.alone(move),
                *(each for each in comparison.beside(move, moves[0], False) if each["is_good"]),
            ]
            if "corners_closed" in {each["kind"] for each in found}:
                told += 1
                own = measure(position, move)
                assert len(own.closed[rival]) >= 2 and own.taken[rival]
    assert told


def test_a_strike_is_told_with_what_is_left():
    position = cw.start("dice-2").roll("1 1")
    plain = next(move for move in position.legal_moves if not move.strike)
    struck = next(move for move in position.legal_moves if move.strike and len(move.cells) == 5)
    spent, saved = (
        next(each for each in why_better(position, one, other) if each.kind.startswith("strike"))
        for one, other in ((struck, plain), (plain, struck))
    )
    assert spent.sentence == "Spends a strike; 2 of 3 will be left." and not spent.is_good
    assert saved.sentence == "Spends no strike; 3 of 3 will be left." and saved.is_good


def test_the_first_piece_heads_for_the_center():
    position = cw.start("classic-4")
    stairs, edge = (position.ruleset.parse_move(text) for text in ("c18,b19,c19,a20,b20", "a20,b20,c20,d20,e20"))
    comparison = Comparison(position, [stairs, edge], position.legal_moves)
    found = next(
        each for each in worded(position.ruleset, comparison.beside(stairs, edge, True)) if each.kind == "center"
    )
    # d17 is six steps from j11, the nearest of the four squares in the middle.
    assert found.value == 6 and names(position, found.cells) == "d17" and found.is_good
    # That a bar leads nowhere from its corner is seen at once.
    assert "center" not in {each["kind"] for each in comparison.beside(edge, stairs, False)}


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 14), ("duo", 20), ("classic-2", 50), ("classic-4", 50)])
def test_the_worst_answer_of_a_rival_is_found_by_trying_them_all(ruleset, plies):
    """Every place of every rival is laid, and what is left to the next own piece is counted again."""
    position = random_game(ruleset, plies, seed=plies).position
    rules, color = position.ruleset, position.turn.color
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    team = next(set(team) for team in rules.teams if position.turn.actor in team)
    rivals = [each for each, owner in owners.items() if owner not in team]
    moves = position.legal_moves[:: max(1, len(position.legal_moves) // 8)]
    comparison, left = Comparison(position, moves, moves), {}
    for move in moves:
        after = position.play(move)
        own = [frozenset(cells) for cells in chain.from_iterable(places(after, 0, color).values())]
        answers = {
            frozenset(cells)
            for rival in rivals
            for cells in chain.from_iterable(places(after, 0, rival).values())
            if any(each.color == rival for each in after.placed)
        }
        left[move] = min(
            len(set().union(*(place for place in own if place.isdisjoint(answer))))
            for answer in [*answers, frozenset()]
        )
    told = 0
    for move in moves:
        for other in moves:
            found = worded(rules, comparison.beside(move, other, False)) if move != other else ()
            for each in (each for each in found if each.kind == "answer"):
                told += 1
                assert (each.value, each.usual) == (left[move], left[other])
                assert each.is_good == (left[move] > left[other])
                # What is shown is the rival's piece that leaves the lesser of the two.
                worse = position.play(other if each.is_good else move)
                spots = places(worse, 0, each.color)[each.shape]
                assert sorted(each.cells) in [sorted(cells) for cells in spots]
    assert told or (ruleset, plies) != ("duo", 14)


def test_only_legal_moves_that_are_compared_can_be_told():
    position = cw.start("duo")
    with pytest.raises(cw.CornerwiseError, match="legal moves only"):
        Comparison(position, ["a1"], [])
    comparison = Comparison(position, ["e10"], [])
    with pytest.raises(cw.CornerwiseError, match="that a comparison was made of"):
        comparison.alone("e9,e10")

"""Exact endgames: what is called proved is what trying everything finds."""

import json
import random
from functools import cache

import pytest

import cornerwise as cw
from cornerwise._core import Search
from cornerwise.engine import Engine, Limit
from cornerwise.engine.tuning import tuning_of
from positions import random_game

MOST = 3000
"""Positions that a proof by hand may look at."""


class TooMany(Exception):
    """The tree is too large to be tried by hand."""


def lead(position, scores, seat):
    """By how much a seat is ahead of the best of the others."""
    team = next(team for team in position.ruleset.teams if seat in team)
    return scores[seat] - max(score for other, score in enumerate(scores) if other not in team)


def tried(position, seen):
    """Every legal move's final scores, if each seat maximizes its lead and takes the first of equals, largest first."""
    seen.append(position)
    if len(seen) > MOST:
        raise TooMany
    moves = sorted(position.legal_moves, key=lambda move: (-len(move.cells), move.id))
    return {move.id: end(position.play(move), seen) for move in moves}


def end(position, seen):
    if position.is_over:
        return tuple(position.scores)
    found = tried(position, seen)
    return max(found.values(), key=lambda scores: lead(position, scores, position.turn.actor))


@pytest.mark.parametrize(
    ("name", "plies"),
    [("duo", 25), ("classic-2", 56), ("classic-4", 56), ("classic-3", 56), ("classic-teams", 56), ("3d-tower-2", 15)],
)
def test_a_proof_finds_what_trying_everything_finds(name, plies):
    compared = 0
    with Engine(name, memory_mb=64) as engine:
        for seed in range(60):
            position = random_game(name, plies, seed).position
            if position.is_over:
                continue
            try:
                expected = tried(position, [])
            except TooMany:
                continue
            result = engine.search(position, Limit(simulations=100_000))
            assert result.is_exact
            seat = position.turn.actor
            found = {
                move: tuple(round(score) for score in scores)
                for move, scores in zip(result.moves, result.score, strict=True)
            }
            assert {move: lead(position, scores, seat) for move, scores in found.items()} == {
                move: lead(position, scores, seat) for move, scores in expected.items()
            }, position.text
            if len(position.ruleset.teams) == 2:
                assert found == expected, position.text
            compared += 1
    assert compared >= 15


@cache
def late_positions(name, plies, count, most):
    """Positions of random games with a choice, and what trying everything says about their moves: the leads."""
    found = []
    with Engine(name, memory_mb=64) as engine:
        for seed in range(400):
            position = random_game(name, plies, seed).position
            if position.is_over or len(position.legal_moves) < 3:
                continue
            truth = engine.search(position, Limit(simulations=most))
            if truth.is_exact:
                seat = position.turn.actor
                found.append(
                    (
                        position,
                        {
                            move: lead(position, scores, seat)
                            for move, scores in zip(truth.moves, truth.score, strict=True)
                        },
                    )
                )
            if len(found) == count:
                break
    assert len(found) == count
    return found


def check_decided(position, result, leads):
    """What is called decided is so, and where a winning move is known it is taken; returns how many are decided."""
    seat = position.turn.actor
    wins = dict(zip(result.moves, (win[seat] for win in result.win), strict=True))
    decided = [move for move, is_decided in zip(result.moves, result.decided, strict=True) if is_decided]
    for move in decided:
        margin = round(leads[move])
        assert wins[move] == (1.0 if margin > 0 else 0.0 if margin < 0 else 0.5), (position.text, move)
    if any(wins[move] == 1.0 for move in decided):
        assert result.moves[0] in decided and leads[result.moves[0]] > 0
        assert result.value_win[seat] == 1.0
    elif result.moves[0] in decided and leads[result.moves[0]] < 0:
        assert max(leads.values()) < 0
    return len(decided)


@pytest.mark.parametrize(("name", "plies"), [("duo", 20), ("classic-2", 52), ("classic-teams", 52)])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_the_tree_calls_decided_is_so(name, plies, threads):
    """Little is allowed for a proof at the root, so that those further down have to tell."""
    decided = proved = 0
    for position, leads in late_positions(name, plies, 12, 200_000):
        for simulations in (300, 3000):
            with Engine(name, memory_mb=16, threads=threads, seed=simulations) as engine:
                result = engine.search(position, Limit(simulations=simulations))
            decided += check_decided(position, result, leads)
            proved += result.is_exact
    assert proved < 20 and decided > 50


def test_a_won_game_is_known_to_be_won_before_it_is_known_by_how_much():
    seen = 0
    for position, leads in late_positions("classic-2", 51, 12, 300_000):
        with Engine("classic-2", memory_mb=16) as engine:
            result = engine.search(position, Limit(simulations=2000))
        seat = position.turn.actor
        if result.decided[0] and not result.exact[0] and max(leads.values()) > 0:
            assert leads[result.moves[0]] > 0
            assert result.win[0][seat] == result.value_win[seat] == 1.0
            assert lead(position, result.score[0], seat) > 0
            seen += 1
    assert seen >= 3


@pytest.mark.parametrize("bonus", [(15, 5), (0, 0), (3, 40), (1000, 1000), (-10, 0), (10, -15)])
@pytest.mark.parametrize("contact", ["corner", "face"])
def test_duels_end_as_endgames_on_boards_do(bonus, contact):
    """Seats with one color each add up to the same whether their sum counts or their best; only sums are duels.

    Who is made to place everything at a loss is better off without: then bounds that add up gains would be wrong.
    """
    spec = {
        "name": "small", "contact": contact, "turns": {"kind": "rotation"},
        "colors": ["blue", "red"], "seats": 2, "owners": [0, 1], "teams": [[0], [1]],
        "board": {"columns": 7, "rows": 6, "blocked": ["d4"]},
        "shapes": {"1": ["#"], "2": ["##"], "V3": ["##", "#."], "I3": ["###"], "L4": ["###", "#.."],
                   "N": ["##.", ".##"]},
        "starts": {"choice": "fixed", "cells": ["a1", "g6"]},
        "scoring": {"kind": "leftover", "all_placed": bonus[0], "smallest_last": bonus[1]},
    }  # fmt: skip
    duels, boards = (cw.parse_ruleset(json.dumps(spec | {"tally": tally}), "json") for tally in ("sum", "best"))
    compared = 0
    with Engine(duels, memory_mb=16) as engine, Engine(boards, memory_mb=64) as slow:
        for seed in range(40):
            chance, moves = random.Random(seed), []
            position = cw.start(duels)
            while not position.is_over and len(moves) < 5 + seed % 4:
                moves.append(chance.choice(position.legal_moves))
                position = position.play(moves[-1])
            if position.is_over:
                continue
            other = cw.start(boards)
            for move in moves:
                other = other.play(str(move))
            truth = slow.search(other, Limit(simulations=200_000))
            if not truth.is_exact:
                continue
            leads = {
                move: lead(position, scores, position.turn.actor)
                for move, scores in zip(truth.moves, truth.score, strict=True)
            }
            for simulations in (1, 10, 100, 5000):
                result = engine.search(position, Limit(simulations=simulations))
                compared += check_decided(position, result, leads)
                for move, scores, is_exact in zip(result.moves, result.score, result.exact, strict=True):
                    assert not is_exact or lead(position, scores, position.turn.actor) == leads[move], position.text
    assert compared > 400


def test_a_winning_move_comes_first_however_short_the_search():
    """The bounds alone decide this one; the first move by its promise is another."""
    position = random_game("duo", 22, 337).position
    for simulations in (1, 10, 50):
        with Engine("duo", memory_mb=16) as engine:
            result = engine.search(position, Limit(simulations=simulations))
        assert result.decided[0] and result.win[0][position.turn.actor] == 1.0


@pytest.mark.parametrize(("name", "plies"), [("duo", 15), ("classic-2", 45), ("classic-2", 50)])
def test_proofs_keep_to_the_time(name, plies):
    with Engine(name, memory_mb=64) as engine:
        for seed in range(3):
            result = engine.search(random_game(name, plies, seed).position, Limit(cpu_seconds=0.3))
            assert result.cpu_seconds < 0.4


def test_a_megabyte_is_enough():
    for position, leads in late_positions("classic-2", 52, 3, 200_000):
        with Engine("classic-2", memory_mb=1) as engine:
            check_decided(position, engine.search(position, Limit(simulations=2000)), leads)


@pytest.mark.parametrize(("name", "plies", "later"), [("duo", 13, 22), ("classic-2", 44, 58)])
def test_a_list_too_large_for_the_memory_leaves_nothing_behind(name, plies, later):
    rules, decided = cw.ruleset(name), 0
    for seed in range(1, 8):
        search = Search(rules, tuning_of(rules), 0, 1, 1)
        early = random_game(name, plies, seed).position
        nodes = [search.run(early, simulations=simulations).nodes for simulations in (2000, 6000, 18000)]
        assert max(nodes) < 1000  # of a kilobyte or more each
        position = random_game(name, later, seed).position
        if position.is_over:
            continue
        fresh = Search(rules, tuning_of(rules), 0, 1, 1).run(position, simulations=3000)
        after = search.run(position, simulations=3000)
        assert after.decided[0] == fresh.decided[0]
        decided += after.decided[0]
    assert decided >= 3


def test_colors_that_have_come_apart_are_packed_one_by_one():
    """In most lines from here no two colors can reach the same cell; all orders of all four would be far too many."""
    position = cw.Position.parse(
        "classic-4.0.ACoANcBD_Bs_CjTDo5ECuEfpFZMFdiGZHGosHKb.ACaBWwBwkCd5DogEHUEl1FUTFmoGPEGdlGy7HWW"
        ".AAxAg3BDMBPJCNhC_lDqxEPeEyiFY2GBSGWIHMx.AB4ANjA5ZCKzClSDhPEZWEkxFUNFsCFxVGRrGzf"
    )
    with Engine("classic-4", memory_mb=64) as engine:
        result = engine.search(position, Limit(simulations=20_000))
    assert result.is_exact and result.simulations < 40_000

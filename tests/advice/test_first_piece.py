"""What is told of first pieces, in the headline and as a reason, is counted again over all legal moves."""

import pytest

import cornerwise as cw
from cornerwise._core import search_result
from cornerwise.advice.advice import make_advice
from positions import random_game
from recount import covered, places, targets


def advised(position, moves):
    """Advice where a search has found these moves equally good."""
    seats = position.ruleset.seats
    lines = [{"move": move, "win": [1 / seats] * seats, "visits": 5000, "score": [-20.0] * seats} for move in moves]
    return make_advice(position, search_result(position, lines, 20_000), len(moves))


def away(board, cell):
    """Steps from the middle of the board, also diagonal ones."""
    far = ((max((size - 1) // 2 - at, at - size // 2, 0)) for at, size in zip(
        board.coordinates[cell][:2], (board.coordinates.max(axis=0) + 1)[:2], strict=True
    ))  # fmt: skip
    return int(max(far))


def opened(position, move):
    """Corners that a first piece opens, by how far they are from the middle."""
    after, color = position.play(move), position.turn.color
    cells = targets(after, 0, color) & covered(places(after, 0, color))
    return {cell: away(position.ruleset.board, cell) for cell in cells}


def spread(moves, count=5):
    """The first moves that are no mirror images of each other: of shapes of their own."""
    found = {}
    for move in moves:
        found.setdefault(move.shape, move)
    return list(found.values())[:count]


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 0), ("duo", 1), ("classic-4", 1), ("classic-2", 2)])
def test_the_headline_says_what_first_pieces_have_in_common(ruleset, plies):
    position = random_game(ruleset, plies, seed=2).position
    corners = {move: len(opened(position, move)) for move in position.legal_moves}
    by_corners = sorted(corners, key=corners.__getitem__, reverse=True)
    largest = [move for move in by_corners if len(move.cells) == 5]
    groups = {
        "equal_opening": spread(largest, 3),
        "equal_largest": [*spread(largest, 3), largest[-1]],
        "equal": spread(sorted(by_corners, key=lambda move: len(move.cells))),
    }
    for verdict, moves in groups.items():
        advice = advised(position, moves)
        assert advice.verdict == verdict and len(advice.candidates) >= 3
        for listed in (each.move for each in advice.candidates):
            fewer = sum(corners[other] < corners[listed] for other in corners)
            assert verdict != "equal_opening" or 2 * fewer > len(corners)
            assert verdict == "equal" or len(listed.cells) == max(len(other.cells) for other in corners)
    assert advised(position, groups["equal_opening"]).headline.endswith(
        "all those listed are among the largest and open more corners than most others do."
    )


def test_later_moves_are_not_called_first_pieces():
    position = random_game("duo", 6).position
    largest = [move for move in position.legal_moves if len(move.cells) == 5]
    assert advised(position, spread(largest)).verdict == "equal"


def test_in_space_first_pieces_share_their_size_at_most():
    position = cw.start("3d-tower-2")
    largest = [move for move in position.legal_moves if len(move.cells) == 4]
    assert advised(position, spread(largest)).verdict == "equal_largest"


def test_a_first_piece_that_reaches_the_center_is_never_silent():
    position, told = cw.start("duo"), 0
    inner = [move for move in position.legal_moves if 0 in opened(position, move).values()]
    for start in range(0, len(inner), 7):
        best = advised(position, inner[start : start + 3]).best
        assert best.findings
        for each in best.findings:
            if each.kind == "opening_center":
                told += 1
                corners = opened(position, best.move)
                assert each.value == len(corners)
                assert set(each.cells) == {cell for cell, steps in corners.items() if not steps}
                assert "reaches the center of the board (" in each.sentence
    assert told

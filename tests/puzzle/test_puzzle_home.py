"""What both doors answer about puzzles: the files that the page's tests read too, and the kernel beside slow rules."""

from __future__ import annotations

import json
from random import Random

import pytest

import reference_verify
from cornerwise.errors import PuzzleError
from cornerwise.puzzle import Laid, puzzle, verify
from cornerwise.server.views import puzzles
from cornerwise.server.wire.resources import LaidPiece
from write_judged import FOLDER, days

JUDGED = json.loads((FOLDER / "judged.json").read_text("utf-8"))


def test_the_days_have_the_puzzles_that_are_written_down():
    assert days() == json.loads((FOLDER / "days.json").read_text("utf-8"))


def test_what_lies_is_judged_as_it_is_written_down():
    assert len(JUDGED) > 40
    for each in JUDGED:
        checked = puzzles.check(puzzle(each["puzzle"]), [LaidPiece.model_validate(piece) for piece in each["placed"]])
        assert (checked.is_solved, [fault.kind for fault in checked.faults]) == (each["is_solved"], each["faults"])


def agrees(made, laid):
    """Whether the kernel and the slow rules say the same, and what they say."""
    said = []
    for judge in (verify, reference_verify.verify):
        try:
            judge(made, laid)
            said.append("solved")
        except PuzzleError as error:
            said.append(error.kind)
    assert said[0] == said[1], (made.name, laid)
    return said[0]


def spoiled(laid, random):
    """Two pieces in each other's place, in the order or, where they are of one shape, in their colors."""
    laid = list(laid)
    i, j = random.sample(range(len(laid)), 2)
    if laid[i].shape == laid[j].shape:
        a, b = laid[i], laid[j]
        laid[i], laid[j] = Laid(b.color, a.shape, a.cells), Laid(a.color, b.shape, b.cells)
    else:
        laid[i], laid[j] = laid[j], laid[i]
    return tuple(laid)


def test_the_kernel_verifies_what_the_slow_rules_verify():
    random = Random(1)
    found = set()
    for each in JUDGED:
        made = puzzle(each["puzzle"])
        laid = tuple(Laid(piece["color"], piece["shape"], tuple(piece["cells"])) for piece in each["placed"])
        for order in (laid, laid[::-1], laid[:-1]):
            found.add(agrees(made, order))
        for _ in range(12 if each["is_solved"] else 0):
            found.add(agrees(made, spoiled(laid, random)))
    assert {"solved", "pieces_left", "start", "no_corner", "edge"} <= found, found


def test_what_is_no_piece_is_refused():
    with pytest.raises(PuzzleError, match="does not have that shape"):
        verify(puzzle("soma"), [Laid("blue", "L4", (0, 1, 2))])

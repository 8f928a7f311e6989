"""The records in docs/measured/records.md: every certificate is replayed, and the page names every one."""

import json
from pathlib import Path

import pytest

from cornerwise.puzzle import Laid, puzzle, verify

DOCS = Path(__file__).parents[2] / "docs" / "measured"
CERTIFICATES = sorted((DOCS / "records").glob("*.json"))


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda path: path.stem)
def test_a_record_holds(path):
    data = json.loads(path.read_text("utf-8"))
    made = puzzle(data["puzzle"])
    laid = []
    for text in data["laid"]:
        color, _, names = text.partition(":")
        cells = tuple(sorted(map(made.board.parse_cell, names.split(","))))
        shape = made.shapes[int(made.ruleset.atlas.shapes[made.ruleset.atlas.find(list(cells))])]
        laid.append(Laid(color, shape, cells))
    assert len(laid) == 84
    verify(made, laid)
    assert f"records/{path.name}" in (DOCS / "records.md").read_text("utf-8")


def test_there_are_records():
    assert {path.stem for path in CERTIFICATES} >= {"all-84-19x19", "all-84-18x20", "all-84-17x21"}

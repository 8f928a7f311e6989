"""Advice as it was reviewed: what is said of fixed searches; so says the page at home (web/tests/home/advice.test.ts).

`make advice` writes the file anew; its changes are read as a diff.
"""

import json
import re

import pytest

import cornerwise as cw
from advice_corpus import CONTRACT, look
from cornerwise._core import placements
from data_files import DATA

GOLDEN = [json.loads(line) for line in (DATA / "advice.jsonl").read_text("utf-8").splitlines()]


def test_the_corpus_covers_every_game():
    assert len(GOLDEN) >= 200
    assert {entry["position"].split(".")[0].split("~")[0] for entry in GOLDEN} == set(cw.rulesets())


@pytest.mark.parametrize("number", range(0, len(GOLDEN), 29))
def test_a_sample_is_advised_as_it_was_reviewed(number):
    entry = GOLDEN[number]
    assert look(entry["position"]) == entry


def test_the_page_is_held_to_some_of_every_kind_of_game():
    games = {entry["position"].split(".")[0] for entry in GOLDEN[::CONTRACT]}
    assert {name[:3] for name in games} >= {"duo", "cla", "3d-", "dic"}


def test_a_place_that_is_made_for_a_piece_is_there_at_once():
    seen = 0
    for entry in GOLDEN:
        first = entry["moves"][0]
        for kind, sentence in zip(first["kinds"], first["says"], strict=True):
            if kind.split(":")[0] != "follow_up":
                continue
            position = cw.Position.parse(entry["position"])
            color = position.turn.color
            cells = re.search(r"\(([^)]*)\)", sentence)[1]
            placement = position.ruleset.parse_move(cells).placement
            assert any(piece.color == color for piece in position.placed)
            assert placement not in placements(position, color)
            assert placement in placements(position.play(first["move"]), color)
            seen += 1
    assert seen

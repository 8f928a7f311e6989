"""Advice as it was reviewed: what is said of fixed searches; the page at home says the same (web/tests/advice.test.ts).

`make advice` writes the file anew; its changes are read as a diff.
"""

import json

import pytest

import cornerwise as cw
from advice_corpus import CONTRACT, look
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

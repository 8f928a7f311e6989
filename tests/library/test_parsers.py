"""Fuzzing the parsers: whatever they are given, they answer with a value or with one plain sentence."""

from __future__ import annotations

import json
import random
import re
import string
import time
from functools import cache
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import cornerwise as cw

NAMES = cw.rulesets()
#: No text of sensible length may keep a parser busy for longer than this, even on a busy machine.
PATIENCE_SECONDS = 5.0


@cache
def positions(name: str) -> tuple[cw.Position, ...]:
    """The positions of a few random games."""
    rng = random.Random(name)
    found = []
    for _ in range(2):
        position = cw.start(name)
        while not position.is_over:
            found.append(position)
            if position.turn.actor == cw.CHANCE:
                position = position.roll(rng.choice(position.rolls))
            else:
                position = position.play(int(rng.choice(position.legal_ids)))
        found.append(position)
    return tuple(found)


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str], alphabet: str) -> str:
    """A good text with a few characters replaced, dropped, doubled or moved."""
    characters = list(draw(texts))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, max(len(characters) - 1, 0)))
        change = draw(st.sampled_from(["replace", "drop", "insert", "swap", "cut", "splice"]))
        if change == "replace" and characters:
            characters[at] = draw(st.sampled_from(alphabet))
        elif change == "drop" and characters:
            del characters[at]
        elif change == "insert":
            characters.insert(at, draw(st.sampled_from(alphabet)))
        elif change == "swap" and characters:
            other = draw(st.integers(0, len(characters) - 1))
            characters[at], characters[other] = characters[other], characters[at]
        elif change == "cut":
            del characters[at : at + draw(st.integers(1, 6))]
        else:
            characters[at:at] = draw(texts)[: draw(st.integers(1, 9))]
    return "".join(characters)


GOOD_POSITIONS = (
    st.sampled_from(NAMES).flatmap(lambda name: st.sampled_from(positions(name))).map(lambda position: position.text)
)
GOOD_MOVES = st.sampled_from(NAMES).flatmap(
    lambda name: st.integers(0, cw.ruleset(name).move_count - 1).map(lambda id: str(cw.ruleset(name).move(id)))
)


def plays_on(position: cw.Position) -> None:
    """A position that was accepted can be played to its end."""
    rng = random.Random(position.text)
    while not position.is_over:
        if position.turn.actor == cw.CHANCE:
            position = position.roll(rng.choice(position.rolls))
        else:
            position = position.play(int(rng.choice(position.legal_ids)))
    assert sorted(position.ranks)[0] == 1


def parse_or_refuse(text: str) -> None:
    """The parser either gives exactly this position or refuses, and quickly."""
    began = time.process_time()
    try:
        position = cw.Position.parse(text)
    except cw.CornerwiseError as error:
        assert str(error)[-1] in ".!?" and "\n" not in str(error)
    else:
        assert position.text == text
        plays_on(position)
    assert time.process_time() - began < PATIENCE_SECONDS


@given(text=st.text(max_size=200))
def test_any_text_as_position(text: str) -> None:
    """Arbitrary Unicode."""
    parse_or_refuse(text)


@given(name=st.sampled_from(NAMES), rest=st.text(string.ascii_letters + string.digits + "-_.", max_size=120))
def test_any_fields_as_position(name: str, rest: str) -> None:
    """A good ruleset and arbitrary fields."""
    parse_or_refuse(f"{name}.{rest}")


@given(text=damaged(GOOD_POSITIONS, string.ascii_letters + string.digits + "-_.~"))
def test_damaged_positions(text: str) -> None:
    """Positions with a few wrong characters."""
    parse_or_refuse(text)


@given(name=st.sampled_from(NAMES), data=st.data())
def test_positions_with_foreign_pieces(name: str, data: st.DataObject) -> None:
    """Well-formed pieces that could not have been placed."""
    text = data.draw(st.sampled_from(positions(name))).text
    pieces = [index for index, character in enumerate(text) if character == "."][1:]
    at = data.draw(st.sampled_from(pieces)) + 1
    width = 4 if name.startswith("dice") else 3
    digits = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
    number = data.draw(st.integers(0, len(cw.ruleset(name).atlas) - 1))
    piece = digits[number >> 12] + digits[number >> 6 & 63] + digits[number & 63] + "0" * (width - 3)
    parse_or_refuse(text[:at] + piece + text[at + width * data.draw(st.integers(0, 1)) :])


def plain(text: str) -> str:
    """The cells of a move's text, in small letters."""
    return text.split(":")[-1].strip(" \t\n\v\f\r").lower()


@given(
    name=st.sampled_from(NAMES),
    text=st.one_of(st.text(max_size=80), damaged(GOOD_MOVES, "abcdejtAT0123456789,.:* ")),
)
def test_moves(name: str, text: str) -> None:
    """A text is a move whose own text has the same cells, or is refused; playing it never breaks."""
    ruleset = cw.ruleset(name)
    try:
        move = ruleset.parse_move(text)
    except cw.CornerwiseError as error:
        assert str(error)[-1] == "." and str(error).isprintable()
        assert str(positions(name)[3].explain(text)) == str(error)
    else:
        assert sorted(str(move).split(":")[-1].split(",")) == sorted(re.split(r"[\s,]+", plain(text)))
        assert ruleset.parse_move(str(move)) == move
        position = positions(name)[3]
        reason = position.explain(move)
        assert (reason is None) == (move in position.legal_moves)
        assert str(position.explain(text)) == str(reason)


@given(text=st.text(string.digits + " \t,-", max_size=12))
def test_rolls(text: str) -> None:
    """A text is a roll of the right number of dice, or is refused."""
    try:
        position = cw.start("dice-3").roll(text)
    except cw.CornerwiseError:
        return
    assert sorted(text.split()) == sorted(map(str, position.dice))


@given(text=st.text(max_size=300), kind=st.sampled_from(["toml", "json"]))
def test_any_text_as_ruleset(text: str, kind: str) -> None:
    """Arbitrary Unicode is hardly ever a ruleset."""
    try:
        cw.parse_ruleset(text, kind)
    except cw.RulesetError as error:
        assert str(error)


WORDS = st.sampled_from(["", "1", "a1", "shared", "dice", "free", "#", "##"])
KEYS = st.sampled_from(["1", "kind", "cells", "a"])
SCRAPS = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 70) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where in nested data something can be put."""
    found = [path] if path else []
    if isinstance(value, dict):
        steps: list[Any] = list(value)
    else:
        steps = list(range(len(value))) if isinstance(value, list) else []
    for step in steps:
        found += paths(value[step], (*path, step))
    return found


@given(name=st.sampled_from(["classic-3", "duo", "dice-2", "3d-wall-2x4"]), data=st.data())
def test_damaged_rulesets(name: str, data: st.DataObject) -> None:
    """A ruleset with something replaced by a scrap is refused, or can be played to the end."""
    spec: Any = cw.ruleset(name).spec
    spec.pop("options", None)
    spec["name"] = "mine"
    for _ in range(data.draw(st.integers(1, 2))):
        *path, last = data.draw(st.sampled_from(paths(spec)))
        place = spec
        for step in path:
            place = place[step]
        if data.draw(st.booleans()):
            place[last] = data.draw(SCRAPS)
        else:
            del place[last]
        if not spec:
            break
    try:
        ruleset = cw.parse_ruleset(json.dumps(spec), "json")
    except cw.RulesetError as error:
        assert str(error) and len(str(error)) < 1000
        return
    position = cw.start(ruleset)
    assert cw.Position.parse(position.text, ruleset) == position
    plays_on(position)

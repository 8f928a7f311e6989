"""Every kind of finding has its sentence in every language, and Python and the page say the same."""

import ast
import inspect
import json
import re

import pytest

import cornerwise.advice.finding
from cornerwise.advice.sentence import WORDS, catalogue, sentence
from data_files import DATA

LANGUAGES = sorted(path.stem for path in WORDS.glob("*.json"))
TOLD = json.loads((DATA / "findings.json").read_text("utf-8"))


def kinds():
    """What `_Difference.tell` is called with, so that a new kind cannot be forgotten here."""
    calls = ast.walk(ast.parse(inspect.getsource(cornerwise.advice.finding)))
    found = {
        call.args[1].value
        for call in calls
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell"
    }
    assert len(found) >= 15
    return found


def gaps(text):
    return sorted(re.findall(r"{\w+}", text))


def test_four_languages_are_spoken():
    assert LANGUAGES == ["de", "en", "es", "fr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_sentence_in_every_language(language):
    words = catalogue(language)
    for kind in kinds():
        stem = f"finding.{kind}"
        assert stem in words or {f"{stem}.one", f"{stem}.other"} <= set(words), kind
    known = {key.split(".")[1] for key in words}
    assert known == kinds()
    english = catalogue()
    assert {key: gaps(text) for key, text in words.items()} == {key: gaps(text) for key, text in english.items()}
    assert all(text[0].isupper() and text.endswith(".") and "§" not in text for text in words.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_space_no_language_speaks_of_squares(language):
    squares = {"en": "square", "de": "Feld", "fr": "case", "es": "casilla"}[language]
    flat = {key for key, text in catalogue(language).items() if squares in text}
    kinds_of_space = {key.split(".")[1] for key in catalogue() if ".face" in key}
    never_in_space = {"protected", "shut_out"}  # found only where pieces meet at corners
    assert {key.split(".")[1] for key in flat} <= kinds_of_space | never_in_space
    assert not [key for key in flat if ".face" in key]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["sentence"])
def test_findings_are_told_as_the_page_tells_them(told):
    told = dict(told)
    expected = told.pop("sentence")
    assert sentence(told.pop("kind"), **told) == expected


def test_the_shared_examples_cover_every_kind():
    assert {told["kind"] for told in TOLD} == kinds()

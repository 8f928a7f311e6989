"""Every kind of finding has its sentence in every language, and Python and the page say the same."""

import json
import re

import pytest

from cornerwise._core import FINDING_AGAINST, FINDING_KINDS
from cornerwise.advice.sentence import WORDS, catalogue, sentence
from data_files import DATA

LANGUAGES = sorted(path.stem for path in WORDS.glob("*.json"))
TOLD = json.loads((DATA / "findings.json").read_text("utf-8"))


def kinds():
    """What the kernel can find."""
    assert len(FINDING_KINDS) >= 20
    return set(FINDING_KINDS)


def gaps(text):
    return sorted(re.findall(r"{\w+}", text))


def test_four_languages_are_spoken():
    assert LANGUAGES == ["de", "en", "es", "fr"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_a_sentence_in_every_language(language):
    words = catalogue(language)
    assert {f"other.{against}" for against in FINDING_AGAINST} <= set(words)
    for kind in kinds():
        stem = f"finding.{kind}"
        assert stem in words or {f"{stem}.one", f"{stem}.other"} <= set(words), kind
    known = {key.split(".")[1] for key in words if key.startswith("finding.")}
    assert known == kinds()
    english = catalogue()
    assert {key: gaps(text) for key, text in words.items()} == {key: gaps(text) for key, text in english.items()}
    sentences = [text for key, text in words.items() if key.split(".")[0] in ("finding", "verdict")]
    assert all(re.match(r"[^\W\d_]|{count} ", text) and text.endswith(".") and "§" not in text for text in sentences)
    assert all(text[0].isupper() for text in sentences if text[0] != "{")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_space_no_language_speaks_of_squares(language):
    squares = {"en": "square", "de": "Feld", "fr": "case", "es": "casilla"}[language]
    flat = {key for key, text in catalogue(language).items() if squares in text}
    kinds_of_space = {key.split(".")[1] for key in catalogue() if ".face" in key}
    never_in_space = {
        "safe",
        "shut_out",
        "points",
        "center",
        "contested",
        "answer",
        "new_reach",
        "wasted",
        "strike_gain",
    }  # found only on flat boards
    flat = {key for key in flat if ".sheet" not in key}
    assert {key.split(".")[1] for key in flat} <= kinds_of_space | never_in_space
    assert not [key for key in flat if ".face" in key]


@pytest.mark.parametrize("told", TOLD, ids=lambda told: told["sentence"])
def test_findings_are_told_as_the_page_tells_them(told):
    told = dict(told)
    expected = told.pop("sentence")
    assert sentence(told.pop("kind"), **told) == expected


def test_the_shared_examples_cover_every_kind():
    assert {told["kind"] for told in TOLD} == kinds()

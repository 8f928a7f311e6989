"""Names: what may be chosen, what may not, and which names are the same to the eye."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cornerwise.server.people.countries import COUNTRIES
from cornerwise.server.people.names import LONGEST, check_name, folded, guest_name, looks
from cornerwise.server.refusal import Refusal

GOOD = ["Ann", "Jean-Luc", "O'Neill", "José", "Åsa Öberg", "Łukasz", "Иван", "Γιώργος", "さくら", "田中さん", "김민수"]
GOOD += [
    "محمد",
    "אבי",
    "अनिता",
    "Li",
    "Ann 2",
    "J.R. Smith",
    "日本のJoe",
    "Bo_42",
    "Playmaker",
    "Hostettler",
    "Yousef",
    "Talbot",
    "Abbot",
    "Felix K",
]


@pytest.mark.parametrize("name", GOOD)
def test_good_names_stay_as_they_are(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "name_length"),
        ("A", "name_length"),
        ("x" * 21, "name_length"),
        ("   ", "name_length"),
        ("4ever", "name_characters"),
        ("-Ann", "name_characters"),
        ("Ann-", "name_characters"),
        ("An--n", "name_characters"),
        ("A\u200bnn", "name_characters"),  # a space nobody sees
        ("A\u202enn", "name_characters"),  # turns the writing around
        ("Ann😀", "name_characters"),
        ("An/n", "name_characters"),
        ("Ann٣", "name_characters"),
        ("A\ud800n", "name_characters"),
        ("Z" + "\u0335" * 2 + "n", "name_marks"),
        ("अ" + "\u0941" * 4 + "न", "name_marks"),
        ("Аnn", "name_scripts"),  # a Cyrillic A
        ("Ann Иван", "name_scripts"),
        ("Admin", "name_reserved"),
        ("A D M I N", "name_reserved"),
        ("Аdмin", "name_scripts"),
        ("Adm1n", "name_reserved"),
        ("The Moderator", "name_reserved"),
        ("moderator42", "name_reserved"),
        ("C0mputer 6", "name_reserved"),
        ("Computer", "name_reserved"),
        ("Guest 48213", "name_reserved"),
        ("ＧＵＥＳＴ", "name_reserved"),  # full width
        ("Host", "name_reserved"),
        ("me", "name_reserved"),
        ("Invité", "name_reserved"),
        ("Your Host", "name_reserved"),
        ("M0d3r4t0r", "name_reserved"),
        ("CornerBot", "name_reserved"),
        ("Corner Bot", "name_reserved"),
        ("CornerB0T", "name_reserved"),
        ("Momo", "name_computer"),
        ("Xenia", "name_computer"),
        ("Ott0", "name_computer"),
    ],
)
def test_bad_names_are_refused_with_the_reason(text: str, kind: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name(text)
    assert refused.value.kind == kind
    assert refused.value.sentence.endswith(".")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "A nn"),
        ("José", "Jose"),
        ("Will", "WiII"),
        ("Modem", "Modern"),
        ("Tom", "ТОМ"),  # Cyrillic throughout
        ("Rosa", "Rоsa"),
        ("Bob", "B0b"),
        ("Straße", "STRASSE"),
        ("Ann", "Ａｎｎ"),
        ("Søren", "Soren"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("Farmer", "F4rmer"), ("Best Player", "8e57 p1ay3r"), ("Ann", "A n n")])
def test_names_look_alike_where_digits_stand_for_letters(one: str, other: str) -> None:
    assert looks(one) == looks(other)


def test_different_names_have_different_keys() -> None:
    assert len({folded(name) for name in GOOD}) == len(GOOD)


def test_a_guest_has_a_name_nobody_can_choose() -> None:
    name = guest_name()
    assert name.startswith("Guest ") and len(name) == 11
    with pytest.raises(Refusal):
        check_name(name)


@given(st.text(max_size=30))
def test_whatever_is_typed_a_name_or_one_sentence_comes_out(text: str) -> None:
    try:
        name = check_name(text)
    except Refusal as refusal:
        assert refusal.kind.startswith("name_")
        return
    assert 2 <= len(name) <= LONGEST
    assert check_name(name) == name, "a name once checked stays good"
    assert folded(name) == folded(name.upper()) == folded(folded(name))


def test_countries_are_those_of_the_standard() -> None:
    assert len(COUNTRIES) == 249
    assert {"CH", "FR", "DE", "ES", "US", "JP"} <= COUNTRIES
    assert not {"UK", "EU", "XX", "ZZ"} & COUNTRIES

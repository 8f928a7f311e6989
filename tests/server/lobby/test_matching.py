"""Matching: who meets whom in the lobby, and who never does."""

from __future__ import annotations

import time
from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

import cornerwise as cw
from cornerwise.server.lobby.matching import match
from cornerwise.server.lobby.seek import ABSENT_AFTER, FILL_AFTER, RANGE, WIDENING, Seek
from cornerwise.server.play.table.tempos import presets
from cornerwise.server.wire.terms import Terms

NOW = 1_000_000_000


def terms(ruleset: str, tempo: str, is_rated: bool = True) -> Terms:
    """Terms for a ruleset at a tempo on offer."""
    return Terms(
        ruleset=ruleset,
        options={},
        tempo=presets(cw.ruleset(ruleset).seats)[tempo],
        is_rated=is_rated,
        is_public=True,
        on_timeout="retire",
    )


DUO = terms("duo", "blitz")
SLOW = terms("duo", "rapid")
CASUAL = terms("duo", "blitz", is_rated=False)
DAYS = terms("duo", "day")
FOUR = terms("classic-4", "rapid")
TEAMS = terms("classic-teams", "blitz", is_rated=False)


def seek(name: str, *wishes: Terms, number: int = 1500, age: int = 0, **more: object) -> Seek:
    """A quick seek of a person of that name, made `age` milliseconds ago."""
    wishes = wishes or (DUO,)
    kind = more.pop("kind", "quick")
    fields = {"seen": NOW, "person": name, **more}
    return Seek(id=f"seek-{name}", kind=kind, terms=wishes, numbers=(number,) * len(wishes), made=NOW - age, **fields)  # type: ignore[arg-type]


def people(*seeks: Seek) -> set[str] | None:
    """Who meets, or None."""
    found = match(seeks, NOW)
    return {each.person for each in found.seeks} if found else None


def test_two_who_want_the_same_meet() -> None:
    found = match([seek("ann", DUO, SLOW), seek("bob", SLOW)], NOW)
    assert found is not None
    assert (found.terms, found.computers) == (SLOW, 0)
    assert people(seek("ann", DUO), seek("bob", SLOW)) is None
    assert people(seek("ann", DUO), seek("bob", CASUAL)) is None


def test_the_nearest_in_rating_is_met_first() -> None:
    near = seek("near", number=1540)
    assert people(seek("ann", age=5), seek("far", number=1640, age=3), near) == {"ann", "near"}


def test_waiting_widens_the_range() -> None:
    strong = seek("strong", number=1500 + RANGE + 10 * WIDENING, age=10_000)
    assert people(seek("ann", age=9_000), strong) is None
    assert people(seek("ann", age=10_000), strong) == {"ann", "strong"}


def test_a_range_that_was_named_is_kept() -> None:
    choosy = seek("choosy", kind="open", low=1600, age=60_000)
    assert people(choosy, seek("ann", age=60_000)) is None
    assert people(choosy, seek("bea", number=1650, age=60_000)) == {"choosy", "bea"}
    assert people(choosy, seek("ann", wants="seek-choosy")) is None


def test_blocked_people_never_meet() -> None:
    ann, bob = seek("ann", avoids=frozenset({"bob"})), seek("bob")
    assert people(ann, bob) is None
    assert people(ann, seek("bob", wants="seek-ann")) is None


def test_nobody_meets_oneself() -> None:
    assert people(seek("ann"), Seek(**{**vars(seek("ann")), "id": "another"})) is None


def test_whoever_left_is_not_met_but_days_wait() -> None:
    gone = NOW - ABSENT_AFTER - 1
    assert people(seek("ann"), seek("bob", seen=gone)) is None
    assert people(seek("ann", DAYS), seek("bob", DAYS, seen=gone)) == {"ann", "bob"}


def test_four_seats_need_four_people() -> None:
    three = [seek(name, FOUR) for name in ("a", "b", "c")]
    assert match(three, NOW) is None
    assert people(*three, seek("d", FOUR)) == set("abcd")


def test_the_computer_fills_up_only_when_everybody_agrees_and_has_waited() -> None:
    agreed = [seek("a", FOUR, fill=5, age=FILL_AFTER), seek("b", FOUR, fill=3)]
    found = match(agreed, NOW)
    assert found is not None
    assert (found.computers, found.level, len(found.seeks)) == (2, 3, 2)
    assert match([agreed[1]], NOW) is None
    purist = seek("b", FOUR, age=FILL_AFTER)
    assert match([purist], NOW) is None
    alone = match([agreed[0]], NOW)
    assert alone is not None
    assert alone.computers == 3


def test_a_challenge_is_for_one_person() -> None:
    dare = seek("ann", kind="challenge", to="bob")
    assert people(dare, seek("bob")) is None
    assert people(dare, seek("eve", wants="seek-ann")) is None
    assert people(dare, seek("bob", wants="seek-ann")) == {"ann", "bob"}


def test_a_private_table_is_for_those_with_the_link() -> None:
    private = seek("ann", FOUR, kind="private")
    friends = [seek(name, FOUR, wants="seek-ann") for name in ("b", "c", "d")]
    assert people(private, *[seek(name, FOUR) for name in ("b", "c", "d")]) is None
    assert people(private, *friends[:2], seek("x", FOUR)) is None
    assert people(private, *friends) == {"ann", "b", "c", "d"}


def test_who_answers_a_seek_sits_down_with_it_and_no_other() -> None:
    ann, bob = seek("ann", kind="open", age=9), seek("bob", kind="open", low=1600)
    assert people(seek("cy", wants="seek-ann"), ann, bob) == {"ann", "cy"}
    assert people(seek("cy", wants="seek-bob"), bob) is None
    assert people(seek("cy", wants="seek-gone"), seek("dee")) is None


names = st.sampled_from("abcdef")
offers = st.builds(
    lambda name, terms, number, age, fill, avoids, kind, low, wants: seek(
        name, *terms, number=number, age=age, fill=fill, avoids=frozenset(avoids), kind=kind, low=low, wants=wants
    ),
    names,
    st.lists(
        st.sampled_from([DUO, SLOW, FOUR, TEAMS]),
        min_size=1,
        max_size=3,
        unique_by=lambda terms: terms.model_dump_json(),
    ),
    st.integers(900, 2100),
    st.integers(0, 40_000),
    st.none() | st.integers(1, 10),
    st.sets(names, max_size=1),
    st.sampled_from(["quick", "open", "private"]),
    st.none() | st.integers(1000, 1800),
    st.none() | names.map("seek-{}".format),
)


@given(st.lists(offers, max_size=6, unique_by=lambda each: each.id))
def test_whatever_is_matched_suits_everybody(seeks: list[Seek]) -> None:
    found = match(seeks, NOW)
    if found is None:
        # Two seats: nobody who could play is left waiting.
        for one, other in combinations(seeks, 2):
            shared = [each for each in one.terms if each in other.terms and each in (DUO, SLOW)]
            for each in shared:
                suits = one.accepts(other, each, NOW) and other.accepts(one, each, NOW)
                assert not suits or (one.wants and other.wants)
        return
    assert len({each.person for each in found.seeks}) == len(found.seeks)
    assert len(found.seeks) + found.computers == cw.ruleset(found.terms.ruleset).seats
    for one, other in combinations(found.seeks, 2):
        assert one.accepts(other, found.terms, NOW)
        assert other.accepts(one, found.terms, NOW)
    if found.computers:
        assert all(each.fill is not None for each in found.seeks)
    for each in found.seeks:
        assert found.terms in each.terms
        assert each.wants is None or each.wants == found.seeks[0].id


def test_many_who_fit_nobody_keep_nobody_waiting() -> None:
    """Everybody's writing waits while seeks are compared, so a few hundred that never meet must cost little."""
    games = [(name, tempo) for name in ("duo", "classic-2", "classic-4") for tempo in ("blitz", "rapid")]
    wishes = tuple(terms(name, tempo, is_rated) for name, tempo in games for is_rated in (True, False))
    crowd = [replace(seek(f"p{number}", *wishes, kind="open", low=4000), made=NOW - number) for number in range(200)]
    begun = time.process_time()
    assert match(crowd, NOW) is None
    assert time.process_time() - begun < 1.5
    met = match([*crowd, seek("ann", DUO), seek("bob", DUO)], NOW)
    assert met is not None and {each.person for each in met.seeks} == {"ann", "bob"}

"""What a game says about ratings: ties, teams, three seats, and the same bits every time."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cornerwise as cw
from cornerwise.errors import CornerwiseError
from cornerwise.server.ratings.ladder import ladder, ladder_of, ladders
from cornerwise.server.ratings.rating import POINTS, Rating, chances, fixed, rate

people = st.builds(Rating, st.floats(600, 2800), st.floats(30, 250), st.integers(0, 500))


def alone(*ratings: Rating) -> list[list[Rating]]:
    """Everybody for themselves."""
    return [[rating] for rating in ratings]


def test_a_newcomer_is_shown_with_a_question_mark() -> None:
    assert str(Rating()) == "1500? ± 500"
    assert not Rating(1500, 119).is_provisional
    assert Rating(1500, 100).bound == 1300


def test_who_ranks_better_gains_and_everybody_is_surer() -> None:
    start = alone(*[Rating()] * 4)
    after = [team[0] for team in rate(start, [2, 1, 4, 3])]
    assert after[1].mu > after[0].mu > 1500 > after[3].mu > after[2].mu
    assert all(each.sigma < 250 and each.games == 1 for each in after)


def test_equals_who_tie_stay_where_they_are() -> None:
    for count in (2, 3, 4):
        after = rate(alone(*[Rating(1600, 80)] * count), [1] * count)
        assert [round(team[0].mu, 9) for team in after] == [1600] * count


def test_a_tie_moves_both_toward_each_other() -> None:
    weak, strong = (team[0] for team in rate(alone(Rating(1400, 80), Rating(1700, 80)), [1, 1]))
    assert 1400 < weak.mu < strong.mu < 1700


@given(st.lists(people, min_size=4, max_size=4), st.permutations([1, 2, 3, 4]))
def test_the_order_of_seats_does_not_matter(ratings: list[Rating], ranks: list[int]) -> None:
    after = {id(rating): new[0].mu for rating, new in zip(ratings, rate(alone(*ratings), ranks), strict=True)}
    turned = rate(alone(*ratings[::-1]), ranks[::-1])
    assert all(math.isclose(after[id(r)], new[0].mu) for r, new in zip(ratings[::-1], turned, strict=True))


@given(st.lists(people, min_size=4, max_size=4), st.lists(st.integers(1, 4), min_size=4, max_size=4))
def test_the_same_game_gives_the_same_bits(ratings: list[Rating], ranks: list[int]) -> None:
    assert rate(alone(*ratings), ranks) == rate(alone(*ratings), ranks)
    pairs = [ratings[:2], ratings[2:]]
    assert rate(pairs, ranks[:2]) == rate(pairs, ranks[:2])


def test_partners_share_what_a_game_says() -> None:
    known, unknown = Rating(1500, 40), Rating(1500, 200)
    (first, second), (third, fourth) = rate([[known, unknown], [known, unknown]], [1, 2])
    assert 1500 < first.mu < second.mu
    assert third.mu > fourth.mu and math.isclose(first.mu + third.mu, 3000)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_400_points_are_ten_to_one_with_any_number_of_seats(count: int) -> None:
    ratings = [fixed(1900)] + [fixed(1500)] * (count - 1)
    first, second, *_ = chances(alone(*ratings))
    assert math.isclose(first / second, 10, rel_tol=0.01)
    assert math.isclose(sum(chances(alone(*ratings))), 1)


def test_a_computer_is_an_anchor_whatever_happens() -> None:
    computer, person = (team[0] for team in rate(alone(fixed(2000), Rating()), [2, 1]))
    assert abs(computer.mu - 2000) < 1, "its own number hardly moves, and is not kept"
    assert person.mu > 1600


def test_the_surprise_in_a_game_agrees_with_the_chances() -> None:
    """The mean change of a settled player over all outcomes is nothing: what was expected teaches nothing."""
    teams = alone(Rating(1700, 60), Rating(1500, 60), Rating(1450, 60))
    before = [math.exp(team[0].mu / POINTS) for team in teams]
    drift = 0.0
    for order in itertools.permutations(range(3)):
        chance, left = 1.0, sum(before)
        for seat in order:
            chance *= before[seat] / left
            left -= before[seat]
        ranks = [order.index(seat) + 1 for seat in range(3)]
        drift += chance * (rate(teams, ranks)[0][0].mu - 1700)
    assert abs(drift) < 1


@pytest.mark.parametrize("sizes", [(1,), (2, 1), (0, 0)])
def test_a_game_that_cannot_be_rated_is_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(CornerwiseError, match="two teams or more"):
        rate([[Rating()] * size for size in sizes], [1] * len(sizes))
    with pytest.raises(CornerwiseError, match="2 ranks"):
        rate(alone(Rating(), Rating()), [1])


def test_every_ruleset_has_its_ladder() -> None:
    for ruleset in cw.rulesets():
        live, turns = ladder_of(ruleset, True), ladder_of(ruleset, False)
        assert live is not None and turns is not None
        assert live.family == turns.family and live.key != turns.key
        assert ladder(live.key) is live
        # Everybody on a ladder can be compared: a rated game is between teams of one size.
        sizes = {len(team) for team in cw.ruleset(ruleset).teams}
        assert len(sizes) == 1
    assert ladder_of("my-own", True) is None
    with pytest.raises(CornerwiseError, match="There is no ladder 'chess'; there are classic-live"):
        ladder("chess")


def test_every_pattern_of_a_ladder_names_a_ruleset() -> None:
    used = {(each.family, ladder_of(name, True)) for each in ladders() for name in cw.rulesets()}
    assert all((each.family, each) in used for each in ladders() if each.is_live)


def test_computers_stand_where_they_were_measured() -> None:
    duo = ladder("duo-live")
    assert duo.anchor(1) == 800 and duo.anchor(3) == 800 + 217 + 272
    assert duo.anchor(0) is None and duo.anchor(99) is None
    assert all(low < high for each in ladders() for low, high in itertools.pairwise(each.anchors))

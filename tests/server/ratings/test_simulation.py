"""Ratings found by simulated clubs are right: in order, in size, in certainty, and they stay so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cornerwise.server.ratings.simulation import Club, Finding, Forecast, calibration, simulate


def last(club: Club) -> tuple[Finding, list[Forecast]]:
    """What is found in the end, and the forecasts of the second half."""
    finding, forecasts = None, []
    for finding, made in simulate(club):
        forecasts += made if finding.round > club.rounds // 2 else []
    assert finding is not None
    return finding, forecasts


@pytest.mark.parametrize(
    "club",
    [
        Club(seats=2, people=120, rounds=40, computers=0.1),
        Club(seats=4, people=120, rounds=40, advantage=100, grain=60, computers=0.1),
        Club(seats=4, size=2, people=120, rounds=60, computers=0.1),
    ],
    ids=["two", "four", "teams"],
)
def test_order_size_and_certainty_are_right(club: Club) -> None:
    finding, forecasts = last(club)
    assert finding.correlation > 0.9
    assert 0.8 < finding.slope < 1.2
    assert finding.within > 0.85
    assert abs(finding.drift) < 40
    for chance, made, count in calibration(forecasts, 5):
        if count > 200:
            assert abs(chance - made) < 0.06, (chance, made, count)


def test_newcomers_do_not_lift_the_numbers_and_computers_pull_them_down() -> None:
    """Newcomers weaker than the number they begin with must not add up, and anchors must work against them."""
    club = Club(people=120, rounds=60, mean=1350, newcomers=0.02)
    free = [finding.drift for finding, _ in simulate(club)]
    held = [finding.drift for finding, _ in simulate(replace(club, computers=0.25))]
    assert free[-1] < free[0] + 15
    assert held[-1] < 0.7 * free[-1]

"""Headlines of positions late in games: no more is said than is proved, or known of every rival."""

import pytest

import cornerwise as cw
from cornerwise._core import Search, search_result
from cornerwise.advice.advice import make_advice
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.engine.tuning import tuning_of

BONUS = (
    "classic-teams.1.A4ABD9BSJBquCdSDLnDVSEH8EtcFZHFvBF8wGR4Ge2GyIHWL.AQJA1MBhnCUdCl4DLZDfEEFbFADFTiF_qGK"
    "-GcwGgJHRY.AYxA1KCQTCkODDZDyWD71EfNFM6FcLGEAGP-GcTGxcHIj.BB3BZcBnPCO7CjYDDMDcPEOfEyIFLYFfBGOXGcIGuFH"
    "HR"
)
ONE_PLACE = (
    "dice-3.1n13s1d256k121.AM73AQi1AZQ0AaL2AhB0AkU1AoF2Aux3A173A7M2A_90BEL1BIk0.AFZ0AJK1AND3AVI2Abd1Agl3A"
    "h-1Ark1Awf3A220BAh2BBw2BF50.ADd0AJQ3AMb2AZc2AaL3Agt0AjH1AuC2A113A_F0BB11BEf2BKT1"
)
STAIRS = "3d-stairs-2.1.AL6ASLAgWAoDAwpA0tA49A_m.AR0AX9AkVAydA0zA5-A8d"
SAME_LOSS = "duo.1.BYtBdPBolB-XCR_CZrCghC4hC6NDFyDTc.BVYBaKBm6BwcCNaCbkCyTC7mDI9DSJ"
RIVAL = (
    "classic-3.3r1.A2cBQYCKSC2NDLhDj_EP_FUNFnfF-lGZjGdNGleHac.AcUA3WBYrC37DE9DUUEQZE3eFxPF6yGO1GdaHBJHMU."
    "AD9A3VBuDC4JDCoDOwD8SFJhFdsGB0GKxGanG-pHWu.ASiAjEBJuCamDJIET0FDdFnJF48GG1GbUG_nHMV"
)
WALL = (
    "3d-wall-2x4.1x8.ALUAeWAvMBFZBV4BcHBlOB4LB8t.AGMAPeAfIAiYA-wBYhBaTCG6.AaOAeHAmQA-hBZzBcEBh7B3X.AeDA45A_lBb1Bo9BqI"
)


def advised(text, simulations):
    position = cw.Position.parse(text)
    with Engine(position.ruleset, memory_mb=64, seed=1) as engine:
        return engine.advise(position, Limit(simulations=simulations))


def test_a_single_place_leaves_no_choice():
    """Only the die differs, so that nothing is best, and nobody is asked to do it well."""
    advice = advised(ONE_PLACE, 2000)
    assert advice.headline.startswith("There is only one placement for seat 2 (playing blue)")
    assert advice.headline.endswith("You have almost no chance of winning.")


def test_a_bonus_that_the_first_move_denies_is_told():
    """Blue would place everything, the single square last, after any other move."""
    advice = advised(BONUS, 20_000)
    assert str(advice.best.move) == "d11" and advice.best.is_exact
    assert [each.sentence for each in advice.best.findings] == [
        "Loses by 19 points; no other move loses by less.",
        "Keeps a rival from placing everything, and so from a bonus of at least 15 points; not every move does.",
    ]
    # Another move has the better score, and the larger defeat.
    assert advice.headline.endswith("You can no longer win; try to lose by as little as possible.")
    assert advice.candidates[1].score[1] > advice.best.score[1]


def test_a_bonus_that_the_first_move_wins_is_told():
    position = cw.Position.parse(SAME_LOSS)
    texts = [str(move) for move in position.legal_moves[:2]]
    proved = {"visits": 1, "is_decided": True, "is_exact": True}
    lines = [
        {"move": text, "win": (0, 1), "score": (-17, score), **proved}
        for text, score in zip(texts, (15, -1), strict=True)
    ]
    best = make_advice(position, search_result(position, lines, 100)).best
    assert best.findings[1].sentence == (
        "Lets you place everything, for a bonus of at least 15 points; not every move does."
    )


@pytest.mark.parametrize("text", [SAME_LOSS, WALL, STAIRS])
def test_small_endings_are_solved_before_anything_is_said_of_their_scores(text):
    advice = advised(text, 100_000)
    assert all(candidate.is_exact for candidate in advice)
    kinds = {finding.kind for candidate in advice for finding in candidate.findings}
    assert "points" not in kinds


def test_what_is_said_of_all_is_proved_of_all():
    position = cw.Position.parse(SAME_LOSS)
    texts = [str(move) for move in position.legal_moves[:3]]
    lines = [
        {"move": text, "win": (1, 0), "score": (-17, -24), "visits": 100, "is_decided": True, "is_exact": is_exact}
        for text, is_exact in zip(texts, (True, True, False), strict=True)
    ]
    assert make_advice(position, search_result(position, lines, 100)).verdict == "equal"
    for line in lines:
        line["is_exact"] = True
    assert make_advice(position, search_result(position, lines, 100)).verdict == "equal_sure"


def test_a_score_that_nobody_proved_is_not_expected_where_the_winner_is():
    position = cw.Position.parse(SAME_LOSS)
    first, second = (str(move) for move in position.legal_moves[:2])
    known = {"win": (1, 0), "visits": 5000, "is_decided": True}
    lines = [{"move": first, "score": (-17, -24), **known}, {"move": second, "score": (-17, -60), **known}]
    advice = make_advice(position, search_result(position, lines, 10_000))
    assert "points" not in {finding.kind for candidate in advice for finding in candidate.findings}


def test_rivals_that_win_more_often_are_searched_and_do_not_lead_before_they_are_known():
    """A few early victories promise nothing; a search that compares looks more closely, and trusts the closest look."""
    position = cw.Position.parse(RIVAL)
    seat = position.turn.actor
    promising = {}
    for compares in (False, True):
        search = Search(position.ruleset, tuning_of(position.ruleset), 1, 1, 64)
        result = search.run(position, 60_000, compares=compares)
        lines = sorted(zip(result.visits, (win[seat] for win in result.win), result.moves, strict=True), reverse=True)
        best = lines[0][1]
        promising[compares] = [win for _, win, _ in lines[1:7] if win > best + 0.02]
    assert len(promising[True]) < len(promising[False])
    assert make_advice(position, result).best.move == position.ruleset.move(lines[0][2])

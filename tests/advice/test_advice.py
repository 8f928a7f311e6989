"""Advice: numbers that add up, moves that are legal, an order that what is shown bears out."""

import re

import pytest

import cornerwise as cw
from cornerwise._core import Search, measure, search_result
from cornerwise.advice.advice import make_advice
from cornerwise.engine import Engine
from cornerwise.engine.level import Limit
from cornerwise.engine.tuning import tuning_of
from cornerwise.throw import throw
from positions import forced, random_game

LIMIT = Limit(simulations=300)


@pytest.mark.parametrize("ruleset", ["duo", "classic-4", "classic-teams", "classic-3", "3d-tower-2x4", "dice-4"])
def test_advice_speaks_for_every_seat(ruleset):
    position = random_game(ruleset, 9).position
    if position.rolls:
        position = position.roll(throw(position, 1))
    with Engine(ruleset, memory_mb=64) as engine:
        advice = engine.advise(position, LIMIT, count=3)
    seats = position.ruleset.seats
    assert 1 <= len(advice.candidates) <= 3
    assert len(advice.win) == len(advice.score) == seats
    teams = position.ruleset.teams
    for candidate in advice.candidates:
        assert candidate.move in position.legal_moves
        assert sum(candidate.win[team[0]] for team in teams) == pytest.approx(1, abs=0.02)
        assert len(candidate.score) == seats
        assert 0 <= candidate.error <= 1 and candidate.visits > 0
        for reason in candidate.findings:
            assert reason.sentence.endswith(".")
            assert all(0 <= cell < position.ruleset.board.cell_count for cell in reason.cells)
    assert 0 <= advice.confidence <= 1
    assert str(advice.best.move) in str(advice)


def test_a_clear_case_is_called_clear():
    """Late in a game that one move decides, the search proves it and says so."""
    with Engine("duo", memory_mb=32) as engine:
        advice = engine.advise(forced("duo"), LIMIT)
    assert advice.confidence == 1.0 and len(advice.candidates) == 1


def test_moves_that_are_proved_equal_are_called_equal():
    equal = better = 0
    for seed in range(12):
        position = random_game("duo", 26, seed=seed).position
        if position.is_over:
            continue
        with Engine("duo", memory_mb=32) as engine:
            advice = engine.advise(position, Limit(simulations=5000))
        proved = [candidate for candidate in advice.candidates[:2] if candidate.is_exact]
        if len(position.legal_moves) == 1:
            assert str(advice).startswith("This is the only move for ")
        elif len(proved) == 2 and proved[0].score == proved[1].score:
            equal += 1
            assert advice.confidence == 0.5 and advice.verdict in ("two_sure", "equal_sure", "every_sure")
        elif len(proved) == 2:
            better += 1
            assert advice.confidence == 1.0 and str(advice).startswith("The first move is clearly best")
    assert equal and better


@pytest.mark.parametrize("count", [0, -1, 1.5, "3"])
def test_advice_is_about_one_move_or_more(count):
    with Engine("duo", memory_mb=32) as engine, pytest.raises(cw.CornerwiseError, match="one move or more"):
        engine.advise(cw.start("duo"), LIMIT, count=count)


def searched(position, *found, **more):
    """A search that found these moves: (text, win chance, visits, score of the mover)."""
    lines = [
        {"move": text, "win": (win, 1 - win), "visits": visits, "score": (score, -20.0), "prior": 0.1, **more}
        for text, win, visits, score in found
    ]
    return search_result(position, lines, 10_000)


def test_words_say_what_the_numbers_say():
    position = cw.start("duo")
    texts = ["e8,d9,e9,f9,e10", "e9,e10", "e10"]

    def advice(*wins_visits):
        found = ((text, win, visits, -20.0) for text, (win, visits) in zip(texts, wins_visits, strict=False))
        return make_advice(position, searched(position, *found))

    assert advice((0.6, 9000), (0.4, 900)).headline == "The first move is clearly best for black."
    assert advice((0.5, 9000), (0.5, 4000)).headline == "Two moves look equally good for black."
    several = advice((0.5, 9000), (0.5, 4000), (0.49, 4000))
    assert several.headline == "Several moves look equally good for black."
    # Four in a hundred is not equal, and not certain either.
    assert advice((0.53, 2000), (0.49, 2000)).headline == (
        "The first move looks a little better for black, but the difference is within the margin of error."
    )
    # Unlike five points, ten are clear; and a few simulations make nothing clear.
    assert advice((0.30, 90000), (0.25, 90000)).verdict == "likely"
    assert advice((0.95, 120), (0.05, 100)).verdict == "likely"
    # What was hardly looked at is unknown, whatever it promises.
    assert advice((0.6, 9000), (0.4, 900), (0.7, 20)).verdict == "likely"
    # And where nothing else was looked at, nothing is sure.
    unknown = advice((0.6, 9000), (0.4, 20))
    assert unknown.headline == "The first move looks best for black, but little is known about the others."
    assert advice((0.99, 9000), (0.98, 4000)).headline == "Any of these moves should win for black."
    # One rival that comes near is enough.
    assert advice((0.69, 400), (0.60, 390), (0.68, 390)).confidence < 0.75
    hopeless = advice((0.0, 9000), (0.0, 4000))
    assert hopeless.headline.endswith("You have almost no chance of winning; try to lose by as little as possible.")
    assert all(len(line) <= 80 for line in str(hopeless).splitlines())


def test_win_chances_of_other_seeds_lie_within_the_error():
    position = random_game("duo", 8, seed=2).position
    found = []
    for seed in range(8):
        with Engine("duo", memory_mb=64, seed=seed) as engine:
            found += [
                (each.move, each.win[position.turn.actor], each.error)
                for each in engine.advise(position, Limit(simulations=1500), count=2).candidates
            ]
    move = found[0][0]
    wins, errors = zip(*((win, error) for each, win, error in found if each == move), strict=True)
    assert len(wins) >= 3
    assert max(wins) - min(wins) < 2 * max(errors)


def test_a_strike_is_not_wasted_on_what_the_dice_allow():
    position = cw.start("dice-2").roll("1 1")
    with Engine("dice-2", memory_mb=64) as engine:
        advice = engine.advise(position, Limit(simulations=4000), count=50)
    free = {shape for die in position.dice for shape in position.ruleset.rows[die]}
    struck = [each.move for each in advice.candidates if each.move.strike]
    assert struck and not any(move.shape in free for move in struck)


def test_a_search_that_was_stopped_at_once_still_advises():
    position = cw.start("dice-2").roll("1 1")
    rules = position.ruleset
    wasteful = next(move for move in position.legal_moves if move.strike and move.shape in rules.rows[1])
    line = {"move": wasteful, "win": (0.5, 0.5), "score": (9.0, 9.0), "visits": 1}
    assert make_advice(position, search_result(position, [line], 1)).best.move == wasteful


def test_how_sure_it_is_does_not_depend_on_how_many_moves_are_shown():
    with Engine("duo", memory_mb=64) as engine:
        result = engine.search(cw.start("duo"), Limit(simulations=2000))
    one, five = (make_advice(cw.start("duo"), result, count) for count in (1, 5))
    assert len(one.candidates) == 1 and one.best.move == five.best.move
    assert one.confidence == five.confidence < 0.95


@pytest.mark.parametrize(
    ("ruleset", "sides"),
    [
        ("duo", ["black", "white"]),
        ("classic-2", ["blue+red", "yellow+green"]),
        ("classic-teams", ["blue+red", "yellow+green"]),
        ("classic-3", ["blue", "yellow", "red"]),
        ("dice-2", ["seat 1", "seat 2"]),
    ],
)
def test_every_sides_chance_and_score_are_told_by_name(ruleset, sides):
    position = cw.start(ruleset)
    if position.rolls:
        position = position.roll("1 6")
    with Engine(ruleset, memory_mb=64) as engine:
        told = str(engine.advise(position, Limit(simulations=50), count=1))
    # What stands above them takes a line or two.
    wins, scores = re.search(r"^   wins .*\n   (?:scores|empty squares) .*$", told, re.MULTILINE)[0].splitlines()
    assert re.findall(r"([a-z+]+(?: \d)?): \d+%", wins.removeprefix("   wins ")) == sides
    assert re.findall(r"([a-z+]+(?: \d)?): -?\d+\.\d", re.sub("^   (scores|empty squares) ", "", scores)) == sides
    assert all(len(line) <= 80 for line in told.splitlines())


def test_advice_leads_with_what_is_certain_and_is_ordered_by_what_is_shown():
    position = cw.start("duo")
    advice = make_advice(
        position,
        searched(
            position,
            ("e9,e10", 0.50, 4000, -20.0),
            ("e8,d9,e9,f9,e10", 0.60, 5000, -20.0),
            ("e10,f10", 0.90, 12, -20.0),
            ("e10", 0.50, 900, -15.0),
        ),
    )
    assert [str(each.move) for each in advice.candidates] == ["e8,d9,e9,f9,e10", "e10", "e9,e10"]
    shown = [round(100 * each.win[0]) for each in advice.candidates]
    assert shown == sorted(shown, reverse=True)


def test_what_has_a_higher_chance_of_which_little_is_known_is_not_praised():
    position = cw.start("duo")
    found = searched(position, ("e8,d9,e9,f9,e10", 0.50, 2000, -20.0), ("e9,e10", 0.55, 110, -20.0))
    advice = make_advice(position, found)
    assert advice.verdict == "unknown" and str(advice.best.move) == "e8,d9,e9,f9,e10"
    assert not [each for each in advice.candidates[1].findings if each.is_good]


def test_equal_chances_are_ordered_by_the_lead_over_the_others():
    """Whose scores stand beside the own one; by how much one wins or loses is what counts in the end."""
    position = cw.start("duo")
    lines = [
        {"move": text, "win": (win, 1 - win), "visits": visits, "score": score}
        for text, win, visits, score in (
            ("e8,d9,e9,f9,e10", 0.504, 5000, (-22.0, -40.0)),
            ("e10", 0.496, 4000, (-18.0, -10.0)),
            ("e9,e10", 0.500, 3000, (-20.0, -30.0)),
        )
    ]
    told = make_advice(position, search_result(position, lines, 12_000)).candidates
    assert [each.score[0] for each in told] == [-22.0, -20.0, -18.0]


def test_a_search_that_compares_looks_into_the_rivals_of_the_first():
    """They are known, or worse by more than their error; in slices it finds the same as in one run."""
    position = random_game("duo", 8, seed=3).position
    tuning, unknown = tuning_of(position.ruleset), {}
    for compares in (False, True):
        result = Search(position.ruleset, tuning, 1, 1, 64).run(position, 2000, compares=compares)
        lines = sorted(zip(result.visits, (win[0] for win in result.win), strict=True), reverse=True)
        (most, best), rivals = lines[0], lines[1:7]
        unknown[compares] = [
            (visits, win) for visits, win in rivals if visits < 0.04 * most and win + 1 / visits**0.5 > best
        ]
    assert unknown[False] and not unknown[True]
    search = Search(position.ruleset, tuning, 1, 1, 64)
    search.begin(position, 2000, compares=True)
    while search.advance(77):
        pass
    assert list(search.result().visits) == list(result.visits)


def test_hopeless_positions_are_ordered_by_points():
    position = cw.start("duo")
    found = searched(position, ("e10", 0.0, 5000, -40.0), ("e9,e10", 0.001, 4000, -30.0))
    assert str(make_advice(position, found).best.move) == "e9,e10"


def test_twins_are_told_once():
    """Duo's first position is its own mirror image."""
    position = cw.start("duo")
    found = searched(
        position, ("e10,f10", 0.5, 5000, -20.0), ("e9,e10", 0.5, 4900, -20.0), ("d10,e10", 0.4, 3000, -20.0)
    )
    assert [str(each.move) for each in make_advice(position, found).candidates] == ["e10,f10", "d10,e10"]
    with Engine("duo", memory_mb=32) as engine:
        moves = [each.move for each in engine.advise(position, LIMIT, count=10).candidates]
    mirrors = [
        image
        for image in position.ruleset.board.symmetries[1:]
        if image[position.ruleset.starts[0][0]] in position.ruleset.starts[0]
    ]
    twins = [tuple(sorted(mirrors[0][cell] for cell in move.cells)) for move in moves]
    cells = [move.cells for move in moves]
    assert len(mirrors) == 1 and not [
        twin for own, twin in zip(cells, twins, strict=True) if twin != own and twin in cells
    ]


def test_what_follows_the_first_is_compared_with_it_by_number():
    position = cw.start("duo")
    found = searched(
        position,
        ("e8,d9,e9,f9,e10", 0.60, 9000, -15.0),
        ("d10,e10", 0.50, 4000, -15.0),
        ("e10", 0.60, 3000, -18.0),
        ("e10,f10", 0.57, 3000, -15.0),
    )
    told = {str(each.move): each.findings[0].sentence for each in make_advice(position, found).candidates[1:]}
    # The chances stand beside the moves and are not repeated.
    assert told == {
        "d10,e10": "Adds only 36 squares to the reach of your next piece; the first move adds 55.",
        "e10": "Should finish about 2 points ahead; the first move, about 5.",
        # Three points less are within the error, so that what it lacks is said instead.
        "e10,f10": "Adds only 41 squares to the reach of your next piece; the first move adds 55.",
    }


def test_a_move_that_lacks_nothing_is_about_as_good_as_the_first():
    position = cw.start("duo")
    found = searched(position, ("e10,f10", 0.50, 3000, -20.0), ("e8,d9,e9,f9,e10", 0.49, 3000, -20.0))
    advice = make_advice(position, found)
    # The headline says so already.
    assert advice.headline == "Two moves look equally good for black."
    told = advice.candidates[1].findings
    assert all(finding.is_good and finding.kind != "level" for finding in told)


def test_a_first_move_that_another_equals_is_not_said_to_look_best():
    position = cw.start("duo")
    found = searched(position, ("e10,f10", 0.53, 3000, -20.0), ("e8,d9,e9,f9,e10", 0.50, 3000, -20.0))
    advice = make_advice(position, found)
    assert advice.confidence > 0.75 and advice.verdict == "ahead"


def test_clearly_best_needs_chances_that_do_not_overlap():
    position = cw.start("duo")
    for second, verdict in ((0.55, "likely"), (0.50, "clear")):
        found = searched(position, ("e8,d9,e9,f9,e10", 0.60, 9000, -20.0), ("e10,f10", second, 9000, -20.0))
        for count in (1, 5):
            advice = make_advice(position, found, count)
            assert advice.confidence > 0.95 and advice.verdict == verdict


def test_a_rival_that_is_not_listed_can_make_the_first_unclear():
    position = cw.start("duo")
    texts = ("e8,d9,e9,f9,e10", "e10,f10", "e10", "e9,e10")
    chances = ((0.60, 9000), (0.40, 9000), (0.40, 9000), (0.40, 9000))
    lines = [(text, win, visits, -20.0) for text, (win, visits) in zip(texts, chances, strict=True)]
    assert make_advice(position, searched(position, *lines), 1).verdict == "clear"
    # Three rivals must be known; a few visits say nothing of a move.
    lines[2:] = [(text, 0.0, 30, -20.0) for text in texts[2:]]
    assert make_advice(position, searched(position, *lines), 1).verdict == "likely"


def test_a_chance_that_still_moves_is_uncertain():
    position = cw.start("duo")
    sure, moving = (
        make_advice(
            position,
            searched(position, ("e8,d9,e9,f9,e10", 0.60, 9000, -20.0), ("e10,f10", 0.45, 9000, -20.0), drift=drift),
        )
        for drift in (0.0, 0.05)
    )
    assert sure.verdict == "clear" and moving.verdict != "clear"
    assert moving.best.error > sure.best.error + 0.05


def test_what_a_clearly_worse_move_does_too_is_no_plus_of_the_first():
    """Squares taken from the rival by the first move, and as many by one that is as good, or clearly worse."""
    seen = 0
    for seed in range(12):
        position = random_game("duo", 8, seed=seed).position
        rival = next(color for color in position.ruleset.colors if color != position.turn.color)
        counts = {str(move): len(measure(position, move).taken[rival]) for move in position.legal_moves[::7]}
        first, other, *rest = sorted(counts, key=counts.__getitem__, reverse=True)
        few = rest[-3:]
        if counts[first] != counts[other]:
            continue
        told = []
        for chance in (0.60, 0.40):
            lines = ((text, 0.59 if text in few else chance, 5000, -20.0) for text in (other, *few))
            advice = make_advice(position, searched(position, (first, 0.61, 9000, -20.0), *lines))
            assert str(advice.best.move) == first
            told.append("space_taken" in {each.kind for each in advice.best.findings})
        assert not told[1]
        seen += told[0]
    assert seen


def test_moves_that_are_proved_equal_get_no_reason_but_how_it_ends():
    position = cw.start("duo")
    texts = ("e8,d9,e9,f9,e10", "e10,f10")
    found = searched(position, *((text, 1.0, 500, -3.0) for text in texts), is_decided=True, is_exact=True)
    first, second = make_advice(position, found).candidates
    assert [each.kind for each in first.findings] == ["sure_win"]
    assert second.findings == ()  # the headline says it
    told = str(make_advice(position, found))
    assert told.startswith("Two moves are equally good for black: with best play, both lead to the same\nscore.")
    assert "(score proven)" in told


def test_all_that_are_listed_lead_to_the_same_score_only_if_that_is_known_of_all():
    """The last one is as hopeless, and nobody knows how it ends."""
    position = cw.start("duo")
    proved = ("e8,d9,e9,f9,e10", "e10", "e9,e10")
    found = [
        {"move": text, "win": (0, 1), "visits": 500, "score": (-30.0, -20.0), "is_decided": True, "is_exact": True}
        for text in proved
    ]
    assert make_advice(position, search_result(position, found, 10_000)).verdict == "equal_sure"
    found.append({"move": "e10,f10,g10", "win": (0, 1), "visits": 500, "score": (-31.5, -20.0), "is_decided": True})
    advice = make_advice(position, search_result(position, found, 10_000))
    assert len(advice.candidates) == 4 and advice.verdict != "equal_sure"


@pytest.mark.parametrize(
    ("win", "scores", "first", "others"),
    [
        (
            1.0,
            (-3.0, -5.0, -3.0),
            "Wins for certain, by 17 points.",
            ["Also wins for certain, but by 15 points instead of 17."],
        ),
        # Of moves that nobody looked at, nothing is said.
        (0.0, (-24.0, -25.0, -24.0), None, ["Also loses, and by 5 points instead of 4."]),
    ],
)  # fmt: skip
def test_where_every_end_is_known_nothing_else_is_told(win, scores, first, others):
    position = cw.start("duo")
    texts = ("e8,d9,e9,f9,e10", "e10", "e9,e10")
    found = searched(
        position, *((text, win, 500, score) for text, score in zip(texts, scores, strict=True)),
        is_decided=True, is_exact=True,
    )  # fmt: skip
    told = [[each.sentence for each in candidate.findings] for candidate in make_advice(position, found).candidates]
    assert told[1:] == [[], others]  # the headline says that two end alike
    assert told[0] == [first] if first else not any("Loses" in each for each in told[0])


@pytest.mark.parametrize(
    ("retired", "sentence"), [((3,), "Wins for certain, by 3 points."), ((1, 2), "Wins for certain, by 9 points.")]
)
def test_a_victory_is_measured_against_those_who_stayed(retired, sentence):
    """R5: who retired ranks last, whatever the score."""
    position = cw.start("classic-4")
    for seat in retired:
        position = position.retire(seat)
    lines = [
        {
            "move": move,
            "win": (1, 0, 0, 0),
            "visits": 500,
            "score": (-3, -6, -9, -1 - 11 * (3 not in retired)),
            "prior": 0.1,
        }
        | {"is_decided": True, "is_exact": True}
        for move in [str(each) for each in position.legal_moves[:2]]
    ]
    best = make_advice(position, search_result(position, lines, 10_000)).best
    assert [each.sentence for each in best.findings] == [sentence]


def test_the_smallest_defeat_is_told_where_every_move_is_known():
    told = 0
    for seed in range(12):
        position = random_game("duo", 26, seed=seed).position
        if position.is_over or len(position.legal_moves) < 2:
            continue
        with Engine("duo", memory_mb=32) as engine:
            result = engine.search(position, Limit(simulations=5000), compares=True)
        kinds = {each.kind for each in make_advice(position, result).best.findings}
        if kinds & {"sure_win", "sure_loss"}:
            seat, told = position.turn.actor, told + 1
            leads = [score[seat] - score[1 - seat] for score in result.score]
            best = make_advice(position, result).best
            lead = best.score[seat] - best.score[1 - seat]
            assert best.is_decided and best.findings[0].value in (abs(lead), 0) and len(kinds) == 1
            assert kinds == {"sure_win"} or (lead == max(leads) < 0 and len(leads) == len(position.legal_moves))
    assert told


def test_the_expected_line_can_be_played():
    for ruleset in ("duo", "classic-4", "dice-2"):
        position = cw.start(ruleset)
        if position.rolls:
            position = position.roll("1 6")
        with Engine(ruleset, memory_mb=64) as engine:
            advice = engine.advise(position, Limit(simulations=3000))
        best, told = advice.best, []
        here = position.play(best.move)
        for move in best.expected:
            told.append(f"{here.turn.color} {move.label}")
            here = here.play(move)
        assert best.expected or ruleset == "dice-2"
        assert ", then ".join(told) in " ".join(str(advice).split())

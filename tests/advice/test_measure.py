"""What the kernel measures of a move is counted again here, slowly, from the rules alone."""

import json

import pytest

import cornerwise as cw
from cornerwise._core import measure, placements
from data_files import DATA
from positions import random_game
from recount import assert_never_entered, chained, covered, geometry, places, targets, visible


@pytest.mark.parametrize(
    ("ruleset", "plies"),
    [
        ("duo", 6), ("duo", 13), ("duo", 20), ("classic-4", 30), ("classic-2", 44), ("classic-3", 35),
        ("classic-teams", 22), ("3d-tower-3", 9), ("3d-wall-2", 4),
    ],
)  # fmt: skip
def test_every_measure_is_true(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    color, sheet, rules = position.turn.color, position.turn.sheet, position.ruleset
    owners = dict(zip(rules.colors, rules.owners, strict=True))
    team = next(set(team) for team in rules.teams if position.turn.actor in team)
    rivals = [each for each, owner in owners.items() if owner is not None and owner not in team]
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 5)]:
        found, after = measure(position, move), position.play(move)
        reach = covered(places(after, sheet, color))
        assert set(found.opened) == (targets(after, sheet, color) & reach) - targets(position, sheet, color)
        assert set(found.reach) == reach
        alive = {shape for shape, spots in places(position, sheet, color).items() if spots} - {move.shape}
        assert set(found.died) == {shape for shape in alive if not places(after, sheet, color)[shape]}
        for rival in rivals:
            old, new = covered(places(position, sheet, rival)), covered(places(after, sheet, rival))
            usable = targets(position, sheet, rival) & old
            assert set(found.closed[rival]) == usable - targets(after, sheet, rival)
            assert set(found.taken[rival]) == old - new
            assert set(found.starved[rival]) == (usable & targets(after, sheet, rival)) - new
            gone = places(after, sheet, rival)
            assert set(found.killed[rival]) == {
                shape for shape, spots in places(position, sheet, rival).items() if spots and not gone[shape]
            }
            assert set(found.shut_out[rival]) <= old - new - set(move.cells)
            assert_never_entered(after, [rival], found.shut_out[rival])
            if rules.contact == "face":
                assert found.cost[rival] == visible(position, rival) - visible(after, rival)
        assert_never_entered(after, rivals, found.safe)
        assert set(found.safe) <= reach
        if rules.contact == "face":
            assert found.gained == visible(after, color) - visible(position, color) + 1


@pytest.mark.parametrize(("ruleset", "plies"), [("duo", 15), ("duo", 18), ("3d-wall-2", 12), ("classic-2", 60)])
def test_space_is_what_chains_of_two_pieces_that_fit_together_reach(ruleset, plies):
    position = random_game(ruleset, plies, seed=plies).position
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 2)]:
        found = measure(position, move)
        assert set(found.space) == chained(position.play(move), position.turn.sheet, position.turn.color)
        assert set(found.reach) <= set(found.space)


def test_a_sheet_is_measured_in_all_its_colors():
    """I5: the next shape is drawn in another color."""
    position = cw.start("dice-2").roll("4 6")
    for _ in range(3):
        position = position.play(next(move for move in position.legal_moves if not move.strike))
        while position.rolls:
            position = position.roll(position.rolls[-1])
    sheet, colors = position.turn.sheet, position.ruleset.colors
    for move in position.legal_moves[::40]:
        found, after = measure(position, move), position.play(move)
        reach = {color: covered(places(after, sheet, color)) for color in colors}
        assert set(found.reach) == set().union(*reach.values()) and not found.closed
        # Markers move on: only the color of the next own turn will be drawn in then.
        later = after
        while later.rolls or later.turn.actor != position.turn.actor:
            later = later.roll(later.rolls[-1]) if later.rolls else later.play(later.legal_moves[0])
        assert later.turn.color != position.turn.color and set(found.space) == reach[later.turn.color]


def test_a_space_that_the_shared_color_can_enter_is_not_safe():
    """C7: rivals play green, so what green can reach is nobody's own."""
    seen = 0
    for seed in range(3):
        position = random_game("classic-3", 40 + seed, seed=seed).position
        if position.turn.color == "green":
            position = position.play(position.legal_moves[0])
        for move in position.legal_moves[::9]:
            safe = set(measure(position, move).safe)
            seen += bool(safe)
            assert not safe & covered(places(position.play(move), 0, "green"))
    assert seen


def test_a_first_piece_in_space_opens_the_ground_beside_it():
    """S4: all of the ground was open before, but nothing of it was a place beside a piece of one's own."""
    position = cw.start("3d-pyramid-2")
    there = geometry(position.ruleset)
    for move in position.legal_moves[::5]:
        cells = set(there.placements[move.placement][1])
        faces = {each for cell in cells for each in (*there.edges[cell], there.under[cell], there.above[cell])}
        beside = faces - cells - {None}
        fitting = placements(position.play(move), position.turn.color)
        fits = {cell for placement in fitting for cell in there.placements[placement][1]}
        assert set(measure(position, move).opened) == beside & fits


def test_new_reach_is_counted_again():
    """Cells that the next piece can cover and could not before."""
    seen = 0
    for entry in (DATA / "advice.jsonl").read_text("utf-8").splitlines():
        if '"new_reach:' not in entry:
            continue
        data = json.loads(entry)
        position = cw.Position.parse(data["position"])
        first = data["moves"][0]
        kind = next((kind for kind in first["kinds"] if kind.startswith("new_reach:")), None)
        if kind is None:
            continue
        after = position.play(first["move"])
        sheet, color = position.turn.sheet, position.turn.color
        gained = covered(places(after, sheet, color)) - covered(places(position, sheet, color))
        value, usual, cells = map(float, kind.split(":")[1:])
        assert value == cells == len(gained) > usual
        seen += 1
        if seen == 6:
            break
    assert seen

"""Rulesets of one's own mean what they say: the kernel equals the reference on other boards, rows and tables."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import cornerwise as cw
from lockstep import POLICIES, Lockstep
from reference_games import DICE_ROWS, FOUR_COLORS, Cell, Rules, alone, cube_shapes, flat_board, flat_shapes

Own = tuple[str, Rules]

#: Two shapes have changed places.
ROWS = DICE_ROWS | {1: ("X", "2", "I3", "V3"), 6: ("F", "Z5", "1")}

PLAN = """
33..33
344443
..44..
344443
33..33
"""


def cells(*names: str) -> frozenset[Cell]:
    """Flat cells by their names."""
    return frozenset((ord(name[0]) - ord("a"), int(name[1:]) - 1, 0) for name in names)


def dice() -> Own:
    """I1: another grid with blocked squares, other rows, fewer strikes."""
    rows = "\n".join(f"{face} = {list(shapes)}" for face, shapes in ROWS.items())
    text = f"""
        name = "dice-own"
        extends = "dice-3"
        board = {{ columns = 10, rows = 10, blocked = ["e5", "f6", "a4"] }}
        starts = {{ cells = ["a10", "j10", "j1", "a1"] }}
        [turns]
        strikes = 1
        [turns.rows]
        {rows}
    """
    board = flat_board(10) - cells("e5", "f6", "a4")
    corners = dict.fromkeys(FOUR_COLORS, cells("a10", "j10", "j1", "a1"))
    owners: dict[str, int | None] = dict.fromkeys(FOUR_COLORS)
    rules = Rules("dice-own", board, flat_shapes(), FOUR_COLORS, 3, owners, corners, alone(3), is_dice=True)
    return text, Rules(**{**vars(rules), "rows": ROWS, "strikes": 1})


def structure() -> Own:
    """S2: a structure with holes and uneven heights."""
    text = f"name = 'castle'\nextends = '3d-tower-3'\n[board]\nplan = '''{PLAN}'''\ncaps = {{ 3 = 3 }}"
    lines = PLAN.split()[::-1]
    board = frozenset(
        (x, y, z)
        for y, line in enumerate(lines)
        for x, height in enumerate(line)
        if height != "."
        for z in range(min(int(height), 3))
    )
    colors = FOUR_COLORS[:3]
    ground = dict.fromkeys(colors, frozenset(cell for cell in board if cell[2] == 0))
    owners: dict[str, int | None] = {color: seat for seat, color in enumerate(colors)}
    return text, Rules("castle", board, cube_shapes(), colors, 3, owners, ground, alone(3), is_spatial=True)


def shared() -> Own:
    """C2, C7: a shared color and free corners on an oblong board with holes."""
    text = """
        name = "oblong"
        extends = "classic-3"
        options = { corners = "free" }
        board = { columns = 12, rows = 9, blocked = ["d4", "d5", "h3"] }
        starts = { cells = ["a1", "l1", "a9", "l9"] }
    """
    board = frozenset((x, y, 0) for x in range(12) for y in range(9)) - cells("d4", "d5", "h3")
    owners: dict[str, int | None] = dict(zip(FOUR_COLORS, (0, 1, 2, None), strict=True))
    starts = dict.fromkeys(FOUR_COLORS, cells("a1", "l1", "a9", "l9"))
    return text, Rules("oblong", board, flat_shapes(), FOUR_COLORS, 3, owners, starts, alone(3))


def teams() -> Own:
    """C6: other teams, and starts of which one is no corner."""
    text = """
        name = "neighbors"
        extends = "classic-4"
        teams = [[0, 1], [2, 3]]
        board = { columns = 11, rows = 11 }
        starts = { cells = ["a1", "f6", "k1", "a11"] }
    """
    owners: dict[str, int | None] = {color: seat for seat, color in enumerate(FOUR_COLORS)}
    starts = {color: cells(name) for color, name in zip(FOUR_COLORS, ("a1", "f6", "k1", "a11"), strict=True)}
    return text, Rules("neighbors", flat_board(11), flat_shapes(), FOUR_COLORS, 4, owners, starts, ((0, 1), (2, 3)))


@pytest.mark.parametrize("own", [dice, structure, shared, teams])
@pytest.mark.parametrize("policy", POLICIES)
def test_own_ruleset(own: Callable[[], Own], policy: str) -> None:
    """Random games of a ruleset of one's own, compared at every step."""
    text, rules = own()
    rng = random.Random(f"{rules.name} {policy}")
    for _ in range(3):
        both = Lockstep.of_own(cw.parse_ruleset(text), rules)
        both.compare_everything()
        while not both.game.is_over:
            both.step(rng, policy)
            both.compare_everything()


@pytest.mark.parametrize(
    "text",
    [
        "name = 'waiting'\nextends = 'classic-4'\nstarts = { choice = 'free', touch = true }",
        "name = 'apart'\nextends = '3d-wall-3'\nstarts = { touch = false }",
        "name = 'dice-ground'\nextends = 'dice-3'\nstarts = { choice = 'ground', touch = true }",
    ],
)
def test_text_of_other_openings(text: str) -> None:
    """Positions are exact as text too where first pieces must touch on flat boards, need not in space, follow dice."""
    ruleset = cw.parse_ruleset(text)
    for seed in range(20):
        rng, position = random.Random(seed), cw.start(ruleset)
        while not position.is_over:
            if position.turn.actor == cw.CHANCE:
                position = position.roll(rng.choice(position.rolls))
            else:
                position = position.play(rng.choice(position.legal_moves))
            assert cw.Position.parse(position.text, ruleset) == position


def test_best_color_of_a_seat_in_a_team() -> None:
    """S7, C6: a seat counts its better color, a team adds up its seats."""
    ruleset = cw.parse_ruleset("name = 'pairs'\nextends = 'classic-4'\ntally = 'best'\nteams = [[0, 2], [1, 3]]")
    position = cw.start(ruleset).play("a20").play("t20,t19")
    assert position.color_scores == {"blue": -88, "yellow": -87, "red": -89, "green": -89}
    assert position.scores == (-177, -176, -177, -176)
    ruleset = cw.parse_ruleset(
        "name = 'one'\nextends = 'classic-4'\nseats = 2\nowners = [0, 1, 0, 1]\ntally = 'best'\nteams = [[0, 1]]"
    )
    assert cw.start(ruleset).play("a20").play("t20,t19").scores == (-175, -175)


def test_visible_cubes_need_faces() -> None:
    """S6 counts the cubes of a color, which only contact by faces knows."""
    with pytest.raises(cw.RulesetError, match="visible"):
        cw.parse_ruleset("name = 'odd'\nextends = '3d-wall-3'\ncontact = 'corner'")

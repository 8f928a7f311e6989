"""Every reason why a move is not legal: its kind, its clause and its sentence, and that the sentence is true."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cornerwise as cw
import reference
from data_files import join_name
from lockstep import Lockstep
from reference_games import EVERY_GAME, Placement, cell_text, placements

#: the game, what was played and rolled, the move, and the reason
REASONS = [
    ("classic-4", [], "b19", "start", "C2", "The first blue piece must cover a20."),
    ("duo", [], "a1", "start", "D1", "The first black piece must cover e10."),
    ("dice-2", ["1 2"], "1:b2", "start", "I4", "The first blue piece must cover a1 or i1 or a9 or i9."),
    ("3d-tower-2", [], "d3.2,d3.3", "hanging", "S3", "Nothing may overhang: there is an empty cell under d3.2."),
    ("3d-tower-2", ["d3.1,d3.2"], "d3.3,d3.4", "ground", "S4", "The first yellow piece must stand on the ground."),
    ("3d-tower-2", ["d3.1,d3.2"], "g7.1,g6.1", "loose", "S4",
     "The first yellow piece must touch a face of a piece already placed."),
    ("3d-tower-2", ["d3.1,d3.2", "e3.1,e3.2"], "g7.1,g6.1,g5.1", "apart", "S4",
     "The piece must touch a face of a blue piece."),
    ("3d-tower-2", ["d3.1,d3.2", "e3.1,e3.2"], "d4.1,d5.1", "used", "S1",
     "The piece I2 is already used; left: I3, V3, I4, L4, T4, S4, O4, B4, D4, E4."),
    ("duo", ["e10", "j5"], "e11,f11", "edge", "C3", "The piece touches another black piece along an edge at e11."),
    ("duo", ["e10", "j5"], "h8,h9", "apart", "C3", "The piece must touch a black piece at a corner."),
    ("duo", ["e10", "j5"], "e10,e11", "occupied", "K4", "There is already a piece on e10."),
    ("dice-2", [], "1:a1", "chance", "I2", "The dice must be rolled first."),
    ("dice-2", ["1 2"], "3:a1,b1,b2,c2", "no_die", "I2", "There is no die 3 to take; free are 1 and 2."),
    ("dice-2", ["1 2", "1:a1"], "3:a1,b1,b2,c2", "no_die", "I2",
     "There is no die 3 to take; the only free die is 2."),
    ("dice-2", ["1 2"], "2:a1", "other_die", "I2", "The piece 1 stands in row 1; take die 1."),
    ("dice-2", ["3 6"], "3:a1,a2,b2,c2,b3", "other_die", "I2", "The piece F stands in row 6; take die 6."),
    ("dice-2", ["3 6"], "3:a1", "needs_strike", "I3",
     "The piece 1 stands in row 1; without a die 1 it takes a strike."),
    ("dice-2", ["1 1", "1:a1", "1:a1", "2 2"], "2:a9", "used", "I4", None),
    ("dice-2", ["1 1", "1:a1", "1:a1", "2 2"], "2:e5,f5", "start", "I4", None),
    ("classic-3", ["a20", "t20", "t1", "a1", "b19,b18", "s19,s18", "s2,s3"], "a2,a3", "edge", "C3",
     "The piece touches another green piece along an edge at a2."),
    ("3d-wall-2", [], "h5.3,h5.4", "high", "S5", '"h5.3" is too high: the structure rises to 2 at h5.'),
    ("3d-stairs-2", [], "d2.1,d2.2", "high", "S5", '"d2.2" is too high: the structure rises to 1 at d2.'),
    ("3d-wall-2", [], "h5.1,i5.1", "off", "S5", '"i5.1" is outside the structure.'),
    ("3d-tower-2", [], "a1.1,a2.1", "off", "S5", '"a1.1" is outside the structure.'),
    ("classic-4", [], "a20,a21", "off", "K6",
     '"a21" is off the board: its columns go from a to t, its rows from 1 to 20.'),
    ("classic-4", [], "a20,c20", "no_piece", "K2",
     'The cells of "a20,c20" do not form one of the pieces of this game.'),
    ("3d-tower-2", [], "d3.1", "no_piece", "S1", 'The cells of "d3.1" do not form one of the pieces of this game.'),
    ("classic-4", [], "hello", "notation", "", '"hello" is no cell; cells are written like a1.'),
    ("3d-tower-2", [], "d3,d4", "notation", "",
     '"d3" is no cell; cells are written like d3.1, with the height after the dot.'),
    ("dice-2", ["1 1", "1:a1", "1:a1", "1 1"], "1:i1", "used", "I4", None),
]  # fmt: skip


@pytest.mark.parametrize(("game", "before", "move", "kind", "clause", "sentence"), REASONS)
def test_reason(game: str, before: list[str], move: str, kind: str, clause: str, sentence: str | None) -> None:
    """`explain` names the first clause that is broken, `play` refuses with the same sentence."""
    position = cw.start(game)
    for step in before:
        position = position.roll(step) if position.rolls else position.play(step)
    reason = position.explain(move)
    assert reason is not None and (reason.kind, reason.clause) == (kind, clause)
    assert str(reason) == (sentence or str(reason))
    with pytest.raises(cw.CornerwiseError) as refused:
        position.play(move)
    assert str(refused.value) == str(reason)
    assert (refused.type is cw.NotationError) == (kind in ("off", "high", "notation"))


@pytest.mark.parametrize(
    ("game", "clause"), [("classic-2", "C4"), ("duo", "C4"), ("dice-2", "I7"), ("3d-wall-2", "S5")]
)
def test_after_the_end(game: str, clause: str) -> None:
    """Every game ends by its own clause."""
    position = cw.start(game)
    move = position.ruleset.move(0)
    while not position.is_over:
        position = position.roll(position.rolls[0]) if position.rolls else position.play(position.legal_moves[0])
    reason = position.explain(move)
    assert reason is not None and (reason.kind, reason.clause) == ("over", clause)


def test_no_strike_left() -> None:
    """I3: three strikes, then no more; a die that draws the piece is told, or that there is none."""
    position = cw.start("dice-2")
    while position.rolls or position.strikes[position.turn.actor] < 3:
        strikes = [move for move in position.legal_moves if move.strike]
        position = position.roll("1 1") if position.rolls else position.play(strikes[0])
    assert set(position.dice) == {1}
    draws = [move for move in position.legal_moves if not move.strike]
    reason = position.explain(str(draws[0]).replace(":", "*:"))
    assert reason is not None and (reason.kind, reason.clause) == ("no_strike", "I3")
    assert str(reason) == "All strikes are used; take die 1 without one."
    rows = position.ruleset.rows
    lane = cells_that_fit(position, {shape for row, shapes in rows.items() if row > 1 for shape in shapes})
    for text in (f"1:{lane}", f"1*:{lane}"):
        reason = position.explain(text)
        assert reason is not None and (reason.kind, reason.clause) == ("no_draw", "I3")
        assert "and all strikes are used" in str(reason)


def cells_that_fit(position: cw.Position, shapes: set[str]) -> str:
    """The cells of some place that one of these shapes fits on, dice aside."""
    places = position.places_left(position.turn.color or "", position.turn.sheet)
    for id in range(position.ruleset.move_count):
        move = position.ruleset.move(id)
        if move.shape in shapes and places.get(move.shape) and not move.strike:
            reason = position.explain(move)
            if reason is not None and reason.kind in ("no_draw", "no_die"):
                return str(move).split(":")[1]
    raise AssertionError("nothing fits")


@pytest.mark.parametrize("thing", ["", " ", ",", "a20,,b20", "a20 a20", "\ud800", "4:a1", "z" * 500, -1, 10**9, "日本"])
def test_asking_does_not_fail(thing: str | int) -> None:
    """`explain` answers with a sentence, whatever is asked; only a wrong type is an error of the caller."""
    reason = cw.start("classic-4").explain(thing)
    assert reason is not None and (reason.kind, reason.clause) == ("notation", "")
    assert str(reason).endswith(".") and str(reason).isprintable()
    with pytest.raises(cw.WrongType):
        cw.start("classic-4").explain(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "typed", "move"),
    [
        ("classic-4", "a20, b20", "a20,b20"),
        ("classic-4", "A20", "a20"),
        ("classic-4", " A20 ,B20,\tc20 ", "a20,b20,c20"),
        ("classic-4", "a20 b20", "a20,b20"),
        ("dice-2", "1: A1, B1", "1:a1,b1"),
        ("dice-2", "1 * : a1", "1*:a1"),
        ("3d-tower-2", "D3.1 d4.1", "d3.1,d4.1"),
    ],
)
def test_texts_as_people_type_them(game: str, typed: str, move: str) -> None:
    """Spaces and capitals do no harm, wherever a move or a cell is read."""
    ruleset = cw.ruleset(game)
    assert str(ruleset.parse_move(typed)) == move
    name = move.split(":")[-1].split(",")[0]
    assert ruleset.board.parse_cell(name.upper()) == ruleset.board.parse_cell(name)


# --- whether the sentences are true ---------------------------------------------------------------------


def named(sentence: str) -> list[str]:
    """The cells that a sentence names."""
    return re.findall(r"\b[a-z]\d+(?:\.\d+)?\b", sentence)


def check_claim(both: Lockstep, move: cw.Move, reason: cw.Reason) -> None:
    """What a sentence says holds by the rules of the reference."""
    game, text = both.game, str(reason)
    actor, color, sheet = game.turn
    assert color is not None
    lane = reference.lane_of(game, sheet, color)
    placement: Placement = by_text(game)[str(move).split(":")[-1]]
    written = {cell_text(cell, game.rules.is_spatial): cell for cell in game.rules.board}
    cells = {written[name] for name in named(text)}
    where = f"{text} ({move}, {both.position.text})"
    draws = {die: f"{die}:{placement.text}" for die in range(1, 7)}
    strikes = {die: f"{die}*:{placement.text}" for die in range(1, 7)}
    legal = game.legal
    if reason.kind == "used":
        assert placement.shape not in lane.shapes, where
        assert set(text.split("left: ")[1].rstrip(".").split(", ")) == lane.shapes, where
        return
    assert placement.shape in lane.shapes, where
    if reason.kind == "occupied":
        assert cells == placement.cells & lane.covered and cells, where
    elif reason.kind == "edge":
        beside = {cell for cell in placement.cells if beside_cell(cell) & lane.own}
        assert cells == beside and cells and f" {color} " in text, where
    elif reason.kind == "apart" and game.rules.is_spatial:
        assert lane.own and not reference.touches_a_face(placement, lane.own), where
    elif reason.kind == "apart":
        assert lane.own and not reference.touches_a_corner(placement, lane), where
    elif reason.kind == "start":
        assert not lane.own and not reference.covers_a_start(placement, lane), where
        assert cells == lane.starts - lane.covered and cells, where
    elif reason.kind == "ground":
        assert not lane.own and not reference.covers_a_start(placement, lane), where
    elif reason.kind == "loose":
        assert not lane.own and lane.covered and not reference.touches_a_face(placement, lane.covered), where
    elif reason.kind == "hanging":
        hanging = {(x, y, z) for x, y, z in placement.cells if (x, y, z - 1) in placement.beneath - lane.covered}
        assert cells == hanging and cells, where
    else:
        # Only the die or the strike is wrong, and what the sentence tells to do can be done.
        assert reference.is_legal(placement, lane) and game.dice is not None, where
        dice, strikes_left = set(game.dice), game.rules.strikes - game.strikes_used[actor]
        numbers = [int(number) for number in re.findall(r"(?<!piece )\b\d\b", text)]
        if reason.kind == "no_die":
            assert move.die not in dice and numbers[0] == move.die, where
            assert Counter(numbers[1:]) == Counter(game.dice), where
            return
        (row,) = {face for face, shapes in game.rules.rows.items() if placement.shape in shapes}
        assert set(numbers) == {row} and move.die in dice, where
        if reason.kind == "other_die":
            assert not move.strike and draws[row] in legal, where
        elif reason.kind == "no_strike":
            assert move.strike and not strikes_left and draws[row] in legal, where
        elif reason.kind == "needs_strike":
            assert draws[row] not in legal and all(strikes[die] in legal for die in dice), where
        else:
            assert reason.kind == "no_draw" and not legal.keys() & {*draws.values(), *strikes.values()}, where


def beside_cell(cell: tuple[int, int, int]) -> set[tuple[int, int, int]]:
    """The cells along the edges of a flat cell."""
    x, y, z = cell
    return {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z)}


TEXTS: dict[int, dict[str, Placement]] = {}


def by_text(game: reference.Game) -> dict[str, Placement]:
    """The placements of a board by their texts."""
    found = placements(game.rules.board, game.rules.is_spatial)
    return TEXTS.setdefault(id(found), {placement.text: placement for placement in found})


def illegal_moves(both: Lockstep, rng: random.Random) -> list[cw.Move]:
    """Moves that are wrong in many ways: anything, what is legal with another die, what lies near a legal one."""
    ruleset, legal = both.position.ruleset, set(both.position.legal_ids.tolist())
    chosen = rng.sample(range(ruleset.move_count), 12)
    near = rng.choices(sorted(legal), k=6)
    count = len(ruleset.atlas)
    for id in near:
        chosen += [min(max(id + rng.randint(-3, 3), 0), ruleset.move_count - 1)]
        chosen += [(id + count * rng.randrange(12)) % ruleset.move_count]
    return [ruleset.move(id) for id in chosen if id not in legal]


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=[join_name(*game) for game in EVERY_GAME])
@settings(max_examples=1)
@given(seed=st.integers(0, 2**32))
def test_every_sentence_is_true(name: str, options: dict[str, str], seed: int) -> None:
    """Whole random games; every sentence is checked against the clauses of the reference."""
    rng = random.Random(seed)
    both = Lockstep(name, **options)
    while not both.game.is_over:
        if both.game.turn.actor >= 0 and rng.random() < 0.15:
            for move in illegal_moves(both, rng):
                reason = both.position.explain(move)
                assert reason is not None
                check_claim(both, move, reason)
        both.step(rng)

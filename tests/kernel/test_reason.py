"""Every reason why a move is not legal: its kind, its clause and its sentence."""

from __future__ import annotations

import pytest

import cornerwise as cw

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
    ("duo", ["e10", "j5"], "e11,f11", "edge", "C3", "The piece touches your own black piece along an edge at e11."),
    ("duo", ["e10", "j5"], "h8,h9", "apart", "C3", "The piece must touch a black piece at a corner."),
    ("duo", ["e10", "j5"], "e10,e11", "occupied", "K4", "There is already a piece on e10."),
    ("dice-2", [], "1:a1", "chance", "I2", "The dice must be rolled first."),
    ("dice-2", ["1 2"], "3:a1,b1,b2,c2", "no_die", "I2", "There is no die 3 to take; free are 1 2."),
    ("dice-2", ["1 2"], "2:a1", "wrong_row", "I2", "The piece 1 is not in row 2; only a strike could draw it."),
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
    with pytest.raises(cw.IllegalMove, match=str(reason)[:20]):
        position.play(move)


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
    """I3: three strikes, then no more."""
    position = cw.start("dice-2")
    while position.rolls or position.strikes[position.turn.actor] < 3:
        strikes = [move for move in position.legal_moves if move.strike]
        position = position.roll("1 1") if position.rolls else position.play(strikes[0])
    reason = position.explain("1*:e5")
    assert reason is not None and (reason.kind, reason.clause) == ("no_strike", "I3")

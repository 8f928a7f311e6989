"""Who may start where, and with which colors: partners across the table (C6), any color shared (C7)."""

from __future__ import annotations

import pytest

import cornerwise as cw


def corners(position: cw.Position) -> set[str]:
    """The corners at which the color to move may place its single square."""
    return {str(move) for move in position.legal_moves if move.shape == "1"}


def test_partners_start_in_opposite_corners() -> None:
    """C6: the first of a team to play chooses the diagonal for both; the rivals have the other one."""
    start = cw.start("classic-teams", corners="free")
    assert corners(start) == {"a1", "a20", "t1", "t20"}
    for mine, across, rivals in (("a20", "t1", {"a1", "t20"}), ("a1", "t20", {"a20", "t1"})):
        position = start.play(mine)
        assert corners(position) == rivals
        for theirs in sorted(rivals):
            after = position.play(theirs)
            assert corners(after) == {across}
            assert corners(after.play(across)) == rivals - {theirs}
    reason = start.play("a20").play("a1").explain("t20")
    assert reason is not None and str(reason) == "The first red piece must cover t1."


def test_a_partner_who_left_early_leaves_the_diagonals_open() -> None:
    """C6, R2: who never placed has chosen nothing."""
    position = cw.start("classic-teams", corners="free").retire(0)
    assert corners(position) == {"a1", "a20", "t1", "t20"}
    assert corners(position.play("t1")) == {"t20", "a1"}


@pytest.mark.parametrize("name", ["classic-4", "classic-2", "classic-3"])
def test_others_start_anywhere(name: str) -> None:
    """C2: without teams any corner nobody covers will do."""
    assert corners(cw.start(name, corners="free").play("a20")) == {"a1", "t1", "t20"}


@pytest.mark.parametrize(
    ("shared", "owners"),
    [("green", (0, 1, 2, None)), ("blue", (None, 0, 1, 2)), ("yellow", (0, None, 1, 2)), ("red", (0, 1, None, 2))],
)
def test_any_color_may_be_shared(shared: str, owners: tuple[int | None, ...]) -> None:
    """C7: three seats own the others in their order; the shared one goes round and counts for nobody."""
    position = cw.start("classic-3", shared=shared)
    assert position.ruleset.owners == owners
    players = []
    for _ in range(16):
        if position.turn.color == shared:
            players.append(position.turn.actor)
        position = position.play(position.legal_moves[-1])
    assert players == [0, 1, 2, 0]
    scores = [
        position.color_scores[color]
        for color, owner in zip(position.ruleset.colors, owners, strict=True)
        if owner is not None
    ]
    assert list(position.scores) == scores


@pytest.mark.parametrize("pairs", ['[["a1"]]', '[["a1", "b9"]]', '[["a1", "a20"], ["a1", "t1"]]', '["a1", "a20"]', "3"])
def test_wrong_pairs(pairs: str) -> None:
    """A ruleset of one's own gets a sentence."""
    text = f'name = "mine"\nextends = "classic-teams"\noptions = {{corners = "free"}}\nstarts = {{ pairs = {pairs} }}'
    with pytest.raises(cw.RulesetError):
        cw.parse_ruleset(text)
    with pytest.raises(cw.RulesetError, match="belong to a seat"):
        cw.parse_ruleset(
            'name = "mine"\nextends = "classic-3"\noptions = {corners = "free"}\nstarts = { pairs = [["a1", "t20"]] }'
        )

"""The kernel against text data: the facts, perft, and the independent program's games and certificates."""

from __future__ import annotations

import pytest

import cornerwise as cw
import reference
from data_files import (
    CONFORMANCE_FILES,
    Fact,
    PerftCount,
    join_name,
    legal_hash,
    points_of_score,
    read_certificate,
    read_conformance,
    read_facts,
    read_perft,
)
from write_perft import perft as reference_perft

#: Bulk counting is native; deeper than this a failure is told per move by the kernel alone.
REFERENCE_DEPTH = 2


@pytest.mark.parametrize("fact", read_facts(), ids=lambda fact: f"{join_name(fact.ruleset, fact.options)}, {fact.what}")
def test_facts(fact: Fact) -> None:
    """Every line of facts.txt holds for the kernel."""
    position = cw.start(fact.ruleset, **fact.options)
    counted = {
        "placements": len(position.ruleset.atlas),
        "first moves": len(position.legal_moves),
        "first rolls": len(position.rolls),
    }
    assert counted[fact.what] == fact.value


def divide(position: cw.Position, depth: int) -> dict[str, int]:
    """The count under every move or roll of a position."""
    after = {str(roll): position.roll(roll) for roll in position.rolls}
    after |= {str(move): position.play(move) for move in position.legal_moves}
    return {step: child.perft(depth - 1) for step, child in after.items()}


def reference_divide(game: reference.Game, depth: int) -> dict[str, int]:
    """The same, counted slowly."""
    counts = {}
    for roll in reference.rolls(game):
        child = game.copy()
        child.roll(roll)
        counts[" ".join(map(str, roll))] = reference_perft(child, depth - 1) if depth > 1 else 1
    for move in game.legal:
        child = game.copy()
        child.play(move)
        counts[move] = reference_perft(child, depth - 1) if depth > 1 else 1
    return counts


@pytest.mark.parametrize(
    "count", read_perft(), ids=lambda count: f"{join_name(count.ruleset, count.options)}, depth {count.depth}"
)
def test_perft(count: PerftCount) -> None:
    """Every count of data/perft; a failure lists the counts per move, the doubtful ones first."""
    position = cw.start(count.ruleset, **count.options)
    found = position.perft(count.depth)
    if found == count.value:
        return
    native = divide(position, count.depth)
    lines = [f"{step}: {number}" for step, number in sorted(native.items())]
    if count.depth <= REFERENCE_DEPTH:
        slowly = reference_divide(reference.Game(count.ruleset, **count.options), count.depth)
        doubts = [
            f"{step}: kernel {native.get(step, 0)}, reference {slowly.get(step, 0)}"
            for step in sorted(native.keys() | slowly.keys())
            if native.get(step) != slowly.get(step)
        ]
        lines = [*doubts, "", *lines]
    pytest.fail(f"{count}: the kernel counts {found}\n" + "\n".join(lines))


@pytest.mark.parametrize("file", CONFORMANCE_FILES)
def test_conformance(file: str) -> None:
    """Every legal count, every hash and every final score of the independent program."""
    for record in read_conformance(file):
        position = cw.start(record.ruleset)
        for ply, step in enumerate(record.moves):
            assert position.turn.color == position.ruleset.colors[step.color], (record.number, ply)
            assert len(position.legal_moves) == step.legal_count, (record.number, ply)
            assert legal_hash(str(move) for move in position.legal_moves) == step.legal_hash, (
                record.number,
                ply,
            )
            position = position.play(step.move)
        assert position.is_over
        assert tuple(points_of_score(score) for score in position.color_scores.values()) == record.points


@pytest.mark.parametrize("file", ["cert_84_descending.txt", "cert_84_descending_b.txt"])
def test_certificates(file: str) -> None:
    """P1h, C5: all 84 pieces in descending size, the single squares last: +20 for every color."""
    position = cw.start("classic-4")
    for move in read_certificate(file):
        position = position.play(move)
    assert position.is_over
    assert tuple(position.scores) == (20, 20, 20, 20)
    assert tuple(position.ranks) == (1, 1, 1, 1)
    assert position.out == ("blue", "yellow", "red", "green")


def test_shapes() -> None:
    """K2, S1: the shapes, their cells and their orientations."""
    flat, solid = cw.ruleset("duo").shapes, cw.ruleset("3d-tower-4").shapes
    assert (len(flat), sum(shape.size for shape in flat)) == (21, 89)
    assert sum(len(shape.orientations) for shape in flat) == 91
    assert (len(solid), sum(shape.size for shape in solid)) == (11, 40)
    assert sum(len(shape.orientations) for shape in solid) == 104

"""The reference on its own: the facts, the independent program's games, and its one shortcut."""

from __future__ import annotations

import random

import pytest

import reference
from data_files import (
    CONFORMANCE_FILES,
    Fact,
    join_name,
    legal_hash,
    points_of_score,
    read_certificate,
    read_conformance,
    read_facts,
)
from reference_games import (
    CUBE_SHAPES,
    EVERY_GAME,
    FLAT_SHAPES,
    cube_shapes,
    flat_shapes,
    orientations,
    placements,
)

GAME_NAMES = [join_name(*game) for game in EVERY_GAME]


def random_step(game: reference.Game, rng: random.Random) -> None:
    """Rolls, or plays a uniformly random move."""
    if game.turn.actor == reference.CHANCE:
        game.roll([rng.randint(1, 6) for _ in reference.active_seats(game)])
    else:
        game.play(rng.choice(sorted(game.legal)))


def test_flat_shapes() -> None:
    """K2: 21 shapes, 89 squares, 91 orientations."""
    shapes = flat_shapes()
    assert len(shapes) == len(FLAT_SHAPES) == 21
    assert sum(len(cells) for cells in shapes.values()) == 89
    assert sum(len(orientations(cells, is_spatial=False)) for cells in shapes.values()) == 91


def test_cube_shapes() -> None:
    """S1: 11 polycubes, 40 cubes, and the number of orientations of each."""
    shapes = cube_shapes()
    assert len(shapes) == len(CUBE_SHAPES) == 11
    assert sum(len(cells) for cells in shapes.values()) == 40
    counts = {shape: len(orientations(cells, is_spatial=True)) for shape, cells in shapes.items()}
    assert counts == {
        "I2": 3,
        "I3": 3,
        "V3": 12,
        "I4": 3,
        "L4": 24,
        "T4": 12,
        "S4": 12,
        "O4": 3,
        "B4": 8,
        "D4": 12,
        "E4": 12,
    }


@pytest.mark.parametrize("fact", read_facts(), ids=str)
def test_facts(fact: Fact) -> None:
    """Every line of facts.txt holds for the reference."""
    game = reference.Game(fact.ruleset, **fact.options)
    counted = {
        "placements": len(placements(game.rules.board, game.rules.is_spatial)),
        "first moves": len(game.legal),
        "first rolls": len(reference.rolls(game)),
    }
    assert counted[fact.what] == fact.value


@pytest.mark.parametrize("file", CONFORMANCE_FILES)
def test_conformance(file: str) -> None:
    """Every legal count, every hash and every final score of the independent program."""
    for record in read_conformance(file):
        game = reference.Game(record.ruleset)
        for ply, step in enumerate(record.moves):
            assert game.turn.color == game.rules.colors[step.color], (record.number, ply)
            assert len(game.legal) == step.legal_count, (record.number, ply)
            assert legal_hash(game.legal) == step.legal_hash, (record.number, ply)
            game.play(step.move)
        assert game.is_over
        scores = reference.color_scores(game).values()
        assert tuple(points_of_score(score) for score in scores) == record.points


@pytest.mark.parametrize("file", ["cert_84_descending.txt", "cert_84_descending_b.txt"])
def test_certificates(file: str) -> None:
    """P1h, C5: all 84 pieces in descending size, the single squares last: +20 for every color."""
    game = reference.Game("classic-4")
    for move in read_certificate(file):
        game.play(move)
    assert game.is_over
    assert reference.scores(game) == (20, 20, 20, 20)
    assert reference.ranks(game) == (1, 1, 1, 1)


@pytest.mark.parametrize(("name", "options"), EVERY_GAME, ids=GAME_NAMES)
def test_shortcut(name: str, options: dict[str, str]) -> None:
    """Asking the clauses about every placement finds what asking about the candidates finds."""
    rng = random.Random(f"{name} {options}")
    game = reference.Game(name, **options)
    everything = placements(game.rules.board, game.rules.is_spatial)
    while not game.is_over:
        if game.turn.color is not None and rng.random() < 0.1:
            lane = reference.lane_of(game, game.turn.sheet, game.turn.color)
            slowly = {placement.text for placement in everything if reference.is_legal(placement, lane)}
            quickly = reference.legal_placements(game, game.turn.sheet, game.turn.color)
            assert {placement.text for placement in quickly} == slowly
        random_step(game, rng)


def test_rolls() -> None:
    """I8: the probabilities of the rolls add up, and a double is half as likely as two different faces."""
    game = reference.Game("dice-2")
    rolls = reference.rolls(game)
    assert sum(rolls.values()) == 1
    assert rolls[3, 4] == 2 * rolls[3, 3]


def test_markers_wander() -> None:
    """I5: with two seats the markers that wait still come round."""
    game = reference.Game("dice-2")
    seen = []
    for game.round in range(4):
        seen.append([reference.marker(game, seat) for seat in range(2)])
    assert seen == [["blue", "yellow"], ["green", "blue"], ["red", "green"], ["yellow", "red"]]

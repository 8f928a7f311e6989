"""The clauses a game is told by: true for every ruleset and every option, numbered as in docs/rules."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path

import pytest

import cornerwise as cw
from cornerwise.server.views.clauses import clauses

ROOT = Path(__file__).parents[3]
WORDS = ROOT / "web" / "src" / "words" / "rules"
KNOWN = set(re.findall(r"\*\*([A-Z]\d)\*\*", "".join(page.read_text() for page in (ROOT / "docs/rules").glob("*.md"))))


def every_game() -> list[cw.Ruleset]:
    """Every ruleset with every choice of its options."""
    games = []
    for name in cw.rulesets():
        options = cw.ruleset_options(name)
        for values in itertools.product(*options.values()):
            games.append(cw.ruleset(name, **dict(zip(options, values, strict=True))))
    return games


GAMES = every_game()
each_game = pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.key)
flat_games = pytest.mark.parametrize(
    "ruleset", [game for game in GAMES if game.contact == "corner" and not game.rows], ids=lambda ruleset: ruleset.key
)


def keys(ruleset: cw.Ruleset) -> set[str]:
    """The keys of a game's clauses."""
    return {clause.key for clause in clauses(ruleset)}


def play_out(ruleset: cw.Ruleset) -> cw.Position:
    """The end of a game of moves by chance."""
    game, dice = cw.Game(ruleset), random.Random(7)
    game.seed = 7
    game.play_on(lambda position: dice.choice(position.legal_moves))
    return game.position


def test_the_catalogue_is_gone_over_with_its_options() -> None:
    assert len(GAMES) > len(cw.rulesets())


@each_game
def test_every_clause_is_in_the_rules_and_in_every_language(ruleset: cw.Ruleset) -> None:
    told = clauses(ruleset)
    assert len({clause.key for clause in told}) == len(told) >= 8
    assert {clause.number for clause in told} <= KNOWN
    for language in ("en", "de", "fr", "es"):
        words = json.loads((WORDS / f"{language}.json").read_text())
        for clause in told:
            sentence = words[clause.key]
            for value in ("count", "bonus", "last"):
                assert f"{{{value}}}" not in sentence or getattr(clause, value) > 0, clause
            assert ("{first}" in sentence) == (len(clause.colors) > 0)
            assert ("{second}" in sentence) == (len(clause.colors) > 1)


def test_no_sentence_is_left_over() -> None:
    told = set().union(*map(keys, GAMES))
    assert told == set(json.loads((WORDS / "en.json").read_text()))


@flat_games
def test_where_a_color_begins_is_told_as_the_kernel_has_it(ruleset: cw.Ruleset) -> None:
    position, first = cw.start(ruleset), {}
    rounds = len(ruleset.colors)
    for color, starts in zip(ruleset.colors, ruleset.starts, strict=True):
        assert position.turn.color == color
        covered = {cell for move in position.legal_moves for cell in set(move.cells) & set(starts)}
        first[color] = {cell for cell in covered if any(cell in move.cells for move in position.legal_moves)}
        position = position.play(position.legal_moves[0])
    told, opened = keys(ruleset), first[ruleset.colors[0]]
    is_free = len(opened) > 1
    assert is_free == bool(told & {"start.corner.free", "start.square.free"})
    assert is_free != bool(told & {"start.corner.fixed", "start.square.fixed"})
    # Where corners are open to all, the third color has two left; a partner only the one across.
    if rounds == 4 and is_free:
        assert (len(first[ruleset.colors[2]]) == 1) == ("start.pairs" in told)
    else:
        assert "start.pairs" not in told


@each_game
def test_whose_points_are_added_is_told_as_the_kernel_counts(ruleset: cw.Ruleset) -> None:
    told = keys(ruleset)
    if ruleset.rows:
        assert not told & {"shared", "teams", "seats.many", "tally.sum", "tally.best"}
        return
    end = play_out(ruleset)
    owned = [[c for c, owner in zip(ruleset.colors, ruleset.owners, strict=True) if owner == s]
             for s in range(ruleset.seats)]  # fmt: skip
    assert ("shared" in told) == (sum(map(len, owned)) < len(ruleset.colors))
    for team in ruleset.teams:
        points = [end.color_scores[color] for seat in team for color in owned[seat]]
        wanted = max(points) if "tally.best" in told else sum(points)
        assert all(end.scores[seat] == wanted for seat in team)
    assert ("teams" in told) == any(len(team) > 1 for team in ruleset.teams)
    assert ("seats.many" in told) == any(len(colors) > 1 for colors in owned)
    sides = next((clause.colors for clause in clauses(ruleset) if clause.key in ("teams", "seats.many")), ())
    assert sorted(color for side in sides for color in side) == (sorted(ruleset.colors) if sides else [])

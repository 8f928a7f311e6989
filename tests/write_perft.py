"""Writes data/perft from the reference, one file per ruleset: python tests/write_perft.py [ruleset ...]

Only as deep as the slow reference can count; deeper counts are those other programs agree on.
"""

from __future__ import annotations

import sys

import reference
from data_files import DATA, join_name
from reference_games import EVERY_GAME

#: How many positions the reference may visit for one count.
PATIENCE = 12_000

#: Deeper than the reference can count; independent programs agree on them.
KNOWN = {
    "duo": {3: 89_204_762},
    "classic-4": {4: 58**4},
    "classic-teams": {4: 58**4},
    "classic-3": {4: 58**4},
    "classic-2": {4: 58**4},
}


def children(game: reference.Game) -> list[reference.Game]:
    """The positions one ply on: after every move, or after every roll."""
    steps: list[reference.Game] = []
    for roll in reference.rolls(game):
        steps.append(game.copy())
        steps[-1].roll(roll)
    for move in game.legal:
        steps.append(game.copy())
        steps[-1].play(move)
    return steps


def width(game: reference.Game) -> int:
    """How many children there are."""
    return len(game.legal) or len(reference.rolls(game))


def perft(game: reference.Game, depth: int) -> int:
    """The number of positions at a depth; a roll counts as a ply."""
    if depth == 1:
        return width(game)
    return sum(perft(child, depth - 1) for child in children(game))


def main(names: list[str]) -> None:
    """Writes the files of the named rulesets, or of all."""
    lines: dict[str, list[str]] = {}
    for name, options in EVERY_GAME:
        if (names and name not in names) or "scoring" in options:
            continue
        title, visited, depth = join_name(name, options), 1, 1
        while visited <= PATIENCE:
            visited = perft(reference.Game(name, **options), depth)
            lines.setdefault(name, []).append(f"{title} | {depth} | {visited}")
            depth += 1
        for known_depth, count in KNOWN.get(title, {}).items():
            lines[name].append(f"{title} | {known_depth} | {count}")
    for name, rows in lines.items():
        header = "# Leaf positions: ruleset and options | depth | count. A roll counts as a ply."
        (DATA / "perft" / f"{name}.txt").write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

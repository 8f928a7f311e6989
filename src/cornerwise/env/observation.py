"""Observations: what every plane and every number of a batch means, in order."""

from __future__ import annotations

from cornerwise._core import Ruleset


def plane_names(ruleset: Ruleset) -> tuple[str, ...]:
    """The planes of `Batch.planes`: "color 0 targets" is about the color to move, "color 1" about the next one.

    On boards with several levels a name ends in "at level 0" and so on; with several sheets it begins with "sheet 0",
    the mover's own.
    """
    levels = ruleset.board.levels
    sheets = ruleset.seats if ruleset.rows else 1
    of_sheet = ["filled", "last piece"]
    for color in range(len(ruleset.colors)):
        of_sheet += [f"color {color} own", f"color {color} forbidden", f"color {color} targets"]
    names = _at_levels("inside", levels)
    for sheet in range(sheets):
        prefix = f"sheet {sheet} " if sheets > 1 else ""
        for name in of_sheet:
            names += _at_levels(prefix + name, levels)
        if levels > 1:
            names.append(prefix + "height")
    return tuple(names)


def feature_names(ruleset: Ruleset) -> tuple[str, ...]:
    """The numbers of `Batch.features`: "supply 0" is the mover's own."""
    supplies = ruleset.seats if ruleset.rows else len(ruleset.colors)
    names = [f"supply {supply} has {shape.name}" for supply in range(supplies) for shape in ruleset.shapes]
    names += [f"color {color} is on the mover's side" for color in range(len(ruleset.colors))]
    names += [f"supply {supply} is out" for supply in range(supplies)]
    names.append("share of the pieces placed")
    if ruleset.rows:
        names += [f"free dice of face {face}" for face in range(1, 7)]
        names += [f"strikes left of seat {seat}" for seat in range(ruleset.seats)]
    return tuple(names)


def largest_feature(ruleset: Ruleset) -> int:
    """No number of `Batch.features` is larger; none is negative."""
    return max(1, ruleset.strikes, ruleset.seats if ruleset.rows else 1)


def _at_levels(name: str, levels: int) -> list[str]:
    return [name] if levels == 1 else [f"{name} at level {level}" for level in range(levels)]

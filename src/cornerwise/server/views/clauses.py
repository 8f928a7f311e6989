"""The rules of a game: the clauses of docs/rules that hold for its axes and options, told by the page."""

from __future__ import annotations

from collections.abc import Iterator

import cornerwise as cw
from cornerwise.server.wire.resources import Clause


def clauses(ruleset: cw.Ruleset) -> tuple[Clause, ...]:
    """What somebody needs to know to play, in the order in which it is told."""
    return tuple(_with_dice(ruleset) if ruleset.rows else _in_turns(ruleset))


def _with_dice(ruleset: cw.Ruleset) -> Iterator[Clause]:
    yield Clause(key=f"goal.{ruleset.spec['scoring']['kind']}", number="I7")
    yield Clause(key="roll", number="I2")
    yield Clause(key="draw", number="I2")
    yield Clause(key="markers", number="I5", colors=(tuple(ruleset.colors),))
    yield Clause(key="start.sheet", number="I4")
    yield Clause(key="touch.corner", number="I4")
    yield Clause(key="touch.any", number="I4")
    yield Clause(key="strike", number="I3", count=ruleset.strikes)
    yield Clause(key="out.dice", number="I6")
    yield Clause(key=f"score.{ruleset.spec['scoring']['kind']}", number="I7")


def _in_turns(ruleset: cw.Ruleset) -> Iterator[Clause]:
    kind = ruleset.spec["scoring"]["kind"]
    in_space = ruleset.board.levels > 1
    yield Clause(key=f"goal.{kind}", number="S6" if in_space else "C5")
    yield from _seats(ruleset)
    yield from _starts(ruleset)
    if ruleset.contact == "face":
        yield Clause(key="touch.face", number="S4")
    else:
        yield Clause(key="touch.corner", number="C3")
        yield Clause(key="touch.any", number="C3")
    if in_space:
        yield Clause(key="hold", number="S3")
        yield Clause(key="room", number="S5")
        yield Clause(key="cover", number="S6")
    yield Clause(key="must", number="S5" if in_space else "K5")
    yield Clause(key="out.turns", number="S5" if in_space else "C4")
    scoring = ruleset.spec["scoring"]
    bonus = {"bonus": scoring.get("all_placed", 0), "last": scoring.get("smallest_last", 0)}
    count = len(ruleset.shapes)
    yield Clause(key=f"score.{kind}", number="S6" if in_space else "C5", count=count, **bonus)


def _seats(ruleset: cw.Ruleset) -> Iterator[Clause]:
    """Who plays what, and whose points are added."""
    in_space, colors = ruleset.board.levels > 1, ruleset.colors
    first = "S7" if in_space else "C1" if len(colors) > 2 else "D1"
    yield Clause(key="order", number=first, colors=(tuple(colors),))
    owned = [tuple(color for color, owner in zip(colors, ruleset.owners, strict=True) if owner == seat)
             for seat in range(ruleset.seats)]  # fmt: skip
    teams = [tuple(color for seat in team for color in owned[seat]) for team in ruleset.teams]
    number = "S7" if in_space else "C6"
    if any(len(team) > 1 for team in ruleset.teams):
        yield Clause(key="teams", number=number, colors=tuple(teams))
    elif any(len(own) > 1 for own in owned):
        yield Clause(key="seats.many", number=number, colors=tuple(owned))
        yield Clause(key=f"tally.{ruleset.spec.get('tally', 'sum')}", number=number)
    else:
        yield Clause(key="seats.one", number="S7" if in_space else "D1" if len(colors) == 2 else "K3")
    shared = tuple(color for color, owner in zip(colors, ruleset.owners, strict=True) if owner is None)
    if shared:
        yield Clause(key="shared", number="C7", colors=(shared,))


def _starts(ruleset: cw.Ruleset) -> Iterator[Clause]:
    """Where a color begins."""
    starts = ruleset.spec["starts"]
    if starts["choice"] == "ground":
        yield Clause(key="start.ground", number="S4")
        return
    board = ruleset.board
    ends = {(column, row) for column in (0, board.columns - 1) for row in (0, board.rows - 1)}
    cells = {cell for own in ruleset.starts for cell in own}
    at_corners = {tuple(board.coordinates[cell][:2]) for cell in cells} <= ends
    where = "corner" if at_corners else "square"
    yield Clause(key=f"start.{where}.{starts['choice']}", number="C2" if at_corners else "D1")
    if starts["choice"] == "free" and starts.get("pairs"):
        yield Clause(key="start.pairs", number="C6")

"""From a position to its view: what follows from the rules alone, whoever looks and wherever it is played."""

from __future__ import annotations

from typing import Any

import cornerwise as cw

# Values as JSON has them, in the form of the models in wire/snapshot.py: these are made for every move, and a model's
# checks would cost more than the move. The tests hold every snapshot and every change against the models.
Json = dict[str, Any]


def standing(position: cw.Position, is_over: bool) -> Json:
    """The fields of a snapshot that a position tells; a game can also be over because people left it."""
    turn = position.turn
    has_dice = bool(position.ruleset.rows)
    return {
        "turn": {
            "actor": cw.NOBODY if is_over else turn.actor,
            "color": turn.color,
            "sheet": turn.sheet,
            "shapes": list(turn.shapes),
        },
        "supplies": supplies(position),
        "targets": targets(position) if turn.actor >= 0 and not is_over else (),
        "scores": position.scores,
        "color_scores": position.color_scores,
        "out": [out for out in position.out if isinstance(out, str)],
        "seats_out": [out for out in position.out if isinstance(out, int)],
        "dice": position.dice,
        "strikes": position.strikes if has_dice else (),
        "markers": position.markers if has_dice else (),
        "round": position.round,
        "starter": position.starter,
        "is_over": is_over,
        "position": position.text,
    }


def supplies(position: cw.Position) -> list[Json]:
    """What every color, or in Dice every seat, has left, and how many places each piece has."""
    ruleset = position.ruleset
    if ruleset.rows:
        return [supply(position, seat, color, seat) for seat, color in enumerate(position.markers)]
    return [supply(position, color, color, 0) for color in ruleset.colors]


def supply(position: cw.Position, owner: str | int, color: str, sheet: int) -> Json:
    """What a color or seat has left, counted for the color it would place on its sheet."""
    places = position.places_left(color, sheet)
    return {
        "color": owner if isinstance(owner, str) else None,
        "seat": owner if isinstance(owner, int) else None,
        "pieces": [{"shape": shape, "places": places.get(shape, 0)} for shape in position.supply(owner)],
        "is_out": owner in position.out,
    }


def targets(position: cw.Position) -> list[int]:
    """The dots: empty cells the mover can build from."""
    turn = position.turn
    return [] if turn.color is None else position.targets(turn.color, turn.sheet).tolist()

"""From a session to its views: what everybody sees, what only one person sees, and a line in a list."""

from __future__ import annotations

import cornerwise as cw
from cornerwise.server.play.session.log import seat_of
from cornerwise.server.play.session.seating import is_reclaimable, may_stand_in
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.travel import undo_target
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table import dice
from cornerwise.server.views.position import Json, standing
from cornerwise.server.views.table import table_view
from cornerwise.server.wire.resources import GameSummary


def shared(session: Session, line: list[int]) -> Json:
    """The fields of a snapshot that are the same for everybody and follow from what is stored."""
    position, ruleset = session.position, session.ruleset
    is_over = session.is_over
    ranks = session.ranks
    log = session.log
    return standing(position, is_over) | {
        "ranks": ranks,
        "winners": [seat for seat, rank in enumerate(ranks) if rank == 1] if session.has_result else (),
        "at": log.depth,
        "variations": variations(session, line),
        "forecast": session.forecast_at(log.at),
        "is_paused": session.is_paused,
        "fairness": fairness(session) if ruleset.rows else None,
    }


def personal(session: Session, viewer: Viewer) -> Json:
    """The fields of a snapshot that depend on who looks, or on who is there."""
    position, actor = session.position, session.actor
    is_mine = actor >= 0 and session.may_play(viewer, session.seats[actor])
    is_move = is_mine and position.turn.actor >= 0
    return {
        "legal": position.legal_ids.tolist() if is_move else (),
        "may_roll": is_mine and position.turn.actor == cw.CHANCE,
        "is_host": session.is_host(viewer),
        "may_change": session.may_change(viewer),
        "may_undo": session.may_change(viewer) and undo_target(session) is not None,
        "waits_for": session.waits_for,
        "may_stand_in": may_stand_in(session, viewer),
        "table": table_view(session, viewer),
    }


def seating(session: Session) -> tuple[object, ...]:
    """What `seats` is made of, for any viewer: while it is equal, so are the seats."""
    online = tuple(session.is_connected(seat) for seat in session.seats)
    position = session.position
    markers = position.markers if session.ruleset.rows else ()
    return tuple(session.seats), online, session.waits_for, markers, tuple(position.retired)


def seats(session: Session, viewer: Viewer) -> list[Json]:
    """All seats as somebody sees them."""
    return [seat_view(session, viewer, number) for number in range(len(session.seats))]


def seat_view(session: Session, viewer: Viewer, number: int) -> Json:
    """A seat as somebody sees it."""
    seat, ruleset = session.seats[number], session.ruleset
    owned = [color for color, owner in zip(ruleset.colors, ruleset.owners, strict=True) if owner == number]
    return {
        "seat": number,
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "is_connected": session.is_connected(seat),
        "is_yours": session.is_yours(viewer, seat),
        "is_reclaimable": is_reclaimable(session, viewer, seat),
        "has_resigned": seat.has_resigned or number in session.position.retired,
        "person": seat.person,
        "colors": [session.position.markers[number]] if ruleset.rows else owned,
        "token": session.link_token(viewer, seat),
    }


def step(session: Session, ply: int) -> Json:
    """An entry of the log as a step of the line."""
    node = session.log.nodes[ply]
    entry = node.entry
    assert entry is not None, "ply 0 is not a step"
    turn = session.log.nodes[entry.after].position.turn
    move = node.move
    is_move = entry.kind != "retire"
    return {
        "ply": ply,
        "kind": entry.kind,
        "number": node.number,
        "seat": turn.actor if is_move else seat_of(entry.text),
        "color": turn.color if is_move else None,
        "sheet": turn.sheet,
        "text": entry.text,
        "move": move.id if move else None,
        "shape": move.shape if move else None,
        "cells": move.cells if move else (),
        "scores": node.position.scores,
        "forecast": session.forecast_at(ply),
    }


def piece(session: Session, ply: int) -> tuple[int, Json] | None:
    """The piece that a step of the line laid, with its sheet; None where it laid none."""
    node = session.log.nodes[ply]
    if node.entry is None or node.move is None:
        return None
    turn = session.log.nodes[node.entry.after].position.turn
    assert turn.color is not None, "a piece has a color"
    return turn.sheet, {
        "color": session.ruleset.colors.index(turn.color),
        "shape": node.move.shape,
        "placement": node.move.placement,
        "cells": node.move.cells,
        "number": node.number,
    }


def variations(session: Session, line: list[int]) -> list[Json]:
    """What branches off the line."""
    log, shown = session.log, set(line)
    if len(log.nodes) == len(line) + 1:
        return []
    return [
        {
            "after": after,
            "ply": ply,
            "text": entry.text,
            "seat": log.nodes[after].position.turn.actor,
            "moves": 1 + sum(1 for _ in log.forward(ply)),
        }
        for after in (0, *line)
        for ply in log.nodes[after].children
        if ply not in shown and (entry := log.nodes[ply].entry) is not None
    ]


def fairness(session: Session) -> Json:
    """The dice's seed: its hash while the game can go on, itself afterwards; a resignation can be taken back."""
    is_final = session.position.is_over
    return {"commitment": dice.commitment(session.seed), "seed": session.seed if is_final else None}


def summary(session: Session) -> GameSummary:
    """The session as one line of a list."""
    return GameSummary(
        game=session.game,
        ruleset=session.ruleset.name,
        title=session.ruleset.title,
        options=session.options,
        ply=session.log.at,
        names=tuple(seat.name for seat in session.seats),
        opened=session.opened.isoformat() + "Z",
        played=session.played.isoformat() + "Z",
        **session.summary,
    )

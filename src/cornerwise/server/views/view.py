"""From a session to its snapshot for one connection."""

from __future__ import annotations

import cornerwise as cw
from cornerwise.server.play import dice
from cornerwise.server.play.session import Session
from cornerwise.server.play.viewer import Viewer
from cornerwise.server.wire.resources import GameSummary
from cornerwise.server.wire.snapshot import (
    FairnessView,
    PieceView,
    PlacedView,
    SeatView,
    SheetView,
    Snapshot,
    StepView,
    SupplyView,
    TurnView,
    VariationView,
)


def snapshot(session: Session, viewer: Viewer) -> Snapshot:
    """The session as somebody sees it."""
    position, ruleset = session.position, session.ruleset
    turn, actor = position.turn, session.actor
    is_mine = actor >= 0 and session.may_play(viewer, session.seats[actor])
    has_dice = bool(ruleset.rows)
    is_over = session.is_over
    line = session.log.line()
    return Snapshot(
        game=session.game,
        ruleset=ruleset.name,
        options=session.options,
        title=ruleset.title,
        ply=session.log.at,
        turn=TurnView(
            actor=cw.NOBODY if is_over else turn.actor,
            color=turn.color,
            sheet=turn.sheet,
            shapes=tuple(turn.shapes),
        ),
        sheets=sheets(session),
        supplies=supplies(position),
        legal=tuple(position.legal_ids.tolist()) if is_mine and turn.actor >= 0 else (),
        targets=targets(position) if turn.actor >= 0 and not is_over else (),
        may_roll=is_mine and turn.actor == cw.CHANCE,
        scores=tuple(position.scores),
        color_scores=dict(position.color_scores),
        ranks=session.ranks,
        winners=tuple(seat for seat, rank in enumerate(session.ranks) if rank == 1) if is_over else (),
        out=tuple(out for out in position.out if isinstance(out, str)),
        seats_out=tuple(out for out in position.out if isinstance(out, int)),
        dice=tuple(position.dice),
        strikes=tuple(position.strikes) if has_dice else (),
        markers=tuple(position.markers) if has_dice else (),
        round=position.round,
        starter=position.starter,
        seats=tuple(seat_view(session, viewer, number) for number in range(len(session.seats))),
        is_host=session.is_host(viewer),
        may_change=session.may_change(viewer),
        steps=tuple(step(session, ply) for ply in line),
        at=sum(1 for ply in session.log.back(session.log.at) if ply),
        variations=variations(session, line),
        forecast=session.log.node.forecast,
        is_over=is_over,
        is_paused=session.is_paused,
        waits_for=session.waits_for,
        fairness=fairness(session) if has_dice else None,
        position=str(position),
    )


def sheets(session: Session) -> tuple[SheetView, ...]:
    """Every sheet with its pieces, numbered in the order they were laid."""
    position, ruleset = session.position, session.ruleset
    numbers = {}
    for ply in session.log.back(session.log.at):
        node = session.log.nodes[ply]
        if node.entry is not None and node.move is not None:
            turn = session.log.nodes[node.entry.after].position.turn
            numbers[turn.sheet, node.move.placement] = node.number
    placed: dict[int, list[PlacedView]] = {sheet: [] for sheet in range(ruleset.sheets)}
    for piece in position.placed:
        placed[piece.sheet].append(
            PlacedView(
                color=ruleset.colors.index(piece.color),
                shape=piece.shape,
                placement=piece.placement,
                cells=tuple(piece.cells),
                number=numbers[piece.sheet, piece.placement],
            )
        )
    return tuple(
        SheetView(cells=tuple(position.cell_colors(sheet).tolist()), placed=tuple(placed[sheet]))
        for sheet in range(ruleset.sheets)
    )


def supplies(position: cw.Position) -> tuple[SupplyView, ...]:
    """What every color, or in Dice every seat, has left, and how many places each piece has."""
    ruleset = position.ruleset
    if ruleset.rows:
        return tuple(supply(position, seat, color, seat) for seat, color in enumerate(position.markers))
    return tuple(supply(position, color, color, 0) for color in ruleset.colors)


def supply(position: cw.Position, owner: str | int, color: str, sheet: int) -> SupplyView:
    """What a color or seat has left, counted for the color it would place on its sheet."""
    places = position.places_left(color, sheet)
    return SupplyView(
        color=owner if isinstance(owner, str) else None,
        seat=owner if isinstance(owner, int) else None,
        pieces=tuple(PieceView(shape=shape, places=places.get(shape, 0)) for shape in position.supply(owner)),
        is_out=owner in position.out,
    )


def targets(position: cw.Position) -> tuple[int, ...]:
    """The dots: empty cells the mover can build from."""
    turn = position.turn
    return () if turn.color is None else tuple(position.targets(turn.color, turn.sheet).tolist())


def seat_view(session: Session, viewer: Viewer, number: int) -> SeatView:
    """A seat as somebody sees it."""
    seat, ruleset = session.seats[number], session.ruleset
    owned = [color for color, owner in zip(ruleset.colors, ruleset.owners, strict=True) if owner == number]
    return SeatView(
        seat=number,
        kind=seat.kind,
        name=seat.name,
        level=seat.level,
        stand_in=seat.stand_in,
        is_connected=session.is_connected(seat),
        is_yours=session.is_yours(viewer, seat),
        is_reclaimable=session.is_reclaimable(viewer, seat),
        has_resigned=seat.has_resigned,
        colors=(session.position.markers[number],) if ruleset.rows else tuple(owned),
        token=seat.token if session.is_host(viewer) else None,
    )


def step(session: Session, ply: int) -> StepView:
    """An entry of the log as a step of the line."""
    node = session.log.nodes[ply]
    entry = node.entry
    assert entry is not None, "ply 0 is not a step"
    turn = session.log.nodes[entry.after].position.turn
    move = node.move
    return StepView(
        ply=ply,
        kind=entry.kind,
        number=node.number,
        seat=turn.actor,
        color=turn.color,
        sheet=turn.sheet,
        text=entry.text,
        move=move.id if move else None,
        shape=move.shape if move else None,
        cells=tuple(move.cells) if move else (),
        scores=tuple(node.position.scores),
        forecast=node.forecast,
    )


def variations(session: Session, line: list[int]) -> tuple[VariationView, ...]:
    """What branches off the line."""
    log, shown = session.log, set(line)
    found = []
    for after in (0, *line):
        for ply in log.nodes[after].children:
            entry = log.nodes[ply].entry
            if ply not in shown and entry is not None:
                found.append(
                    VariationView(
                        after=after,
                        ply=ply,
                        text=entry.text,
                        seat=log.nodes[after].position.turn.actor,
                        moves=1 + sum(1 for _ in log.forward(ply)),
                    )
                )
    return tuple(found)


def fairness(session: Session) -> FairnessView:
    """The dice's seed: its hash while the game can go on, itself afterwards; a resignation can be taken back."""
    is_final = session.position.is_over
    return FairnessView(commitment=dice.commitment(session.seed), seed=session.seed if is_final else None)


def summary(session: Session) -> GameSummary:
    """The session as one line of a list."""
    return GameSummary(
        game=session.game,
        ruleset=session.ruleset.name,
        title=session.ruleset.title,
        options=session.options,
        ply=session.log.at,
        moves=session.log.node.number,
        is_over=session.is_over,
        actor=cw.NOBODY if session.is_over else session.position.turn.actor,
        names=tuple(seat.name for seat in session.seats),
        scores=tuple(session.position.scores),
        ranks=session.ranks,
        opened=session.opened.isoformat() + "Z",
        played=session.played.isoformat() + "Z",
    )

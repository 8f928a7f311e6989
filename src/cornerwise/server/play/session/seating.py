"""Seating: who sits on a seat, when the computer stands in, and names."""

from __future__ import annotations

from dataclasses import replace

from cornerwise.server.play.session.session import Session, exclusive
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.games import Seat
from cornerwise.server.wire.wire import SeatKind


@exclusive
async def set_seat(
    session: Session, viewer: Viewer, number: int, kind: SeatKind, level: int | None, name: str | None
) -> None:
    """Change who sits on a seat, as far as somebody may."""
    seat = session.seat(number)
    if not (kind == seat.kind == "link" and session.holds(viewer, seat)):
        if not session.is_host(viewer):
            sentence = f"Seat {number + 1} is not yours to change."
            raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
        # Moves have been made, or somebody has a name: both are theirs, not the host's.
        if session.is_taken(seat) and (len(session.log.nodes) > 1 or (name is not None and name != seat.name)):
            sentence = f"Somebody else has seat {number + 1}; while they are away, the computer can stand in."
            raise Refusal("refused", sentence, "taken_seat", seat=number + 1)
    changed = replace(
        seat,
        kind=kind,
        level=seat.level if level is None else level,
        name=seat.name if name is None else name,
    )
    if kind != seat.kind:
        changed = replace(changed, has_resigned=False, stand_in=None)
    await session.sit([changed])


@exclusive
async def stand_in(session: Session, viewer: Viewer, number: int, level: int | None) -> None:
    """Let the computer play at a level for a seat's person, or (None) give the seat back."""
    seat = session.seat(number)
    if seat.kind == "computer":
        raise Refusal("refused", f"Seat {number + 1} is the computer's own.")
    if not _may_stand_in(session, viewer, seat, level):
        sentence = f"Seat {number + 1} is not yours to change."
        raise Refusal("not_yours", sentence, "not_your_seat", seat=number + 1)
    if not session.is_yours(viewer, seat):
        _expect_long_gone(session, seat, level)
    if session.table is not None:
        if seat.stand_in is not None:
            await session.stand_in_for(number, None)
        return
    await session.sit([replace(seat, stand_in=level, has_resigned=seat.has_resigned and level is not None)])


def is_reclaimable(session: Session, viewer: Viewer, seat: Seat) -> bool:
    """Whether somebody may take a seat back from the computer that stands in."""
    return seat.stand_in is not None and _may_stand_in(session, viewer, seat, None)


def _may_stand_in(session: Session, viewer: Viewer, seat: Seat, level: int | None) -> bool:
    if session.table is not None:  # the terms say when the computer stands in, and only its person ends that
        return level is None and session.is_yours(viewer, seat) and not session.is_over
    if session.is_yours(viewer, seat):
        return True
    # A table is not stalled by one absentee: anybody who plays may let the computer stand in.
    return session.plays(viewer) and level is not None and seat.seat in session.waits_for


def may_stand_in(session: Session, viewer: Viewer) -> tuple[int, ...]:
    """The seats of others for which somebody may let the computer stand in now."""
    absent = (session.seats[number] for number in session.waits_for)
    return tuple(
        seat.seat
        for seat in absent
        if not session.is_yours(viewer, seat)
        and _may_stand_in(session, viewer, seat, seat.level)
        and not session.presence.away_left(seat.seat)
    )


def _expect_long_gone(session: Session, seat: Seat, level: int | None) -> None:
    """Refuse to replace somebody who has just gone, or by another level than was agreed."""
    if (left := session.presence.away_left(seat.seat)) > 0:
        seconds = max(1, round(left))
        sentence = f"Seat {seat.seat + 1} has only just gone; the computer can stand in after {seconds} seconds."
        raise Refusal("refused", sentence, "just_gone", seat=seat.seat + 1, seconds=seconds)
    if level != seat.level:
        sentence = f"For seat {seat.seat + 1} the computer plays at level {seat.level}, as was agreed."
        raise Refusal("refused", sentence, "agreed_level", seat=seat.seat + 1, level=seat.level)


@exclusive
async def finish(session: Session, viewer: Viewer, level: int | None) -> None:
    """Let the computer play all one's seats to the end."""
    if session.table is not None:
        raise Refusal("refused", "At this table people play their own seats.", "table_plays")
    yours = [seat for seat in session.seats if session.may_play(viewer, seat)]
    if not yours:
        raise Refusal("not_yours", "You have no seat the computer could take.", "no_seat")
    stood_in = [replace(seat, stand_in=seat.level if level is None else level) for seat in yours]
    await session.sit(stood_in, is_paused=False)


@exclusive
async def name(session: Session, viewer: Viewer, name: str) -> None:
    """Give a name to the nameless seats somebody holds by a link."""
    nameless = [seat for seat in session.seats if not seat.name and session.holds(viewer, seat)]
    if nameless:
        await session.sit(replace(seat, name=name) for seat in nameless)

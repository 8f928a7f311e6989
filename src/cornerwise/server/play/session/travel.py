"""Back and forth: whoever may change a game takes its moves back, goes to any ply, or stops the computer."""

from __future__ import annotations

from functools import partial

from cornerwise.server.play.session.session import Session, exclusive
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table.actor import acting
from cornerwise.server.refusal import Refusal


def _is_decision(session: Session, ply: int) -> bool:
    turn = session.log.nodes[ply].position.turn
    return turn.actor >= 0 and session.seats[turn.actor].kind == "here" and session.seats[turn.actor].stand_in is None


def undo_target(session: Session) -> int | None:
    """The ply of a person's last decision, or the one before where only computers play; None without any."""
    earlier = [below for below in session.log.back(session.log.at) if below != session.log.at]
    target = next(filter(partial(_is_decision, session), earlier), None)
    if target is None and all(seat.computer is not None for seat in session.seats):
        target = next(iter(earlier), None)
    return target


@exclusive
async def undo(session: Session, viewer: Viewer, ply: int) -> None:
    """Back to a person's last decision, or one step when only computers play."""
    _expect_change(session, viewer, ply)
    target = undo_target(session)
    if target is None:
        raise Refusal("refused", "There is no move of yours to take back.", "no_undo")
    await _go(session, target)


@exclusive
async def redo(session: Session, viewer: Viewer, ply: int) -> None:
    """Forward to a person's next decision, or to the end of the line."""
    _expect_change(session, viewer, ply)
    later = list(session.log.forward(ply))
    if not later:
        raise Refusal("refused", "There is no move to make again.", "no_redo")
    await _go(session, next(filter(partial(_is_decision, session), later), later[-1]))


@exclusive
async def goto(session: Session, viewer: Viewer, ply: int, to: int) -> None:
    """To any ply of the tree."""
    _expect_change(session, viewer, ply)
    if to not in session.log.nodes:
        raise Refusal("refused", f"This game has no ply {to}.")
    await _go(session, to)


def _expect_change(session: Session, viewer: Viewer, ply: int) -> None:
    session.expect(ply)
    if session.table is not None:
        raise Refusal("refused", "Moves stand at this table; ask the others for a takeback.", "table_stands")
    if not session.is_host(viewer):
        raise Refusal("not_yours", "Only the host may take moves back.", "host_only")
    if not session.may_change(viewer):
        sentence = "Moves stand while somebody plays elsewhere; open a copy to try others."
        raise Refusal("refused", sentence, "moves_stand")


async def _go(session: Session, ply: int) -> None:
    # Somebody who looks back wants to look: where the game went on, the computer waits to be started.
    node = session.log.nodes[ply]
    actor = acting(node.position)
    is_paused = bool(node.children) and actor >= 0 and session.seats[actor].computer is not None
    await session.write({"ply": ply, "is_paused": is_paused})
    session.log.go(ply)
    session.is_paused = is_paused
    session.changed()


@exclusive
async def pause(session: Session, viewer: Viewer, is_paused: bool) -> None:
    """Let the computer wait, or go on."""
    if session.table is not None:
        raise Refusal("refused", "Nobody can stop this game alone.", "no_pause")
    if not session.plays(viewer):
        raise Refusal("not_yours", "Only somebody at the table may stop or start the computer.", "watching")
    await session.write({"is_paused": is_paused})
    session.is_paused = is_paused
    session.changed()


@exclusive
async def halt(session: Session) -> None:
    """Let the computer wait, whoever asks."""
    await session.write({"is_paused": True})
    session.is_paused = True
    session.changed()

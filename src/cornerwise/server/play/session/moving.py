"""Moving: a person or the computer makes a move or throws the dice."""

from __future__ import annotations

import cornerwise as cw
from cornerwise.server.play.session.session import Session, exclusive
from cornerwise.server.play.session.viewer import Viewer
from cornerwise.server.play.table import dice
from cornerwise.server.refusal import Refusal
from cornerwise.server.store.tables import milliseconds


def _expect_turn(session: Session, viewer: Viewer) -> None:
    if session.is_over:
        raise Refusal("refused", "The game is over.", "over")
    if not session.is_yours(viewer, session.seats[session.actor]):
        sentence = f"It is the turn of seat {session.actor + 1}, which is not yours."
        raise Refusal("not_yours", sentence, "other_turn", seat=session.actor + 1)
    if session.seats[session.actor].stand_in is not None:
        raise Refusal("refused", "The computer plays for you; take your seat back first.", "stands_in")
    if session.table is not None and session.table.clock.is_out(milliseconds()):
        raise Refusal("refused", "Your time has run out.", "time_out")


@exclusive
async def play(session: Session, viewer: Viewer, ply: int, move: int | str, thought: int | None = None) -> None:
    """Make a person's move; what the server measures beyond the thought the page tells is lag."""
    session.expect(ply)
    _expect_turn(session, viewer)
    await _move(session, move, thought=thought)


@exclusive
async def play_computer(session: Session, ply: int, move: int | str, wins: tuple[float, ...] | None = None) -> bool:
    """Make the computer's move, unless the game has moved on or a person took the seat."""
    is_due = ply == session.log.at and not session.is_paused and session.actor >= 0
    if not is_due or session.seats[session.actor].computer is None:
        return False
    await _move(session, move, wins)
    return True


async def _move(
    session: Session, move: int | str, wins: tuple[float, ...] | None = None, thought: int | None = None
) -> None:
    position = session.position
    if position.turn.actor == cw.CHANCE:
        raise Refusal("illegal", "The dice must be thrown first.", "throw_first")
    try:
        parsed = session.ruleset.move(move) if isinstance(move, int) else session.ruleset.parse_move(move)
        after = position.play(parsed)
    except (cw.CornerwiseError, IndexError) as error:
        raise Refusal("illegal", str(error), "illegal") from error
    await session.append("move", str(parsed), parsed, after, wins, thought)


@exclusive
async def roll(session: Session, viewer: Viewer | None, ply: int, thought: int | None = None) -> None:
    """Throw the dice, for a person or (None) for the computer."""
    session.expect(ply)
    if session.is_over or session.position.turn.actor != cw.CHANCE:
        raise Refusal("refused", "There are no dice to throw now.", "no_dice")
    if viewer is not None:
        _expect_turn(session, viewer)
    count = len(session.position.rolls[0].dice)
    faces = dice.faces_of(session.seed, session.log.node.rolls + 1, count)
    text = " ".join(map(str, faces))
    await session.append("roll", text, None, session.position.roll(text), thought=thought)

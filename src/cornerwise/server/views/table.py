"""From a table with terms to what somebody sees of it."""

from __future__ import annotations

from typing import Any

from cornerwise.server.play.session.acts import may_abort, may_take_back
from cornerwise.server.play.session.session import Session
from cornerwise.server.play.session.viewer import Viewer


def table_view(session: Session, viewer: Viewer) -> dict[str, Any] | None:
    """The clocks and agreements as somebody sees them, in the form of `TableView`; None in a game without terms."""
    table = session.table
    if table is None:
        return None
    clock = table.clock
    return {
        "terms": table.terms.model_dump(),
        "outcome": table.outcome,
        "left": clock.left,
        "running": clock.seat,
        "since": clock.since,
        "is_grace": clock.grace is not None,
        "deadline": clock.deadline,
        "may_abort": may_abort(session, viewer),
        "may_take_back": may_take_back(session, viewer),
        "offers": [offer.model_dump() for offer in table.offers],
        "next": table.next,
        "standings": [each and each.model_dump() for each in table.standings],
        "timed_out": table.timed_out,
        "aborted_by": table.aborted_by,
    }

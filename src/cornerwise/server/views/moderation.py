"""The moderators' desk as the wire carries it; works on a transaction."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session as Transaction

from cornerwise.server.lobby.rulings import rulings
from cornerwise.server.store.tables import GameRow, PersonRow, ReportRow
from cornerwise.server.views.lobby import person_views
from cornerwise.server.wire.moderation import Desk, ReportView, RulingView

MOST = 100  # reports shown


def desk(transaction: Transaction, with_handled: bool) -> Desk:
    """What waits for the moderators, and what they decided last."""
    wanted = select(ReportRow, GameRow).join(GameRow, GameRow.id == ReportRow.game)
    wanted = wanted.order_by(ReportRow.id.desc()) if with_handled else wanted.order_by(ReportRow.id)
    if not with_handled:
        wanted = wanted.where(ReportRow.handled.is_(None))
    found = transaction.execute(wanted.limit(MOST)).all()
    concerned = {row.ReportRow.by for row in found} | {row.ReportRow.about for row in found}
    people = person_views(transaction, concerned)
    until = select(PersonRow.id, PersonRow.suspended_until).where(PersonRow.id.in_(concerned))
    suspended: dict[str, int | None] = {id: moment for id, moment in transaction.execute(until)}
    return Desk(
        reports=tuple(
            ReportView(
                number=report.id,
                made=report.made,
                by=people[report.by],
                about=people[report.about],
                suspended_until=suspended[report.about],
                game=game.id,
                is_rated=bool(game.terms and game.terms["is_rated"]),
                is_hidden=bool(game.terms and game.terms["is_public"]) and not game.is_public,
                outcome=game.outcome,  # type: ignore[arg-type]
                reason=report.reason,  # type: ignore[arg-type]
                note=report.note,
                is_handled=report.handled is not None,
            )
            for report, game in found
        ),
        rulings=tuple(RulingView(**vars(each)) for each in rulings(transaction)),
    )

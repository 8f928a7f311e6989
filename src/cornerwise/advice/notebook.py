"""Advice and reviews as HTML: what a notebook shows of them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from cornerwise.advice.side import mover_name, side_name
from cornerwise.render import svg
from cornerwise.render.palette import paints

if TYPE_CHECKING:
    from cornerwise.advice.advice import Advice
    from cornerwise.advice.finding import Finding
    from cornerwise.advice.review import Review

BOARD = 380  # pixels
CHART = (640.0, 160.0)
ROW = "display:flex;gap:24px;align-items:flex-start;flex-wrap:wrap"


def show_advice(advice: Advice) -> str:
    """The board with the moves on it, and beside it what speaks for them."""
    position, seat = advice.position, advice.position.turn.actor
    board = svg(position, candidates=advice, panel=False, size=BOARD)
    items = []
    for candidate in advice.candidates:
        sure = advice.certainty(candidate)
        items.append(
            f"<li><b>{escape(candidate.move.label)}</b> {100 * candidate.win[seat]:.0f}% ({sure})"
            f"{_reasons(candidate.findings)}</li>"
        )
    title = f"What {escape(mover_name(position))} could play ({advice.counted_simulations})"
    return f'<div style="{ROW}">{board}<div style="max-width:34em"><b>{title}</b><ol>{"".join(items)}</ol></div></div>'


def show_review(review: Review) -> str:
    """The chances along the game as a chart, and the costliest moves as boards."""
    if not review.moves:
        return "<p>The game has no moves to review.</p>"
    parts = [_chart(review)]
    for move in review.costliest():
        position = move.position
        board = svg(position, ghosts=[move.move], candidates={move.best: "better"}, panel=False, size=BOARD)
        parts.append(
            f'<div style="{ROW}">{board}<div style="max-width:34em"><b>{escape(str(move))}</b>'
            f"<p>{escape(move.better_in_words)}</p>{_reasons(move.findings())}</div></div>"
        )
    return "".join(parts)


def _reasons(findings: tuple[Finding, ...]) -> str:
    rows = [f"<li>{'+' if finding.is_good else '−'} {escape(str(finding))}</li>" for finding in findings]
    return f'<ul style="list-style:none;padding-left:0">{"".join(rows)}</ul>' if rows else ""


def _chart(review: Review) -> str:
    """Every side's chance after each move, as lines in the colors of its first color or, on sheets, of its seat."""
    rules = review.moves[0].position.ruleset
    wide, high = CHART
    step = wide / max(1, len(review.moves))
    looks = paints(rules.colors)
    parts = [f'<path d="M0 {high / 2}H{wide}" stroke="#888" stroke-dasharray="3 5"/>']
    keys = []
    for number, team in enumerate(rules.teams):
        color = next((c for c, owner in zip(rules.colors, rules.owners, strict=True) if owner in team), None)
        paint = looks[color or rules.colors[number % len(rules.colors)]]
        points = " ".join(
            f"{(index + 0.5) * step:.1f},{high * (1 - sum(move.win_after[seat] for seat in team[:1])):.1f}"
            for index, move in enumerate(review.moves)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{paint.fill}" stroke-width="2.5"/>')
        keys.append(f'<span style="color:{paint.fill}">■</span> {escape(side_name(rules, team))}')
    for index, move in enumerate(review.moves):
        if move.cost >= 0.05:
            x, y = (index + 0.5) * step, high * (1 - move.win_after[move.seat])
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#c92a2a"><title>{escape(str(move))}</title></circle>'
            )
    return (
        f"<div>Chance to win after each move: {' '.join(keys)}</div>"
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -6 {wide} {high + 12}" width="{wide}" role="img">'
        f"<title>Chances along the game</title>{''.join(parts)}</svg>"
    )

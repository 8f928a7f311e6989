"""The cross table of a tournament as one page of HTML: ratings, results, and how they came about."""

from __future__ import annotations

import html
from collections.abc import Sequence
from itertools import pairwise

from cornerwise.arena.standing import Standing, comparisons, rate
from cornerwise.arena.tournament import Progress, outcome
from cornerwise.ruleset import ruleset_of_key

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --soft: #667085; --line: #d5dae3; --bar: #2f6fde; --paper: #fff;
  --light: 45%; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf3; --soft: #9aa5b8; --line: #38414f; --bar: #7aa7ff; --paper: #14181f;
    --light: 68%; }
}
body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 2rem auto;
  max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
p { color: var(--soft); margin: .2rem 0 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
td.self { color: var(--soft); text-align: center; }
svg { max-width: 100%; min-width: 36rem; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; }
svg .soft { fill: var(--soft); } svg .line { stroke: var(--line); } svg .bar { stroke: var(--bar); fill: none; }
svg .dot { fill: var(--bar); }
"""


def crosstable(progress: Progress) -> str:
    """The page."""
    tournament, rows = progress.tournament, progress.standings
    title = ruleset_of_key(tournament.ruleset).title
    parts = [
        f"<h1>{html.escape(title)}: {html.escape(tournament.format)}</h1>",
        f"<p>{len(progress.rows):,} of at most {progress.total:,} games, seed {tournament.seed}"
        + (f", {progress.spoiled} spoiled" if progress.spoiled else "")
        + ".</p>",
    ]
    if tournament.format == "sprt":
        parts.append(f"<p>{html.escape(verdict_sentence(progress))}</p>")
    parts += ["<h2>Ratings</h2>", rating_plot(rows), standings_table(rows)]
    parts += [
        "<h2>Who did better than whom</h2>",
        "<p>In per cent of their games; a tie is a half.</p>",
        results_table(progress, rows),
    ]
    if progress.rows:
        parts += ["<h2>How the ratings settled</h2>", history_plot(progress)]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title)}: a tournament</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def verdict_sentence(progress: Progress) -> str:
    """What a sequential test says so far."""
    test, names = progress.tournament.sprt, progress.tournament.names
    assert progress.evidence is not None
    low, high = test.bounds
    state = (
        f"log-likelihood ratio {progress.evidence.log_ratio:.2f} after {progress.evidence.openings} openings, "
        f"bounds {low:.2f} and {high:.2f}"
    )
    if progress.verdict == "elo1":
        return (
            f"Decided: {names[0]} is stronger than {names[1]} by {test.elo1:g} Elo rather than {test.elo0:g} ({state})."
        )
    if progress.verdict == "elo0":
        return f"Decided: {names[0]} is not {test.elo1:g} Elo stronger than {names[1]} ({state})."
    return f"Not decided yet: {state}."


def standings_table(rows: Sequence[Standing]) -> str:
    """Ratings and points."""
    lines = "".join(
        f"<tr><td>{html.escape(row.name)}</td><td>{row.rating.value:+.0f}</td>"
        f"<td>{row.rating.low:+.0f} … {row.rating.high:+.0f}</td><td>{row.games}</td><td>{row.points:.1f}</td>"
        f"<td>{100 * row.points / row.games if row.games else 0:.0f} %</td></tr>"
        for row in rows
    )
    head = "<tr><th>player</th><th>Elo</th><th>95 %</th><th>games</th><th>victories</th><th>share</th></tr>"
    return f'<div class="wide"><table>{head}{lines}</table></div>'


def results_table(progress: Progress, rows: Sequence[Standing]) -> str:
    """Per two players, how often the one in the row did better, in per cent, ties as halves."""
    names = progress.tournament.names
    better = comparisons(len(names), [outcome(row) for row in progress.rows])
    order = [names.index(row.name) for row in rows]
    head = "".join(f"<th>{html.escape(names[i])}</th>" for i in order)
    lines = []
    for one in order:
        cells = ""
        for other in order:
            if one == other:
                cells += '<td class="self">·</td>'
            elif count := better[one, other] + better[other, one]:
                cells += f'<td title="{count:.0f} games">{100 * better[one, other] / count:.0f}</td>'
            else:
                cells += "<td>–</td>"
        lines.append(f"<tr><td>{html.escape(names[one])}</td>{cells}</tr>")
    return f'<div class="wide"><table><tr><th></th>{head}</tr>{"".join(lines)}</table></div>'


def rating_plot(rows: Sequence[Standing]) -> str:
    """Every rating with its interval."""
    low = min(row.rating.low for row in rows)
    high = max(row.rating.high for row in rows)
    span, left, width, line = max(high - low, 1.0), 170, 560, 26

    def x(rating: float) -> float:
        return left + (rating - low) / span * width

    marks = [f'<line class="line" x1="{x(0):.1f}" y1="4" x2="{x(0):.1f}" y2="{line * len(rows) + 4}"/>']
    for i, row in enumerate(rows):
        y = line * i + 18
        marks.append(
            f'<text x="{left - 12}" y="{y + 4}" text-anchor="end">{html.escape(row.name[:22])}</text>'
            f'<line class="bar" stroke-width="2" x1="{x(row.rating.low):.1f}" x2="{x(row.rating.high):.1f}" '
            f'y1="{y}" y2="{y}"/><circle class="dot" cx="{x(row.rating.value):.1f}" cy="{y}" r="5"/>'
        )
    height = line * len(rows) + 12
    return picture("Ratings with intervals", left + width + 20, height, marks)


def history_plot(progress: Progress, points: int = 24) -> str:
    """Ratings after more and more games."""
    names, games = progress.tournament.names, [outcome(row) for row in progress.rows]
    counts = sorted({max(1, len(games) * step // points) for step in range(1, points + 1)})
    lines = [rate(len(names), games[:count]) for count in counts]
    low = min(float(each.min()) for each in lines)
    high = max(float(each.max()) for each in lines)
    span, left, width, height = max(high - low, 1.0), 50, 560, 260

    def at(count: int, rating: float) -> str:
        return f"{left + count / len(games) * width:.1f},{10 + (high - rating) / span * (height - 20):.1f}"

    marks = [
        f'<text class="soft" x="{left - 8}" y="16" text-anchor="end">{high:+.0f}</text>',
        f'<text class="soft" x="{left - 8}" y="{height - 6}" text-anchor="end">{low:+.0f}</text>',
        f'<text class="soft" x="{left + width}" y="{height + 16}" text-anchor="end">{len(games):,} games</text>',
    ]
    ends = [float(at(len(games), float(value)).split(",")[1]) for value in lines[-1]]
    labels = apart(ends, 15)
    for player, (name, label_y) in enumerate(zip(names, labels, strict=True)):
        path = " ".join(at(count, float(each[player])) for count, each in zip(counts, lines, strict=True))
        hue = 360 * player // len(names)
        marks.append(
            f'<polyline points="{path}" fill="none" style="stroke: hsl({hue} 60% var(--light))" stroke-width="2"/>'
            f'<text x="{left + width + 8}" y="{label_y + 4:.1f}">{html.escape(name[:22])}</text>'
        )
    height = max(height, int(max(labels)))
    return picture("Ratings by games", left + width + 180, height + 24, marks)


def apart(places: Sequence[float], gap: float) -> list[float]:
    """Places for labels, in the same order and near these, but so far from each other that none covers another."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    found = list(places)
    for before, after in pairwise(order):
        found[after] = max(found[after], found[before] + gap)
    return found


def picture(label: str, width: int, height: int, marks: Sequence[str]) -> str:
    """Marks as a drawing that shrinks with the page as long as its words can be read."""
    size = f'viewBox="0 0 {width} {height}" width="{width}"'
    return f'<div class="wide"><svg role="img" aria-label="{label}" {size}>{"".join(marks)}</svg></div>'

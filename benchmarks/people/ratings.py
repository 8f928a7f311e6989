"""Are ratings right? Simulated clubs of people whose strength is known, as tables and plots.

python benchmarks/people/ratings.py [--people 240] [--rounds 100] [--out docs/pictures]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cornerwise.server.ratings.simulation import Club, Finding, Forecast, calibration, simulate

CLUBS = {
    "two seats": Club(seats=2, computers=0.1),
    "four seats": Club(seats=4, advantage=100, computers=0.1),
    "four seats, ties": Club(seats=4, advantage=100, grain=60, computers=0.1),
    "two teams": Club(seats=4, size=2, computers=0.1),
    "with computers": Club(seats=2, mean=1350, newcomers=0.02, computers=0.1),
    "no computers": Club(seats=2, mean=1350, newcomers=0.02),
}
MARKS = (5, 10, 20, 30, 50, 75, 100, 150, 200, 300)
INKS = ("#2f6fdb", "#d9534f", "#b8860b", "#2e8b57", "#7d4bc4", "#777777")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 380, 64, 40, 140, 52


@dataclass(frozen=True)
class Axis:
    """One direction of a plot."""

    title: str
    low: float
    high: float
    ticks: Sequence[float]


def draw(x_axis: Axis, y_axis: Axis, lines: dict[str, list[tuple[float, float]]], guide: str = "") -> str:
    """Lines over axes as an SVG on a plain ground that reads by day and by night."""

    def x(value: float) -> float:
        return LEFT + (value - x_axis.low) / (x_axis.high - x_axis.low) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (1 - (value - y_axis.low) / (y_axis.high - y_axis.low)) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fbfaf7"/>',
    ]
    for tick in y_axis.ticks:
        parts.append(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" stroke="#ddd8cc"/>')
        parts.append(f'<text x="{LEFT - 10}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="#555">{tick:g}</text>')
    for tick in x_axis.ticks:
        at = f'x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 22}"'
        parts.append(f'<text {at} text-anchor="middle" fill="#555">{tick:g}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#333">{x_axis.title}</text>')
    parts.append(f'<text x="{LEFT - 48}" y="{TOP - 18}" fill="#333">{y_axis.title}</text>')
    if guide == "diagonal":
        ends = (x_axis.low, x_axis.high)
        parts.append(
            f'<path d="M{x(ends[0]):.1f} {y(ends[0]):.1f}L{x(ends[1]):.1f} {y(ends[1]):.1f}"'
            ' stroke="#999" stroke-dasharray="5 5"/>'
        )
    lowest = float("-inf")
    by_height = sorted(zip(INKS, lines.items(), strict=False), key=lambda each: -each[1][1][-1][1])
    for ink, (name, points) in by_height:
        line = "L".join(f"{x(across):.1f} {y(up):.1f}" for across, up in points)
        parts.append(f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
        if len(points) <= 12:
            parts += [f'<circle cx="{x(a):.1f}" cy="{y(b):.1f}" r="3.5" fill="{ink}"/>' for a, b in points]
        lowest = at_end = max(y(points[-1][1]), lowest + 15)
        parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{at_end + 4:.1f}" fill="{ink}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Simulates the clubs, prints their tables and writes the plots."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=240)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--out", type=Path, default=Path("docs/pictures"))
    arguments = parser.parse_args()
    found: dict[str, list[Finding]] = {}
    bins: dict[str, list[tuple[float, float, int]]] = {}
    for name, club in CLUBS.items():
        findings, forecasts = [], list[Forecast]()
        for finding, made in simulate(replace(club, people=arguments.people, rounds=arguments.rounds)):
            findings.append(finding)
            if finding.round > arguments.rounds // 4:
                forecasts += made
        found[name], bins[name] = findings, calibration(forecasts)
        print(f"{name}\n  games  order  error  sigma  within  slope  drift")
        for each in findings:
            if each.round in MARKS:
                print(
                    f"  {each.round:5}  {each.correlation:.3f}  {each.error:5.0f}  {each.sigma:5.0f}"
                    f"  {each.within:6.0%}  {each.slope:5.2f}  {each.drift:+5.0f}",
                    flush=True,
                )
        print("  " + "  ".join(f"{chance:.0%}: {made:.1%} ({count})" for chance, made, count in bins[name]), flush=True)
    games = Axis("games played", 0, arguments.rounds, range(0, arguments.rounds + 1, arguments.rounds // 5))
    settled = [name for name, club in CLUBS.items() if not club.newcomers]
    plots = {
        "ratings-order": draw(
            games,
            Axis("rank correlation with true strength", 0.5, 1, (0.5, 0.6, 0.7, 0.8, 0.9, 1)),
            {name: [(each.round, max(0.5, each.correlation)) for each in found[name]] for name in settled},
        ),
        "ratings-calibration": draw(
            Axis("chance of coming first, as forecast", 0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
            Axis("how often it happened", 0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1)),
            {name: [(a, b) for a, b, count in bins[name] if count >= 100] for name in settled},
            guide="diagonal",
        ),
        "ratings-drift": draw(
            games,
            Axis("mean of rating − true strength", -50, 200, (-50, 0, 50, 100, 150, 200)),
            {
                name: [(each.round, min(200, max(-50, each.drift))) for each in found[name]]
                for name in ("with computers", "no computers")
            },
        ),
    }
    for name, svg in plots.items():
        (arguments.out / f"{name}.svg").write_text(svg, "utf-8")


if __name__ == "__main__":
    main()

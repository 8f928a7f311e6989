"""How strength grows with thinking: four times the simulations against the same engine, ruleset by ruleset, as a plot.

python benchmarks/engine/strength.py [--games 40] [--out docs/pictures/strength.svg] [RULESET …]
"""

from __future__ import annotations

import argparse
import itertools
import math
from pathlib import Path

from cornerwise.arena.match import Match, play_match

STEPS = (50, 200, 800, 3200)
RULESETS = ("duo", "classic-4", "classic-2", "3d-tower-4", "dice-4")
INKS = ("#2f6fdb", "#d9534f", "#b8860b", "#2e8b57", "#7d4bc4")
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 412, 64, 36, 130, 52
CEILING = 1000.0


def ladder(ruleset: str, games: int) -> list[tuple[float, float]]:
    """The rating reached at every step above the first, with half of its 95 % interval."""
    points, height, spread = [(0.0, 0.0)], 0.0, 0.0
    for few, many in itertools.pairwise(STEPS):
        result = play_match(Match(ruleset, (f"simulations:{many}", f"simulations:{few}"), games, seed=7))[0]
        print(f"{ruleset}: {result}", flush=True)
        gain = min(max(result.elo.value, -500.0), 500.0)
        half = [abs(end - gain) for end in (result.elo.low, result.elo.high) if math.isfinite(end)]
        height += gain
        spread = math.hypot(spread, max(half, default=250.0))
        points.append((height, spread))
    return points


def draw(ladders: dict[str, list[tuple[float, float]]]) -> str:
    """The ladders as an SVG on a plain ground that reads by day and by night."""

    def x(step: int) -> float:
        return LEFT + step * (WIDTH - LEFT - RIGHT) / (len(STEPS) - 1)

    def y(rating: float) -> float:
        return TOP + (1 - min(rating, CEILING) / CEILING) * (HEIGHT - TOP - BOTTOM)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"',
        ' font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="#fbfaf7"/>',
    ]
    for rating in range(0, int(CEILING) + 1, 200):
        parts.append(f'<path d="M{LEFT} {y(rating):.1f}H{WIDTH - RIGHT}" stroke="#ddd8cc"/>')
        parts.append(f'<text x="{LEFT - 10}" y="{y(rating) + 4:.1f}" text-anchor="end" fill="#555">{rating}</text>')
    for step, simulations in enumerate(STEPS):
        label = f"{simulations:,}".replace(",", " ")
        at = f'x="{x(step):.1f}" y="{HEIGHT - BOTTOM + 22}"'
        parts.append(f'<text {at} text-anchor="middle" fill="#555">{label}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#333">simulations per move</text>')
    parts.append(f'<text x="{LEFT - 48}" y="{TOP - 16}" fill="#333">rating gained</text>')
    lowest = -math.inf
    # From the highest end down, so that labels keep the order of the lines.
    by_height = sorted(zip(INKS, ladders.items(), strict=False), key=lambda each: -each[1][1][-1][0])
    for ink, (name, points) in by_height:
        for step, (rating, half) in enumerate(points):
            whisker = f"M{x(step):.1f} {y(rating - half):.1f}V{y(rating + half):.1f}"
            parts.append(f'<path d="{whisker}" stroke="{ink}" opacity=".35"/>')
            parts.append(f'<circle cx="{x(step):.1f}" cy="{y(rating):.1f}" r="4" fill="{ink}"/>')
        line = "L".join(f"{x(step):.1f} {y(rating):.1f}" for step, (rating, _) in enumerate(points))
        parts.append(f'<path d="M{line}" fill="none" stroke="{ink}" stroke-width="2"/>')
        lowest = at = max(y(points[-1][0]), lowest + 15)
        parts.append(f'<text x="{WIDTH - RIGHT + 12}" y="{at + 4:.1f}" fill="{ink}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main() -> None:
    """Plays the ladders asked for and writes the plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rulesets", nargs="*", default=RULESETS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--out", type=Path, default=Path("docs/pictures/strength.svg"))
    arguments = parser.parse_args()
    arguments.out.write_text(draw({name: ladder(name, arguments.games) for name in arguments.rulesets}), "utf-8")


if __name__ == "__main__":
    main()

/** How a final score came about, line by line, from the snapshot alone. */

import { heights } from "./select";
import type { State } from "./state";

export interface Tally {
  /** The color counted; in Dice the seat's marker. */
  readonly color: string;
  readonly seat: number | null;
  /** Shapes left over. */
  readonly left: readonly string[];
  /** What the score is made of: a phrase of the catalogue and its count. */
  readonly lines: readonly {
    readonly key: "squares" | "all" | "single" | "visible" | "unplaced" | "empty" | "strikes";
    readonly count: number;
  }[];
  readonly score: number;
}

/** One tally per color, in Dice one per seat. */
export function tallies(state: State): Tally[] {
  const { snapshot, rules } = state;
  const cells = rules.points.length;
  return snapshot.supplies.map((supply): Tally => {
    const left = supply.pieces.map((piece) => piece.shape);
    if (supply.color === null) {
      const seat = supply.seat ?? 0;
      const empty = snapshot.sheets[seat]!.cells.filter((color) => color < 0).length;
      return {
        color: snapshot.markers[seat] ?? rules.detail.colors[0]!,
        seat,
        left: [],
        lines: [
          { key: "empty", count: cells > 0 ? empty : 0 },
          { key: "strikes", count: snapshot.strikes[seat] ?? 0 },
        ],
        score: snapshot.scores[seat] ?? 0,
      };
    }
    const { color } = supply;
    const seat = snapshot.seats.find((each) => each.colors.includes(color))?.seat ?? null;
    const score = snapshot.color_scores[color] ?? 0;
    if (rules.levels > 1) {
      const lines: Tally["lines"] = [
        { key: "visible", count: visible(state, color) },
        ...(left.length > 0 ? [{ key: "unplaced" as const, count: left.length }] : []),
      ];
      return { color, seat, left, lines, score };
    }
    const squares = left.reduce((sum, shape) => sum + rules.sizeOf(shape), 0);
    const lines: Tally["lines"] =
      left.length > 0
        ? [{ key: "squares", count: squares }]
        : [{ key: "all", count: 15 }, ...(score > 15 ? [{ key: "single" as const, count: 5 }] : [])];
    return { color, seat, left, lines, score };
  });
}

/** How many cubes of a color are seen from above. */
function visible({ rules, snapshot }: State, color: string): number {
  const placed = snapshot.sheets[0]!.placed;
  const tops = heights(rules, placed);
  const index = rules.detail.colors.indexOf(color);
  return placed
    .filter((piece) => piece.color === index)
    .flatMap((piece) => piece.cells)
    .filter((cell) => {
      const [x, y, z] = rules.points[cell]!;
      return tops.get(`${x},${y}`) === z + 1;
    }).length;
}

/** How a final score came about, line by line, from the snapshot alone. */

import { seenFromAbove } from "./select";
import type { State } from "./state";
import type { Snapshot } from "../../wire";

export interface Tally {
  /** The color counted; in Dice the seat's marker. */
  readonly color: string;
  readonly seat: number | null;
  /** Shapes left over. */
  readonly left: readonly string[];
  /** What the score is made of: a phrase of the catalogue and its count. */
  readonly lines: readonly {
    readonly key: "placed" | "squares" | "all" | "single" | "visible" | "unplaced" | "empty" | "strikes";
    readonly count: number;
  }[];
  readonly score: number;
}

/** One tally per color, in Dice one per seat: the best seat first, what counts for nobody last. */
export function tallies(state: State): Tally[] {
  const { ranks } = state.snapshot;
  const place = ({ seat }: Tally) => (seat === null ? Infinity : (ranks[seat] ?? 0));
  return counted(state).sort((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)));
}

function counted(state: State): Tally[] {
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
        { key: "visible", count: seenFromAbove(rules, snapshot.sheets[0]!.placed, [color]) },
        ...(left.length > 0 ? [{ key: "unplaced" as const, count: left.length }] : []),
      ];
      return { color, seat, left, lines, score };
    }
    const squares = left.reduce((sum, shape) => sum + rules.sizeOf(shape), 0);
    const placed = snapshot.sheets[0]!.placed.filter((piece) => rules.detail.colors[piece.color] === color);
    const lines: Tally["lines"] =
      left.length > 0
        ? [
            { key: "placed", count: placed.reduce((sum, piece) => sum + piece.cells.length, 0) },
            { key: "squares", count: squares },
          ]
        : [{ key: "all", count: 15 }, ...(score > 15 ? [{ key: "single" as const, count: 5 }] : [])];
    return { color, seat, left, lines, score };
  });
}

/** Why a seat came behind the one that won, as a phrase of the catalogue. */
export interface Defeat {
  readonly key: "later" | "squares" | "covered" | "seen" | "strikes" | "empty";
  readonly count: number;
  /** The same of the winner, where it is told beside it. */
  readonly other?: number;
  readonly winner: number;
}

/** What decided against a seat, from the snapshot alone: beside the first of those who won; nothing where somebody gave up. */
export function defeat(state: State, seat: number): Defeat | null {
  const { snapshot, rules } = state;
  const [winner] = snapshot.winners;
  if (winner === undefined || snapshot.winners.includes(seat)) return null;
  if (snapshot.seats.some((each) => each.has_resigned) || snapshot.seats[seat]!.stand_in !== null) return null;
  if (rules.hasDice) return defeatByDice(state, seat, winner);
  if (rules.levels > 1) return defeatFromAbove(state, seat, winner);
  const own = (who: number) => laid(snapshot, who);
  const last = own(seat).at(-1)?.ply ?? 0;
  const later = own(winner).filter((step) => step.ply > last).length;
  // Whoever moves second in a round ends with one piece more and is not ahead for that.
  const isBlocked = snapshot.seats[seat]!.colors.every((color) => snapshot.out.includes(color));
  const squares = (who: number) => own(who).reduce((sum, step) => sum + step.cells.length, 0);
  const more = squares(winner) - squares(seat);
  if (isBlocked && later > 1 && more > 0) return { key: "later", count: later, winner };
  return more > 0 ? { key: "squares", count: more, winner } : null;
}

/** What a seat has laid of its own colors. */
const laid = ({ steps, at, seats }: Snapshot, seat: number) =>
  steps.slice(0, at).filter(({ kind, color }) => kind === "move" && seats[seat]!.colors.includes(color ?? ""));

function defeatByDice({ snapshot, rules }: State, seat: number, winner: number): Defeat | null {
  const pieces = (who: number) => snapshot.sheets[who]!.placed.length;
  const [count, other] = [pieces(seat), pieces(winner)];
  if (snapshot.strikes[seat] === rules.detail.strikes && count < other) return { key: "strikes", count, other, winner };
  const fewer = (snapshot.scores[seat] ?? 0) - (snapshot.scores[winner] ?? 0);
  return fewer > 0 ? { key: "empty", count: fewer, winner } : null;
}

function defeatFromAbove(state: State, seat: number, winner: number): Defeat | null {
  const { snapshot, rules } = state;
  const seen = (who: number) => seenFromAbove(rules, snapshot.sheets[0]!.placed, snapshot.seats[who]!.colors);
  const hidden = (who: number) => laid(snapshot, who).reduce((sum, step) => sum + step.cells.length, 0) - seen(who);
  const [count, other] = [hidden(seat), hidden(winner)];
  const more = seen(winner) - seen(seat);
  if (more > 0 && count > other) return { key: "covered", count, other, winner };
  return more > 0 ? { key: "seen", count: more, winner } : null;
}

/** Everything the page knows about the table it shows: one value, replaced as a whole by pure updates. */

import type { Advice, Review, Snapshot, Thinking } from "../../wire";
import { toSquare } from "../board/frame";
import type { Point } from "../board/geometry";
import type { Hand } from "../board/hand";
import type { Study } from "./review";
import type { Rules } from "../rules";

/** Why the held piece may not go where it is. */
export interface Why {
  /** The place asked about, e.g. `"12,13,27"`. */
  readonly place: string;
  /** The kind of reason, e.g. `"edge"`. */
  readonly kind: string;
  /** The server's sentence. */
  readonly sentence: string;
  /** The cells that stand in the way, e.g. `[13]`. */
  readonly cells: readonly number[];
}

export interface State {
  readonly rules: Rules;
  readonly snapshot: Snapshot;
  /** The piece in hand, or null. */
  readonly hand: Hand | null;
  /** The orientation each shape was last held in, by name: it stays with the piece. */
  readonly orientations: Readonly<Record<string, readonly Point[]>>;
  /** The die to take, e.g. 4, or null to take the one that fits. */
  readonly die: number | null;
  /** A move that was sent and is not yet confirmed, so that it can be drawn at once. */
  readonly sent: number | null;
  readonly why: Why | null;
  /** The dot asked "what fits here?", as a cell number. */
  readonly asked: number | null;
  /** How many steps of the line are shown while looking back; null: the present. */
  readonly looking: number | null;
  /** The sheet looked at in Dice; null: the one in play. */
  readonly sheet: number | null;
  /** Quarter turns of the board, clockwise, 0..3. */
  readonly turned: number;
  readonly advice: Advice | null;
  /** Which candidate of the advice is shown on the board, e.g. 0. */
  readonly candidate: number | null;
  /** How many moves of the line expected after that candidate are laid on the board as well, e.g. 2; null: none. */
  readonly line: number | null;
  readonly review: Review | null;
  /** The mistake of the review that is looked at, or null. */
  readonly study: Study | null;
  /** What the computer is busy with, by job. */
  readonly thinking: Readonly<Partial<Record<Thinking["job"], Thinking>>>;
  /** The computer's last move that time cut short, until somebody here moves: the seat, and the ply before it. */
  readonly cut: { readonly seat: number; readonly ply: number } | null;
}

/** By how many quarter turns of the board the one start of the one seat at this screen comes to lie near, at the bottom. */
function nearest({ detail, points, levels }: Rules, { seats }: Snapshot): number {
  const [mine, ...more] = seats.filter((seat) => seat.is_yours);
  if (!mine || more.length > 0 || mine.colors.length !== 1 || levels > 1) return 0;
  const cells = detail.starts[detail.colors.indexOf(mine.colors[0]!)] ?? [];
  if (cells.length !== 1) return 0;
  const { columns, rows } = detail.board;
  const isLow = (turned: number) =>
    2 * toSquare({ columns, rows, turned }, points[cells[0]!]!).row >= (turned % 2 === 0 ? rows : columns);
  // Half a turn keeps letters below and numbers at the side.
  return [0, 2].find(isLow) ?? 0;
}

/** A table as it is when its first snapshot arrives. */
export const begin = (rules: Rules, snapshot: Snapshot, isNear = false): State => ({
  rules,
  snapshot,
  hand: null,
  orientations: {},
  die: null,
  sent: null,
  why: null,
  asked: null,
  looking: null,
  sheet: null,
  turned: isNear ? nearest(rules, snapshot) : 0,
  advice: null,
  candidate: null,
  line: null,
  review: null,
  study: null,
  thinking: {},
  cut: null,
});

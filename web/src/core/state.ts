/** Everything the page knows about the table it shows: one value, replaced as a whole by pure updates. */

import type { Advice, Review, Snapshot, Thinking } from "../wire";
import type { Point } from "./board/geometry";
import type { Hand } from "./board/hand";
import type { Rules } from "./rules";

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
  readonly review: Review | null;
  /** What the computer is busy with, by job. */
  readonly thinking: Readonly<Partial<Record<Thinking["job"], Thinking>>>;
}

/** A table as it is when its first snapshot arrives. */
export const begin = (rules: Rules, snapshot: Snapshot): State => ({
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
  turned: 0,
  advice: null,
  candidate: null,
  review: null,
  thinking: {},
});

/** The piece a person holds: turning and flipping happen about the grabbed cell, so it never jumps. */

import {
  add,
  clockwise,
  counterclockwise,
  fingerprint,
  middle,
  mirrorX,
  mirrorY,
  subtract,
  tipAway,
  tipRight,
  transform,
  type Point,
} from "./geometry";

export interface Hand {
  /** The shape's name, e.g. `"L5"`. */
  readonly shape: string;
  /** Its cells relative to the grabbed one, which is `[0, 0, 0]`. */
  readonly cells: readonly Point[];
  /** Where the grabbed cell is, e.g. `[4, 7, 0]`; null while the pointer is off the board. */
  readonly at: Point | null;
}

/** The ways a held piece can be turned over; tipping is for the games in space. */
export type Twist = "clockwise" | "counterclockwise" | "flipX" | "flipY" | "tipAway" | "tipRight";

const MAPS = {
  clockwise,
  counterclockwise,
  flipX: mirrorX,
  flipY: mirrorY,
  tipAway,
  tipRight,
} as const;

/** A hand that holds the shape by its middle cell. */
export function take(shape: string, cells: readonly Point[]): Hand {
  const grabbed = middle(cells);
  return { shape, cells: cells.map((p) => subtract(p, grabbed)), at: null };
}

/** The same hand at another place. */
export const carry = (hand: Hand, at: Point | null): Hand => ({ ...hand, at });

/** The hand with its piece turned or flipped about the grabbed cell. */
export const twist = (hand: Hand, how: Twist): Hand => ({ ...hand, cells: transform(hand.cells, MAPS[how]) });

/** The hand holding the same piece in the orientation of the given cells, still by its middle. */
export function orient(hand: Hand, cells: readonly Point[]): Hand {
  return fingerprint(cells) === fingerprint(hand.cells) ? hand : { ...take(hand.shape, cells), at: hand.at };
}

/** The cells the piece would cover, or none while it is off the board. */
export const covered = (hand: Hand): Point[] => (hand.at ? hand.cells.map((p) => add(p, hand.at!)) : []);

/** The place for the grabbed cell that keeps the whole piece within the given columns and rows. */
export function clamp(hand: Hand, at: Point, columns: number, rows: number): Point {
  const fit = (value: number, axis: 0 | 1, size: number) => {
    const offsets = hand.cells.map((p) => p[axis]);
    return Math.max(-Math.min(...offsets), Math.min(size - 1 - Math.max(...offsets), value));
  };
  return [fit(at[0], 0, columns), fit(at[1], 1, rows), at[2]];
}

/** Every orientation the twists can reach, each once, beginning with the given one. */
export function orientations(cells: readonly Point[], twists: readonly Twist[]): Point[][] {
  const seen = new Map<string, Point[]>([[fingerprint(cells), [...cells]]]);
  for (const known of seen.values()) {
    for (const how of twists) {
      const next = transform(known, MAPS[how]);
      const key = fingerprint(next);
      if (!seen.has(key)) seen.set(key, next);
    }
  }
  return [...seen.values()];
}

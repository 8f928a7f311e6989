/** Who the computer is at each of its levels: a name, and a piece with eyes, larger the stronger it plays. */

import type { Point } from "./board/geometry";
import type { Strength } from "../wire";
import names from "../../../src/cornerwise/server/people/cast.json";

export interface Character {
  readonly name: string;
  /** What the others of this level are called who sit at the same table. */
  readonly kin: readonly string[];
  /** The piece it is drawn as; where it can, the name begins with the piece's letter. */
  readonly cells: readonly Point[];
  /** The square that holds the eyes. */
  readonly head: readonly [number, number];
}

const drawn = (rows: readonly string[]): Point[] =>
  rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "#" ? [[x, rows.length - 1 - y, 0] as Point] : [])));

type Level = keyof typeof names;

const FACES: Readonly<Record<Level, Pick<Character, "cells" | "head">>> = {
  newcomer: { cells: drawn(["#"]), head: [0, 0] },
  dabbler: { cells: drawn(["##"]), head: [1, 0] },
  learner: { cells: drawn(["#", "#", "#"]), head: [0, 2] },
  casual: { cells: drawn(["##", "##"]), head: [0.5, 1] },
  regular: { cells: drawn(["##", "#.", "#."]), head: [0, 2] },
  keen: { cells: drawn(["###", ".#."]), head: [1, 1] },
  seasoned: { cells: drawn([".##", "##.", "#.."]), head: [1, 2] },
  expert: { cells: drawn([".##", "##.", ".#."]), head: [1, 2] },
  master: { cells: drawn(["##.", ".#.", ".##"]), head: [1, 2] },
  champion: { cells: drawn([".#.", "###", ".#."]), head: [1, 1] },
};

/** The strength behind a level's number; a game with fewer levels is played at its strongest. */
export const strengthAt = (strengths: readonly Strength[] | undefined, level: number): Strength | undefined =>
  strengths?.[Math.min(level, strengths.length) - 1];

/** Who plays at a level, by the key it has in data. */
export function characterOf(key: string | undefined): Character | undefined {
  if (!key || !(key in FACES)) return undefined;
  const [name, ...kin] = names[key as Level];
  return { ...FACES[key as Level], name: name!, kin };
}

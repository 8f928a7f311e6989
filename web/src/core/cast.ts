/** Who the computer is at each of its levels: a name, and a piece with eyes, larger the stronger it plays. */

import type { Point } from "./board/geometry";
import type { Strength } from "../wire";

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

const CAST: Readonly<Record<string, Character>> = {
  newcomer: { name: "Pip", kin: ["Pia", "Pim", "Poppy"], cells: drawn(["#"]), head: [0, 0] },
  dabbler: { name: "Momo", kin: ["Mika", "Mina", "Milo"], cells: drawn(["##"]), head: [1, 0] },
  learner: { name: "Ivo", kin: ["Ida", "Ilka", "Igor"], cells: drawn(["#", "#", "#"]), head: [0, 2] },
  casual: { name: "Otto", kin: ["Olga", "Oona", "Orla"], cells: drawn(["##", "##"]), head: [0.5, 1] },
  regular: { name: "Lena", kin: ["Luca", "Lotte", "Levi"], cells: drawn(["##", "#.", "#."]), head: [0, 2] },
  keen: { name: "Toni", kin: ["Tessa", "Timo", "Tara"], cells: drawn(["###", ".#."]), head: [1, 1] },
  seasoned: { name: "Wanda", kin: ["Willi", "Wim", "Wilma"], cells: drawn([".##", "##.", "#.."]), head: [1, 2] },
  expert: { name: "Felix", kin: ["Flora", "Finn", "Fanny"], cells: drawn([".##", "##.", ".#."]), head: [1, 2] },
  master: { name: "Zora", kin: ["Zeno", "Zita", "Zack"], cells: drawn(["##.", ".#.", ".##"]), head: [1, 2] },
  champion: { name: "Xenia", kin: ["Xaver", "Ximena", "Xander"], cells: drawn([".#.", "###", ".#."]), head: [1, 1] },
};

/** The strength behind a level's number; a game with fewer levels is played at its strongest. */
export const strengthAt = (strengths: readonly Strength[] | undefined, level: number): Strength | undefined =>
  strengths?.[Math.min(level, strengths.length) - 1];

/** Who plays at a level, by the key it has in data. */
export const characterOf = (key: string | undefined): Character | undefined => (key ? CAST[key] : undefined);

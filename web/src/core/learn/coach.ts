/** The coach: the rulebooks' advice on strategy, one sentence at a time, where it fits what is going on. */

import type { Candidate } from "../../wire";
import type { State } from "../table/state";

export type Tip =
  | "center"
  | "large"
  | "corners"
  | "shapes"
  | "escape"
  | "block"
  | "wait"
  | "reserve"
  | "others"
  | "finish"
  | "solid"
  | "middle";

/** What a tip needs to know of the table and of the move that is looked at. */
interface Situation {
  /** Pieces the mover's color has laid, and pieces it has left. */
  readonly laid: number;
  readonly left: number;
  /** The fewest pieces any rival has left. */
  readonly rivalLeft: number;
  readonly size: number;
  readonly largest: number;
  readonly says: (kind: string, isGood?: boolean) => boolean;
}

type Rule = readonly [Tip, (now: Situation) => boolean];

/** The tips for games on a flat board that is shared, the most particular first. */
const FLAT: readonly Rule[] = [
  ["others", (now) => now.says("rival_piece_dies")],
  ["shapes", (now) => now.says("awkward_piece") || now.says("piece_saved")],
  ["reserve", (now) => now.says("safe")],
  ["finish", (now) => now.rivalLeft <= 3],
  ["block", (now) => now.says("corners_closed") || now.says("corners_starved")],
  ["center", (now) => now.laid <= 2],
  ["large", (now) => now.laid <= 8 && now.size === now.largest],
  ["wait", (now) => now.says("space_taken")],
  ["escape", (now) => now.says("space")],
  ["corners", (now) => now.says("corners_opened")],
  ["others", (now) => now.left <= 10],
  ["corners", () => true],
];

/** The tips for games in space. */
const SPACE: readonly Rule[] = [
  ["others", (now) => now.says("rival_piece_dies") || now.left <= 3],
  ["solid", (now) => now.says("awkward_piece") || (now.laid <= 3 && now.size === now.largest)],
  ["middle", () => true],
];

/** The tip for a move that is looked at: the first that fits, rather one that was not said lately; null where the books have none. */
export function tipFor(state: State, candidate: Candidate, said: readonly (Tip | null)[] = []): Tip | null {
  const { rules, snapshot } = state;
  // The rulebook of the game with dice has no tips.
  if (rules.hasDice) return null;
  const color = snapshot.turn.color;
  const index = rules.detail.colors.indexOf(color ?? "");
  const supply = snapshot.supplies.find((each) => each.color === color);
  const mine = snapshot.seats[snapshot.turn.actor]?.colors ?? [];
  const rivals = snapshot.supplies.filter((each) => each.color !== null && !mine.includes(each.color));
  const now: Situation = {
    laid: snapshot.sheets[0]!.placed.filter((piece) => piece.color === index).length,
    left: supply?.pieces.length ?? 0,
    rivalLeft: Math.min(...rivals.map((each) => each.pieces.length)),
    size: candidate.cells.length,
    largest: Math.max(...(supply?.pieces ?? []).map((piece) => rules.sizeOf(piece.shape))),
    says: (kind, isGood = true) =>
      candidate.findings.some((finding) => finding.kind === kind && finding.is_good === isGood),
  };
  const fitting = (rules.levels > 1 ? SPACE : FLAT).filter(([, fits]) => fits(now)).map(([tip]) => tip);
  return fitting.find((tip) => !said.includes(tip)) ?? fitting[0] ?? null;
}

/** Advice as it is listed. */

import type { Candidate } from "../wire";
import type { State } from "./state";

/** Moves by the mover's chance as it is shown, in whole percent; where that is equal, by the expected score. */
export function ranked({ rules, snapshot }: State, candidates: readonly Candidate[]): Candidate[] {
  const mover = Math.max(0, snapshot.turn.actor);
  const shown = (candidate: Candidate) => Math.round(100 * (candidate.wins[mover] ?? 0));
  // On sheets that dice fill, the score counts empty squares, and fewest win.
  const gain = (candidate: Candidate) => (candidate.scores[mover] ?? 0) * (rules.hasDice ? -1 : 1);
  return [...candidates].sort((a, b) => shown(b) - shown(a) || gain(b) - gain(a));
}

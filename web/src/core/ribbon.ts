/** The forecast ribbon: win chances along the game as stacked bands. */

import type { Snapshot } from "../wire";

export interface Band {
  readonly seat: number;
  /** An SVG path in a box of `steps` by 1. */
  readonly path: string;
}

/** One band per seat; where a step has no forecast the last known one goes on. */
export function ribbon(snapshot: Snapshot): Band[] {
  const seats = snapshot.seats.length;
  let known: readonly number[] = Array.from({ length: seats }, () => 1 / seats);
  const columns = [known, ...snapshot.steps.map((step) => (known = step.forecast ?? known))];
  if (snapshot.steps.length === 0) return [];
  const stacked = columns.map((chances) => {
    const total = chances.reduce((sum, chance) => sum + chance, 0) || 1;
    let sum = 0;
    return [0, ...chances.map((chance) => (sum += chance / total))];
  });
  const point = (step: number, edge: number) => `${step} ${Math.round(stacked[step]![edge]! * 1000) / 1000}`;
  return Array.from({ length: seats }, (_, seat) => {
    const upper = stacked.map((_, step) => point(step, seat));
    const lower = stacked.map((_, step) => point(step, seat + 1)).reverse();
    return { seat, path: `M${[...upper, ...lower].join("L")}Z` };
  });
}

/** Does any step have a forecast? */
export const hasForecast = (snapshot: Snapshot): boolean => snapshot.steps.some((step) => step.forecast !== null);
